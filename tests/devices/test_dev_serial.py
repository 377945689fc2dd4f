"""The cable: real pseudo-terminals, pyserial at the near end, a scripted board at the far end."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
import serial
from device_rig import FarEnd, descriptors, threads, until, words

from companion import __version__, wire
from companion.clock import ManualClock
from companion.devices import serial_link
from companion.devices.port import Port
from companion.devices.serial_link import SerialLink
from companion.signals import Signal


class Cable:
    """A link, what it is plugged into, and what came of it."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.signals: list[Signal] = []
        self.reports: list[str] = []
        self.board: FarEnd | None = None
        self.looked: list[float] = []
        self.link = SerialLink("cable-1", self.find, self.signals.append, clock=self.clock, report=self.reports.append)

    def find(self) -> str | None:
        self.looked.append(self.clock.now())
        return self.board.path if self.board else None

    def plug(self) -> FarEnd:
        """A board that says nothing yet."""
        self.board = FarEnd()
        return self.board

    def greet(self) -> FarEnd:
        """A board that was greeted and has answered."""
        board = self.plug()
        self.link.start()
        board.hears("hello", __version__)
        board.says("die-a", "hello", "die", "1")
        self.settles(state="ok")
        return board

    def settles(self, **expected: Any) -> None:
        until(lambda: expected.items() <= self.link.status().items(), f"{expected}, but {self.link.status()}")

    def rests(self) -> None:
        """It waits to try again."""
        until(lambda: self.link._again_at > self.clock.now())

    def counts(self, **expected: int) -> None:
        until(lambda: expected.items() <= self.status["counts"].items(), f"{expected}, but {self.status['counts']}")

    @property
    def status(self) -> dict[str, Any]:
        return self.link.status()

    @property
    def die(self) -> dict[str, Any]:
        return self.link.statuses()["die-a"]

    @property
    def said(self) -> list[str]:
        """All but the greeting."""
        return [word for word in words(self.signals) if not word.startswith("hello")]

    def hears(self, *said: str) -> None:
        until(lambda: len(self.said) >= len(said), f"{said}, but {self.said}")
        assert self.said == list(said)
        self.signals.clear()

    def close(self) -> None:
        self.link.stop()
        if self.board:
            self.board.close()


@pytest.fixture
def cable() -> Iterator[Cable]:
    before = threads(), descriptors()
    cable = Cable()
    yield cable
    cable.close()
    assert (threads(), descriptors()) == before


# Hello


def test_an_open_port_alone_is_not_connected(cable):
    board = cable.plug()
    assert cable.status["state"] == "closed"
    cable.link.start()
    board.hears("hello", __version__)
    assert cable.status["state"] == "lost"
    assert cable.status["error"] == f"cable-1: nothing answers at {board.path}"
    board.says("die-a", "beat", 5)
    cable.settles(state="ok", error=None, port=board.path)
    assert cable.said == []  # a sign of life is no news


def test_nobody_answers_so_the_table_says_hello_again(cable):
    board = cable.plug()
    cable.link.start()
    for _ in range(3):
        board.hears("hello", __version__)
        cable.clock.move(6)
    board.hears("hello", __version__)


def test_the_answer_to_hello_tells_the_face_the_kind_and_the_battery(cable):
    board = cable.greet()
    seq = board.says("die-a", "settled", 7, "bumped")
    board.is_acked("die-a", seq)
    board.says("die-a", "battery", 81)
    cable.hears("settled +7 bumped", "battery +81")
    assert cable.die["kind"] == "die"
    assert cable.die["battery"] == 81
    assert cable.die["link"] == "cable-1"


def test_the_port_is_ours_alone_and_resets_no_board(cable, monkeypatch):
    opened = []

    class Watched(serial.Serial):
        def open(self) -> None:
            opened.append((self.dtr, self.rts, self.exclusive, self.baudrate))
            super().open()

    monkeypatch.setattr(serial, "Serial", Watched)
    board = cable.greet()
    assert opened == [(False, False, True, 115200)]
    with pytest.raises(OSError, match="lock"):
        Port(board.path)


# Lines


def test_a_signal_carries_who_what_and_when(cable):
    board = cable.greet()
    cable.clock.move(1.5)
    seq = board.says("die-a", "settled", 5, "set")
    board.is_acked("die-a", seq)
    assert cable.signals[-1] == Signal("die-a", "settled", (5, "set"), 1001.5)


def test_each_word_that_must_not_be_lost_is_acknowledged_and_no_other(cable):
    board = cable.greet()
    for word, args in (("settled", (3, "rolled")), ("pressed", ("push",)), ("released", ("push",)), ("turned", (-2,))):
        board.is_acked("die-a", board.says("die-a", word, *args))
    for word in ("handled", "rolling", "cocked"):
        board.says("die-a", word)
    cable.hears("settled +3 rolled", "pressed push", "released push", "turned -2", "handled", "rolling", "cocked")


