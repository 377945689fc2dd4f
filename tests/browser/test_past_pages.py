"""The log, the games that were, and why a number is what it is, in a real Chromium."""

from __future__ import annotations

from itertools import pairwise

import pytest
from browser.sizes import at_every_size, fits
from playwright.sync_api import expect

PHONE = (390, 844)


def test_tap_a_number_and_it_tells_its_story(live, screen):
    live.do("spend-power", seat=1, amount=2)
    live.do("change-power", seat=2, by=1, from_seat=1)
    page = screen(live.port)
    page.locator("#value-1-power").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading")).to_have_text("● Ann: power")
    expect(sheet.locator(".sum")).to_have_text("7 at the start − 3 lost = 4")
    expect(sheet.locator("li").nth(0)).to_contain_text("Bob stole 1 power from Ann")
    expect(sheet.locator("li").nth(1)).to_contain_text("Ann spent 2 power")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_the_number_is_changed_where_its_story_is_told(live, screen):
    page = screen(live.port, "/seat/1", PHONE)
    page.locator("#value-1-power").click()
    sheet = page.get_by_role("dialog")
    less = sheet.get_by_role("button", name="power one less")
    less.click()
    less.click()
    expect(sheet.locator(".change")).to_have_text("−2 → 5")
    expect(sheet.locator(".value")).to_have_text("5")  # the sheet is drawn again
    expect(sheet.locator("li").first).to_contain_text("power corrected from 7 to 5")
    expect(less).to_be_focused()
    sheet.get_by_label("set to").fill("9")
    sheet.get_by_role("button", name="Set").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#value-1-power")).to_have_text("9")


def test_a_screen_that_only_looks_is_told_the_story_and_changes_nothing(live, screen):
    page = screen(live.port, is_paired=False)
    page.locator("#value-2-power").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".sum")).to_have_text("7 at the start")
    expect(sheet.get_by_label("set to")).to_be_hidden()
    expect(sheet.locator(".step:visible")).to_have_count(0)
    sheet.get_by_role("button", name="close").click()
    expect(sheet).to_be_hidden()


def test_the_log_follows_the_table_and_an_old_entry_is_put_right(live, screen):
    page = screen(live.port, "/log")
    live.do("spend-power", seat=1, amount=2)
    live.do("next-turn")
    expect(page.locator(".told li")).to_have_count(3)
    page.get_by_role("button", name="Put right: Ann spent 2 power").click()
    expect(page.locator(".told li").first).to_contain_text("Put right entry 2")
    expect(page.locator("#told-2")).to_contain_text("put right later")
    expect(page.get_by_role("button", name="Put right: Ann spent 2 power")).to_have_count(0)
    assert live.power(1) == 7
    live.do("undo")
    expect(page.locator("#told-4")).to_contain_text("undone")


def test_who_reads_old_lines_is_told_what_is_new(live, screen):
    for each in range(60):
        live.do("adjust-track", seat=1, track="power", to=each % 2)
    page = screen(live.port, "/log", PHONE)
    with page.expect_navigation():
        page.get_by_role("link", name="Older lines").click()
    expect(page.locator(".told li").last).to_contain_text("Monster Town began")
    expect(page.locator("#newest")).to_contain_text("Ann: power corrected from 0 to 1")
    page.locator("#told-4").get_by_role("button").click()
    expect(page.locator("#newest")).to_contain_text("Put right entry 4")
    page.locator("#told-4").get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("Entry 4 was put right already")
    page.get_by_role("link", name="Back to the newest").click()
    expect(page.locator(".told li").first).to_contain_text("Put right entry 4")


def test_the_log_of_one_player_is_a_tap_away(live, screen):
    live.do("spend-power", seat=1, amount=2)
    live.do("spend-power", seat=2, amount=1)
    page = screen(live.port, "/log", PHONE)
    with page.expect_navigation():
        page.get_by_role("link", name="Bob").click()
    expect(page.locator(".told li")).to_have_count(2)
    live.do("spend-power", seat=2, amount=3)
    expect(page.locator(".told li").first).to_contain_text("Bob spent 3 power")


def test_from_the_list_of_games_to_one_and_back(live, screen):
    live.do("adjust-track", seat=2, track="conquest", to=10)
    page = screen(live.port, "/games", PHONE)
    page.get_by_role("link", name="Monster Town").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Monster Town")
    expect(page.locator("main")).to_contain_text("Bob won with ten conquest points")
    with page.expect_download() as download:
        page.get_by_role("link", name="spreadsheet").click()
    assert download.value.suggested_filename == "g1.csv"
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All games")


@pytest.fixture
def long_names(live):
    """Four players with the longest names, one of them without a place to break, one from right to left."""
    live.do("end-game")
    live.start("W" * 60, "דניאל " * 10, "<script>alert(1)</script>", "Zoë " * 15)
    live.do("spend-power", seat=1, amount=2)
    live.do("change-power", seat=2, by=1, from_seat=1)
    live.do("note", text="x" * 200, seat=1)
    live.do("undo")
    return live


def test_nothing_overflows_and_everything_can_be_tapped(long_names, screen):
    page = screen(long_names.port, "/log")
    for path in ("/log", "/log?seat=1", "/log?before=6", "/games", "/games/g1", "/games/g3"):
        page.goto(f"http://table.local:{long_names.port}{path}")
        headings_in_order(page)
        for size in at_every_size(page):
            fits(page, size)
    page.goto(f"http://table.local:{long_names.port}/table")
    page.locator("#value-1-power").click()
    expect(page.get_by_role("dialog")).to_contain_text("at the start")
    headings_in_order(page, "#sheet ")
    for size in at_every_size(page):
        fits(page, size, "#sheet")
        sheet = page.locator("#sheet")
        assert sheet.evaluate("it => it.scrollWidth <= it.clientWidth"), size


def headings_in_order(page, within=""):
    levels = [int(each.evaluate("it => it.tagName[1]")) for each in page.locator(f"{within}:is(h1, h2, h3)").all()]
    assert all(after <= before + 1 for before, after in pairwise(levels)), (page.url, levels)
