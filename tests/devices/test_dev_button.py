"""Buttons: the same stories on gpiozero's mock pins, on its RPi.GPIO backend, and on the simulator's twin."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from typing import Any

import gpiozero
import pytest
from device_rig import Time, words
from fake_pi import GPIO, rpi_gpio
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import ManualClock
from companion.devices.button import Button
from companion.devices.virtual import Simulator
from companion.signals import Signal

PIN = 17


class Bench(Time):
    """A button and the finger on it."""

    def __init__(self, backend: str = "mock") -> None:
        super().__init__()
        self.signals: list[Signal] = []
        self.reports: list[str] = []
        self._stack = ExitStack()
        self.backend = backend
        self.pin = PIN
        self.factory: Any
        if backend == "virtual":
            # Its own thread looks after the button too; whichever is first, the button is looked after once.
            twin = Simulator(self.clock, self.feel, report=self.report)
            twin.start()
            self._stack.callback(twin.stop)
            self.button: Any = twin._devices["start"]
            self.factory, self.pin = twin._factory, self.button.pin
        else:
            self.factory = self._stack.enter_context(rpi_gpio()) if backend == "rpi" else MockFactory()
            about: Any = {"clock": self.clock, "pin_factory": self.factory, "report": self.report}
            self.button = Button("start", self.pin, self.feel, **about)
            self._stack.callback(self.button.stop)
        self.devices = [self.button]

    def feel(self, signal: Signal) -> None:
        if signal.device == "start":
            self.signals.append(signal)

    def report(self, sentence: str) -> None:
        if sentence.startswith("start:"):  # the twin's dice miss beats when a test moves time in leaps
            self.reports.append(sentence)

    def contact(self, is_closed: bool) -> None:
        if self.backend == "rpi":
            GPIO.drive(self.pin, int(not is_closed))
        elif is_closed:
            self.factory.pin(self.pin).drive_low()
        else:
            self.factory.pin(self.pin).drive_high()

    def press(self, bounces: int = 0) -> None:
        for is_closed in (True, *(False, True) * bounces):
            self.contact(is_closed)

    def release(self, bounces: int = 0) -> None:
        for is_closed in (False, *(True, False) * bounces):
            self.contact(is_closed)

    @property
    def said(self) -> list[str]:
        return words(self.signals)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture(params=["mock", "rpi", "virtual"])
def bench(request):
    bench = Bench(request.param)
    bench.button.start()
    yield bench
    bench.close()


def test_a_press_and_a_release_carry_their_instants(bench):
    at = bench.clock.now()
    bench.press()
    bench.wait(0.3)
    bench.release()
    assert bench.signals == [Signal("start", "pressed", (), at), Signal("start", "released", (), at + 0.3)]


def test_a_contact_that_bounces_ten_times_is_one_press_and_one_release(bench):
    bench.press(bounces=10)
    bench.wait(0.3)
    bench.release(bounces=10)
    bench.wait(0.3)
    assert bench.said == ["pressed", "released"]
    assert bench.button.status()["counts"]["bounces"] == 40


def test_a_release_within_the_bounce_is_late_but_never_lost(bench):
    bench.press()
    bench.wait(0.005)
    bench.release()
    assert bench.said == ["pressed"]
    bench.wait(0.014)
    assert bench.said == ["pressed"]
    bench.wait(0.002)
    assert bench.said == ["pressed", "released"]


def test_a_press_told_by_an_edge_that_comes_back_within_the_bounce_is_told_too(bench):
    """Press, release and press again within 20 ms: the finger is down, and so the button is."""
    bench.press()
    bench.wait(0.3)
    bench.release()
    bench.wait(0.004)
    bench.press()
    bench.wait(0.1)
    assert bench.said == ["pressed", "released", "pressed"]
    assert bench.button.status()["down"] is True


def test_quick_pushes_of_a_bad_switch_are_no_chatter(bench):
    for _ in range(3):
        bench.press(bounces=10)
        bench.wait(0.1)
        bench.release(bounces=10)
        bench.wait(0.1)
    assert bench.said == ["pressed", "released"] * 3
    assert bench.reports == []


def test_a_pin_that_chatters_is_muted_says_so_and_comes_back(bench):
    bench.press(bounces=50)
    assert bench.said == ["pressed", "released"]  # nobody shall take it for a hold
    assert bench.button.status()["state"] == "muted"
    assert len(bench.reports) == 1
    assert "start: its contact" in bench.reports[0]
    assert "muted for 5 s; look for a loose wire" in bench.reports[0]
    bench.release()
    bench.wait(4.9)
    bench.press()
    bench.wait(0.05)
    bench.release()
    assert bench.said == ["pressed", "released"]
    bench.wait(6)
    assert bench.button.status()["state"] == "ok"
    bench.press()
    assert bench.said == ["pressed", "released", "pressed"]


def test_a_pin_that_never_stops_chattering_stays_muted_and_is_reported_once(bench):
    for _ in range(200):
        bench.press(bounces=20)
        bench.wait(0.1)
    assert len(bench.reports) == 1
    assert bench.said == ["pressed", "released"]


def test_a_slow_loose_wire_is_muted_too(bench):
    for change in range(60):
        bench.contact(change % 2 == 0)
        bench.wait(0.025)
    assert bench.button.status()["state"] == "muted"
    assert len(bench.said) <= 32


def test_a_button_held_while_the_table_starts_is_no_wish(monkeypatch):
    """Only here: a mock pin that is opened jumps to its pull, as if the finger had gone."""
    bench = Bench("rpi")
    GPIO.drive(PIN, 0)
    monkeypatch.setattr(GPIO, "setup", lambda *args, **pull: None)  # a closed switch is stronger than the pull
    bench.button.start()
    bench.wait(1)
    assert bench.said == []
    bench.release()
    bench.wait(1)
    bench.press()
    assert bench.said == ["released", "pressed"]
    bench.close()


def test_after_stop_it_is_silent_gives_its_pin_back_and_starts_again(bench):
    bench.button.stop()
    bench.button.stop()
    assert bench.button.status()["state"] == "closed"
    bench.press()
    bench.wait(1)
    assert bench.said == []
    bench.release()
    other = Button("other", bench.pin, bench.feel, clock=bench.clock, pin_factory=bench.factory)
    other.start()
    assert other.status()["state"] == "ok"
    other.stop()
    bench.button.start()
    bench.button.start()
    bench.press()
    assert bench.said == ["pressed"]


def test_a_pin_in_use_is_a_line_in_the_status_and_no_exception(bench):
    other = Button("other", bench.pin, bench.feel, clock=bench.clock, pin_factory=bench.factory)
    other.start()
    assert other.status()["state"] == "failed"
    assert other.status()["error"].startswith("other could not be opened: ")
    assert "in use" in other.status()["error"]
    bench.press()
    assert bench.said == ["pressed"]


def test_a_pin_that_does_not_exist_is_a_line_in_the_status(bench):
    other = Button("other", 99, bench.feel, clock=bench.clock, pin_factory=bench.factory)
    other.start()
    assert "99" in other.status()["error"]
    other.stop()
    assert other.status()["state"] == "closed"


def test_last_heard_is_in_seconds_ago(bench):
    assert bench.button.status()["last_heard"] is None
    bench.press()
    bench.wait(2.5)
    assert bench.button.status()["last_heard"] == 2.5


@given(st.lists(st.integers(min_value=0, max_value=60), max_size=25))
def test_after_any_bouncing_what_was_told_is_what_the_contact_is(pauses_ms):
    bench = Bench()
    bench.button.start()
    is_closed = False
    for pause in pauses_ms:
        is_closed = not is_closed
        bench.contact(is_closed)
        bench.wait(pause / 1000)
    bench.wait(1)
    assert bench.reports == []
    assert bench.said == (["pressed", "released"] * 25)[: len(bench.said)]
    assert (len(bench.said) % 2 == 1) == is_closed
    instants = [signal.at for signal in bench.signals]
    assert all(later - earlier >= 0.0199 for earlier, later in pairwise(instants))
    bench.close()


def test_the_pin_factory_is_the_one_handed_in():
    factory = MockFactory()
    button = Button("start", PIN, print, clock=ManualClock(), pin_factory=factory)
    button.start()
    assert gpiozero.Device.pin_factory is None
    assert [pin.name for pin in factory.pins] == ["GPIO17"]
    button.stop()
