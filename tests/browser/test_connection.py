"""A lost connection is said in words and heals by itself; many tabs of one browser work."""

from __future__ import annotations

import os
import signal
import urllib.request
from contextlib import closing

import pytest
from browser.process import Process
from browser.radio import Radio
from playwright.sync_api import expect
from server.live import FOLDERS

from companion.token import token

LOST = "Not connected to the table. Trying again…"


@pytest.fixture
def table(tmp_path):
    process = Process(tmp_path)
    process.start_process()
    yield process
    process.kill()


def test_a_killed_table_is_missed_in_words_and_every_page_comes_back(table, screen):
    pages = [screen(table.port, path) for path in ("/table", "/seat/1", "/wall")]
    lobby = screen(table.port, "/")
    table.do("spend-power", seat=1, amount=2)
    for page in pages:
        expect(page.locator("#value-1-power")).to_have_text("5")
    table.kill()
    for page in [*pages, lobby]:
        expect(page.get_by_text(LOST)).to_be_visible()
    for page in pages:
        expect(page.locator("#value-1-power")).to_have_text("5")  # the last picture stays
    table.start_process()
    for page in [*pages, lobby]:
        expect(page.get_by_text(LOST)).to_be_hidden(timeout=15_000)
    table.do("spend-power", seat=1, amount=1)
    for page in pages:
        expect(page.locator("#value-1-power")).to_have_text("4")


def test_a_screen_that_leaves_the_room_catches_up_when_it_is_back(live, screen):
    with closing(Radio(live.port)) as radio:
        FOLDERS[radio.port] = live.data
        page = screen(radio.port)
        radio.leave()
        expect(page.get_by_text(LOST)).to_be_visible()
        live.do("spend-power", seat=1, amount=3)
        radio.come_back()
        expect(page.locator("#value-1-power")).to_have_text("4", timeout=15_000)
        expect(page.get_by_text(LOST)).to_be_hidden(timeout=15_000)
        page.close()


def test_two_people_who_press_next_at_once_mean_one_turn(live, screen):
    """The second one's screen has not heard of the first press yet."""
    one, other = screen(live.port), screen(live.port)
    other.route("**/live/**", lambda route: route.abort())
    other.reload()
    for page in (one, other):
        page.get_by_role("button", name="Next turn").click()
    expect(one.locator("#seat-2 .badge")).to_contain_text("your turn")
    live.do("note", text="both have pressed")
    expect(one.locator("#log")).to_contain_text("both have pressed")
    assert live.state()["turn"] == 2


def test_a_frozen_table_is_missed_too(table, screen):
    page = screen(table.port)
    expect(page.locator("#seat-1 .value").first).to_have_text("7")
    os.kill(table.process.pid, signal.SIGSTOP)
    try:
        expect(page.get_by_text(LOST)).to_be_visible()
    finally:
        os.kill(table.process.pid, signal.SIGCONT)
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=15_000)


def test_ten_tabs_of_one_browser_all_follow(live, chromium):
    """A browser opens six connections to a host; a stream each would leave none for the seventh tab."""
    with chromium.new_context(extra_http_headers={"Authorization": f"Bearer {token(live.data)}"}) as context:
        tabs = [context.new_page() for _ in range(10)]
        for tab in tabs:
            tab.goto(f"http://table.local:{live.port}/table")
        live.do("spend-power", seat=1, amount=4)
        for tab in tabs:
            expect(tab.locator("#seat-1 .value").first).to_have_text("3")
            expect(tab.get_by_text(LOST)).to_be_hidden()
        tabs[9].get_by_role("button", name="Undo: Ann spent 4 power").click()
        for tab in tabs:
            expect(tab.locator("#seat-1 .value").first).to_have_text("7")


def test_a_hidden_tab_lets_its_stream_go_and_catches_up_when_shown(live, screen):
    page = screen(live.port)
    shown = live.site.live.page("table")
    expect(page.locator("#seat-1 .value").first).to_have_text("7")
    wait_until(page, lambda: len(shown.viewers) == 1)
    hide(page, True)
    live.do("spend-power", seat=1, amount=1)  # a message that cannot be sent is how a vanished stream is noticed
    wait_until(page, lambda: len(shown.viewers) == 0)
    live.do("spend-power", seat=1, amount=1)
    hide(page, False)
    expect(page.locator("#seat-1 .value").first).to_have_text("5")


def hide(page, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def wait_until(page, is_so) -> None:
    """Let the page and the server go on until it is so; the test's own patience ends it."""
    for _ in range(200):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")


def test_a_browser_that_found_no_place_asks_every_two_seconds(live, screen, monkeypatch):
    monkeypatch.setattr("companion.server.streams.MOST_OF_A_BROWSER", 0)
    page = screen(live.port)
    live.do("spend-power", seat=1, amount=2)
    expect(page.locator("#seat-1 .value").first).to_have_text("5")
    expect(page.get_by_text(LOST)).to_be_hidden()


def test_a_page_that_is_not_there_is_said_in_words(live):
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(f"http://127.0.0.1:{live.port}/live/nowhere")
    assert error.value.code == 404
    error.value.close()
