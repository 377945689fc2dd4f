"""The lobby in a real Chromium: from an empty page to a game, and from one game to the next."""

from __future__ import annotations

import pytest
from browser.sizes import at_every_size, fits
from playwright.sync_api import Page, expect
from server.live import Live

from companion.clock import SystemClock


@pytest.fixture
def empty(tmp_path):
    """A table where nobody has played yet."""
    with Live(tmp_path / "data", SystemClock()) as live:
        yield live


def players(live) -> list[str]:
    return [seat["player"] for seat in live.state()["seats"]]


def name_of(page: Page, seat: int):
    return page.get_by_label(f"Seat {seat}: player")


def test_the_first_game_takes_fewer_than_ten_taps(empty, screen):
    page = screen(empty.port, "/")
    taps = 0

    def tap(what):
        nonlocal taps
        taps += 1
        what.click()

    tap(page.get_by_text("Monster Town", exact=True))
    tap(name_of(page, 1))
    page.keyboard.type("Ann")
    tap(page.get_by_role("button", name="one more seat"))
    tap(name_of(page, 3))
    page.keyboard.type("Cleo")
    tap(page.get_by_role("button", name="Begin"))
    page.wait_for_url("**/table")
    expect(page.locator(".seat h2 bdi")).to_have_text(["Ann", "Player 2", "Cleo"])
    assert taps < 10


def test_whoever_played_before_sits_down_by_one_tap_and_changes_places(empty, screen):
    empty.start("Ann", "Bob", "Cleo")
    empty.do("clear-table")
    page = screen(empty.port, "/")
    for name in ("Cleo", "Ann"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="Seat 2: move up").click()
    expect(name_of(page, 1)).to_have_value("Ann")
    expect(page.get_by_role("button", name="Cleo", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table")
    assert players(empty) == ["Ann", "Cleo"]


def test_a_player_is_dragged_to_another_seat(live, screen):
    page = screen(live.port, "/")
    handle, goal = page.locator(".chair .handle").nth(0), page.locator(".chair").nth(1)
    handle.drag_to(goal)
    expect(name_of(page, 1)).to_have_value("Bob")
    expect(name_of(page, 2)).to_have_value("Ann")


def test_nobody_can_take_a_gang_that_is_taken(live, screen):
    page = screen(live.port, "/")
    page.get_by_label("Seat 1: who they lead").select_option("wolfenpack")
    expect(page.get_by_label("Seat 2: who they lead").locator("option[value=wolfenpack]")).to_be_disabled()
    page.get_by_label("Seat 2: who they lead").select_option("renegade-militia")
    page.get_by_role("button", name="Put Monster Town aside and begin").click()
    page.wait_for_url("**/table")
    assert [seat["role"] for seat in live.state()["seats"]] == ["wolfenpack", "renegade-militia"]


def test_options_are_chosen_before_the_game_and_may_be_left_alone(live, screen):
    page = screen(live.port, "/")
    page.get_by_text("Options of Monster Town").click()
    page.get_by_label("who begins").locator("visible=true").select_option("roll")
    page.get_by_label("seconds for a turn").locator("visible=true").fill("90")
    page.get_by_role("button", name="begin").click()
    page.wait_for_url("**/table")
    state = live.state()
    assert (state["phase"], state["timers"]["turn"]["of_s"]) == ("roll-for-first", 90)


def test_the_game_on_the_table_goes_on_comes_again_or_is_put_aside(live, screen):
    page = screen(live.port, "/")
    expect(page.locator("#on")).to_contain_text("Round 1 · Ann, Bob")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/table")
    page.goto(f"http://table.local:{live.port}/")
    before = live.state()["id"]
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/table")
    assert live.state()["id"] != before
    page.goto(f"http://table.local:{live.port}/")
    page.get_by_role("button", name="Put it aside").click()
    expect(page.locator("#on")).to_be_empty()
    assert live.state()["game"] is None


def test_what_somebody_types_stays_while_the_table_changes(live, screen):
    page = screen(live.port, "/")
    name_of(page, 1).fill("Zoë")
    live.do("end-game")
    live.start("Eve", "Dan")
    expect(page.locator("#on")).to_contain_text("Eve, Dan")
    expect(name_of(page, 1)).to_have_value("Zoë")
    expect(page.get_by_role("button", name="Eve", exact=True)).to_be_visible()


def test_nothing_overflows_and_everything_can_be_tapped(live, screen):
    live.do("end-game")
    live.start(*[letter * 60 for letter in "WXYZ"])
    page = screen(live.port, "/")
    page.get_by_text("Options of Monster Town").click()
    for size in at_every_size(page):
        fits(page, size)


ROSTER = """\
name = "The Tuesday pack"
role = "wolfenpack"
treaty = "Blood Pact"

[[characters]]
name = "Howler"
life = 3
conquest = 1
traits = ["diplomat"]
"""


def test_a_gang_whose_cards_were_entered_once_is_laid_out(live, screen):
    (live.data / "rosters").mkdir()
    (live.data / "rosters" / "tuesday.toml").write_text(ROSTER, encoding="utf-8")
    page = screen(live.port, "/")
    page.get_by_label("Seat 2: cards").select_option("The Tuesday pack")
    expect(page.get_by_label("Seat 2: who they lead")).to_have_value("wolfenpack")
    page.get_by_role("button", name="begin").click()
    page.wait_for_url("**/table")
    bob = live.state()["seats"][1]
    assert (bob["player"], bob["role"], bob["treaties"]) == ("Bob", "wolfenpack", ["Blood Pact"])
    assert [piece["name"] for piece in bob["pieces"]] == ["Howler"]


def test_another_game_asks_for_its_own_heroes_and_options(live, screen):
    page = screen(live.port, "/")
    page.get_by_text("MonstroCity", exact=True).click()
    expect(page.get_by_label("Seat 1: cards")).to_have_count(0)
    page.get_by_label("Seat 1: who they lead").select_option("bobzilla")
    page.get_by_role("button", name="Seat 2: away with it").click()
    page.get_by_text("Options of MonstroCity").click()
    page.get_by_label("how it is played").select_option("turn-based")
    page.get_by_role("button", name="begin").click()
    page.wait_for_url("**/table")
    state = live.state()
    assert (state["game"], [seat["role"] for seat in state["seats"]]) == ("monstrocity", ["bobzilla"])
    assert state["options"]["mode"] == "turn-based"
