"""Streams in a crowd: limits, slow readers, and nothing lost or doubled while everybody plays."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.live import Live, problem

from companion.journal import Journal


def test_whoever_missed_more_than_ten_thousand_gets_the_state(tmp_path: Path) -> None:
    newest = long_evening(tmp_path, 10_002)
    with Live(tmp_path) as live:
        with live.stream(last_seen=newest - 10_001) as stream:
            first = stream.next()
            assert first is not None
            assert (first.name, first.id) == ("state", newest)
        with live.stream(last_seen=newest - 10_000) as stream:
            events = stream.upto(newest)
    assert [event.id for event in events] == list(range(newest - 9_999, newest + 1))
    assert {event.name for event in events} == {"entry"}


def long_evening(data: Path, entries: int) -> int:
    """A game with so many entries, written straight into the journal."""
    with Live(data) as live:
        live.start().do("note", text="and so on")
    journal = Journal(data)
    try:
        note = journal.entry(2)
        assert note is not None
        journal.begin()
        for seq in range(3, entries + 1):
            journal.append(replace(note, seq=seq))
        journal.commit()
        return journal.last_seq()
    finally:
        journal.close()


def test_the_65th_stream_is_asked_to_look_now_and_then(live: Live, quick_beats: float) -> None:
    streams = [live.stream() for _ in range(64)]
    assert {stream.status for stream in streams} == {200}
    refusal = problem(live.get("/api/stream"))
    assert (refusal["status"], refusal["code"]) == (429, "too-many-streams")
    assert "/api/state" in refusal["detail"]
    live.do("next-turn")  # everything else still works
    assert [stream.upto(2)[-1].name for stream in streams] == ["entry"] * 64
    assert live.get("/").status == 200
    streams[0].close()
    assert wait_for_a_place(live), "a place that became free is given to the next"


def wait_for_a_place(live: Live) -> bool:
    """Whether a stream is let in before long. Who went is noticed when a beat cannot be told."""
    for _ in range(200):
        with live.stream() as stream:
            if stream.status == 200:
                return True
        threading.Event().wait(0.05)
    return False


def test_who_left_without_a_word_is_let_go(live: Live, quick_beats: float) -> None:
    for stream in [live.stream() for _ in range(64)]:
        stream.next()
        stream.vanish()
    assert wait_for_a_place(live)


def test_asking_whether_the_stream_is_there_takes_no_place(live: Live) -> None:
    for _ in range(65):
        assert live.request("HEAD", "/api/stream").status == 200
    with live.stream() as stream:
        assert stream.status == 200


def test_a_stalled_listener_is_dropped_and_the_others_go_on(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.stream.MOST_WAITING", 5)
    live.server.adj.outbuf_high_watermark = 50_000  # 16 MB would take a while to fill
    with live.stream(buffer=4096) as stalled, live.stream() as awake:
        assert awake.next()
        for _ in range(900):  # the kernel takes a few megabytes for a reader that never reads
            live.service.ask({"command": "note", "text": "🐺" * 1000}, {"screen": "test"})
            assert awake.next()
        last = live.do("note", text="done")["seq"]
        assert awake.upto(last)[-1].data["text"] == "Note: done"
        seen = [event.id for event in iter(stalled.next, None)]
    assert seen[0] == 1
    assert seen[1:] == list(range(2, len(seen) + 1)), "what it did get has no gap, so it can resume"
    assert len(seen) < last
    with live.stream(last_seen=seen[-1]) as again:
        assert [event.id for event in again.upto(last)] == list(range(len(seen) + 1, last + 1))


def test_what_waits_for_a_stalled_listener_is_bounded(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.stream.MOST_WAITING", 5)
    stalled = live.site.hub.listen()  # nobody takes anything out of it
    for _ in range(50):
        live.do("note", text="still here?")
    assert stalled._queue.qsize() <= 7


def test_streams_end_at_once_when_the_table_closes(live: Live) -> None:
    streams = [live.stream() for _ in range(10)]
    for stream in streams:
        stream.next()
    live.site.hub.close()
    assert [stream.next() for stream in streams] == [None] * 10
    refusal = problem(live.get("/api/stream"))
    assert (refusal["status"], refusal["code"]) == (409, "closing")


def test_nothing_is_lost_or_doubled_while_streams_come_and_go(live: Live, quick_beats: float) -> None:
    players, turns = 4, 50

    def play(hand: int) -> None:
        for _ in range(turns):
            live.do("note", text=f"from {hand}")

    def follow(naps_after: int) -> tuple[int, list[int]]:
        """Listens, leaves after a few entries, comes back with the last id: where it began, and what it saw."""
        last = 1 + players * turns
        seen: list[int] = []
        for _ in range(2000):
            with live.stream(last_seen=seen[-1] if seen else None) as stream:
                if stream.status == 429:  # those who left are still counted: try again, as a browser does
                    threading.Event().wait(0.02)
                    continue
                for _ in range(naps_after):
                    event: Any = stream.next()
                    assert event.name == ("entry" if seen else "state"), "the state comes first, and only once"
                    seen.append(event.id)
                    if event.id == last:
                        return seen[0], seen
        raise AssertionError(f"never saw the end: {seen}")

    with ThreadPoolExecutor(10) as crowd:
        followers = [crowd.submit(follow, naps_after) for naps_after in (3, 5, 7, 11, 40, 500)]
        for player in [crowd.submit(play, hand) for hand in range(players)]:
            player.result()
        for follower in followers:
            began, seen = follower.result()
            assert seen == list(range(began, 2 + players * turns))
