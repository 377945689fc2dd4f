"""A device comes in and is shown out, as people do it: a link, a code, a held button."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.access import codes

UNDO = re.compile("undo", re.IGNORECASE)


def code_of(live) -> str:
    return codes.current(live.data, live.clock).digits


def test_a_stranger_watches_and_is_told_how_to_join(live, screen):
    page = screen(live.port, is_paired=False)
    live.do("spend-power", seat=1, amount=2)
    expect(page.locator("#seat-1 .value").first).to_have_text("5")
    expect(page.get_by_role("button", name=UNDO)).to_be_hidden()
    page.get_by_role("link", name="Let it play too").click()
    expect(page.get_by_label("Code")).to_be_visible()


def test_a_link_with_the_code_pairs_whoever_opens_it(live, screen):
    """From a phone's camera to a seat: a tap on what the camera read, and one on one's own name."""
    page = screen(live.port, f"/join#{code_of(live)}", is_paired=False)
    page.get_by_role("link", name="Ann").click()
    page.wait_for_url("**/seat/1")
    live.do("spend-power", seat=1, amount=2)
    page.get_by_role("button", name="Undo: Ann spent 2 power").click()
    expect(page.locator("#value-1-power")).to_have_text("7")
    assert "#" not in page.url


def test_a_code_is_typed_and_a_wrong_one_is_said_in_words(live, screen):
    page = screen(live.port, "/join", (390, 844), is_paired=False)
    right = code_of(live)
    page.get_by_label("Code").fill("000000" if right != "000000" else "111111")
    page.get_by_label("This device is called").fill("Ann's phone")
    page.get_by_role("button", name="Let me in").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not the code")
    page.get_by_label("Code").fill(f"{right[:3]} {right[3:]}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Take your place")).to_be_visible()
    expect(page.get_by_text("This device is Ann's phone")).to_be_visible()
    page.get_by_role("button", name="shut out Ann's phone").click()
    expect(page.get_by_label("Code")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (1024, 768), (1920, 1080)])
@pytest.mark.parametrize("is_paired", [True, False])
def test_the_page_fits_every_screen(live, screen, size, is_paired):
    live.door.paired.add("W" * 30, "player", "2026-11-18T21:00:00Z")
    page = screen(live.port, "/join", size, is_paired=is_paired)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for box in page.locator("button, input").all():
        if box.is_visible():
            assert box.bounding_box()["height"] >= 48


def test_while_the_door_is_open_every_screen_says_so_and_no_code_is_needed(live, screen):
    table, hardware = (screen(live.port, path, (1024, 768), is_paired=False) for path in ("/table", "/hardware"))

    def hold_it_open(hands):
        hands.door_until = live.clock.now() + 120
        return []

    live.service.arrange(hold_it_open)
    for page in (table, hardware):
        expect(page.get_by_text("The door is open for two minutes")).to_be_visible()
    table.get_by_role("link", name="join without a code").click()
    table.get_by_role("button", name="Let me in: the door is open").click()
    table.get_by_role("link", name="The table").click()
    expect(table.get_by_role("button", name="Next turn")).to_be_visible()
