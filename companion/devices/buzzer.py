"""The table's buzzer. It follows instants, so that a countdown sounds on the second whatever else is going on."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from gpiozero import DigitalOutputDevice, PWMOutputDevice  # type: ignore[import-untyped]

from companion.clock import Clock
from companion.devices.device import Device, Status, status_of
from companion.devices.follower import Follower
from companion.devices.patterns import OFF, ON, OWN_TONE_HZ, SOUNDS
from companion.quiet import Quiet

log = logging.getLogger(__name__)

FINE_S = 0.003


class Buzzer(Device):
    """An active or a passive buzzer, + to its pin and − to ground.

    An active one (a label on top, hums by itself at 3 V) knows one tone: it is switched on and off. A passive one (a
    bare disc, only clicks at 3 V) plays the tones of the patterns. Neither needs a resistor if it takes less than
    16 mA; a louder one needs a transistor, with a diode across it if it is a coil.
    """

    kind = "buzzer"
    has_own_thread = True  # drawing a lamp must not delay a sound

    def __init__(
        self,
        pin: int | str,
        *,
        clock: Clock,
        pin_factory: Any,
        active: bool = True,
        quiet: Quiet | None = None,
        name: str = "buzzer",
    ) -> None:
        super().__init__(name)
        self.pin = pin
        self.active = active
        self.quiet = quiet or Quiet(clock)
        self.quiet.when_changed.append(self._hush)
        self.when_played: list[Callable[[float, str], None]] = []  # the instant it was meant for, and the pattern
        self._clock = clock
        self._pin_factory = pin_factory
        self._lock = threading.Lock()
        self._out: Any = None
        self._plan: deque[tuple[float, str]] = deque()  # soonest first
        self._asked: list[tuple[float, str]] = []  # for now; a new plan does not wipe it out
        self._edges: deque[tuple[float, int]] = deque()  # the pattern that sounds: when, and which tone then
        self._counts = {"played": 0, "kept_quiet": 0}
        self._follower = Follower(clock, [self], name="buzzer", fine_s=FINE_S)

    # Asking for sounds

    def plan(self, sounds: Iterable[tuple[float, str]]) -> None:
        """All sounds of the future, instead of those planned before. What sounds now goes on."""
        known = sorted((instant, pattern) for instant, pattern in sounds if _is_known(pattern))
        with self._lock:
            self._plan = deque(known)
        self._follower.wake()

    def play(self, pattern: str) -> None:
        """Now, instead of what sounds. Never waits."""
        if pattern not in SOUNDS:
            raise ValueError(f"there is no sound {pattern!r}; expected {', '.join(SOUNDS)}")
        with self._lock:
            if self._out is not None and not self.error:  # a sound for now is nothing to catch up with later
                self._asked.append((self._clock.now(), pattern))
        self._follower.wake()

    def is_quiet(self) -> bool:
        return self.quiet.is_now()

    def _hush(self) -> None:
        """Muted in the middle of a sound: it stops."""
        if self.quiet.muted:
            with self._lock:
                self._edges = deque([(0.0, OFF)])  # long ago: at once, by the one thread that touches the pin
            self._follower.wake()

    # Opening and closing

    def _open(self) -> None:
        make = DigitalOutputDevice if self.active else PWMOutputDevice
        out = make(self.pin, pin_factory=self._pin_factory)
        with self._lock:
            self._out = out
            self._plan = deque(sound for sound in self._plan if sound[0] >= self._clock.now())
        self._follower.start()

    def _close(self) -> None:
        self._follower.stop()
        with self._lock:
            self._edges.clear()
            self._asked.clear()
            out, self._out = self._out, None
        if out is not None:
            out.close()

    # What time brings, on the follower's thread

    def next_instant(self) -> float | None:
        with self._lock:
            firsts = [waiting[0][0] for waiting in (self._asked, self._plan, self._edges) if waiting]
        return min(firsts, default=None)

    def due(self, now: float) -> None:
        with self._lock:
            played, self._asked = self._asked, []
            while self._plan and self._plan[0][0] <= now:
                played.append(self._plan.popleft())
            played.sort()
            if self.is_quiet():
                self._counts["kept_quiet"] += len(played)
                played = []
            if played:
                self._counts["played"] += len(played)
                self._edges = deque(edges(*played[-1]))  # a new one replaces the old
            while self._edges and self._edges[0][0] <= now:
                self._sound(self._edges.popleft()[1])
        for sound in played:
            self._tell(*sound)

    def _sound(self, tone: int) -> None:
        if self._out is None:
            return
        if self.active:
            self._out.value = tone != OFF
        elif tone == OFF:
            self._out.value = 0
        else:
            self._out.frequency = OWN_TONE_HZ if tone == ON else tone
            self._out.value = 0.5

    def _tell(self, instant: float, pattern: str) -> None:
        for listener in self.when_played:
            try:
                listener(instant, pattern)
            except Exception:
                log.exception("%s failed on %s", listener, pattern)

    # How it is

    def state(self) -> str:
        state = super().state()
        return "muted" if state == "ok" and self.is_quiet() else state

    def status(self) -> Status:
        return status_of(self.kind, self.state(), counts=self._counts, error=self.error, planned=len(self._plan))


def edges(instant: float, pattern: str) -> Iterable[tuple[float, int]]:
    """Every change of tone as an instant counted from the beginning, so that no lateness adds up."""
    since_ms = 0
    for tone, milliseconds in SOUNDS[pattern]:
        yield instant + since_ms / 1000, tone
        since_ms += milliseconds
    yield instant + since_ms / 1000, OFF


def _is_known(pattern: str) -> bool:
    """A sound that nobody has written yet is left out; the countdown around it goes on."""
    if pattern not in SOUNDS:
        log.warning("there is no sound %r; expected %s", pattern, ", ".join(SOUNDS))
    return pattern in SOUNDS
