"""A knob: clicks to the left and to the right, and its push."""

from __future__ import annotations

import threading
from typing import Any

from gpiozero import DigitalInputDevice  # type: ignore[import-untyped]

from companion.clock import Clock
from companion.devices.button import BOUNCE_S, MUTED_S, Button
from companion.devices.device import Device, Emit, Report, Status, report_to_log, status_of
from companion.signals import Signal

QUARTERS = 4  # changes of the two contacts in one click
CLICKS_MOST = 120  # in a second: five whole rounds, more than fingers can do

# How far it went, in quarters, from (A, B) to (A, B); closed is True. A leads when it turns clockwise.
_ROUND = [(False, False), (True, False), (True, True), (False, True)]
STEP = {(_ROUND[i], _ROUND[(i + by) % QUARTERS]): by for i in range(QUARTERS) for by in (1, -1)}


class Knob(Device):
    """A rotary encoder with a push switch. Common pin to ground, A and B each to their own pin.

    The switch goes from its own pin to ground. No resistors: the Pi's pull-ups hold all three pins high. On a KY-040
    board A is called CLK, B is DT and the push is SW; leave its + open. If it counts the wrong way, reverse it for
    that seat or swap A and B.

    Between two clicks the contacts go once round: A closes, B closes, A opens, B opens. A click counts when they have
    gone the whole round, so a contact that bounces goes there and back and counts for nothing, and neither does a knob
    that was only leant on.
    """

    kind = "knob"

    def __init__(
        self,
        name: str,
        a: int | str,
        b: int | str,
        push: int | str,
        emit: Emit,
        *,
        clock: Clock,
        pin_factory: Any,
        report: Report = report_to_log,
    ) -> None:
        super().__init__(name)
        self._push = Button(name, push, emit, clock=clock, pin_factory=pin_factory, report=report)
        self._push.nudge = lambda: self.nudge()
        self.pins = (a, b, push)
        self._emit = emit
        self._clock = clock
        self._pin_factory = pin_factory
        self._report = report
        self._lock = threading.RLock()
        self._inputs: list[Any] = []
        self._at = _ROUND[0]
        self._quarters = 0
        self._heard_at: float | None = None
        self._settle_at: float | None = None
        self._second = 0.0  # since when clicks are counted
        self._clicked = 0
        self._muted_until: float | None = None
        self._counts = {"clicks": 0, "half_clicks": 0, "mutes": 0}

    # Opening and closing

    def _open(self) -> None:
        for which, pin in enumerate(self.pins[:2]):
            contact = DigitalInputDevice(pin, pull_up=True, pin_factory=self._pin_factory)
            self._inputs.append(contact)
            contact.when_activated = lambda which=which: self._changed(which, True)
            contact.when_deactivated = lambda which=which: self._changed(which, False)
        with self._lock:
            self._quarters, self._settle_at, self._muted_until = 0, None, None
            self._at = self._contacts()
        self._push.open()

    def _close(self) -> None:
        self._push.stop()
        with self._lock:
            inputs, self._inputs = self._inputs, []
            self._settle_at = None
        for contact in inputs:
            contact.close()

    def _contacts(self) -> tuple[bool, bool]:
        a, b = self._inputs
        return bool(a.is_active), bool(b.is_active)

    # Turning

    def _changed(self, which: int, is_closed: bool) -> None:
        with self._lock:
            if len(self._inputs) < 2:  # an edge while it opens or closes
                return
            now = self._heard_at = self._clock.now()
            a, b = self._at
            self._go((is_closed, b) if which == 0 else (a, is_closed), now)
            self._settle_at = self._muted_until or now + BOUNCE_S
            self.nudge()

    def _go(self, to: tuple[bool, bool], now: float) -> None:
        self._quarters += STEP.get((self._at, to), 0)
        self._at = to
        if to != _ROUND[0]:
            return
        # Between two clicks again.
        click, self._quarters = self._quarters, 0
        if abs(click) == QUARTERS:
            self._clicks(1 if click > 0 else -1, now)
        else:
            self._counts["half_clicks"] += 1

    def _clicks(self, by: int, now: float) -> None:
        if self._muted_until is not None:
            return
        if now - self._second >= 1.0:
            self._second, self._clicked = now, 0
        self._clicked += 1
        if self._clicked > CLICKS_MOST:
            self._muted_until = now + MUTED_S
            self._counts["mutes"] += 1
            self._report(
                f"{self.name}: turned more than {CLICKS_MOST} clicks in a second, so it is muted for {MUTED_S:.0f} s; "
                f"look for a loose wire at pins {self.pins[0]} and {self.pins[1]}"
            )
            return
        self._counts["clicks"] += 1
        self._emit(Signal(self.name, "turned", (by,), now))

    def settle(self, now: float) -> None:
        """An edge that never arrived must not shift all later clicks: at rest, believe the contacts."""
        with self._lock:
            if self._settle_at is not None and now >= self._settle_at and len(self._inputs) == 2:
                self._settle_at = None
                self._muted_until = None
                if self._contacts() != self._at:
                    self._go(self._contacts(), now)
        self._push.settle(now)

    # What time brings

    def next_instant(self) -> float | None:
        instants = [each for each in (self._settle_at, self._push.next_instant()) if each is not None]
        return min(instants, default=None)

    def due(self, now: float) -> None:
        self.settle(now)

    # How it is

    def state(self) -> str:
        state = super().state()
        if state != "ok":
            return state
        return "ok" if self._muted_until is None and self._push.state() == "ok" else "muted"

    def status(self) -> Status:
        push = self._push.status()
        heard = [push["last_heard"]] if push["last_heard"] is not None else []
        if self._heard_at is not None:
            heard.append(self._clock.now() - self._heard_at)
        counts = self._counts | {f"push_{name}": count for name, count in push["counts"].items()}
        last_heard = min(heard, default=None)
        more = {"down": push["down"]}
        return status_of(self.kind, self.state(), last_heard=last_heard, counts=counts, error=self.error, **more)
