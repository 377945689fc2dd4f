"""Timers are instants, not ticks: when it began to run and what was left then say all there is to say.

They stand on the game's own clock `t`, which stands while the table is paused, so nothing has to be stopped and set
going again, and taking back a wrong pause gives the seconds as if nobody had touched it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

A_DAY_S = 86_400.0

TimerState = Literal["idle", "counting-in", "running", "paused", "done"]


@dataclass
class Timer:
    """A countdown, with where it stands on the game's clock."""

    # Undoing a start must give back the whole timer, whatever a restart or the end of time did to it since.
    RECORDED_WHOLE: ClassVar[bool] = True

    of_s: float
    left_s: float
    state: TimerState = "idle"
    since: float | None = None  # when left_s was true; for a count-in, when it will run

    @classmethod
    def of(cls, seconds: float) -> Timer:
        return cls(of_s=seconds, left_s=seconds)

    def state_at(self, t: float) -> TimerState:
        """From counting in to running takes no command: the instant does it."""
        if self.state == "counting-in" and self.since is not None and t >= self.since:
            return "running"
        return self.state

    def left_at(self, t: float) -> float:
        if self.state_at(t) != "running" or self.since is None:
            return self.left_s
        return max(0.0, round(self.left_s - (t - self.since), 3))

    @property
    def ends_at(self) -> float | None:
        """The instant on the game's clock when time will be up, if it is on its way there."""
        if self.state not in ("counting-in", "running") or self.since is None:
            return None
        return self.since + self.left_s

    def is_going(self) -> bool:
        return self.state in ("counting-in", "running")

    def start(self, t: float, count_in_s: float = 0.0) -> None:
        """From the beginning, after a count-in where there is one."""
        self.left_s = self.of_s
        self.state = "counting-in" if count_in_s else "running"
        self.since = t + count_in_s

    def run_on(self, t: float) -> None:
        self.state, self.since = "running", t

    def pause(self, t: float) -> None:
        self.left_s = self.left_at(t)
        self.state, self.since = "paused", None

    def reset(self) -> None:
        self.left_s = self.of_s
        self.state, self.since = "idle", None

    def finish(self) -> None:
        self.left_s = 0.0
        self.state, self.since = "done", None

    def add(self, seconds: float, t: float) -> None:
        """More or less time, never less than none nor more than a day."""
        left = max(0.0, min(self.left_at(t) + seconds, A_DAY_S))
        if self.state == "idle":
            self.of_s = left
        elif self.state_at(t) == "running":
            self.state, self.since = "running", t
        elif self.state in ("paused", "done"):
            # A card that gives time after time was up: it waits to be started again.
            self.state = "paused" if left else "done"
        self.left_s = left


@dataclass(frozen=True)
class TimerKind:
    """What a game says about one of its timers."""

    count_in_s: int = 0
    sounds: tuple[tuple[int, str], ...] = ()  # (seconds left, pattern)
    phase: str | None = None  # leaving this phase makes it idle


# A turn's limit is a nudge, not a drama: a word at ten seconds and a tick for the last three.
TURN = TimerKind(sounds=((10, "ten"), (3, "tick"), (2, "tick"), (1, "tick"), (0, "time-up")))


def sounds_ahead(timer: Timer, kind: TimerKind, t: float | None = None) -> list[tuple[float, str]]:
    """The sounds this timer will still make, as instants on the game's clock, soonest first; else all of this run."""
    ends_at = timer.ends_at
    if ends_at is None or timer.since is None:
        return []
    if t is None:
        t = float("-inf") if timer.state == "counting-in" else timer.since
    counted = ((timer.since - left, "tick") for left in range(kind.count_in_s, 0, -1))
    begun = [(timer.since, "start")] if timer.state == "counting-in" else []
    heard: Iterable[tuple[float, str]] = (
        (ends_at - left, pattern) for left, pattern in kind.sounds if left <= timer.left_s
    )
    ahead = [*(counted if timer.state == "counting-in" else ()), *begun, *heard]
    return sorted((round(at, 3), pattern) for at, pattern in ahead if at > t)
