"""Takes the README's pictures from a real run: the real service, virtual hands, a real Chromium."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from browser.conftest import ARGUMENTS
from browser.process import Process

from companion.token import token

SCREENS = Path(__file__).parent / "screens"

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
            chromium.close()
        finally:
            table.kill()
    print(f"Wrote {SCREENS / 'table.png'}")


if __name__ == "__main__":
    main()