def test_a_repeat_is_acknowledged_again_and_told_once(cable):
    board = cable.greet()
    for _ in range(3):
        board.says("die-a", "settled", 7, "set", seq=42)
        board.is_acked("die-a", 42)
    cable.hears("settled +7 set")
    assert cable.status["counts"]["duplicate"] == 2


def test_two_senders_may_use_the_same_numbers(cable):
    board = cable.greet()
    for die in ("die-a", "die-b"):
        board.says(die, "settled", 4, "set", seq=7)
        board.is_acked(die, 7)
    cable.hears("settled +4 set", "settled +4 set")


def test_a_number_comes_round_again_after_sixteen_lines(cable):
    board = cable.greet()
    for seq in [7, *range(8, 23), 7, 23, 7]:
        board.says("die-a", "turned", 1, seq=seq)
        board.is_acked("die-a", seq)
    # Seven is among the latest sixteen once more, and the line after it has pushed it out.
    assert len(cable.said) == 18
    assert cable.status["counts"]["duplicate"] == 1


def test_a_hello_and_an_uptime_that_went_back_make_a_number_new(cable):
    board = cable.greet()
    board.says("die-a", "turned", 1, seq=7)
    board.is_acked("die-a", 7)
    board.says("die-a", "hello", "die", "1", seq=6)
    board.says("die-a", "turned", 1, seq=7)
    board.is_acked("die-a", 7)
    board.says("die-a", "beat", 900, seq=8)
    board.says("die-a", "beat", 3, seq=6)
    board.says("die-a", "turned", 1, seq=7)
    board.is_acked("die-a", 7)
    cable.hears("turned +1", "turned +1", "turned +1")
    assert cable.status["counts"]["duplicate"] == 0


def test_lines_that_got_lost_are_counted_also_over_the_end_of_the_count(cable):
    board = cable.greet()
    for seq in (101, 102, 105):
        board.says("die-a", "handled", seq=seq)
    cable.counts(missed=2)
    board.says("die-a", "hello", "die", "1", seq=65534)
    board.says("die-a", "handled", seq=1)
    cable.counts(missed=4, good=6)


def test_a_board_that_begins_a_new_count_has_lost_nothing(cable):
    board = cable.greet()
    board.says("die-a", "handled", seq=50000)
    cable.counts(good=2, missed=0)


def test_a_line_may_come_in_any_pieces(cable):
    board = cable.greet()
    for byte in wire.encode("die-a", 200, "settled", 7, "set"):
        board.writes(bytes([byte]))
    board.is_acked("die-a", 200)
    line = wire.encode("die-a", 201, "settled", 8, "set")
    board.writes(line[:9])
    board.writes(line[9:-1] + b"\r\n")
    board.is_acked("die-a", 201)
    cable.hears("settled +7 set", "settled +8 set")


def test_a_line_with_anything_wrong_is_counted_reported_and_not_acted_upon(cable):
    board = cable.greet()
    good = wire.encode("die-a", 101, "settled", 7, "set")
    bad = good.replace(b"settled 7", b"settled 8")
    board.writes(bad)
    cable.counts(bad=1, bytes_dropped=len(bad))
    assert cable.reports[-1].startswith("cable-1: ignored a line: expected checksum ")
    assert cable.status["last_bad"] == cable.reports[-1]
    assert cable.said == []
    board.writes(b"setup done, battery ok\n" + b"x" * 500 + b"\n" + good)
    board.is_acked("die-a", 101)
    cable.counts(bad=2, bytes_dropped=len(bad) + 23 + 501)


def test_a_fault_that_repeats_fills_no_disk(cable):
    board = cable.greet()
    for fifty in range(1, 7):
        board.writes(b"1 die-a 5 settled 12 set *0000\n" * 50)
        cable.counts(bad=50 * fifty)
        if fifty < 6:  # after six seconds of nothing else it would be shown as lost
            cable.clock.move(1)
    assert len(cable.reports) == 10 + 3
    assert cable.reports[-1].endswith("(300 so far)")


def test_our_own_echo_is_ignored(cable):
    board = cable.greet()
    board.writes(wire.encode("table", 3, "ack", "die-a", 5))
    board.is_acked("die-a", board.says("die-a", "turned", 1))
    cable.hears("turned +1")
    assert "table" not in cable.link.statuses()


def test_more_boards_than_a_cable_can_have_are_ignored(cable):
    board = cable.greet()
    for number in range(40):
        board.says(f"x-{number}", "handled")
    cable.counts(bad=9)
    assert len(cable.link.statuses()) == 32 + 1


