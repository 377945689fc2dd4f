"""A button: pressed, released, and nothing else, however badly its contact bounces."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any

from gpiozero import DigitalInputDevice  # type: ignore[import-untyped]

from companion.clock import Clock
from companion.devices.device import Device, Emit, Report, Status, report_to_log, status_of
from companion.signals import Signal

BOUNCE_S = 0.020  # cheap switches bounce for 5 ms, arcade buttons on a long wire for three times that
CHATTER_MOST, CHATTER_WITHIN_S = 30, 1.0  # no hand is that quick
MUTED_S = 5.0


class Button(Device):
    """One momentary switch, from its pin to ground.

    No resistor: the Pi's own pull-up holds the pin high until the switch closes.

    The first change of the contact counts at once; what follows within 20 ms is bounce. When that time is over the
    contact is read again (`settle`), so that a release during the bounce is late by a moment but never lost. Bounce is
    worked out from instants of the table's clock: gpiozero's `bounce_time` drops the last edge of a quick press, and
    its mock pins ignore it.

    A pin that goes on changing is a loose wire. It is muted for five seconds, and says so.
    """

    kind = "button"

    def __init__(
        self, name: str, pin: int | str, emit: Emit, *, clock: Clock, pin_factory: Any, report: Report = report_to_log
    ) -> None:
        super().__init__(name)
        self.pin = pin
        self._emit = emit
        self._clock = clock
        self._pin_factory = pin_factory
        self._report = report
        self._lock = threading.RLock()  # pin callbacks and the follower's thread both come in
        self._input: Any = None
        self._is_down = False  # as it was last told
        self._accepted: deque[float] = deque(maxlen=CHATTER_MOST + 1)  # instants of changes that counted
        self._burst = 0  # changes since the contact was last at rest
        self._changed_at: float | None = None  # the contact, bounce and all
        self._settle_at: float | None = None
        self._muted_until: float | None = None
        self._counts = {"signals": 0, "bounces": 0, "mutes": 0}

    # Opening and closing

    def _open(self) -> None:
        contact = DigitalInputDevice(self.pin, pull_up=True, pin_factory=self._pin_factory)
        with self._lock:
            self._input = contact
            self._burst, self._settle_at, self._muted_until = 0, None, None
            self._accepted.clear()
            contact.when_activated = lambda: self._changed(True)
            contact.when_deactivated = lambda: self._changed(False)
            # Held down while the table starts is an elbow or a short circuit, not a wish: it is taken without a word.
            self._is_down = bool(contact.is_active)

    def _close(self) -> None:
        with self._lock:
            contact, self._input = self._input, None
            self._settle_at = None
        # Not under the lock: a pin library may wait here for a callback that waits for the lock.
        if contact is not None:
            contact.close()

    # What the contact does

    def _changed(self, is_down: bool) -> None:
        with self._lock:
            if self._input is None:  # an edge while it closes
                return
            now = self._clock.now()
            was_at_rest = self._changed_at is None or now - self._changed_at >= BOUNCE_S
            self._changed_at = now
            self._burst = 1 if was_at_rest else self._burst + 1
            if self._muted_until is not None:
                return
            if self._chatters(now):
                self._mute(now)
            elif self._accepted and now - self._accepted[-1] < BOUNCE_S:
                self._counts["bounces"] += 1
                self._settle_at = self._accepted[-1] + BOUNCE_S
                self.nudge()
            else:
                self._accept(is_down, now)

    def settle(self, now: float) -> None:
        """Read the contact again if it is time to: after bouncing, what was told is what the contact is."""
        with self._lock:
            if self._input is None or self._settle_at is None or now < self._settle_at:
                return
            self._settle_at = None
            if self._muted_until is not None:
                self._unmute(now)
            else:
                self._accept(bool(self._input.is_active), now)

    def _accept(self, is_down: bool, now: float) -> None:
        if is_down == self._is_down:
            return
        self._is_down = is_down
        self._accepted.append(now)
        self._settle_at = now + BOUNCE_S  # look once more: the last edge of a bounce may never be told
        self._counts["signals"] += 1
        self._emit(Signal(self.name, "pressed" if is_down else "released", (), now))
        self.nudge()  # after the table: it is in more of a hurry

    # Chatter

    def _chatters(self, now: float) -> bool:
        """Bounce comes to rest, however wild; so a burst counts whole only while it goes on."""
        accepted = sum(now - each < CHATTER_WITHIN_S for each in self._accepted)
        return accepted + self._burst > CHATTER_MOST

    def _mute(self, now: float) -> None:
        if self._is_down:
            self._accept(False, now)  # or the table would take it for a hold
        self._muted_until = self._settle_at = now + MUTED_S
        self._counts["mutes"] += 1
        self.nudge()
        self._report(
            f"{self.name}: its contact on pin {self.pin} changed more than {CHATTER_MOST} times in a second, so it is "
            f"muted for {MUTED_S:.0f} s; look for a loose wire"
        )

    def _unmute(self, now: float) -> None:
        if self._changed_at is not None and now - self._changed_at < CHATTER_WITHIN_S:
            self._muted_until = self._settle_at = now + MUTED_S  # it has not stopped; it was said already
            return
        self._muted_until = None
        self._burst = 0
        self._accepted.clear()
        self._is_down = bool(self._input.is_active)  # without a word, as at the start

    # What time brings

    def next_instant(self) -> float | None:
        return self._settle_at

    def due(self, now: float) -> None:
        self.settle(now)

    # How it is

    def state(self) -> str:
        return "muted" if self.is_open and not self.error and self._muted_until is not None else super().state()

    def status(self) -> Status:
        heard = None if self._changed_at is None else self._clock.now() - self._changed_at
        more = {"down": self._is_down}
        return status_of(self.kind, self.state(), last_heard=heard, counts=self._counts, error=self.error, **more)
