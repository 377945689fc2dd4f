"""Hands without hands: they close contacts on mock pins, and bounce or chatter when asked to."""

from __future__ import annotations

import threading
from typing import Any

from companion.clock import Clock
from companion.devices.device import Device, Status

PUSH_S = 0.05  # no finger is quicker, and a contact comes to rest meanwhile
HOLD_S = 1.0
BOUNCES = 10
CHATTERS = 100


class VirtualHands(Device):
    """Fingers on every contact of the table. They stand among the devices because time releases a held button."""

    kind = "hands"

    def __init__(self, clock: Clock, pin_factory: Any) -> None:
        super().__init__("hands")
        self.pins: dict[str, int] = {}  # by contact: "start", "knob-1", "knob-1 a"
        self.bouncing: set[str | None] = set()  # None: every contact
        self.lock = threading.RLock()  # mock pins call back on whichever thread drives them; let it be one at a time
        self._clock = clock
        self._pin_factory = pin_factory
        self._held_until: dict[str, float] = {}

    def touch(self, contact: str, is_closed: bool) -> None:
        """Close a contact to ground or open it."""
        bounces = BOUNCES if self.bouncing & {None, contact.split(" ")[0]} else 0
        with self.lock:
            pin = self._pin_factory.pin(self.pins[contact])
            if bool(pin.state) != is_closed:
                return  # it is so already
            for level in (is_closed, *(not is_closed, is_closed) * bounces):
                _drive(pin, level)

    def turn(self, name: str, clicks: int) -> None:
        a, b = f"{name} a", f"{name} b"
        first, second = (a, b) if clicks > 0 else (b, a)
        with self.lock:
            for _ in range(abs(clicks)):
                for contact, is_closed in ((first, True), (second, True), (first, False), (second, False)):
                    self.touch(contact, is_closed)

    def chatter(self, contact: str) -> None:
        with self.lock:
            pin = self._pin_factory.pin(self.pins[contact])
            for change in range(CHATTERS):
                _drive(pin, change % 2 == 0)

    def hold(self, contact: str, seconds: float) -> None:
        with self.lock:
            self.touch(contact, True)
            self._held_until[contact] = self._clock.now() + seconds
        self.nudge()

    def release(self, contact: str) -> None:
        with self.lock:
            self._held_until.pop(contact, None)
            self.touch(contact, False)

    # What time brings

    def next_instant(self) -> float | None:
        return min(list(self._held_until.values()), default=None)

    def due(self, now: float) -> None:
        with self.lock:
            for contact in [each for each, until in self._held_until.items() if until <= now]:
                self.release(contact)

    def statuses(self) -> dict[str, Status]:
        return {}  # nobody wires hands


def _drive(pin: Any, is_closed: bool) -> None:
    if is_closed:
        pin.drive_low()
    else:
        pin.drive_high()
