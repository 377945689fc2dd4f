"""What screens hear: the table's clock, the timers' sounds as instants, and when all of it is silent."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from devices.device_rig import until
from server.live import Live, problem
from server.sse import Stream

from companion.__main__ import hands_at
from companion.devices.patterns import ON, OWN_TONE_HZ, SOUNDS
from companion.server.senses import left_in_words
from companion.words import Words


def told(live: Live, name: str) -> Any:
    """What a screen is told to do by itself."""
    html = live.get("/live/table?once").body["senses"]
    found = re.search(f'data-{name}="([^"]*)"', html)
    assert found
    return json.loads(unescape(found[1])) if name != "game" else found[1]


def wish(live: Live, **wish: Any) -> Any:
    return live.request("POST", "/sound", json.dumps(wish).encode())


def is_quiet(live: Live) -> bool:
    return bool(live.get("/clock").body["quiet"])


@pytest.fixture
def turns(lobby: Live) -> Live:
    """A game in which every turn has a minute and a half."""
    return lobby.start("Ann", "Bob", turn_s=90)


def test_the_clock_is_the_tables_and_kept_by_nobody(live: Live) -> None:
    answer = live.get("/clock")
    assert answer.body == {"now": live.clock.now(), "quiet": False}
    assert answer.headers["cache-control"] == "no-store"
    live.wait(7.25)
    assert live.as_stranger("GET", "/clock").body["now"] == live.clock.now()


def test_screens_get_the_patterns_of_the_buzzer_as_tones_and_silence(live: Live) -> None:
    patterns = live.get("/sounds").body
    assert patterns.keys() == SOUNDS.keys()
    assert patterns["fanfare"] == [list(step) for step in SOUNDS["fanfare"]]
    assert SOUNDS["tick"] == [(ON, 40)]
    assert patterns["tick"] == [[OWN_TONE_HZ, 40]]


def test_screens_sound_at_the_very_instants_of_the_buzzer(turns: Live) -> None:
    planned: list[list[tuple[float, str]]] = []
    turns.service.when_sounds_change.append(planned.append)
    turns.wait(5)
    turns.do("next-turn")
    until(lambda: bool(planned))  # it is told after whoever asked was answered
    assert told(turns, "sounds") == [[round(at, 3), pattern] for at, pattern in planned[-1]]
    assert [pattern for _, pattern in planned[-1]] == ["ten", "tick", "tick", "tick", "time-up"]


def test_what_screens_will_sound_changes_only_when_somebody_touches_a_timer(turns: Live) -> None:
    before = told(turns, "sounds")
    turns.wait(85.4)
    assert told(turns, "sounds") == before
    turns.do("pause-timer", timer="turn")
    assert told(turns, "sounds") == []
    turns.wait(100)
    turns.do("start-timer", timer="turn")
    assert [at for at, _ in told(turns, "sounds")] == pytest.approx(
        [turns.clock.now() + left for left in (1.6, 2.6, 3.6, 4.6)]
    )


def test_a_screen_may_say_how_much_is_left_wherever_the_buzzer_has_a_word_about_it(turns: Live) -> None:
    assert told(turns, "calls") == [[turns.clock.now() + 80, "10 seconds"]]
    words = Words()
    assert [left_in_words(left, words) for left in (300, 60, 30)] == ["5 minutes", "one minute", "30 seconds"]


def test_a_screen_knows_whether_a_game_is_on(lobby: Live) -> None:
    assert told(lobby, "game") == "none"
    lobby.start("Ann", "Bob")
    assert told(lobby, "game") == "on"
    lobby.do("end-game")
    assert told(lobby, "game") == "over"


def test_muted_on_one_screen_is_muted_on_all_at_once_and_after_a_restart(live: Live) -> None:
    with Stream(live.port, path="/live/wall") as wall:
        first = wall.event()
        assert first
        assert (first.name, first.data["quiet"]) == ("beat", False)
        assert wish(live, do="mute").body == {"done": True}
        beats = iter(wall.event, None)
        assert next(beat for beat in beats if beat.name == "beat" and beat.data["quiet"])
    assert json.loads((live.data / "hardware.json").read_text())["muted"] is True
    live.restart()
    assert is_quiet(live)
    assert wish(live, do="mute", on=False).status == 200
    assert not is_quiet(live)


def test_quiet_hours_are_set_here_and_come_and_go_by_the_walls_clock(live: Live) -> None:
    hour = live.clock.wall().astimezone()
    since, until = f"{hour:%H:%M}", f"{hour.replace(hour=(hour.hour + 9) % 24):%H:%M}"
    assert wish(live, do="quiet-hours", since=since, until=until).status == 200
    assert is_quiet(live)
    assert f"Quiet from {since} to {until}" in live.get("/sheets/screen").raw.decode()
    live.restart()
    assert is_quiet(live)
    live.wait(9 * 3600)
    assert not is_quiet(live)
    live.wait(15 * 3600)
    assert is_quiet(live)
    assert wish(live, do="quiet-hours", since="", until="").status == 200
    assert not is_quiet(live)
    assert json.loads((live.data / "hardware.json").read_text())["quiet"] == []
    assert wish(live, do="quiet-hours").status == 200
    assert "quiet" not in json.loads((live.data / "hardware.json").read_text())


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"do": "quiet-hours", "since": "22:00", "until": ""}, 422, "half-of-quiet-hours"),
        ({"do": "quiet-hours", "since": "22:00"}, 422, "half-of-quiet-hours"),
        ({"do": "quiet-hours", "since": "24:00", "until": "07:00"}, 422, "wrong-field"),
        ({"do": "quiet-hours", "since": "22:00\n", "until": "07:00"}, 422, "wrong-field"),
        ({"do": "mute", "on": "yes"}, 422, "wrong-field"),
        ({"do": "shout"}, 422, "missing-field"),
    ],
)
def test_what_makes_no_sense_is_said_in_words(live: Live, wrong: dict[str, Any], status: int, code: str) -> None:
    body = problem(wish(live, **wrong))
    assert (body["status"], body["code"]) == (status, code)
    assert not is_quiet(live)


def test_a_stranger_may_neither_mute_the_table_nor_let_it_sound(live: Live) -> None:
    assert problem(live.as_stranger("POST", "/sound", b'{"do": "mute"}'))["code"] == "not-paired"
    assert not is_quiet(live)
    assert b"Mute all" not in live.as_stranger("GET", "/sheets/screen").raw
    assert b"Mute all" in live.get("/sheets/screen").raw


def test_how_a_device_wants_its_pages_is_on_them_before_any_script(live: Live) -> None:
    def head(cookie: str) -> str:
        page = live.as_stranger("GET", "/table", Cookie=f"look={cookie}").raw.decode()
        return page[page.index("<html") : page.index("<head")].strip()

    assert head("theme-light.hand-left.turn-2-180.turn-3-90") == (
        '<html lang="en" data-theme="light" data-hand="left" data-turn-2="180" data-turn-3="90" data-quarter-3>'
    )
    assert head("layout-around") == '<html lang="en" data-layout="around">'
    assert head('theme-"><script>.turn-9-90.turn-1-45.hand-.-.x') == '<html lang="en">'


def test_hours_in_the_file_need_both_ends(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "hardware.json").write_text('{"format": 1, "quiet": ["22:00"]}')
    assert hands_at({}, data).arrangement.quiet is None
    assert "quiet hours need a beginning and an end" in caplog.text
