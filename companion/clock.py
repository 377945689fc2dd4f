"""One clock for everything: monotonic seconds, and the wall's time for people."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

WRITTEN = "%Y-%m-%dT%H:%M:%SZ"
# Boot time counts while a laptop sleeps, so a two-minute timer does not outlive its two minutes.
_SOURCE = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Clock(Protocol):
    def now(self) -> float:
        """Monotonic seconds. Never compared with the wall: a Pi has no clock battery, and wall time jumps."""

    def wall(self) -> datetime: ...

    def written(self) -> str:
        """The wall's time as an entry carries it: 2026-11-18T21:14:05Z"""

    def timeout_until(self, instant: float | None) -> float | None:
        """How long a thread may sleep before this instant; for ever if nothing is due."""

    def wake(self, when_moved: Callable[[], None]) -> None:
        """Call this whenever time has been moved by hand."""


class SystemClock:
    _written = (0, "")  # a second and how it is written: commands come in bursts

    def now(self) -> float:
        return time.clock_gettime(_SOURCE)

    def wall(self) -> datetime:
        return datetime.now(UTC)

    def written(self) -> str:
        second = int(time.time())
        if second != self._written[0]:
            self._written = (second, time.strftime(WRITTEN, time.gmtime(second)))
        return self._written[1]

    def timeout_until(self, instant: float | None) -> float | None:
        return None if instant is None else max(0.0, instant - self.now())

    def wake(self, when_moved: Callable[[], None]) -> None:
        """This clock moves by itself."""


class ManualClock:
    """A test's own time: it stands until it is moved."""

    def __init__(self, now: float = 1000.0) -> None:
        self._now = now
        self._wall = datetime(2026, 11, 18, 21, 0, tzinfo=UTC)
        self._when_moved: list[Callable[[], None]] = []

    def now(self) -> float:
        return self._now

    def wall(self) -> datetime:
        return self._wall

    def written(self) -> str:
        return self._wall.strftime(WRITTEN)

    def timeout_until(self, instant: float | None) -> float | None:
        return 0.0 if instant is not None and instant <= self._now else None

    def wake(self, when_moved: Callable[[], None]) -> None:
        self._when_moved.append(when_moved)

    def move(self, seconds: float) -> None:
        self._now += seconds
        self._wall += timedelta(seconds=seconds)
        for call in self._when_moved:
            call()
