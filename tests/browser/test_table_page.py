"""The table page, alive in a real Chromium."""

from __future__ import annotations

import re

import pytest
from browser.sizes import at_every_size, fits
from playwright.sync_api import Page, expect


def power(page: Page, seat: int):
    return page.locator(f"#seat-{seat} .is-first .value")


def test_a_change_appears_on_every_screen_without_reload(live, screen):
    tablet, phone = screen(live.port), screen(live.port, "/table", (390, 844))
    live.do("spend-power", seat=1, amount=3)
    for page in (tablet, phone):
        expect(power(page, 1)).to_have_text("4")
        expect(page.locator("#log p").first).to_contain_text("Ann spent 3 power")


def test_whose_turn_it_is_stands_in_words_and_not_only_in_colour(live, screen):
    page = screen(live.port)
    expect(page.locator("#seat-1 .badge")).to_have_text("▶ your turn")
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#seat-2 .badge")).to_have_text("▶ your turn")
    expect(page.locator("#seat-1 .badge")).to_have_text("")
    assert live.state()["turn"] == 2


def test_undo_says_what_it_will_undo_and_does_that(live, screen):
    page = screen(live.port)
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_disabled()
    live.do("spend-power", seat=2, amount=1)
    page.get_by_role("button", name="Undo: Bob spent 1 power").click()
    expect(power(page, 2)).to_have_text("7")
    expect(page.locator("#log p").first).to_contain_text("Undone: Bob spent 1 power")


def test_zero_or_ten_is_asked_with_the_likelier_answer_marked(live, screen):
    page = screen(live.port)
    live.do("read-die", seat=1, face=0, how="set")
    question = page.locator(".notice")
    expect(question).to_contain_text("Ann: is the 0 on your die 0 or 10?")
    expect(question.locator(".is-chosen")).to_have_text("✓ 10")
    question.get_by_role("button", name="10").click()
    expect(power(page, 1)).to_have_text("10")
    expect(question).to_have_count(0)


def test_a_refused_tap_shows_the_sentence(live, screen):
    page = screen(live.port)
    live.do("spend-power", seat=1, amount=1)
    expect(page.locator(".undo")).to_contain_text("Ann spent 1 power")
    page.evaluate("""document.querySelector(".undo").dataset.command = '{"command": "redo"}'""")
    page.locator(".undo").click()
    expect(page.get_by_role("alert")).to_contain_text("There is nothing to redo")


def test_another_game_takes_the_place_of_this_one_without_reload(live, screen):
    page = screen(live.port)
    live.do("clear-table")
    expect(page.get_by_text("No game is on the table")).to_be_visible()
    live.start("Cleo", "Dan", "Eve")
    expect(page.locator(".seat h2 bdi")).to_have_text(["Cleo", "Dan", "Eve"])
    live.do("leave", seat=2)
    expect(page.locator("#seat-2 .badge")).to_have_text("✕ out")


def test_a_timer_counts_down_between_messages(live, screen):
    live.do("end-game")
    live.start("Ann", "Bob", turn_s=90)
    page = screen(live.port)
    clock = page.locator("#timers time")
    expect(clock).to_have_text(re.compile("1:[0-2][0-9]"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    live.do("pause-timer", timer="turn")
    expect(page.locator("#timers")).to_contain_text("paused")


@pytest.mark.parametrize(
    "name", ["<script>document.title = 'stolen'</script>", "<b>Bob</b> & 'Co' \"x\"", "דניאל", "W" * 60]
)
def test_names_are_text_whatever_is_in_them(live, screen, name):
    live.do("rename-player", seat=2, player=name)
    page = screen(live.port, size=(390, 844))
    expect(page.locator("#seat-2 h2 bdi")).to_have_text(name)
    live.do("spend-power", seat=2, amount=1)
    expect(page.locator("#log p").first).to_contain_text(f"{name} spent 1 power")
    assert page.title() == "The table · Monster Table Companion"


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_overflows_and_everything_can_be_tapped(live, screen, seats):
    live.do("end-game")
    live.start(*[letter * 60 for letter in "WXYZ"[:seats]], turn_s=60)
    live.do("spend-power", seat=1, amount=2)
    live.do("read-die", seat=2, face=0, how="set")
    page = screen(live.port)
    expect(page.locator(".notice")).to_be_visible()
    for size in at_every_size(page):
        fits(page, size)


def test_the_page_is_whole_before_any_script_runs(live, chromium):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"http://table.local:{live.port}/table")
        expect(power(page, 1)).to_have_text("7")


def test_nothing_leaves_the_table_and_the_page_is_small(live, chromium):
    with chromium.new_context() as context:
        page = context.new_page()
        asked = []
        page.on("response", lambda answer: asked.append((answer.url, answer.headers.get("content-length"))))
        page.goto(f"http://table.local:{live.port}/table")
        expect(power(page, 1)).to_have_text("7")
        assert all(url.startswith(f"http://table.local:{live.port}/") for url, _ in asked)
        assert len(asked) <= 8
        assert sum(int(length or 0) for _, length in asked) < 60_000
