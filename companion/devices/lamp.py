"""A seat's lamp. Its meaning is in its pattern, so one colour is enough and nobody has to tell red from green."""

from __future__ import annotations

import threading
from typing import Any

from gpiozero import PWMOutputDevice  # type: ignore[import-untyped]

from companion.devices.device import Device, Status, status_of
from companion.devices.patterns import LAMPS


class Lamp(Device):
    """One LED with its resistor, from its pin to ground.

    The long leg to the pin, a resistor of 330 Ω (220 to 470) between the short leg and ground; without it the pin or
    the LED dies. It has no thread of its own: a Follower plays all lamps.
    """

    kind = "lamp"

    def __init__(self, name: str, pin: int | str | tuple[int, int, int], *, pin_factory: Any) -> None:
        super().__init__(name)
        self.pin = pin
        self.pattern = "off"
        self._pin_factory = pin_factory
        self._lock = threading.Lock()
        self._led: Any = None
        self._step = 0
        self._next_at: float | None = None

    def show(self, pattern: str) -> None:
        """Play this from now on. Shown again, it goes on without a stumble."""
        if pattern not in LAMPS:
            raise ValueError(f"{self.name}: there is no lamp pattern {pattern!r}; expected {', '.join(LAMPS)}")
        with self._lock:
            if pattern == self.pattern:
                return
            self.pattern = pattern
            self._begin()
        self.nudge()

    def _begin(self) -> None:
        self._step, self._next_at = 0, 0.0  # long ago: at once

    # Opening and closing

    def _open(self) -> None:
        led = self._make()
        with self._lock:
            self._led = led
            self._begin()

    def _close(self) -> None:
        with self._lock:
            led, self._led = self._led, None
            self._next_at = None
            if led is not None:
                led.close()

    # What another kind of lamp does differently

    def _make(self) -> Any:
        return PWMOutputDevice(self.pin, pin_factory=self._pin_factory)

    def _light(self, brightness: float) -> None:
        self._led.value = brightness

    # What time brings

    def next_instant(self) -> float | None:
        return self._next_at if self._led is not None else None

    def due(self, now: float) -> None:
        with self._lock:
            if self._led is None or self._next_at is None or now < self._next_at:
                return
            steps = LAMPS[self.pattern]
            brightness, milliseconds = steps[self._step]
            self._light(brightness)
            self._step = (self._step + 1) % len(steps)
            # From the instant it was due, so that lamps stay in step; but one that was held up does not race after it.
            began_at = self._next_at if now - self._next_at < 1.0 else now
            self._next_at = began_at + milliseconds / 1000 if len(steps) > 1 else None

    # How it is

    def status(self) -> Status:
        return status_of(self.kind, self.state(), error=self.error, pattern=self.pattern)
