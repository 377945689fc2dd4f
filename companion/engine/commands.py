"""The commands that every game has. Their fields give validation, the OpenAPI description and the forms.

Nobody compares commands, so they are made without `==`: two dozen classes are a good part of the time to start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine.plain import Amount, ChangeOfSeconds, EntryNumber, Id, Name, SeatNumber, Text


@dataclass(frozen=True, eq=False)
class StartGame:
    """Seat the players and begin."""

    game: Id
    seats: list[Any]
    options: dict[str, Any] | None = None
    instead: bool = False


@dataclass(frozen=True, eq=False)
class EndGame:
    """Stop before the rules end it."""

    reason: Name | None = None
    winners: list[SeatNumber] | None = None


@dataclass(frozen=True, eq=False)
class Rematch:
    """The same seats once more; the next player begins."""


@dataclass(frozen=True, eq=False)
class ClearTable:
    """Back to the lobby; the game stays in the journal."""


@dataclass(frozen=True, eq=False)
class NextTurn:
    """The next player's turn. `seen` is the turn the sender saw: if the table has moved on, nothing happens."""

    seen: SeatNumber | Id | None = None


@dataclass(frozen=True, eq=False)
class NextPhase:
    """On to the next phase. `seen` is the phase the sender saw: if the table has moved on, nothing happens."""

    seen: SeatNumber | Id | None = None


@dataclass(frozen=True, eq=False)
class AdjustTrack:
    """Set any track within its bounds: the cardboard is always right."""

    track: Id
    seat: SeatNumber | None = None
    piece: Id | None = None
    to: Amount | None = None
    by: Amount | None = None


@dataclass(frozen=True, eq=False)
class StartTimer:
    """Start a timer, or run a paused one on."""

    timer: Id


@dataclass(frozen=True, eq=False)
class PauseTimer:
    """Stop a timer where it is."""

    timer: Id


@dataclass(frozen=True, eq=False)
class ResumeTimer:
    """Run a paused timer on."""

    timer: Id


@dataclass(frozen=True, eq=False)
class AddTime:
    """Give a timer more seconds, or take some."""

    timer: Id
    seconds: ChangeOfSeconds


@dataclass(frozen=True, eq=False)
class PauseTable:
    """Pizza: game time and all timers stand."""


@dataclass(frozen=True, eq=False)
class ResumeTable:
    """Go on after a pause."""


@dataclass(frozen=True, eq=False)
class DismissNotice:
    """Done, or not wanted."""

    notice: Id


@dataclass(frozen=True, eq=False)
class Answer:
    """Answer a question."""

    notice: Id
    choice: Amount | Id


@dataclass(frozen=True, eq=False)
class Note:
    """Write a line into the log."""

    text: Text
    seat: SeatNumber | None = None


@dataclass(frozen=True, eq=False)
class RenamePlayer:
    """Call a player something else."""

    seat: SeatNumber
    player: Name


@dataclass(frozen=True, eq=False)
class ReorderSeats:
    """Players move to other places with all that is theirs; devices stay with the place."""

    order: list[SeatNumber]


@dataclass(frozen=True, eq=False)
class Leave:
    """A player goes home; the seat is out and keeps its number."""

    seat: SeatNumber


@dataclass(frozen=True, eq=False)
class Join:
    """A newcomer sits down at the next number, where the game allows it."""

    player: Name
    role: Id | None = None


@dataclass(frozen=True, eq=False)
class Undo:
    """Take back the last thing someone did. `entry` is what the sender's button named."""

    entry: EntryNumber | None = None


@dataclass(frozen=True, eq=False)
class Redo:
    """Do again what was taken back last."""


@dataclass(frozen=True, eq=False)
class PutRight:
    """Correct an older entry that only moved tracks."""

    entry: EntryNumber


@dataclass(frozen=True, eq=False)
class TimeUp:
    """The companion's own: a timer has run out."""

    timer: Id


@dataclass(frozen=True, eq=False)
class Restart:
    """The companion's own: it has come back after a stop or a power cut."""


@dataclass(frozen=True, eq=False)
class SetAside:
    """The companion's own: the game on the table could not be read, so the table is cleared."""

    game: str
    why: str
