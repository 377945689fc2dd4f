"""gpiozero's RPi.GPIO backend without a Pi: fake-rpi, with what it lacks mended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import fake_rpi
from fake_rpi.RPi import _GPIO

fake_rpi.toggle_print(False)


class FakeGPIO(_GPIO):
    """Pins that hold their level and fire edges. `setup` takes the pull where the real one does."""

    class PWM:
        """A duty that can be looked at."""

        def __init__(self, channel: int, frequency: float) -> None:
            self.channel, self.frequency = channel, frequency
            GPIO.pwm[channel] = self

        def start(self, duty: float) -> None:
            self.duty = duty

        ChangeDutyCycle = start

        def ChangeFrequency(self, frequency: float) -> None:
            self.frequency = frequency

        def stop(self) -> None:
            GPIO.pwm.pop(self.channel, None)

    def __init__(self) -> None:
        super().__init__()
        self.pwm: dict[int, Any] = {}
        self._functions: dict[int, int] = {}
        self._levels: dict[int, int] = {}
        self._callbacks: dict[int, Callable[[int], None]] = {}

    def setup(self, channel: int, state: int, pull_up_down: int = _GPIO.PUD_OFF, initial: int | None = None) -> None:
        self._functions[channel] = state
        if state == self.IN:
            self._levels[channel] = int(pull_up_down == self.PUD_UP)
        elif initial is not None:
            self._levels[channel] = initial

    def gpio_function(self, channel: int) -> int:
        return self._functions.get(channel, self.IN)

    def input(self, channel: int) -> int:
        return self._levels.get(channel, 0)

    def output(self, channel: int, state: int) -> None:
        self._levels[channel] = state

    def add_event_detect(self, channel: int, edge: int, callback: Any = None, bouncetime: int | None = None) -> None:
        self._callbacks[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        self._callbacks.pop(channel, None)

    def drive(self, channel: int, level: int) -> None:
        """As a switch on the outside does."""
        if self._levels.get(channel) != level:
            self._levels[channel] = level
            if channel in self._callbacks:
                self._callbacks[channel](channel)


GPIO = FakeGPIO()


@contextmanager
def rpi_gpio() -> Iterator[Any]:
    """A pin factory on it. Its pins are class-level, so they are closed here."""
    rpi = ModuleType("RPi")
    rpi.GPIO = GPIO  # type: ignore[attr-defined]
    sys.modules |= {"RPi": rpi, "RPi.GPIO": GPIO}  # type: ignore[dict-item]
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        class Factory(RPiGPIOFactory):
            def _get_revision(self) -> int:
                return 0xA02082

        factory = Factory()
        try:
            yield factory
        finally:
            factory.close()
    finally:
        del sys.modules["RPi"], sys.modules["RPi.GPIO"]
