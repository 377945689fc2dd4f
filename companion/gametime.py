"""The game's own clock `t`: seconds since the game began, standing while the table is paused."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.entry import Entry
from companion.engine.table import Table


class GameTime(NamedTuple):
    """Where `t` stood at an instant of the monotonic clock, and whether it moves."""

    t: float = 0.0
    since: float = 0.0
    stands: bool = True

    def at(self, instant: float) -> float:
        return self.t if self.stands else round(self.t + instant - self.since, 3)

    def when(self, t: float) -> float:
        """The instant at which the game's clock will show `t`, if it moves."""
        return self.since + t - self.t

    @classmethod
    def after(cls, entry: Entry, table: Table, before: GameTime, instant: float) -> GameTime:
        """A game that begins starts it at nought; pausing and resuming stop it and set it going."""
        if table.id is None:
            return cls()
        if entry.begins or before.stands != table.paused:
            return cls(entry.t, instant, table.paused)
        return before
