"""The stream: first how the table stands, then every entry as it happens, and nothing missed after a nap."""

from __future__ import annotations

import pytest
from server.contract import ENTRY
from server.live import Live


def test_a_stream_begins_with_how_the_table_stands(live: Live) -> None:
    with live.stream() as stream:
        first = stream.next()
        assert first is not None
        assert (stream.status, stream.answer.headers["Content-Type"].split(";")[0]) == (200, "text/event-stream")
        assert stream.retry == 500
        assert (first.name, first.id, first.data) == ("state", 1, live.state())


def test_then_every_entry_comes_as_it_is_answered(live: Live) -> None:
    with live.stream() as stream:
        stream.next()
        answers = [live.do("spend-power", seat=1, amount=1) for _ in range(3)]
        events = stream.upto(4)
    assert [(event.name, event.id, [event.data]) for event in events] == [
        ("entry", answer["seq"], answer["entries"]) for answer in answers
    ]
    assert all(list(event.data) == ENTRY for event in events)


def test_a_refused_command_is_no_news(live: Live) -> None:
    with live.stream() as stream:
        stream.next()
        live.refused("spend-power", seat=1, amount=8)
        live.do("next-turn", seen=2)
        live.do("next-turn")
        event = stream.next()
    assert event is not None
    assert (event.id, event.data["command"]["command"]) == (2, "next-turn")


def test_the_heart_beats_with_the_newest_number_and_the_games_clock(live: Live, quick_beats: float) -> None:
    assert quick_beats == 1.0, "each second, when no test is in a hurry"
    live.wait(12.5)
    with live.stream() as stream:
        stream.next()
        beats = [stream.event(), stream.event()]
    for beat in beats:
        assert beat is not None
        assert (beat.name, beat.id, beat.data) == ("beat", None, {"seq": 1, "t": 12.5})


def test_the_lobby_has_a_stream_too(lobby: Live) -> None:
    with lobby.stream() as stream:
        first = stream.next()
        assert first is not None
        assert (first.name, first.id, first.data["game"]) == ("state", 0, None)
        lobby.start()
        began = stream.next()
    assert began is not None
    assert (began.name, began.id, began.data["command"]["command"]) == ("entry", 1, "start-game")


@pytest.mark.parametrize("seen", [0, 1, 4, 6])
def test_who_comes_back_gets_exactly_what_was_missed(live: Live, seen: int) -> None:
    for _ in range(5):
        live.do("next-turn")
    with live.stream(last_seen=seen) as stream:
        live.do("note", text="the end")
        events = stream.upto(7)
    assert stream.retry == 500
    assert [(event.name, event.id) for event in events] == [("entry", seq) for seq in range(seen + 1, 8)]
    assert [event.data for event in events] == live.entries(after=seen)


def test_who_comes_back_after_a_restart_and_a_rematch_misses_nothing(live: Live) -> None:
    live.do("spend-power", seat=1, amount=1)
    live.do("rematch")
    live.restart()
    live.do("next-turn")
    with live.stream(last_seen=1) as stream:
        events = stream.upto(4)
    assert [event.data["command"]["command"] for event in events] == ["spend-power", "rematch", "next-turn"]


@pytest.mark.parametrize("seen", ["3", "9" * 16, "9" * 400, "-1", "x", "", "1.5", "٣", "²", "1 2", "null"], ids=ascii)
def test_whoever_names_nonsense_or_the_future_gets_the_state(standing: Live, seen: str) -> None:
    # A header is Latin-1 on the wire; what a browser would send for other letters is UTF-8 read so.
    with standing.stream(last_seen=seen.encode().decode("latin-1")) as stream:
        first = stream.next()
    assert first is not None
    assert (first.name, first.id) == ("state", 1)


def test_a_line_break_in_a_note_does_not_break_the_stream(live: Live) -> None:
    text = "one\ntwo\r\n\nevent: state\u2028\u0085three"
    with live.stream() as stream:
        stream.next()
        live.do("note", text=text)
        event = stream.next()
    assert event is not None
    assert event.data["command"]["text"] == text