# Silence


def test_a_board_silent_for_six_seconds_is_lost_and_whatever_it_says_brings_it_back(cable):
    board = cable.greet()
    cable.clock.move(5.9)
    assert (cable.die["state"], cable.status["state"]) == ("ok", "ok")
    cable.clock.move(0.1)
    assert (cable.die["state"], cable.status["state"]) == ("lost", "lost")
    assert cable.die["error"] == "die-a has been silent for 6 s"
    until(lambda: cable.reports == ["die-a has been silent for 6 s and is shown as lost"])
    board.hears("hello", __version__)
    board.says("die-a", "beat", 10)
    cable.settles(state="ok")
    until(lambda: cable.reports[-1] == "die-a is back")
    board.hears("hello", __version__)  # it was turned in the meantime, perhaps: it is asked how it lies
    assert cable.die["state"] == "ok"


def test_one_lost_die_does_not_take_the_bridge_with_it(cable):
    board = cable.greet()
    for uptime in range(1, 5):
        cable.clock.move(2)
        board.says("bridge-a", "beat", uptime)
        until(lambda: cable.link.statuses().get("bridge-a", {}).get("last_heard") == 0)
    assert cable.link.statuses()["die-a"]["state"] == "lost"
    assert cable.status["state"] == "ok"


def test_a_sleeping_die_is_lost_only_after_twenty_five_minutes(cable):
    board = cable.greet()
    board.says("die-a", "asleep")
    until(lambda: cable.die["state"] == "asleep")
    assert cable.status["state"] == "asleep"
    cable.clock.move(600)
    board.says("die-a", "battery", 78)
    until(lambda: cable.die["battery"] == 78)
    assert cable.die["state"] == "asleep"
    cable.clock.move(1499)
    assert cable.die["state"] == "asleep"
    cable.clock.move(1)
    assert cable.die["state"] == "lost"
    board.hears("hello", __version__)
    board.says("die-a", "handled")
    until(lambda: cable.die["state"] == "ok")
    board.hears("hello", __version__)


# Saying


def test_the_table_can_say_what_a_table_says_and_nothing_else(cable):
    assert cable.link.send("blink", "die-a", "quick", 3) is False  # not started: nobody is there to hear it
    board = cable.greet()
    assert cable.link.send("colour", "die-a", "ff8800") is True
    board.hears("colour", "die-a", "ff8800")
    with pytest.raises(ValueError, match="expected a word that the table says"):
        cable.link.send("settled", 7, "set")
    with pytest.raises(ValueError, match="expected face 0 to 9"):
        cable.link.send("calibrate", "die-a", 12)
    assert cable.link.send("rate", "die-a", 50) is True
    board.hears("rate", "die-a", 50)


def test_many_threads_may_speak_at_once_and_no_number_is_used_twice(cable):
    board = cable.greet()

    def speak(face: int) -> None:
        for _ in range(10):
            until(lambda: cable.link.send("calibrate", "die-a", face))

    speakers = [threading.Thread(target=speak, args=(face,)) for face in range(8)]
    for speaker in speakers:
        speaker.start()
    until(lambda: board._read(0.01) or len(board.lines) == 80)
    for speaker in speakers:
        speaker.join()
    assert [line.seq for line in board.lines] == list(range(1, 81))
    board.lines.clear()


def test_a_board_that_never_reads_is_understood_all_the_same(cable):
    board = cable.greet()
    for round_ in range(40):
        for _ in range(50):
            board.says("die-a", "turned", 1)
        cable.counts(good=1 + 50 * (round_ + 1))
        cable.clock.move(1)
    assert cable.status["counts"]["unsent"] > 0
    assert len(cable.said) == 2000
    assert cable.status["state"] == "ok"
    board.pull()


# Cables


def test_it_looks_again_with_growing_pauses_on_the_tables_clock(cable):
    cable.link.start()
    for pause in (0.5, 1, 2, 4, 8, 8, 8):
        cable.rests()
        looks = len(cable.looked)
        cable.clock.move(pause - 0.01)
        cable.clock.move(0.01)
        until(lambda looks=looks: len(cable.looked) > looks)
    pauses = [later - earlier for earlier, later in pairwise(cable.looked)]
    assert pauses == pytest.approx([0.5, 1, 2, 4, 8, 8, 8], abs=0.001)
    assert cable.status["state"] == "lost"
    assert cable.status["error"] == "cable-1: nothing is plugged in"
    assert cable.reports == ["cable-1: nothing is plugged in"]


