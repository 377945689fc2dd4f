"""What stands on the table: seats, tracks, pieces, timers, notices and, in the end, an outcome.

A game makes its own kinds of these by adding fields. Everything is an ordinary dataclass, and things live in maps by
id, so that every part of the table has a path that never changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from companion.engine.plain import Plain
from companion.engine.timers import Timer
from companion.errors import WrongField

if TYPE_CHECKING:
    from companion.engine.game import Game


@dataclass
class Track:
    """A bounded number that someone cares about; some know a value that they go back to."""

    value: int
    min: int = 0
    max: int = 99
    baseline: int | None = None

    def holds(self, value: int) -> bool:
        return self.min <= value <= self.max

    def move(self, by: int) -> int:
        """Move, but never past a bound, as a card's effect does; says how far it really went."""
        before = self.value
        self.value = self.cut(before + by)
        return self.value - before

    def move_baseline(self, by: int) -> int:
        before = self.baseline or 0
        self.baseline = self.cut(before + by)
        return self.baseline - before

    def cut(self, value: int) -> int:
        return max(self.min, min(self.max, value))


class track:  # noqa: N801 - reads like a field where a game lists its tracks
    """Lists a track of a seat, a piece or the table: `power = track(7, max=10, baseline=7)`.

    It is kept in the map `tracks` under its own name (dashes for underlines), so its path is `seats/1/tracks/power`.
    """

    def __init__(self, value: int, *, min: int = 0, max: int = 99, baseline: int | None = None) -> None:
        self._make: Callable[[], Track] = lambda: Track(value, min, max, baseline)
        self.name = ""

    def __set_name__(self, owner: type[HasTracks], name: str) -> None:
        self.name = name.replace("_", "-")

    @overload
    def __get__(self, thing: None, owner: type[Any]) -> track: ...
    @overload
    def __get__(self, thing: HasTracks, owner: type[Any]) -> Track: ...
    def __get__(self, thing: HasTracks | None, owner: type[Any]) -> track | Track:
        return self if thing is None else thing.tracks[self.name]

    def fresh(self) -> Track:
        return self._make()


@dataclass(kw_only=True)
class HasTracks:
    """Anything with tracks of its own. One that is not there yet stands at its start, in old games too."""

    tracks: dict[str, Track] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, each in self.listed.items():
            if name not in self.tracks:
                self.tracks[name] = each.fresh()

    # The tracks as the game lists them: the first one is what a knob turns.
    listed: ClassVar[dict[str, track]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {each.name: each for each in vars(cls).values() if isinstance(each, track)}
        cls.listed = cls.listed | own


@dataclass(kw_only=True)
class Piece(HasTracks):
    """A thing on the table: a character, a minion, a building, a location."""

    id: str
    kind: str
    name: str
    status: str | None = None
    at: str | None = None


@dataclass(kw_only=True)
class Seat(HasTracks):
    """A place at the table: a player, and the die, knob and lamp in front of them."""

    seat: int
    player: str
    role: str | None = None
    out: bool = False


@dataclass(kw_only=True)
class Notice:
    """What people must do now; it stays until it is done or dismissed. With choices it is a question."""

    id: str
    code: str
    values: dict[str, int | str] = field(default_factory=dict)
    seat: int | None = None
    choices: list[int | str] | None = None
    chosen: int | str | None = None


@dataclass(kw_only=True)
class Outcome:
    """How it ended, as data: who won and by which rule."""

    winners: list[int]
    reason: str
    ranking: list[dict[str, int]] = field(default_factory=list)


Said = list[list[Any]]  # [code, values] each; the words file makes sentences of them


@dataclass
class Moment:
    """When and as which entry a command is taken. Rules see the game's own clock and never another."""

    seq: int
    t: float
    game: Game
    by: Plain = field(default_factory=dict)  # who or what asked
    said: Said = field(default_factory=list)
    made: dict[str, int] = field(default_factory=dict)
    keeps_turn: bool = False  # the turn has another number, but is nobody else's


class Draft:
    """What a draft knows beside its fields. A slot, so that it is never copied, compared or journaled."""

    __slots__ = ("moment",)
    moment: Moment


S = TypeVar("S", bound=Seat)


@dataclass(kw_only=True)
class State(HasTracks, Draft, Generic[S]):
    """A game on the table."""

    game: str
    round: int = 1
    phase: str
    turn: int | None = None
    first: int | None = None
    paused: bool = False
    seats: dict[int, S]
    options: Any = None  # a game says here which kind of options it has
    timers: dict[str, Timer] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)
    outcome: Outcome | None = None

    def seat(self, number: int, field: str = "seat") -> S:
        """The seat of this number, or a refusal that names the field which asked for it."""
        try:
            return self.seats[number]
        except KeyError:
            raise WrongField("no-such-seat", field, seat=number, seats=len(self.seats)) from None

    def playing(self) -> list[S]:
        """The seats still in the game, clockwise."""
        return [seat for seat in self.seats.values() if not seat.out]

    def after(self, number: int) -> int:
        """The next seat clockwise that is still in the game."""
        order = [seat.seat for seat in self.playing()]
        return next((seat for seat in order if seat > number), order[0] if order else number)

    def say(self, code: str, **values: Any) -> None:
        """Put a line of the log beside what changes."""
        self.moment.said.append([code, values])

    def new_id(self, kind: str) -> str:
        """An id out of the entry's own number: never used twice, and no counter to undo."""
        made = self.moment.made[kind] = self.moment.made.get(kind, 0) + 1
        return f"{kind}{self.moment.seq}" if made == 1 else f"{kind}{self.moment.seq}-{made}"

    def tell(self, code: str, *, seat: int | None = None, **values: int | str) -> Notice:
        """Ask people to do something."""
        notice = Notice(id=self.new_id("n"), code=code, values=values, seat=seat)
        self.notices[notice.id] = notice
        return notice
