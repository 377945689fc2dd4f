"""Takes the README's pictures from a real run of the service in a real Chromium, and draws the icons."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from browser.conftest import ARGUMENTS
from browser.process import Process

from companion.token import token

SCREENS = Path(__file__).parent / "screens"
OTHERS = {"/seat/1": (390, 844), "/wall": (1920, 1080)}
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
            for path, (width, height) in OTHERS.items():
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"http://table.local:{table.port}{path}")
                page.locator("#actions button, #log p").first.wait_for()
                page.screenshot(path=SCREENS / f"{path.split('/')[1]}.png")
            draw_icons(chromium)
            chromium.close()
        finally:
            table.kill()
    print(f"Wrote {', '.join(str(each) for each in sorted(SCREENS.glob('*.png')))}, and the icons")


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
