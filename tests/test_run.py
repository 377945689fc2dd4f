"""The real process: started, stopped, killed in the middle, and started again."""

from __future__ import annotations

import http.client
import itertools
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.folding import fold, same
from server.live import Live
from server.process import Running, failing
from server.sse import Stream

from companion import __main__ as wiring
from companion.engine.plain import to_json
from companion.journal import Journal


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_a_demo_prints_where_to_look_and_seats_ann_and_bob(data: Path) -> None:
    with Running(data, "--demo") as table:
        assert f"Open here:        http://127.0.0.1:{table.port}" in table.greeting
        assert "simulated" in table.greeting
        assert str(data) in table.greeting
        assert [seat["player"] for seat in table.state()["seats"]] == ["Ann", "Bob"]
        page = table.get("/")
        assert (page.status, page.kind) == (200, "text/html")
        assert "Ann" in page.raw.decode()
        assert table.stop() == 0
        assert table.complaints == ""


def test_without_the_demo_no_game_is_on(data: Path) -> None:
    with Running(data) as table:
        assert table.state()["game"] is None


def test_the_demo_leaves_a_game_that_is_on_alone(data: Path) -> None:
    with Running(data) as table:
        table.start("Cid", "Dee").do("spend-power", seat=1, amount=3)
        before = on_the_table(table)
        table.stop()
    with Running(data, "--demo") as table:
        assert on_the_table(table) == before


