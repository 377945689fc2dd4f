"""Lamps: patterns are data, one thread plays them all, and the table's view chooses."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any

import pytest
from device_rig import RecordingFactory, Time, until
from fake_pi import GPIO, rpi_gpio
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.lamp import Lamp
from companion.devices.lamps import lamps_for
from companion.devices.patterns import COLOURS, LAMPS
from companion.devices.rgb_lamp import RgbLamp
from companion.devices.status import Devices
from companion.devices.virtual import Simulator


class Bench(Time):
    """A lamp of one colour or of three, and eyes on it."""

    def __init__(self, backend: str, kind: str) -> None:
        super().__init__()
        self.backend, self.kind = backend, kind
        self._stack = ExitStack()
        self.factory: Any
        if backend == "virtual":
            twin = Simulator(self.clock, lambda signal: None)
            twin.start()
            self._stack.callback(twin.stop)
            self.lamp: Any = twin._devices["lamp-1" if kind == "single" else "lamp-2"]
            self.factory = twin._factory
        else:
            mock = MockFactory(pin_class=MockPWMPin)
            self.factory = self._stack.enter_context(rpi_gpio()) if backend == "rpi" else mock
            self.lamp = make(kind, self.factory)
            self._stack.callback(self.lamp.stop)
        self.devices = [self.lamp]

    def show(self, pattern: str) -> None:
        self.lamp.show(pattern)
        self.look()

    @property
    def brightness(self) -> float:
        return max(self.levels)  # every colour has one part that is whole

    @property
    def levels(self) -> list[float]:
        """How bright each leg is: one, or red, green and blue."""
        levels = [self._level(pin) for pin in ([self.lamp.pin] if self.kind == "single" else self.lamp.pins)]
        return [round(1 - level if self.kind == "anode" else level, 4) for level in levels]

    def _level(self, pin: int) -> float:
        return float(GPIO.pwm[pin].duty / 100 if self.backend == "rpi" else self.factory.pin(pin).state)

    def close(self) -> None:
        self._stack.close()


def make(kind: str, factory: Any) -> Lamp:
    if kind == "single":
        return Lamp("lamp-2", 18, pin_factory=factory)
    return RgbLamp("lamp-2", (18, 19, 20), is_anode=kind == "anode", pin_factory=factory)


BACKENDS = ("mock", "rpi", "virtual")
KINDS = [(backend, kind) for backend in BACKENDS for kind in ("single", "rgb")] + [("mock", "anode"), ("rpi", "anode")]


@pytest.fixture(params=KINDS, ids=" ".join)
def bench(request):
    bench = Bench(*request.param)
    bench.lamp.start()
    bench.look()
    yield bench
    bench.close()


@pytest.mark.parametrize("pattern", LAMPS)
def test_a_lamp_shows_its_pattern_step_by_step_and_again(bench, pattern):
    bench.show(pattern)
    for _ in range(2):
        for brightness, milliseconds in LAMPS[pattern]:
            assert bench.brightness == brightness
            bench.wait(milliseconds / 1000)
    assert bench.lamp.status()["pattern"] == pattern


@pytest.mark.parametrize("pattern", LAMPS)
def test_three_colours_add_one_to_each_pattern_and_never_speak_alone(bench, pattern):
    bench.show(pattern)
    name, *parts = COLOURS[pattern]
    if bench.kind == "single":
        assert "colour" not in bench.lamp.status()
        return
    assert bench.lamp.status()["colour"] == name
    for brightness, milliseconds in LAMPS[pattern]:
        assert bench.levels == pytest.approx([brightness * part for part in parts], abs=1e-4)
        bench.wait(milliseconds / 1000)


def test_every_pattern_is_told_apart_without_its_colour():
    assert len({str(steps) for steps in LAMPS.values()}) == len(LAMPS)
    assert COLOURS.keys() == LAMPS.keys()
    assert len({colour.name for colour in COLOURS.values()}) == len(COLOURS)


def test_another_pattern_begins_at_once_and_the_same_one_goes_on(bench):
    bench.show("blink")
    bench.wait(0.25)
    assert bench.brightness == 0
    bench.show("blink")
    assert bench.brightness == 0
    bench.show("on")
    assert bench.brightness == 1
    bench.wait(100)
    assert bench.brightness == 1
    bench.show("off")
    assert bench.brightness == 0


def test_a_lamp_that_was_held_up_does_not_race_after_its_pattern(bench):
    bench.show("blink")
    bench.clock.move(3600)
    writes = 0
    while (instant := bench.lamp.next_instant()) is not None and instant <= bench.clock.now():
        bench.lamp.due(bench.clock.now())
        writes += 1
    assert writes <= 1


def test_a_pattern_that_nobody_wrote_is_refused_with_those_there_are(bench):
    with pytest.raises(ValueError, match=r"lamp-\d: there is no lamp pattern 'disco'; expected off, on, blink"):
        bench.lamp.show("disco")
    assert bench.lamp.pattern == "off"


def test_a_lamp_keeps_its_pattern_while_it_is_closed(bench):
    bench.show("on")
    bench.lamp.stop()
    bench.lamp.stop()
    assert bench.lamp.next_instant() is None
    bench.lamp.show("blink")
    bench.lamp.start()
    bench.look()
    assert bench.brightness == 1
    bench.wait(0.25)
    assert bench.brightness == 0


@pytest.mark.parametrize("kind", ["single", "rgb"])
def test_a_lamp_on_a_pin_that_cannot_dim_is_a_line_in_the_status(kind):
    lamp = make(kind, MockFactory())
    lamp.start()
    assert lamp.status()["state"] == "failed"
    assert lamp.status()["error"].startswith("lamp-2 could not be opened: ")


def test_a_lamp_of_which_one_colour_cannot_be_had_gives_the_others_back():
    factory = MockFactory(pin_class=MockPWMPin)
    other, lamp = Lamp("lamp-1", 20, pin_factory=factory), make("rgb", factory)
    other.start()
    lamp.start()
    assert "GPIO20 is already in use" in lamp.status()["error"]
    other.stop()
    lamp.start()
    assert lamp.status()["state"] == "ok"
    lamp.stop()


def test_one_thread_plays_all_lamps_in_step_with_the_clock():
    time = Time()
    factory = RecordingFactory(time.clock)
    lamps = [Lamp(f"lamp-{seat}", 17 + seat, pin_factory=factory) for seat in range(1, 5)]
    before = threading.active_count()
    devices = Devices(time.clock, lamps)
    devices.start()
    assert threading.active_count() == before + 1
    for lamp in lamps:
        lamp.show("blink")
    until(lambda: all(factory.pin(lamp.pin).state == 1 for lamp in lamps))
    began = time.clock.now()
    for step in range(1, 9):
        time.clock.move(0.25)
        until(lambda step=step: all(factory.pin(lamp.pin).state == 1 - step % 2 for lamp in lamps))
    seen = [[instant for instant, _, _ in factory.pin(lamp.pin).seen[-8:]] for lamp in lamps]
    assert seen == [[pytest.approx(began + 0.25 * step) for step in range(1, 9)]] * 4
    devices.stop()
    assert threading.active_count() == before


def test_a_lamp_that_breaks_leaves_the_others_alone(caplog):
    time = Time()
    factory = MockFactory(pin_class=MockPWMPin)
    good, bad = Lamp("lamp-1", 18, pin_factory=factory), Lamp("lamp-2", 19, pin_factory=factory)
    devices = Devices(time.clock, [bad, good])
    devices.start()
    until(lambda: good.next_instant() is None and bad.next_instant() is None)
    bad._led.close()
    bad.show("on")
    good.show("on")
    until(lambda: factory.pin(18).state == 1 and bad.state() == "failed")
    assert "lamp-2 stopped working" in devices.status()["lamp-2"]["error"]
    assert devices.status()["lamp-1"]["state"] == "ok"
    devices.stop()


# Which pattern


def seat(number: int, power: int = 7, out: bool = False, focus: str = "power") -> dict[str, Any]:
    tracks = {"power": {"value": power}, "conquest": {"value": 0}}
    return {"seat": number, "out": out, "focus": focus, "tracks": tracks}


def shown(*seats: dict[str, Any], turn: int | None = None, asked: tuple[int, ...] = ()) -> dict[int, str]:
    questions = [{"seat": each, "choices": [0, 10], "chosen": 10} for each in asked]
    return lamps_for({"seats": list(seats), "turn": turn, "notices": [{"seat": 1, "text": "draw"}, *questions]})


def test_whose_turn_it_is_is_lit():
    assert shown(seat(1), seat(2), turn=2) == {1: "off", 2: "on"}


def test_little_power_is_two_flashes_unless_it_is_the_seats_turn():
    assert shown(seat(1, power=2), seat(2, power=3), seat(3, power=0), turn=3) == {1: "low", 2: "off", 3: "on"}


def test_a_question_comes_before_the_turn_and_before_the_focus():
    assert shown(seat(1, focus="conquest"), seat(2), turn=1, asked=(1, 2)) == {1: "blink", 2: "blink"}


def test_a_knob_on_another_track_breathes():
    assert shown(seat(1, focus="conquest"), seat(2, focus="minion-1/life"), turn=1) == {1: "breathe", 2: "breathe"}


def test_who_is_out_blips_now_and_then_whatever_else():
    assert shown(seat(1, power=0, out=True, focus="conquest"), turn=1, asked=(1,)) == {1: "out"}


def test_a_seat_without_tracks_and_a_table_without_seats_are_no_trouble():
    bare = {"seat": 1, "out": False, "focus": None, "tracks": {}}
    assert shown(bare) == {1: "off"}
    assert shown() == {}