def test_a_pulled_cable_is_lost_at_once_and_found_again_under_another_name(cable):
    board = cable.greet()
    other = FarEnd()
    assert other.path != board.path
    board.pull()
    cable.settles(state="lost")
    assert f"cable-1: {board.path} was lost" in cable.status["error"]
    assert cable.die["state"] == "lost"
    cable.board = other
    cable.clock.move(0.5)
    other.hears("hello", __version__)
    assert cable.status["state"] == "lost"  # nobody has answered there yet
    other.says("die-a", "hello", "die", "1")
    cable.settles(state="ok", port=other.path)
    until(lambda: cable.reports[-1] == f"cable-1: answers again at {other.path}")


def test_pauses_begin_anew_once_somebody_has_answered(cable):
    board = cable.greet()
    for _ in range(3):
        board.pull()
        cable.settles(state="lost")
        board = cable.plug()
        looks = len(cable.looked)
        cable.clock.move(0.5)
        until(lambda looks=looks: len(cable.looked) > looks)
        board.hears("hello", __version__)
        board.says("die-a", "beat", 1)
        cable.settles(state="ok")


def test_a_die_asleep_is_still_asleep_after_the_cable_was_out(cable):
    board = cable.greet()
    board.says("die-a", "asleep")
    until(lambda: cable.die["state"] == "asleep")
    board.pull()
    until(lambda: cable.die["state"] == "lost")
    board = cable.plug()
    cable.clock.move(0.5)
    board.hears("hello", __version__)
    assert cable.die["state"] == "asleep"


def test_what_was_half_said_before_the_cable_was_pulled_spoils_nothing(cable):
    board = cable.greet()
    board.writes(b"1 die-a 101 sett")
    board.pull()
    cable.settles(state="lost")
    board = cable.plug()
    cable.clock.move(0.5)
    board.hears("hello", __version__)
    board.is_acked("die-a", board.says("die-a", "settled", 7, "set", seq=101))
    cable.hears("settled +7 set")


def test_a_port_used_by_another_program_says_so_and_is_taken_when_it_is_free(cable):
    board = cable.plug()
    other = os.open(board.path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(other, fcntl.LOCK_EX)
    cable.link.start()
    cable.settles(state="failed")
    assert cable.status["error"] == f"cable-1: {board.path} is used by another program; close that one"
    os.close(other)
    cable.clock.move(0.5)
    board.hears("hello", __version__)
    board.says("die-a", "beat", 1)
    cable.settles(state="ok", error=None)


@contextmanager
def no_port(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Iterator[None]:
    def refuse(path: str) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(serial_link, "Port", refuse)
        yield


def test_a_port_that_may_not_be_opened_names_the_group(cable, monkeypatch):
    board = cable.plug()
    with no_port(monkeypatch, serial.SerialException(errno.EACCES, "Permission denied")):
        cable.link.start()
        cable.settles(state="failed")
    expected = f"cable-1: {board.path} may not be opened by this user; add the user to the group dialout"
    assert cable.status["error"] == expected


def test_whatever_breaks_it_comes_back(cable, monkeypatch, caplog):
    board = cable.plug()
    with no_port(monkeypatch, ZeroDivisionError("nobody thought of this")):
        cable.link.start()
        until(lambda: cable.reports)
    assert "nobody thought of this" in cable.status["error"]
    cable.clock.move(0.5)
    board.hears("hello", __version__)
    board.says("die-a", "beat", 1)
    cable.settles(state="ok")


def test_a_listener_that_throws_costs_one_line_and_not_the_cable(cable, caplog):
    board = cable.greet()
    real, cable.link._talk._emit = cable.link._talk._emit, lambda signal: 1 / 0
    board.says("die-a", "handled")
    until(lambda: "ZeroDivisionError" in caplog.text)
    cable.link._talk._emit = real
    board.is_acked("die-a", board.says("die-a", "turned", 1))
    cable.hears("turned +1")


def test_starting_and_stopping_twice_is_fine(cable):
    board = cable.greet()
    cable.link.start()
    cable.link.stop()
    cable.link.stop()
    assert cable.status["state"] == "closed"
    assert cable.status["error"] is None
    assert cable.link.send("colour", "die-a", "000000") is False
    cable.link.start()
    board.hears("hello", __version__)
    assert cable.status["state"] == "lost"
    board.says("die-a", "beat", 1)
    cable.settles(state="ok")


def test_it_stops_while_it_waits_to_try_again(cable):
    cable.link.start()
    until(lambda: cable.looked)
    cable.link.stop()
    assert "serial cable-1" not in threads()


def test_a_path_that_is_no_serial_port_is_a_line_in_the_status(tmp_path):
    paper = tmp_path / "paper"
    paper.write_text("no port")
    link = SerialLink("cable-1", str(paper), print, clock=ManualClock(), report=lambda sentence: None)
    link.start()
    until(lambda: "paper was lost" in (link.status()["error"] or ""))
    assert link.status()["state"] == "lost"
    link.stop()
