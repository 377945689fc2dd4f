"""Every size a page is looked at in, and whether it fits there: nothing sticks out, and everything can be tapped."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

PHONE, TABLET, TELEVISION = (390, 844), (1024, 768), (1920, 1080)
SIZES = [PHONE, (768, 1024), TABLET, (1366, 768), TELEVISION]
TAP = 48

TOO_SMALL = """([tap, within]) => [...document.querySelectorAll("button, a.button, input, select, textarea, summary")]
  .filter((each) => !within || each.closest(within))
  .filter((each) => !["checkbox", "radio", "file", "range"].includes(each.type))
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.height < tap - 0.01 || box.width < tap - 0.01)
  .map(([box, each]) => `${each.outerHTML.slice(0, 100)} ${box.width}x${box.height}`)"""

STICKING_OUT = """() => [...document.querySelectorAll("main *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .filter((each) => !each.closest("[data-scrolls]"))
  .map((each) => each.outerHTML.slice(0, 100))"""


def at_every_size(page: Page, sizes: list[tuple[int, int]] = SIZES) -> Iterator[tuple[int, int]]:
    """One page on a screen whose size changes: a table and a browser for each would take most of the time."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield width, height


def fits(page: Page, where: object = "", within: str = "") -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, (page.url, where, wide, page.evaluate(STICKING_OUT))
    assert page.evaluate(TOO_SMALL, [TAP, within]) == [], (page.url, where)
