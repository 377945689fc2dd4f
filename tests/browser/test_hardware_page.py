"""Setting up the hardware in a real Chromium, with the workbench for hands."""

from __future__ import annotations

import json
import re

import pytest
from browser.process import Process
from playwright.sync_api import expect

SIZES = [(390, 844), (1024, 768), (1920, 1080)]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    process = Process(tmp_path_factory.mktemp("hardware"))
    process.start_process()
    yield process
    process.kill()


@pytest.fixture
def setup(table, screen):
    """The hardware page, with everything where it is wired."""
    if table.state()["outcome"] is None:
        table.do("end-game")
    table.start("Ann", "Bob")
    for wish in ({"do": "as-wired"}, {"do": "cancel"}, {"do": "mute", "on": False}):
        assert table.request("POST", "/hardware", json.dumps(wish).encode()).status == 200
    return screen(table.port, "/hardware")


def tap(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def power(page, seat):
    return page.locator(f"#seat-{seat} .is-first .value")


def test_a_die_is_claimed_on_the_workbench_and_counts_for_its_new_seat(table, setup, screen):
    bench, page, other = screen(table.port, "/workbench"), screen(table.port), screen(table.port, "/hardware")
    expect(bench.locator("#spare")).to_contain_text("die-spare")
    tap(setup, "claim a die for seat 2")
    for each in (setup, other):
        expect(each.locator("#claim")).to_contain_text(re.compile(r"Pick up the die for seat 2 \(Bob\).*0:[23]\d"))
    expect(bench.locator("#bench-2 .lamp")).to_have_class("lamp is-blink")
    tap(bench, "roll die-spare")
    expect(setup.locator("#claim")).to_contain_text("Seat 2 has its die: die-spare")
    expect(bench.locator("#bench-2")).to_contain_text("die-spare")
    expect(bench.locator("#spare")).to_contain_text("die-b")
    expect(page.locator(".notice")).to_have_count(0)
    expect(power(page, 2)).to_have_text("7")
    table.request("POST", "/workbench", b'{"do": "die", "die": "die-spare", "how": "set", "face": 3}')
    expect(power(page, 2)).to_have_text("3")
    expect(bench.locator("#bench-2 .die")).to_have_text("3")  # its buttons turn it from the face they show
    tap(bench, "turn die-spare up")
    expect(power(page, 2)).to_have_text("4")
    expect(power(page, 1)).to_have_text("7")


def test_a_button_lights_up_at_once(table, setup):
    start = setup.locator("#button-start .touch")
    expect(start).to_have_text("●")
    table.request("POST", "/workbench", b'{"do": "push", "device": "start", "hold": true}')
    expect(start).to_have_class(re.compile("is-down"))
    expect(start).to_have_text("● down")
    expect(start).to_have_text("●")
    expect(setup.locator("#button-start")).to_contain_text("heard just now")


def test_seats_are_swapped_and_a_die_is_named_by_keyboard(table, setup, screen):
    bench = screen(table.port, "/workbench")
    summary = setup.locator("#place-1 summary")
    summary.focus()
    setup.keyboard.press("Enter")
    setup.keyboard.press("Tab")
    setup.keyboard.type("<i>Ännchen</i>")
    setup.keyboard.press("Enter")
    expect(setup.locator("#place-1 strong").first).to_have_text("<i>Ännchen</i>")
    expect(setup.locator("#place-1 details")).not_to_have_attribute("open", "")
    summary.click()
    tap(setup, "swap seat 1 with seat 2")
    expect(setup.locator("#place-2 strong").first).to_have_text("<i>Ännchen</i>")
    expect(bench.locator("#bench-2")).to_contain_text("knob-1")
    tap(setup, "put all back")
    expect(setup.locator("#place-1 strong").first).to_have_text("<i>Ännchen</i>")


def test_a_name_half_typed_stays_while_the_page_lives_on(table, setup):
    setup.locator("#place-3 summary").click()
    box = setup.locator("#place-3 input")
    box.fill("half a na")
    table.request("POST", "/workbench", b'{"do": "die", "die": "die-c", "how": "set", "face": 2}')
    expect(setup.locator("#place-3 .die")).to_have_text("2")
    expect(box).to_have_value("half a na")


def test_the_buzzer_and_the_lamps_are_tried(table, setup, screen):
    bench = screen(table.port, "/workbench")
    tap(setup, "sound fanfare")
    expect(bench.locator("#buzzer strong")).to_have_text("fanfare")
    tap(setup, "light lamp-3")
    expect(setup.locator("#place-3 .lamp")).to_have_class("lamp is-on")
    expect(setup.locator("#place-3 .lamp")).to_have_class("lamp is-off", timeout=10_000)
    tap(setup, "mute it")
    expect(setup.locator("#sounds")).to_contain_text("muted")
    tap(setup, "sound tick")
    expect(setup.get_by_role("alert")).to_contain_text("The buzzer is muted")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_page_fits_every_screen_and_everything_can_be_tapped(table, setup, screen, size):
    name = json.dumps({"do": "name", "device": "die-a", "name": "W" * 30})
    table.request("POST", "/hardware", name.encode())
    page = screen(table.port, "/hardware", size)
    tap(page, "claim a die for seat 2")
    expect(page.locator("#claim time")).to_be_visible()
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for target in (*page.get_by_role("button").all(), *page.locator("summary, input").all()):
        box = target.bounding_box()
        assert box["height"] >= 48
        assert box["width"] >= 48


def test_the_table_page_leads_to_the_hardware_page(live, screen):
    page = screen(live.port)
    page.get_by_role("link", name="Hardware").click()
    expect(page.locator("main")).to_contain_text("This table has no hardware")
