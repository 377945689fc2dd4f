"""Knobs: whole rounds of the two contacts are clicks, and nothing else is."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from device_rig import Time, words
from fake_pi import GPIO, rpi_gpio
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.knob import Knob
from companion.devices.virtual import Simulator
from companion.signals import Signal

# Where A and B are, quarter by quarter, when it turns clockwise; closed is True.
ROUND = [(False, False), (True, False), (True, True), (False, True)]


class Bench(Time):
    """A knob and the fingers on it."""

    def __init__(self, backend: str = "mock") -> None:
        super().__init__()
        self.signals: list[Signal] = []
        self.reports: list[str] = []
        self.backend = backend
        self.quarter = 0
        self._stack = ExitStack()
        self.factory: Any
        if backend == "virtual":
            self.twin = Simulator(self.clock, self.feel, report=self.report)
            self.twin.start()
            self._stack.callback(self.twin.stop)
            self.knob: Any = self.twin._devices["knob-1"]
            self.factory = self.twin._factory
        else:
            self.factory = self._stack.enter_context(rpi_gpio()) if backend == "rpi" else MockFactory()
            about: Any = {"clock": self.clock, "pin_factory": self.factory, "report": self.report}
            self.knob = Knob("knob-1", 5, 6, 13, self.feel, **about)
            self._stack.callback(self.knob.stop)
        self.a, self.b, self.push = self.knob.pins
        self.devices = [self.knob]

    def feel(self, signal: Signal) -> None:
        if signal.device == "knob-1":
            self.signals.append(signal)

    def report(self, sentence: str) -> None:
        if sentence.startswith("knob-1:"):  # the twin's dice miss beats when a test moves time in leaps
            self.reports.append(sentence)

    def contact(self, pin: Any, is_closed: bool) -> None:
        if self.backend == "rpi":
            GPIO.drive(pin, int(not is_closed))
        elif is_closed:
            self.factory.pin(pin).drive_low()
        else:
            self.factory.pin(pin).drive_high()

    def go(self, quarters: int, bounces: int = 0) -> None:
        """Turn it by so many quarters of a click, the contact that changes bouncing."""
        step = 1 if quarters > 0 else -1
        for _ in range(abs(quarters)):
            before = ROUND[self.quarter % 4]
            self.quarter += step
            after = ROUND[self.quarter % 4]
            pin, level = (self.a, after[0]) if before[0] != after[0] else (self.b, after[1])
            for each in (level, *(not level, level) * bounces):
                self.contact(pin, each)

    def turn(self, clicks: int, bounces: int = 0) -> None:
        self.go(4 * clicks, bounces)

    @property
    def said(self) -> list[str]:
        return words(self.signals)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture(params=["mock", "rpi", "virtual"])
def bench(request):
    bench = Bench(request.param)
    bench.knob.start()
    yield bench
    bench.close()


def test_each_click_is_told_at_once_with_its_direction(bench):
    bench.turn(2)
    bench.wait(0.1)
    bench.turn(-1)
    at = bench.clock.now()
    assert bench.said == ["turned +1", "turned +1", "turned -1"]
    assert bench.signals[-1] == Signal("knob-1", "turned", (-1,), at)


def test_contacts_that_bounce_count_no_click_twice(bench):
    bench.turn(3, bounces=7)
    bench.turn(-2, bounces=3)
    assert bench.said == ["turned +1"] * 3 + ["turned -1"] * 2


def test_leaning_on_a_knob_and_letting_go_is_no_click(bench):
    for quarters in (1, 2, 3, -1, -2, -3):
        bench.go(quarters)
        bench.wait(0.5)
        bench.go(-quarters)
    assert bench.said == []


def test_a_slow_turn_that_rests_between_two_clicks_counts_when_it_arrives(bench):
    bench.go(3)
    bench.wait(5)
    assert bench.said == []
    bench.go(1)
    assert bench.said == ["turned +1"]


def test_the_push_is_a_button_with_the_knobs_name(bench):
    bench.contact(bench.push, True)
    bench.wait(0.005)
    bench.contact(bench.push, False)
    bench.wait(0.1)
    assert bench.said == ["pressed", "released"]


def test_turning_while_pushed_in_is_both(bench):
    bench.contact(bench.push, True)
    bench.turn(1)
    bench.wait(0.1)
    bench.contact(bench.push, False)
    bench.wait(0.1)
    assert bench.said == ["pressed", "turned +1", "released"]


def test_a_knob_that_spins_faster_than_fingers_is_muted_and_comes_back(bench):
    bench.turn(200)
    assert len(bench.said) == 120
    assert bench.knob.status()["state"] == "muted"
    assert bench.reports == [
        "knob-1: turned more than 120 clicks in a second, so it is muted for 5 s; "
        f"look for a loose wire at pins {bench.a} and {bench.b}"
    ]
    bench.wait(5.1)
    assert bench.knob.status()["state"] == "ok"
    bench.turn(-1)
    assert bench.said[-1] == "turned -1"


def test_a_brisk_hand_is_not_muted(bench):
    for _ in range(10):
        bench.turn(4, bounces=2)
        bench.wait(0.1)
    assert len(bench.said) == 40
    assert bench.reports == []


def test_one_lost_edge_costs_at_most_one_click(bench):
    """A busy Pi may miss an edge; when the knob rests, the contacts themselves are believed."""
    bench.turn(1)
    bench.go(1)
    contact = bench.knob._inputs[1]
    when = contact.when_activated
    contact.when_activated = lambda: None
    bench.go(1)  # B closes, and nobody hears of it
    contact.when_activated = when
    bench.go(2)
    bench.wait(0.1)
    bench.turn(3)
    assert bench.said[-3:] == ["turned +1"] * 3
    assert "turned -1" not in bench.said


def test_after_stop_it_is_silent_and_starts_again(bench):
    bench.knob.stop()
    bench.knob.stop()
    bench.turn(1)
    assert bench.said == []
    bench.knob.start()
    bench.turn(1)
    assert bench.said == ["turned +1"]


def test_a_knob_whose_push_pin_is_taken_takes_no_pin_at_all(bench):
    other = Knob("knob-9", 20, 21, bench.push, bench.feel, clock=bench.clock, pin_factory=bench.factory)
    if bench.backend == "virtual":
        bench.twin._devices["lamp-3"].stop()  # the twin uses nearly every pin
        other.pins = (bench.twin._devices["lamp-3"].pin, 2, bench.push)
    other.start()
    assert other.status()["state"] == "failed"
    assert other.status()["error"].startswith("knob-9 could not be opened: ")
    free = Knob("knob-8", *other.pins[:2], 3, bench.feel, clock=bench.clock, pin_factory=bench.factory)
    free.start()
    assert free.status()["state"] == "ok"
    free.stop()


def test_the_twin_turns_the_same_way():
    bench = Bench("virtual")
    bench.twin.turn(1, 3)
    bench.twin.turn(1, -2)
    bench.twin.fault("bounce")
    bench.twin.turn(1, 2)
    assert bench.said == ["turned +1"] * 3 + ["turned -1"] * 2 + ["turned +1"] * 2
    bench.close()


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 3), st.sampled_from([0, 0.001, 0.05])), max_size=12))
def test_clicks_add_up_to_where_the_knob_stands(moves):
    """Whatever way it went and however it bounced: from rest to rest, no click too many and none too few."""
    bench = Bench()
    bench.knob.start()
    for quarters, bounces, pause in moves:
        bench.go(quarters, bounces)
        bench.wait(pause)
    bench.go(-(bench.quarter % 4))  # back to the last rest
    bench.wait(1)
    assert sum(int(signal.args[0]) for signal in bench.signals) == bench.quarter // 4
    bench.close()
