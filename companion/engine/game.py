"""What a game brings to the table: its state, its rules, and what follows by itself."""

from __future__ import annotations

import functools
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal, TypeVar

from companion.engine.boards import Printed
from companion.engine.changes import Changes, Shape, shape_of
from companion.engine.plain import Name, Plain, SeatNumber, Seconds
from companion.engine.state import Notice, Outcome, Piece, State
from companion.engine.timers import TimerKind

Rule = Callable[[Any, Any], None]
R = TypeVar("R", bound=Rule)


@dataclass(frozen=True)
class SeatSetup:
    """Who sits down. A game adds what else a seat brings."""

    player: Name
    role: str | None = None


@dataclass(frozen=True)
class Options:
    """What can be chosen before a game; everything may be left out."""

    first: SeatNumber | Literal["roll"] | None = None
    turn_s: Seconds | None = None


def rule(function: R) -> R:
    """Marks a function as the rule for the command that its second parameter names."""
    # Only this one is looked up: working out all types of a hundred rules is a good part of the time to start.
    first, *parts = str(list(function.__annotations__.values())[1]).split(".")
    function.rule_for = functools.reduce(getattr, parts, function.__globals__[first])  # type: ignore[attr-defined]
    return function


def command_name(kind: type[Any]) -> str:
    """`SpendPower` is asked for as `spend-power`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()


def rules_of(*modules: ModuleType) -> dict[str, Rule]:
    """All rules of these modules, by the name of their command."""
    found = (each for module in modules for each in vars(module).values() if hasattr(each, "rule_for"))
    return {command_name(each.rule_for): each for each in found}


def nothing(*_: Any) -> None:
    """For a game in which nothing follows."""


@dataclass(frozen=True)
class Offer:
    """Something a seat may want to do now, as its page shows it. Whether it may, its rule says when it is tried.

    `given` are the fields that are settled; `ask` are those that people fill in, with a value to begin from. Its button
    says what its command is called among the words' offers, or `says` with its `values` where that is not enough.
    """

    command: str
    given: Plain = field(default_factory=dict)
    ask: Plain = field(default_factory=dict)
    says: str | None = None
    values: Plain = field(default_factory=dict)


def no_offers(*_: Any) -> list[Offer]:
    """For a game whose pages bring their own buttons."""
    return []


def no_commands(*_: Any) -> list[Plain]:
    """For a game in which holding a button asks for nothing more."""
    return []


def no_panel(*_: Any) -> Plain:
    """For a game whose panels show the state as it is."""
    return {}


def no_guesses(*_: Any) -> list[str]:
    """For a game whose rulebook tells every number."""
    return []


def just_dismiss(*_: Any) -> Plain | None:
    """For a game in which a notice that is done has done its work."""
    return None


@dataclass(frozen=True, kw_only=True)
class Game:
    """Everything that the engine knows of a game. Built-in games use no other door."""

    name: str
    title: str
    players: range
    roles: tuple[str, ...] = ()
    state: type[State[Any]]
    setup: type[SeatSetup] = SeatSetup
    options: type[Options] = Options
    rules: Mapping[str, Rule]

    begin: Callable[[list[Any], Any], State[Any]]  # seats and options to the first state
    # What the seats bring, once the entry has a number: pieces take their ids from it.
    lay_out: Callable[[Any, list[Any]], None] = nothing
    again: Callable[[Any], list[Any]]  # who sits down for a rematch, with what they bring
    next_turn: Callable[[Any], None]
    next_phase: Callable[[Any], None]
    settle: Callable[[Any], None] = nothing
    join: Callable[[Any, Any], None] | None = None  # a newcomer sits down at the next number
    reseat: Callable[[Any, dict[int, int]], None] = nothing  # renumber what the game knows of seats
    answers: Mapping[str, Callable[[Any, Notice, int | str], None]] = field(default_factory=dict)
    timers: Mapping[str, TimerKind] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()  # every way the rules can end it

    # On the table
    # The tracks that a seat's knob turns, in order, as `name` or `<piece>/<name>`; without it, all of the seat's.
    knob_tracks: Callable[[Plain, int], list[str]] | None = None
    hold: str | None = None  # the command, for a seat, of holding its knob
    next_button: Literal["next-turn", "next-phase"] = "next-turn"
    main_timer: str | None = None  # what the start button starts and pauses
    held_next: Callable[[Any], list[Plain]] = no_commands  # what holding Next asks for where pressing it is refused

    # On the screens
    offers: Callable[[Any, int], list[Offer]] = no_offers  # what a seat may want to do, from the state and its number
    # What its panels need beside the view, for a seat or for all; none while there is nothing to show.
    panel: Callable[[Plain, int | None], Plain | None] = no_panel
    guessed: Callable[[Plain, int], list[str]] = no_guesses  # a seat's tracks that rest on numbers nobody has checked
    done: Callable[[Plain, Plain], Plain | None] = just_dismiss  # what "done" under a notice does; none: dismiss it
    score: str | None = None  # the track of a seat that says who is ahead
    score_to: int | None = None  # where that race ends
    callouts: tuple[str, ...] = ()  # lines of the log that are a moment: large on the wall, spoken where people want it

    # A game with printed numbers that its rulebook does not tell (see companion.engine.boards)
    printed: Printed | None = None

    # State fields are only added, with a default that means what the old game meant. Anything else raises the version
    # and says here how changes of the older one read today.
    version: int = 1
    migrations: Mapping[int, Callable[[Changes], Changes]] = field(default_factory=dict)

    @functools.cached_property
    def shape(self) -> Shape:
        return shape_of(self.state)

    @functools.cached_property
    def piece_maps(self) -> list[str]:
        """The fields of a seat that hold its pieces."""
        return piece_maps(self.shape.parts["seats"].each)

    @functools.cached_property
    def seat_tracks(self) -> list[str]:
        """The tracks that every seat has."""
        return list(self.shape.parts["seats"].each.kind.listed)  # type: ignore[union-attr]

    @functools.cached_property
    def table_piece_maps(self) -> list[str]:
        return piece_maps(self.shape)

    def command(self, name: str) -> type[Any]:
        return typing.cast("type[Any]", self.rules[name].rule_for)  # type: ignore[attr-defined]

    def read_old(self, changes: Changes, version: int) -> Changes:
        """Changes as an earlier version wrote them, in today's words."""
        if version > self.version:
            raise ValueError(f"it was played with a newer companion (state {version}, this one knows {self.version})")
        for each in range(version, self.version):
            changes = self.migrations[each](changes)
        return changes


def piece_maps(shape: Shape | None) -> list[str]:
    """The fields that hold pieces. Each kind of piece has a map of its own."""
    parts = shape.parts.items() if shape else ()
    return [name for name, part in parts if part.each and part.each.kind and issubclass(part.each.kind, Piece)]


def end(state: State[Any], reason: str, winners: Iterable[int], ranking: Iterable[dict[str, int]] = ()) -> None:
    """The game is over."""
    state.outcome = Outcome(winners=list(winners), reason=reason, ranking=list(ranking))
