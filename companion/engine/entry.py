"""An entry: one accepted command and all that it changed. One row, one undo step, one message on the stream."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.changes import Changes
from companion.engine.plain import Plain
from companion.engine.state import Said


@dataclass(frozen=True)
class Entry:
    seq: int
    game: str | None  # the id of the game; none for an entry that clears the table
    at: str
    t: float
    by: Plain
    command: Plain
    said: Said
    changes: Changes
    version: int = 1  # of the game's state when this was written
    undo: int | None = None  # what undo would take back after this entry
    redo: int | None = None  # the undo that redo would take back after this entry

    @property
    def begins(self) -> bool:
        """Whether a game begins here: its whole first state is one change."""
        return bool(self.changes) and self.changes[0][0] == ""


@dataclass(frozen=True)
class Stamp:
    """When a command was taken, and who or what asked."""

    at: str  # wall time, for people
    t: float  # the game's own clock
    by: Plain = field(default_factory=lambda: {"companion": "test"})
