"""Faults on request: the simulator misbehaves, and the table plays on, counts, and recovers."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from typing import Any

import pytest
from device_rig import FarEnd, descriptors, threads, until, words

from companion import __version__, wire
from companion.clock import ManualClock
from companion.devices.conversation import Conversation
from companion.devices.serial_link import SerialLink
from companion.devices.virtual import Simulator
from companion.signals import Signal


class Table:
    """A simulator that has said hello, and what came of it."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.signals: list[Signal] = []
        self.reports: list[str] = []
        self.sim = Simulator(self.clock, self.signals.append, report=self.reports.append)
        self.sim.start()
        self.is_well()
        until(lambda: len(self.of("die-d")) == 3)
        self.signals.clear()

    def is_well(self) -> None:
        until(lambda: self.cable["state"] == "ok" and all(self.status(f"die-{each}") == "ok" for each in "abcd"))

    def comes_back(self, to: int) -> None:
        """However often it has to try: somebody answers, and so many descriptors are open."""

        def is_back() -> bool:
            pause = self.sim.link._again_at - self.clock.now()
            if pause > 0:
                self.clock.move(pause)
            return self.cable["state"] == "ok" and descriptors() == to

        until(is_back)

    @property
    def cable(self) -> dict[str, Any]:
        return self.sim.status()["cable-1"]

    @property
    def counts(self) -> dict[str, int]:
        return self.cable["counts"]

    @property
    def speaking(self) -> set[str]:
        return {"bridge-a", *self.sim.faces()} - self.sim._board.silent

    def status(self, name: str) -> str:
        return self.sim.status().get(name, {}).get("state", "unknown")

    def of(self, name: str) -> list[str]:
        return words([signal for signal in list(self.signals) if signal.device == name])

    def hears(self, name: str, *said: str) -> None:
        """One after the other. The table's hello may make a die say something again, so it need not be the last."""
        until(lambda: f", {', '.join(said)}," in f", {', '.join(self.of(name))},", f"{said} of {name}")

    def wait(self, seconds: float) -> None:
        """In steps that let boards beat."""
        end = self.clock.now() + seconds
        while self.clock.now() < end - 1e-9:
            self.clock.move(min(1.0, end - self.clock.now()))
            until(lambda: all(self.sim.status()[name]["last_heard"] <= 2.0 for name in self.speaking))


@pytest.fixture
def table() -> Iterator[Table]:
    before = threads(), descriptors()
    table = Table()
    yield table
    table.sim.stop()
    assert (threads(), descriptors()) == before


def test_a_garbled_line_is_refused_and_said_again(table):
    table.sim.handle_die("die-a")
    table.sim.fault("garbled")
    table.sim.bump_die("die-a", 3)
    until(lambda: table.counts["bad"] == 1)
    assert table.of("die-a") == ["handled"]
    table.clock.move(0.2)
    table.hears("die-a", "handled", "settled +3 bumped")


def test_a_truncated_line_takes_the_next_one_with_it_and_both_are_made_good(table):
    table.sim.fault("truncated", device="die-b")
    table.sim.bump_die("die-b", 3)
    table.clock.move(0.2)
    until(lambda: table.counts["bad"] == 1)
    table.clock.move(0.2)
    table.hears("die-b", "settled +3 bumped")


def test_a_silent_board_is_lost_and_heals_by_itself(table):
    table.sim.fault("silent")
    table.clock.move(6)
    until(lambda: table.cable["state"] == "lost" and table.status("die-a") == "lost")
    table.sim.set_die("die-a", 4)
    table.clock.move(2)
    table.sim.fault("silent", on=False)
    table.clock.move(6)
    table.is_well()
    table.hears("die-a", "settled +4 set")


def test_one_silent_die_is_lost_alone(table):
    table.sim.fault("silent", device="die-c")
    table.wait(7)
    until(lambda: table.status("die-c") == "lost")
    assert (table.status("die-a"), table.cable["state"]) == ("ok", "ok")
    until(lambda: table.reports)
    assert [report.split(" for ")[0] for report in table.reports] == ["die-c has been silent"]


def test_a_die_turned_while_the_cable_was_out_is_told_when_it_is_back(table):
    path = table.cable["port"]
    table.sim.fault("unplugged")
    until(lambda: table.cable["state"] == "lost")
    assert table.sim.faults()["unplugged"] is True
    table.sim.set_die("die-a", 2)
    table.sim.fault("unplugged", on=False)
    table.clock.move(0.5)
    table.is_well()
    assert table.cable["port"] != path
    table.hears("die-a", "hello die sim", "settled +2 set", "battery +100")


def test_a_hundred_unplugs_and_replugs_leave_nothing_behind(table):
    gc.collect()
    before = threads(), descriptors()
    for time in range(100):
        table.sim.fault("unplugged")
        until(lambda: table.cable["state"] == "lost")
        table.sim.fault("unplugged", on=False)
        table.clock.move(0.5)
        table.is_well()
        table.signals.clear()
        table.sim.set_die("die-a", time % 10)
        table.hears("die-a", f"settled {time % 10:+} set")
    until(lambda: (threads(), descriptors()) == before)
    assert table.counts["opened"] == 101


def test_pulling_and_plugging_faster_than_anyone_looks_leaks_nothing(table):
    before = descriptors()
    for _ in range(50):
        table.sim.fault("unplugged")
        table.sim.fault("unplugged", on=False)
    table.comes_back(to=before)


