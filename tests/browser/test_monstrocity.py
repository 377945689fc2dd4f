"""MonstroCity in a real Chromium: the City Board, a monster's own phone, the wall, and a rampage that ends on all."""

from __future__ import annotations

from typing import Any

import pytest
from browser.sizes import at_every_size, fits
from playwright.sync_api import Page, expect

PHONE, TABLET, TELEVISION = (390, 844), (1024, 768), (1920, 1080)


def begin(live: Any, *players: str, **options: Any) -> None:
    seats = [{"player": player} for player in players]
    live.do("start-game", game="monstrocity", seats=seats, options=options, instead=True)


def rampage(live: Any) -> None:
    while live.state()["phase"] != "rampage":
        live.do("next-phase")


def offer(page: Page, name: str):
    return page.locator("#offers").get_by_role("button", name=name, exact=True)


def test_a_rampage_ends_on_every_screen_together(live, screen):
    begin(live, "Ann", "Bob", rampage_s=3)
    rampage(live)
    pages = [screen(live.port, "/table", TABLET), screen(live.port, "/wall", TELEVISION)]
    for page in pages:
        page.evaluate("""async () => {
          const { tableNow } = await import("/static/clock.js");
          setInterval(() => {
            const clock = document.querySelector(".timer.is-race time");
            if (clock?.dataset.ends) window.endsAt = Number(clock.dataset.ends);
            if (clock?.textContent === "0:00") window.zeroAt ??= tableNow();
          }, 10);
        }""")
    live.do("start-timer", timer="rampage")
    for page in pages:
        expect(page.locator(".timer.is-race")).to_have_class("timer is-counting-in is-main is-race")
    for page in pages:
        expect(page.locator(".timer.is-race")).to_have_class("timer is-done is-main is-race", timeout=20_000)
        expect(page.locator(".timer.is-race time")).to_have_text("0:00")
    ends = [page.evaluate("window.endsAt") for page in pages]
    assert ends[0] == ends[1], "one instant for every screen"
    for page in pages:
        assert page.evaluate("window.zeroAt") >= ends[0] - 0.001, "no screen is there before it"
    assert live.state()["phase"] == "rampage"


def test_the_clock_fills_the_table_while_it_runs_and_the_board_comes_back(live, screen):
    begin(live, "Ann", "Bob")
    rampage(live)
    page = screen(live.port, "/table", TABLET)
    expect(page.locator(".threat-track li.is-here")).to_contain_text("0")
    live.do("start-timer", timer="rampage")
    expect(page.locator(".threat-track")).to_be_hidden()
    assert page.locator(".timer time").bounding_box()["height"] > 200
    page.get_by_role("button", name="Pause").first.click()
    expect(page.locator(".threat-track")).to_be_visible()


def test_a_phone_plays_a_roll_with_its_costs_shown_before_they_are_paid(live, screen):
    begin(live, "Ann", "Bob", board={"damage_steps": [[0, 3]]})
    phone = screen(live.port, "/seat/1", PHONE)
    offer(phone, "My monster is on the board").click()
    expect(phone.locator(".notice")).to_have_count(0)
    rampage(live)
    expect(phone.locator(".offer.is-refused")).to_contain_text("must roll and resolve")
    offer(phone, "Roll the dice").click()
    offer(phone, "City, 2 ♜: −6? ♥").click()
    expect(phone.locator("#value-1-health")).to_have_text("6")
    offer(phone, "Rage: +1 rage").click()
    expect(offer(phone, "City, 1 ♜: −3 ♥")).to_have_count(0)
    offer(phone, "Jump Smash: all rage").click()
    expect(phone.locator("#value-1-rage")).to_have_text("0")
    offer(phone, "Energy: +3 ♥").click()
    expect(phone.locator("#value-1-health")).to_have_text("9")
    offer(phone, "Felled: city hall").click()
    expect(phone.locator("#panel")).to_contain_text("felled 1 buildings")


def test_the_table_takes_cards_threat_and_rubble_by_hand(live, screen):
    begin(live, "Ann", "Bob", board={"spotnik": [2], "newton": [3]})
    page = screen(live.port, "/table", TABLET)
    page.get_by_text("By a card, or by hand").click()
    page.get_by_label("City threat up by").fill("3")
    page.get_by_role("button", name="Raise").click()
    expect(page.locator(".notice")).to_have_count(4)
    page.get_by_role("button", name="Drew and resolved a Retaliation card").click()
    page.get_by_role("button", name="Reinforcement card to Bob").click()
    expect(page.locator("#panel")).to_contain_text("retaliation 9, reinforcement 6")
    page.get_by_text("By a card, or by hand").click()
    page.get_by_role("button", name="Fell: turret").click()
    expect(page.locator(".house.is-rubble")).to_have_count(1)


def test_the_owner_checks_the_box_and_the_marks_go(live, screen):
    begin(live, "Ann")
    table = screen(live.port, "/table", TABLET)
    expect(table.locator(".figures .guess").first).to_be_visible()
    table.get_by_role("link", name="compare them with your box").click()
    expect(table.get_by_text("? to be checked")).to_have_count(13)
    cards = table.locator("form[data-check]")
    cards.nth(2).get_by_label("from level").nth(1).fill("50")
    cards.nth(2).get_by_role("button").click()
    expect(cards.nth(2).get_by_role("alert")).to_contain_text("level 50 is not on the threat track")
    cards.nth(2).get_by_label("from level").nth(1).fill("5")
    for number in range(cards.count()):
        cards.nth(number).get_by_role("button").click()
        expect(table.get_by_text("? to be checked")).to_have_count(12 - number)
    begin(live, "Ann")
    assert live.state()["unchecked"] == []
    assert live.state()["board"]["damage_steps"] == [[0, 1], [5, 2], [12, 3], [24, 4]]
    table.get_by_role("link", name="To the table").click()
    expect(table.locator(".threat-track")).to_be_visible()
    expect(table.locator(".guess")).to_have_count(0)


@pytest.mark.parametrize("seats", [1, 4])
def test_nothing_overflows_with_the_longest_names(live, screen, seats):
    begin(live, *[letter * 60 for letter in "WXYZ"[:seats]], enhanced=seats == 4)
    live.do("draw-card", deck="reinforcement", seat=1, name="N" * 60, type="instant")
    live.do("raise-threat", by=30)
    rampage(live)
    live.do("roll-dice", seat=1)
    for path in ("/table", "/seat/1", "/wall", "/boards/monstrocity"):
        page = screen(live.port, path)
        if path.startswith("/boards"):
            page.wait_for_load_state("networkidle")
        else:
            expect(page.locator("#panel")).not_to_be_empty()
        for size in at_every_size(page):
            fits(page, size)


def test_the_wall_shows_the_countdown_and_the_city_on_one_screen(live, screen):
    begin(live, "Ann", "Bob", "Cleo", "Dan")
    rampage(live)
    live.do("destroy-building", kind="city-hall")
    page = screen(live.port, "/wall", TELEVISION)
    expect(page.locator(".house.is-city-hall.is-rubble")).to_have_count(1)
    live.do("start-timer", timer="rampage")
    expect(page.locator(".timer.is-race")).to_be_visible()
    for part in (".timer time", ".city-wall .skyline", ".threat-bar"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= TELEVISION[1], part
