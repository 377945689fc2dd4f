"""A whole table on a laptop: virtual hands on the workbench, through pins and pseudo-terminal, to the table page."""

from __future__ import annotations

import pytest
from browser.process import Process
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    process = Process(tmp_path_factory.mktemp("bench"))
    process.start_process()
    yield process
    process.kill()


@pytest.fixture
def bench(table, screen):
    if table.state()["outcome"] is None:
        table.do("end-game")
    table.start("Ann", "Bob")
    for die in ("die-a", "die-b"):
        table.request("POST", "/workbench", f'{{"do": "die", "die": "{die}", "how": "bump", "face": 7}}'.encode())
    return screen(table.port, "/workbench")


@pytest.fixture
def page(table, bench, screen):
    return screen(table.port, "/table")


def power(page, seat):
    return page.locator(f"#seat-{seat} .is-first .value")


def tap(bench, name):
    bench.get_by_role("button", name=name, exact=True).click()


def test_a_die_turned_by_hand_changes_the_number_on_the_table(bench, page):
    tap(bench, "turn die-a down")
    expect(power(page, 1)).to_have_text("6")
    expect(page.locator("#log p").first).to_contain_text("Ann's die: power 7 → 6")


def test_a_knob_shows_its_running_change_and_then_counts(bench, page):
    for _ in range(3):
        tap(bench, "turn knob-2 left")
    expect(page.locator("#seat-2 .change")).to_have_text("−3 → 4")
    expect(power(page, 2)).to_have_text("4")
    expect(page.locator("#seat-2 .change")).to_have_count(0)
    expect(page.locator("#seat-2 .turn-to")).to_have_text("⟳ turn the die to 4")


def test_zero_or_ten_is_asked_and_a_push_of_the_knob_confirms(bench, page, table):
    table.request("POST", "/workbench", b'{"do": "die", "die": "die-a", "how": "set", "face": 0}')
    expect(page.locator(".notice")).to_contain_text("Ann: is the 0 on your die 0 or 10?")
    expect(bench.locator("#bench-1 .lamp")).to_have_class("lamp is-blink")
    tap(bench, "push knob-1")
    expect(power(page, 1)).to_have_text("10")


def test_holding_the_knob_regenerates(bench, page, table):
    table.do("spend-power", seat=1, amount=5)
    expect(power(page, 1)).to_have_text("2")
    tap(bench, "hold knob-1")
    expect(power(page, 1)).to_have_text("7")


def test_the_buttons_of_the_table(bench, page):
    tap(bench, "▸ next")
    expect(page.locator("#seat-2 .badge")).to_have_text("▶ your turn")
    expect(bench.locator("#bench-2 .lamp")).to_have_class("lamp is-on")
    tap(bench, "↶ undo")
    expect(page.locator("#seat-1 .badge")).to_have_text("▶ your turn")
    tap(bench, "▶ start")
    expect(page.locator("#head")).to_contain_text("paused")
    tap(bench, "⬤ big red")
    expect(page.locator("#head")).not_to_contain_text("paused")


def test_who_is_out_is_a_faint_blip_and_three_colours_say_their_name(bench, table):
    table.do("leave", seat=2)
    expect(bench.locator("#bench-2 .lamp")).to_have_class("lamp is-out")
    expect(bench.get_by_role("img", name="lamp: out, white")).to_be_visible()
    expect(bench.get_by_role("img", name="lamp: on", exact=True)).to_be_visible()


def test_a_knocked_die_changes_nothing_and_a_cocked_one_waits(bench, page, table):
    tap(bench, "cock die-b")
    expect(bench.locator("#bench-2")).to_contain_text("cocked")
    tap(bench, "knock die-b")
    expect(bench.locator("#bench-2")).to_contain_text("settled")
    assert table.power(2) == 7


def test_a_garbled_line_is_told_again_and_nothing_is_lost(bench, page):
    tap(bench, "⚡ a garbled line")
    tap(bench, "turn die-b up")
    expect(power(page, 2)).to_have_text("8")


def test_a_pulled_cable_is_said_on_the_bench_and_heals(bench, page):
    tap(bench, "⚡ the cable is pulled")
    expect(bench.locator("#devices")).to_contain_text("✕")
    bench.locator("#faults").get_by_role("button", name="mend").last.click()
    expect(bench.locator("#devices")).not_to_contain_text("✕", timeout=15_000)
    tap(bench, "turn die-a up")
    expect(power(page, 1)).to_have_text("8")


def test_the_buzzer_is_heard_and_seen_on_the_bench(bench, table):
    table.do("end-game")
    table.start("Ann", "Bob", turn_s=2)
    expect(bench.locator("#buzzer strong")).to_have_text("time-up")


@pytest.mark.parametrize("size", [(390, 844), (1024, 768), (1920, 1080)], ids=str)
def test_the_bench_fits_every_screen(table, bench, screen, size):
    page = screen(table.port, "/workbench", size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 48


ODD = [
    b"",
    b"[]",
    b"{}",
    b'{"do": "dance"}',
    b'{"do": "turn", "seat": 1}',
    b'{"do": "turn", "seat": 99, "clicks": 1}',
    b'{"do": "push", "device": "x"}',
    b'{"do": "die", "die": "die-z", "how": "roll"}',
    b'{"do": "fault", "kind": "rain"}',
]


@pytest.mark.parametrize("body", ODD)
def test_odd_wishes_at_the_bench_are_refused_in_words(table, body):
    reply = table.request("POST", "/workbench", body)
    assert reply.status in (400, 422)
    assert reply.body["detail"]