def test_a_flooding_die_is_bounded_counted_and_does_not_drown_the_others(table):
    table.sim.fault("flood", device="die-a")
    until(lambda: table.counts["flooded"] > 1000)
    table.sim.set_die("die-b", 9)
    table.hears("die-b", "settled +9 set")
    until(lambda: table.counts["flooded"] + len(table.of("die-a")) >= 10_000)
    assert len(table.of("die-a")) <= 100
    assert any("the rest is thrown away" in report for report in table.reports)
    table.wait(2)
    table.sim.set_die("die-a", 1)
    table.hears("die-a", "settled +1 set")
    assert table.cable["state"] == "ok"


def test_a_flood_from_many_boards_stays_within_the_cables_own_bound():
    clock, signals, board = ManualClock(), [], FarEnd()
    link = SerialLink("cable-1", board.path, signals.append, clock=clock, report=lambda sentence: None)
    link.start()
    lines = [wire.encode(f"die-{n % 20}", n // 20 % 65536, "rolling") for n in range(10_000)]
    until(lambda: link.status()["counts"]["opened"])
    board.hears("hello", __version__)
    board.writes(b"".join(lines))
    until(lambda: sum(link.status()["counts"][each] for each in ("good", "flooded")) == 10_000)
    assert len(signals) <= 200
    link.stop()
    board.close()


def test_bouncing_buttons_and_knobs_count_once(table):
    table.sim.fault("bounce")
    table.sim.push("next")
    table.sim.turn(1, 2)
    table.clock.move(0.1)
    table.hears("next", "pressed", "released")
    assert table.of("next") == ["pressed", "released"]
    assert table.of("knob-1") == ["turned +1", "turned +1"]
    assert table.sim.faults()["bounce"] is True
    table.sim.fault("bounce", on=False)
    assert table.sim.faults()["bounce"] is False
    assert table.reports == []


def test_a_chattering_pin_is_muted_reported_and_comes_back(table):
    table.sim.fault("chatter", device="undo")
    assert table.of("undo") == ["pressed", "released"]
    assert table.status("undo") == "muted"
    assert len(table.reports) == 1
    table.wait(5.1)
    until(lambda: table.status("undo") == "ok")
    table.sim.press("undo")
    assert table.of("undo")[-1] == "pressed"


def test_a_cocked_die_says_so_and_shows_no_face_until_it_is_taken(table):
    table.sim.cock_die("die-a")
    table.hears("die-a", "handled", "rolling", "cocked")
    table.sim.link.stop()
    table.sim.link.start()
    table.hears("die-a", "hello die sim", "cocked", "battery +100")
    table.sim.roll_die("die-a", 6)
    table.hears("die-a", "handled", "rolling", "settled +6 rolled")


# Fuzz


class Rushing:
    """A second passes with every look, so that no allowance hides a line from the checks."""

    def __init__(self) -> None:
        self.now = 0.0
        self.signals: list[Signal] = []
        self.acks: list[Any] = []
        self.talk = Conversation(
            "cable-1", self.signals.append, lambda *said: self.acks.append(said), lambda line: None
        )
        self.talk.begin(0.0)

    def feed(self, data: bytes) -> None:
        self.now += 1.0
        self.talk.feed(data, self.now)


def test_a_million_random_bytes_mean_nothing():
    chance, rushing = random.Random(5), Rushing()
    sent = 0
    while sent < 1_000_000:
        noise = chance.randbytes(chance.randrange(1, 2000))
        rushing.feed(noise)
        sent += len(noise)
    rushing.feed(b"\n" + wire.encode("die-a", 1, "settled", 7, "set"))
    assert words(rushing.signals) == ["settled +7 set"]
    assert rushing.talk.counts["good"] == 1
    assert rushing.talk.counts["bytes_dropped"] == sent + 1


def test_of_mutated_lines_nothing_wrong_is_ever_accepted():
    chance, rushing = random.Random(6), Rushing()
    said = [("settled", 7, "set"), ("settled", 0, "rolled"), ("turned", -12), ("pressed", "push"), ("battery", 81)]
    right = 0
    for number in range(20_000):
        word, *args = chance.choice(said)
        line = wire.encode("die-a", number % 65536, word, *args)
        mutated = mutate(line, chance) if number % 10 else line
        right += mutated == line
        rushing.feed(mutated)
        rushing.feed(b"\n")  # a line that lost its end shall not spoil the next one's test
    assert len(rushing.signals) == right
    assert {(signal.word, *signal.args) for signal in rushing.signals} <= set(said)


def mutate(line: bytes, chance: random.Random) -> bytes:
    """Damage that the checksum promises to find: a wrong byte, two neighbours exchanged, a line cut short."""
    at = chance.randrange(len(line) - 2)
    match chance.randrange(3):
        case 0:
            return line[:at] + bytes([line[at] ^ chance.randrange(1, 256)]) + line[at + 1 :]
        case 1:
            return line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :]
        case _:
            return line[:at] if at else line[:1]


def test_noise_on_a_real_cable_does_not_stop_it():
    chance, clock, signals, board = random.Random(8), ManualClock(), [], FarEnd()
    link = SerialLink("cable-1", board.path, signals.append, clock=clock, report=lambda sentence: None)
    link.start()
    board.hears("hello", __version__)
    for round_ in range(20):
        board.writes(chance.randbytes(4000) + b"\n")
        seq = board.says("die-a", "settled", round_ % 10, "set")
        until(lambda seen=round_: len(signals) == seen + 1)
        board.is_acked("die-a", seq)
        clock.move(1)
    assert words(signals) == [f"settled {face % 10:+} set" for face in range(20)]
    link.stop()
    board.close()
