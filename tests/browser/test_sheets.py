"""Sheets over the table page: what can be done about a seat or the whole game."""

from __future__ import annotations

from playwright.sync_api import expect


def test_a_tap_on_a_name_renames_moves_or_sends_home(live, screen):
    page, sheet = screen(live.port), "#sheet"
    page.get_by_role("button", name="Bob", exact=True).click()
    page.locator(sheet).get_by_label("Call them").fill("Robert")
    page.locator(sheet).get_by_role("button", name="Rename").click()
    expect(page.locator("#seat-2 h2 bdi")).to_have_text("Robert")
    expect(page.locator(sheet)).to_be_hidden()
    page.get_by_role("button", name="Robert", exact=True).click()
    page.get_by_role("button", name="One seat back").click()
    expect(page.locator(".seat h2 bdi")).to_have_text(["Robert", "Ann"])
    expect(page.locator(sheet)).to_be_hidden()
    page.get_by_role("button", name="Ann", exact=True).click()
    page.get_by_text("Going home").click()
    page.get_by_role("button", name="Ann leaves the game").click()
    expect(page.locator("#head")).to_contain_text("Robert won")


def test_more_writes_notes_gives_time_and_lets_somebody_join(live, screen):
    live.do("end-game")
    live.start("Ann", "Bob", turn_s=60)
    page = screen(live.port)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="+ 1 min").click()
    expect(page.locator("#log p").first).to_contain_text("60")
    page.get_by_label("A note for the log").fill("the cat took the die")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("#log p").first).to_contain_text("the cat took the die")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Somebody joins").click()
    page.get_by_label("Player").fill("Cleo")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#seat-3 h2 bdi")).to_have_text("Cleo")


def test_a_game_is_stopped_with_a_winner_and_played_again(live, screen):
    page = screen(live.port)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Stop playing").click()
    page.get_by_role("button", name="Bob won").click()
    expect(page.locator("#head")).to_contain_text("won by Bob")
    expect(page.locator("#seat-2 .badge")).to_contain_text("★ won")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#head")).to_contain_text("Round 1")


def test_a_sheet_closes_by_the_keyboard_and_beside_it(live, screen):
    page = screen(live.port)
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(5, 5)):
        page.get_by_role("button", name="More", exact=True).click()
        expect(page.locator("#sheet")).to_be_visible()
        close()
        expect(page.locator("#sheet")).to_be_hidden()


def test_who_only_looks_on_gets_no_sheet_that_changes_anything(live, screen):
    page = screen(live.port, is_paired=False)
    expect(page.get_by_role("button", name="More", exact=True)).to_be_hidden()
