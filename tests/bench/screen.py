"""A real Chromium that notes when a number on its page changes.

A page's clock and ours are the same clock of the same machine: `performance.timeOrigin + performance.now()` is what
`time.time()` says, in milliseconds, rounded by Chromium to a tenth of one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

# As tests/browser/conftest.py has them. By a name, because 127.0.0.1 is a secure context and a real table is not.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]
NOW = "performance.timeOrigin + performance.now()"
WATCH = f"""(selector) => {{
  const number = document.querySelector(selector);
  window.shown = [];
  new MutationObserver(() => window.shown.push([{NOW}, number.textContent]))
    .observe(number, {{ subtree: true, childList: true, characterData: true }});
}}"""
LONGEST_MS = 10_000
ASKED = 50  # times, to compare the clocks


class Shown(NamedTuple):
    at: float  # milliseconds since 1970
    text: str


class Screen:
    """One page, one number."""

    def __init__(self, page: Page, port: int, selector: str) -> None:
        self._page = page
        page.set_default_timeout(LONGEST_MS)
        page.goto(f"http://table.local:{port}/table")
        page.locator(selector).wait_for()
        page.evaluate(WATCH, selector)
        self._compare_clocks()

    def _compare_clocks(self) -> None:
        """An answer comes after the question and before it is read; a clock that is wrong breaks that sooner or later.

        This proves a millisecond or so. That it is far less follows from where Chromium takes its time.
        """
        for _ in range(ASKED):
            before = time.time() * 1000
            there = self._page.evaluate(NOW)
            after = time.time() * 1000
            if not before - 1 < there < after + 1:
                raise RuntimeError(f"the page's clock is not ours: {there} is not from {before} to {after}")

    def wait_for(self, text: str) -> None:
        self._page.wait_for_function("(text) => window.shown.at(-1)?.[1] === text", arg=text)

    def take_shown(self) -> list[Shown]:
        """What the number became since this was last asked."""
        return [Shown(*each) for each in self._page.evaluate("window.shown.splice(0)")]


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def open_screen(browser: Browser, port: int, selector: str) -> Screen:
    """In a context of its own, as on a screen of its own: no page is behind another."""
    return Screen(browser.new_context(viewport={"width": 1024, "height": 768}).new_page(), port, selector)
