"""One player's phone and the television, alive in a real Chromium."""

from __future__ import annotations

import pytest
from browser.sizes import at_every_size, fits
from playwright.sync_api import expect

PHONE, TELEVISION = (390, 844), (1920, 1080)


def test_a_slice_played_on_one_phone_is_seen_by_the_table_and_the_wall(live, screen):
    phone = screen(live.port, "/seat/1", PHONE)
    table, wall = screen(live.port), screen(live.port, "/wall", TELEVISION)
    phone.get_by_label("how much").fill("3")
    phone.get_by_role("button", name="Spend power").click()
    for page in (phone, table, wall):
        expect(page.locator("#value-1-power")).to_have_text("4")
    phone.get_by_role("button", name="Next turn").click()
    expect(table.locator("#seat-2 .badge")).to_contain_text("▶ your turn")
    expect(wall.locator("#wall-2 .badge")).to_contain_text("▶ turn")
    expect(phone.locator("#head")).to_contain_text("Bob's turn")
    phone.get_by_role("button", name="Undo: Bob's turn").click()
    expect(phone.locator("#head")).to_contain_text("▶ your turn")


def test_taps_on_plus_and_minus_run_up_to_one_entry(live, screen):
    phone = screen(live.port, "/seat/1", PHONE)
    before = live.state()["seq"]
    less = phone.get_by_role("button", name="power one less")
    for _ in range(3):
        less.click()
    expect(phone.locator(".own-track .change").first).to_have_text("−3 → 4")
    expect(phone.locator("#value-1-power")).to_have_text("4")
    assert live.power(1) == 4
    assert live.state()["seq"] == before + 1
    expect(phone.locator(".own-track .change").first).to_have_text("")


def test_what_is_not_allowed_now_says_why(live, screen):
    live.do("spend-power", seat=1, amount=7)
    phone = screen(live.port, "/seat/1", PHONE)
    refused = phone.locator(".offer.is-refused").first
    expect(refused).to_contain_text("Spend power")
    expect(refused).to_contain_text("✋")
    expect(phone.get_by_role("button", name="Spend power")).to_have_count(0)
    phone.get_by_role("button", name="Regenerate").click()
    expect(phone.get_by_role("button", name="Spend power")).to_be_visible()


def test_a_seat_sees_its_own_questions_and_not_the_others(live, screen):
    ann, bob = screen(live.port, "/seat/1", PHONE), screen(live.port, "/seat/2", PHONE)
    live.do("read-die", seat=1, face=0, how="set")
    expect(ann.locator(".notice")).to_contain_text("is the 0 on your die 0 or 10?")
    expect(bob.locator(".notice")).to_have_count(0)
    ann.locator(".notice").get_by_role("button", name="10").click()
    expect(ann.locator("#value-1-power")).to_have_text("10")


def test_a_seat_that_nobody_has_says_so_and_shows_the_way(live, screen):
    phone = screen(live.port, "/seat/4", PHONE)
    expect(phone.get_by_text("Nobody sits here in this game.")).to_be_visible()
    phone.get_by_role("link", name="Bob").click()
    expect(phone.locator("h1")).to_contain_text("Bob")


def test_the_wall_has_no_controls_and_says_who_is_ahead_and_who_won(live, screen):
    wall = screen(live.port, "/wall", TELEVISION)
    expect(wall.locator("button:visible")).to_have_count(0)
    live.do("adjust-track", seat=2, track="conquest", to=6)
    expect(wall.locator("#wall-2 .badge")).to_contain_text("▲ ahead")
    expect(wall.locator("#wall-2 meter")).to_have_attribute("value", "6")
    live.do("adjust-track", seat=2, track="conquest", to=10)
    expect(wall.locator("#head")).to_contain_text("Bob won with ten conquest points")
    expect(wall.locator("#wall-2 .badge")).to_contain_text("★ won")


@pytest.mark.parametrize("path", ["/seat/1", "/wall"])
def test_nothing_overflows_with_the_longest_names(live, screen, path):
    live.do("end-game")
    live.start(*[letter * 60 for letter in "WXYZ"], turn_s=60)
    live.do("read-die", seat=1, face=0, how="set")
    page = screen(live.port, path)
    expect(page.locator(".notice")).to_be_visible()
    for size in at_every_size(page):
        fits(page, size)
