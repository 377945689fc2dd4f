"""What a screen hears, says and knows of itself, in a real Chromium."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

PHONE, TELEVISION = (390, 844), (1920, 1080)

# Each note's instant by the table's clock, as the sound card was told it, and everything that is said or shaken.
SPY = """
window.notes = []; window.said = []; window.shaken = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
    const { contextTime, performanceTime } = this.context.getOutputTimestamp();
    const out = contextTime + (performance.now() - performanceTime) / 1000;
    notes.push({ in: at - out, on: performance.now() / 1000 + at - out, asked: at, hz: this.frequency.value });
    start.call(this, at);
};
speechSynthesis.speak = (words) => said.push(words.text);
navigator.vibrate = (pattern) => shaken.push(pattern);
"""
WANTS = "localStorage.setItem('senses', JSON.stringify({wants}))"


def wanting(page: Page, **wants: Any) -> Page:
    """A screen that has been here before, and chose this."""
    page.add_init_script(WANTS.replace("{wants}", json.dumps(wants)))
    page.add_init_script(SPY)
    page.reload()
    return page


def wait_until(page: Page, is_so: str) -> None:
    """Let the page go on until it is so. Playwright's own way needs eval, which our pages forbid."""
    for _ in range(400):
        if page.evaluate(f"() => Boolean({is_so})"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never came: {is_so}")


def in_step(page: Page) -> None:
    page.evaluate("async () => { window.clock = await import('/static/clock.js'); clock.hurry(); }")
    wait_until(page, "/within \\d+ ms/.test(clock.inStep())")


def race(live: Any, **options: Any) -> None:
    """A game in which every turn is timed."""
    live.do("end-game")
    live.start("Ann", "Bob", **options)


# In step


def test_a_screen_says_how_well_it_is_in_step(live, screen):
    page = screen(live.port)
    in_step(page)
    page.get_by_role("button", name="Sound and screen").click()
    expect(page.locator("[data-say=in-step]")).to_have_text(re.compile(r"In step with the table within \d+ ms\."))
    off = page.evaluate("clock.tableNow()") - live.clock.now()
    assert abs(off) < 1.0  # this test's own way there and back, and nothing else


def test_two_screens_show_the_same_second_even_if_their_own_clocks_differ(live, screen):
    race(live, turn_s=90)
    one, other = screen(live.port), screen(live.port, "/wall", TELEVISION)
    other.add_init_script(
        "const real = performance.now.bind(performance); performance.now = () => real() + 86_400_000;"
    )
    other.reload()
    for page in (one, other):
        expect(page.locator("#timers time").first).to_have_text(re.compile("1:"))
        in_step(page)
    instant = "() => [clock.tableNow(), Date.now() / 1000]"
    offsets = [table - wall for table, wall in (page.evaluate(instant) for page in (one, other))]
    assert offsets[0] == pytest.approx(offsets[1], abs=0.05)
    # The second that is shown is what is left, rounded up, by the clock that both agree on.
    seen = """() => { clock.countDown(); const time = document.querySelector("#timers time");
        return [time.textContent, Math.ceil(Number(time.dataset.ends) - clock.tableNow())]; }"""
    for page in (one, other):
        shown, left = page.evaluate(seen)
        assert shown == f"{left // 60}:{left % 60:02}"


def test_a_table_that_began_anew_is_believed(live, screen):
    """After a power cut the Pi's clock counts from nought."""
    page = screen(live.port)
    in_step(page)
    assert page.evaluate("clock.heardBeat(5), clock.tableNow()") == pytest.approx(5, abs=1)
    wait_until(page, "/within/.test(clock.inStep())")
    assert page.evaluate("clock.tableNow()") > 100


# Sound, speech, flashes


def test_the_sound_card_is_told_the_instants_of_the_buzzer(live, screen):
    page = wanting(screen(live.port), sounds=True)
    page.locator("h1").click()
    in_step(page)
    race(live, turn_s=5)
    planned = [(at, pattern) for at, pattern in live.service.sounds() if pattern == "tick"]
    assert len(planned) == 3
    wait_until(page, "notes.length >= 3")
    offset = page.evaluate("clock.tableNow() - performance.now() / 1000")
    notes = page.evaluate("notes")[:3]
    assert [note["hz"] for note in notes] == [2400] * 3
    asked = [note["asked"] for note in notes]
    assert [each - asked[0] for each in asked] == pytest.approx([at - planned[0][0] for at, _ in planned], abs=0.05)
    for note, (at, _) in zip(notes, planned, strict=True):
        assert note["in"] > 0, "ahead, so that nothing that keeps the page busy delays it"
        assert note["on"] + offset == pytest.approx(at, abs=0.3)


def test_a_muted_table_silences_every_screen_but_they_still_flash_and_shake(live, screen):
    page = wanting(screen(live.port, "/seat/1", PHONE), sounds=True, speech=True)
    page.locator("h1").click()
    page.get_by_role("button", name="Sound and screen").click()
    page.get_by_role("button", name="Mute all").click()
    expect(page.locator("#sheet")).to_be_hidden()
    assert live.service.quiet.is_now()
    page.evaluate(
        "flashes = []; new MutationObserver(() => flashes.push(document.getElementById('flash').className))"
        ".observe(document.getElementById('flash'), { attributes: true });"
    )
    race(live, turn_s=3)
    wait_until(page, "shaken.length === 1")
    assert "is-on is-time-up" in page.evaluate("flashes")
    assert page.evaluate("[notes, said]") == [[], []]
    page.get_by_role("button", name="Sound and screen").click()
    expect(page.locator("[data-say=sound]")).to_contain_text("this screen only flashes")


def test_what_sounds_is_a_steady_mark_where_nothing_may_move(live, screen):
    page = wanting(screen(live.port))
    page.emulate_media(reduced_motion="reduce")
    race(live, turn_s=2)
    edge = page.locator("#flash.is-time-up")
    expect(edge).to_be_visible()
    assert edge.evaluate("each => getComputedStyle(each).animationName") == "none"


def test_a_screen_that_may_not_sound_yet_says_so_until_the_first_tap(live, screen):
    page = screen(live.port)
    # Whatever Playwright asks of a page counts as a tap to Chromium, so the lock is ours.
    page.add_init_script("""let isOpen = false;
        addEventListener("click", () => (isOpen = true), { capture: true });
        Object.defineProperty(AudioContext.prototype, "state", { get: () => (isOpen ? "running" : "suspended") });""")
    wanting(page, sounds=True)
    note = page.get_by_text("Tap once, and this screen may sound.")
    expect(note).to_be_visible()
    page.locator("h1").click()
    expect(note).to_be_hidden()


def test_callouts_and_great_moments_are_spoken_where_somebody_wants_it(live, screen):
    speaks, silent = wanting(screen(live.port, "/wall", TELEVISION), speech=True), wanting(screen(live.port))
    for page in (speaks, silent):
        page.locator("h1").click()
        page.keyboard.press("Escape")
    race(live, turn_s=12)
    wait_until(speaks, "said.includes('10 seconds')")
    live.do("adjust-track", seat=2, track="conquest", to=10)
    wait_until(speaks, "said.some((text) => text.includes('Bob'))")
    assert silent.evaluate("said") == []


def test_questions_and_errors_are_heard(live, screen):
    page = wanting(screen(live.port), sounds=True)
    page.locator("h1").click()
    expect(page.get_by_text("Tap once")).to_be_hidden()
    live.do("read-die", seat=1, face=0, how="set")
    wait_until(page, "notes.some(({ hz }) => hz === 1175)")
    page.evaluate("import('/static/live.js').then(({ say }) => say('no'))")
    wait_until(page, "notes.some(({ hz }) => hz === 220)")


# What the sheet keeps


def test_what_is_chosen_for_this_screen_stays_and_is_tried_at_once(live, screen):
    page, other = screen(live.port), screen(live.port)
    page.add_init_script(SPY)
    page.reload()
    page.get_by_role("button", name="Sound and screen").click()
    sounds = page.get_by_label("Sounds of the timers")
    expect(sounds).not_to_be_checked()
    sounds.check()
    page.get_by_role("button", name="Try it").click()
    wait_until(page, "notes.length === 2")
    page.get_by_label("Colours").select_option("light")
    page.get_by_label("Buttons for").select_option("left")
    page.get_by_label("The card of Bob").select_option("180")
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    expect(root).to_have_attribute("data-hand", "left")
    assert page.locator("#seat-2 > .seat").evaluate("each => getComputedStyle(each).rotate") == "180deg"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(243, 238, 226)"
    page.get_by_role("button", name="Sound and screen").click()
    expect(page.get_by_label("Sounds of the timers")).to_be_checked()
    other.get_by_role("button", name="Sound and screen").click()
    expect(other.get_by_label("Sounds of the timers")).not_to_be_checked()
    expect(other.locator("html")).not_to_have_attribute("data-theme", "light")


def test_quiet_hours_are_kept_from_the_sheet(live, screen):
    page = screen(live.port)
    page.get_by_role("button", name="Sound and screen").click()
    page.get_by_label("Quiet from").fill("22:30")
    page.get_by_label("until").fill("07:00")
    page.get_by_role("button", name="Keep these hours").click()
    expect(page.locator("#sheet")).to_be_hidden()
    assert json.loads((live.data / "hardware.json").read_text())["quiet"] == ["22:30", "07:00"]


@pytest.mark.parametrize("size", [PHONE, (1024, 768), TELEVISION], ids=str)
@pytest.mark.parametrize("sheet", ["Sound and screen", "Screens"])
def test_the_sheets_fit_every_screen_and_everything_can_be_tapped(live, screen, size, sheet):
    live.do("rename-player", seat=2, player="W" * 60)
    page = screen(live.port, size=size)
    page.get_by_role("button", name=sheet).click()
    expect(page.locator("#sheet h2")).to_have_text(sheet)
    for summary in page.locator("#sheet summary").all():
        summary.click()
    assert page.locator("#sheet").evaluate("each => each.scrollWidth <= each.clientWidth")
    for target in page.locator(
        "#sheet :is(button, summary, select, label.yes, input:not([type=checkbox])):visible"
    ).all():
        box = target.bounding_box()
        assert box["height"] >= 48
        assert box["width"] >= 48


def test_a_kiosk_and_a_wall_have_a_way_to_the_sheet_too(live, screen):
    kiosk, wall = screen(live.port, "/table?kiosk"), screen(live.port, "/wall", TELEVISION)
    kiosk.get_by_role("button", name="Sound and screen").click()
    expect(kiosk.locator("#sheet")).to_be_visible()
    expect(kiosk.get_by_role("link", name="Lobby")).to_be_hidden()
    wall.keyboard.press("Shift")  # the first sign of somebody lets the senses come
    wait_until(wall, "document.getElementById('locked')")
    wall.keyboard.press("Enter")
    expect(wall.locator("#sheet")).to_be_visible()


# Awake and asleep


def test_over_plain_http_a_film_keeps_the_screen_on_while_a_game_is_on(live, screen):
    page = screen(live.port)
    assert page.evaluate("isSecureContext") is False
    page.locator("h1").click()
    wait_until(page, "document.getElementById('awake')?.paused === false")
    wait_until(page, "Math.abs(document.getElementById('awake').duration - 4) < 0.2")
    page.get_by_role("button", name="Sound and screen").click()
    expect(page.locator("[data-say=awake]")).to_contain_text("by a tiny black film")
    live.do("end-game")
    wait_until(page, "document.getElementById('awake').paused")


def test_where_the_page_is_secure_the_browser_itself_keeps_the_screen_on(live, screen):
    page = screen(live.port)
    page.add_init_script("""window.locks = 0;
        Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
            locks++;
            return Object.assign(new EventTarget(), { release: async () => locks-- });
        } } });""")
    page.goto(f"http://127.0.0.1:{live.port}/table")
    assert page.evaluate("isSecureContext") is True
    page.locator("h1").click()
    wait_until(page, "locks === 1")
    assert page.locator("#awake").count() == 0
    live.do("clear-table") if live.state()["outcome"] else live.do("end-game")
    wait_until(page, "locks === 0")


def test_where_nothing_keeps_the_screen_on_the_sheet_says_so(live, screen):
    page = screen(live.port)
    page.route("**/awake.mp4", lambda route: route.abort())
    page.get_by_role("button", name="Sound and screen").click()
    expect(page.locator("[data-say=awake]")).to_contain_text("This browser cannot keep its screen on")


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
        }""",
        hidden,
    )


def test_the_first_touch_on_a_screen_that_comes_back_does_nothing_else(live, screen):
    page = wanting(screen(live.port))
    wait_until(page, "document.getElementById('flash')")
    seq = live.state()["seq"]
    hide(page, True)
    hide(page, False)
    expect(page.locator("html")).to_have_attribute("data-asleep", "")
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("html")).not_to_have_attribute("data-asleep", "")
    page.wait_for_timeout(500)
    assert live.state()["seq"] == seq
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#seat-2 .badge")).to_have_text("▶ your turn")


def test_the_first_key_on_a_screen_that_comes_back_does_nothing_else(live, screen):
    page = wanting(screen(live.port))
    wait_until(page, "document.getElementById('flash')")
    page.get_by_role("button", name="Next turn").focus()
    for key in ("Enter", "Space"):
        seq = live.state()["seq"]
        hide(page, True)
        hide(page, False)
        page.keyboard.press(key)
        page.wait_for_timeout(300)
        assert live.state()["seq"] == seq
    page.keyboard.press("Space")
    expect(page.locator("#seat-2 .badge")).to_have_text("▶ your turn")


def test_a_screen_that_nobody_needs_goes_dim_and_lights_up_when_something_happens(live, screen):
    page = screen(live.port)
    page.clock.install()
    wanting(page)
    wait_until(page, "document.getElementById('flash')")
    root = page.locator("html")
    expect(root).not_to_have_attribute("data-asleep", "")
    page.clock.run_for("10:01")
    expect(root).to_have_attribute("data-asleep", "")
    seq = live.state()["seq"]
    page.get_by_role("button", name="Next turn").click()
    page.clock.run_for(2000)
    assert live.state()["seq"] == seq
    page.clock.run_for("10:01")
    expect(root).to_have_attribute("data-asleep", "")
    live.do("spend-power", seat=1, amount=1)
    expect(root).not_to_have_attribute("data-asleep", "")


# Screens


def test_the_television_is_sent_to_the_wall_from_the_table(live, screen):
    television, table = screen(live.port, "/", TELEVISION, is_paired=False), screen(live.port)
    table.get_by_role("button", name="▣ Screens").click()
    row = table.locator(".screens li", has_text="shows lobby")
    row.locator("summary").click()
    row.get_by_label("It is called").fill("television")
    row.get_by_role("button", name="Keep this name").click()
    table.get_by_role("button", name="▣ Screens").click()
    row = table.locator(".screens li", has_text="television")
    row.get_by_label("Let it show").select_option("wall")
    row.get_by_role("button", name="Show it on television").click()
    television.wait_for_url("**/wall")
    expect(television.locator("#wall-1")).to_be_visible()
    table.get_by_role("button", name="▣ Screens").click()
    expect(table.locator(".screens li", has_text="television")).to_contain_text("shows wall")


def test_a_stranger_sees_no_list_of_screens(live, screen):
    page = screen(live.port, is_paired=False)
    page.get_by_role("button", name="▣ Screens").click()
    expect(page.locator("#sheet")).to_contain_text("Let this screen play too")
    expect(page.locator(".screens")).to_have_count(0)


# The first visit


def test_the_senses_come_after_the_first_picture(live, chromium):
    with chromium.new_context() as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
        page.goto(f"http://table.local:{live.port}/table")
        page.wait_for_timeout(3000)
        assert not {"senses.js", "sound.js", "awake.mp4", "clock"} & set(asked)
        page.locator("h1").click()
        wait_until(page, "document.getElementById('awake')")


@pytest.mark.parametrize("size", [(1024, 768), (1366, 768), TELEVISION], ids=str)
def test_around_the_table_every_number_of_every_card_is_seen(live, screen, size):
    live.do("end-game")
    live.start("Ann", "Bob", "Cleo", "Dan")
    page = screen(live.port, size=size)
    url = f"http://table.local:{live.port}"
    page.context.add_cookies([{"name": "look", "value": "layout-around.turn-2-90.turn-3-180.turn-4-270", "url": url}])
    page.reload()
    for seat in (1, 2, 3, 4):
        card = page.locator(f"#seat-{seat} > .seat").bounding_box()
        for number in page.locator(f"#seat-{seat} .value").all():
            box = number.bounding_box()
            assert card["x"] <= box["x"]
            assert card["y"] <= box["y"]
            assert box["x"] + box["width"] <= card["x"] + card["width"]
            assert box["y"] + box["height"] <= card["y"] + card["height"]


def test_a_screen_that_found_no_place_counts_and_sounds_too(live, screen, monkeypatch):
    monkeypatch.setattr("companion.server.streams.MOST_OF_A_BROWSER", 0)
    race(live, turn_s=60)
    page = wanting(screen(live.port), sounds=True)
    page.locator("h1").click()
    expect(page.locator("#timers time")).to_have_text(re.compile(r"0:\d\d"))
    in_step(page)
    live.do("add-time", timer="turn", seconds=-int(live.state()["timers"]["turn"]["left_s"]) + 6)
    wait_until(page, "notes.length")
