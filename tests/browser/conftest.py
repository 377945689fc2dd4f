"""A real Chromium that meets the table as a tablet does: by a name, over plain http, not a secure context."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from server.live import FOLDERS, Live

from companion.clock import SystemClock
from companion.token import token

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(item.path.name))  # a file at a time, in one browser


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page of a table on a screen of its own, which may play; fails the test if a script there failed."""
    contexts, failed = [], []

    def open_page(
        port: int, path: str = "/table", size: tuple[int, int] = (1024, 768), *, is_paired: bool = True
    ) -> Page:
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
        if is_paired:
            context.set_extra_http_headers({"Authorization": f"Bearer {token(FOLDERS[port])}"})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(f"http://table.local:{port}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert failed == []


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Ann and Bob at Monster Town, by a clock that runs."""
    with Live(tmp_path / "data", SystemClock()) as live:
        yield live.start("Ann", "Bob")
