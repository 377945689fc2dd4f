"""Takes the README's pictures from a real run of the service in a real Chromium, and draws the icons."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from browser.conftest import ARGUMENTS
from browser.process import Process

from companion.token import token

SCREENS = Path(__file__).parent / "screens"
PHONE, TELEVISION = (390, 844), (1920, 1080)
RAMPAGERS = [{"player": "Ann", "role": "bobzilla"}, {"player": "Bob", "role": "max-horn"}, {"player": "Cleo"}]
ICON = Path(__file__).parent.parent / "web/static/icon.svg"
ICON_SIZES = (180, 192, 512)

EVENING = [
    {"do": "die", "die": "die-a", "how": "bump", "face": 7},
    {"do": "die", "die": "die-b", "how": "set", "face": 5},
    {"do": "push", "device": "next"},
    {"do": "die", "die": "die-b", "how": "set", "face": 0},
]


def main() -> None:
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        table = Process(Path(data))
        table.start_process()
        try:
            chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
            page = chromium.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
            page.set_extra_http_headers({"Authorization": f"Bearer {token(Path(data))}"})
            page.goto(f"http://table.local:{table.port}/table")
            for hand in EVENING:
                table.request("POST", "/workbench", json.dumps(hand).encode())
                page.wait_for_timeout(300)
            table.do("spend-power", seat=1, amount=1)
            table.request("POST", "/workbench", b'{"do": "turn", "seat": 1, "clicks": -3}')
            page.locator(".change").wait_for()
            page.screenshot(path=SCREENS / "table.png")
            take(page, table, "seat", PHONE)
            table.do("start-game", game="monstrocity", seats=RAMPAGERS, instead=True)
            for _ in range(3):
                table.do("next-phase")
            for kind in ("common", "turret", "special", "common"):
                table.do("destroy-building", kind=kind, seat=1)
            table.do("start-timer", timer="rampage")
            page.wait_for_timeout(3500)  # counted in
            take(page, table, "wall", TELEVISION)
            draw_icons(chromium)
            chromium.close()
        finally:
            table.kill()
    print(f"Wrote {', '.join(str(each) for each in sorted(SCREENS.glob('*.png')))}, and the icons")


def take(page: Page, table: Process, name: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"http://table.local:{table.port}/{name if name == 'wall' else 'seat/1'}")
    page.locator("#actions button:visible, #timers time:visible").first.wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=SCREENS / f"{name}.png")


def draw_icons(chromium: Browser) -> None:
    """Home screens that do not take the drawing itself want it in points."""
    page = chromium.new_page()
    for size in ICON_SIZES:
        page.set_viewport_size({"width": size, "height": size})
        page.set_content(
            f"<style>* {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{ICON.read_text()}"
        )
        page.screenshot(path=ICON.with_name(f"icon-{size}.png"))


if __name__ == "__main__":
    main()