def test_a_taken_port_gives_the_next_free_one_said_in_words(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with Running(data, port=taken) as table:
            assert table.port != taken
            assert f"Port {taken} is taken, so it uses the next free one: {table.port}." in table.greeting
            assert table.state()["seq"] == 0


def test_no_network_and_no_pi_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    class Everywhere:
        def getsockname(self) -> tuple[str, int]:
            return "0.0.0.0", 8080

    monkeypatch.setattr(wiring, "room_address", lambda: None)
    monkeypatch.setattr(wiring, "is_a_pi", lambda: False)
    said = "\n".join(wiring.greeting(Everywhere(), 8080, Path("/srv/games"), False))  # type: ignore[arg-type]
    assert "http://127.0.0.1:8080" in said
    assert "No network" in said
    assert "not a Raspberry Pi" in said


def test_the_link_that_it_prints_lets_a_browser_in_and_so_does_a_code_typed_elsewhere(data: Path) -> None:
    with Running(data, "--demo") as table:
        found = re.search(rf"http://127\.0\.0\.1:{table.port}/join#(\d{{6}})", table.greeting)
        assert found
        printed = subprocess.run(
            [sys.executable, "-m", "companion", "pair", "--data", data], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        assert printed.splitlines()[0].replace(" ", "") == found[1], "whoever asks is shown the same code"
        for path in ("/workbench", "/api/commands"):
            assert table.as_stranger("POST", path, b'{"do": "push", "device": "next"}').status == 401
        reply = table.as_stranger("POST", "/pair", to_json({"code": found[1]}))
        cookie = reply.headers["set-cookie"].split(";")[0]
        push = b'{"do": "push", "device": "next"}'
        assert table.as_stranger("POST", "/workbench", push, Cookie=cookie).status == 200
        table.kill()
    with Running(data) as table:
        note = to_json({"command": "note", "text": "still in"})
        assert table.as_stranger("POST", "/api/commands", note, Cookie=cookie).status == 200


# What keeps it from starting


def test_a_second_service_on_the_same_data_is_refused(data: Path) -> None:
    with Running(data, "--demo") as first:
        code, out, err = failing(data)
        assert (code, out) == (1, "")
        assert err.startswith(f"companion: another companion (process {first.process.pid}) uses the data folder")
        assert "--data" in err
        assert first.do("next-turn")["seq"] == 2, "the first one goes on"


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_journal_of_a_newer_version_is_not_touched(data: Path, mode: str) -> None:
    Journal(data).close()
    db = sqlite3.connect(data / "journal.sqlite3")
    db.execute(f"PRAGMA journal_mode = {mode}")
    db.execute("PRAGMA user_version = 99")
    db.commit()
    db.close()
    before = (data / "journal.sqlite3").read_bytes()
    code, out, err = failing(data, "--demo")
    assert (code, out) == (1, "")
    assert "newer companion" in err
    assert "format 99" in err
    assert "Traceback" not in err
    assert (data / "journal.sqlite3").read_bytes() == before


def test_a_data_folder_that_is_a_file_is_named(data: Path) -> None:
    data.write_text("a shopping list")
    code, out, err = failing(data)
    assert (code, out) == (1, "")
    assert err.startswith("companion: the data folder ")
    assert str(data) in err
    assert "--data" in err
    assert data.read_text() == "a shopping list"


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    code, out, err = failing(Path("/proc/monsters"))
    assert (code, out) == (1, "")
    assert err.startswith("companion: the data folder /proc/monsters cannot be written")


def test_a_journal_that_is_none_is_named_and_not_touched(data: Path) -> None:
    data.mkdir()
    (data / "journal.sqlite3").write_bytes(b"once upon a time" * 300)
    code, out, err = failing(data)
    assert (code, out) == (1, "")
    assert "journal.sqlite3" in err
    assert "Traceback" not in err
    assert (data / "journal.sqlite3").read_bytes() == b"once upon a time" * 300


# The plug is pulled


def test_after_a_power_cut_in_the_middle_of_everything_nothing_answered_is_lost(data: Path) -> None:
    answers: dict[str, Any] = {}
    with Running(data) as table:
        table.start("Ann", "Bob", turn_s=120)

        def play(hand: int) -> None:
            for turn in itertools.count():
                body = {"command": "change-power", "seat": hand, "by": (-1) ** turn, "id": f"{hand}.{turn}"}
                try:
                    reply = table.ask(**body)
                except (OSError, http.client.HTTPException):
                    return  # unplugged
                assert reply.status == 200
                answers[body["id"]] = (body, reply.body)

        hands = [threading.Thread(target=play, args=(hand,)) for hand in (1, 2)]
        for hand in hands:
            hand.start()
        wait_until(lambda: len(answers) >= 60)
        table.kill()
        for hand in hands:
            hand.join()
    with Running(data) as table:
        entries = table.entries(limit=10_000)
        same(table.state(), fold(entries))
        by_seq = {entry["seq"]: entry for entry in entries}
        for _, answer in answers.values():
            assert answer["entries"] == [by_seq[answer["seq"]]], "every answered command is there"
        body, answer = answers["1.3"]
        assert table.do(**body) == answer, "and asked again it gets its first answer"
        assert entries[-1]["by"] == {"companion": "restart"}
        assert table.state()["timers"]["turn"]["state"] == "paused"
        newest = table.state()["undo"]["entry"]
        (undone,) = table.do("undo", entry=newest)["entries"]
        (path, now, then) = by_seq[newest]["changes"][0]
        assert undone["changes"] == [[path, then, now]]
        assert table.do("redo")["entries"]


def test_after_a_power_cut_a_timer_is_paused_with_the_seconds_it_had_left(data: Path) -> None:
    with Running(data) as table:
        table.start("Ann", "Bob", turn_s=120).do("spend-power", seat=2, amount=2)
        # Nobody does anything: only the checkpoints know how late it is.
        wait_until(lambda: table.state()["timers"]["turn"]["left_s"] < 117.5)
        before = on_the_table(table)
        table.kill()
    with Running(data) as table:
        after = on_the_table(table)
        timer = after["timers"]["turn"]
        assert (timer["state"], timer["of_s"]) == ("paused", 120)
        # Checkpoints come each second; another for a busy machine. It may also have run on until the plug was out.
        assert timer["left_s"] < before["timers"]["turn"]["left_s"] + 2
        for key in before.keys() - {"seq", "timers"}:
            assert after[key] == before[key]
        assert after["seq"] == before["seq"] + 1
        table.do("resume-timer", timer="turn")
        assert table.state()["timers"]["turn"]["left_s"] <= timer["left_s"]
        wait_until(lambda: table.state()["timers"]["turn"]["left_s"] < timer["left_s"])


def test_after_a_power_cut_with_no_timer_running_it_is_as_if_nothing_had_been(data: Path) -> None:
    with Running(data, "--demo") as table:
        table.do("spend-power", seat=1, amount=4)
        table.do("pause-table")
        before = on_the_table(table)
        table.kill()
    with Running(data, "--demo") as table:
        assert on_the_table(table) == before
        with table.stream(last_seen=1) as stream:
            assert [event.data for event in stream.upto(3)] == table.entries(after=1)
        table.do("undo")
        table.do("undo")
        assert table.power(1) == 7


# A clean stop


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_open_streams_and_loses_nothing(data: Path, how: signal.Signals) -> None:
    with Running(data, "--demo") as table:
        streams = [table.stream() for _ in range(12)] + [page_stream(table) for _ in range(3)]
        for stream in streams:
            assert stream.event()
        table.do("spend-power", seat=1, amount=1)
        assert table.stop(how) == 0
        for stream in streams:
            wait_for_the_end(stream)
            stream.close()
        assert table.complaints == ""
    with Live(data) as live:
        assert live.power(1) == 6


def page_stream(table: Running) -> Stream:
    return Stream(table.port, path="/live/table")


def wait_for_the_end(stream: Stream) -> None:
    try:
        while stream.event():
            pass
    except (OSError, http.client.HTTPException):
        pass  # cut off is an end too


# A game that cannot be read


def chess(journal: Journal, last: Any) -> None:
    """The first entry of a game that this version never heard of."""
    state = last.changes[0][2] | {"game": "chess"}
    journal.append(replace(last, seq=2, game="g2", changes=[["", None, state]], undo=None, redo=None))


def nonsense(journal: Journal, last: Any) -> None:
    journal.append(replace(last, seq=2, changes=[["seats/9/tracks/power/value", 1, 2]]))


def torn(journal: Journal, last: Any) -> None:
    journal._db.execute(
        "INSERT INTO entries SELECT 2, game, at, t, by, command, said, '[[\"seats', version, undo, redo FROM entries"
    )


def from_the_future(journal: Journal, last: Any) -> None:
    """A newer version played on: what its changes mean is not known here."""
    journal.append(replace(last, seq=2, changes=[["seats/1/mood", None, "grim"]], version=99))


def spoilt(data: Path, spoil: Callable[[Journal, Any], None]) -> None:
    """A journal whose game cannot be read any more."""
    with Live(data) as live:
        live.start("Ann", "Bob")
    journal = Journal(data)
    try:
        journal.begin()
        spoil(journal, journal.entry(1))
        journal.commit()
    finally:
        journal.close()


def test_a_game_nobody_knows_is_set_aside_by_name_and_the_table_starts(data: Path) -> None:
    spoilt(data, chess)
    with Running(data, "--demo") as table:
        assert "g2" in table.complaints, "whoever looks after it can read which"
        aside, demo = table.entries(after=2)
        assert (aside["by"], aside["game"]) == ({"companion": "restart"}, None)
        assert "Game g2 could not be read and was set aside" in aside["text"]
        assert demo["command"]["command"] == "start-game"
        assert table.state()["id"] == "g4"
        assert table.get("/").status == 200
        table.kill()
    with Live(data) as live:
        assert live.state()["id"] == "g4", "and it stays aside"


@pytest.mark.parametrize("spoil", [chess, nonsense, torn, from_the_future], ids=lambda spoil: spoil.__name__)
def test_whatever_is_wrong_with_a_game_the_next_one_can_begin(
    data: Path, spoil: Callable[[Journal, Any], None]
) -> None:
    spoilt(data, spoil)
    with Live(data) as live:
        assert (live.state()["game"], live.state()["seq"]) == (None, 3)
        assert live.get("/").status == 200
        assert "set aside" in live.entries(after=2)[0]["text"]
        assert live.refused("undo")["code"] == "nothing-to-undo"
        live.start("Cid", "Dee")
        live.restart()
        assert live.state()["id"] == "g4"


def on_the_table(table: Running) -> Any:
    """What belongs to the game: not what devices say of themselves, which takes them a moment after a start."""
    return {key: value for key, value in table.state().items() if key not in ("devices", "refusal")}


def wait_until(is_so: Callable[[], bool]) -> None:
    """Bounded by a minute, which nothing here needs."""
    for _ in range(1200):
        if is_so():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it never came")
