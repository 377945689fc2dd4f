"""What a MonstroCity table holds: the City Board, the Police Station Board and a Player Board at each seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.engine.game import Options, SeatSetup
from companion.engine.plain import Count, SeatNumber, Seconds
from companion.engine.state import Seat, State, track
from companion.errors import Rejected
from companion.games.monstrocity.board import Board, BoardChange, is_unchecked

RAMPAGE = "rampage"  # the phase, and the timer of that phase
RAMPAGE_S = 120
SETS = 6  # rolls of each player in a turn-based rampage
DICE = 4

Phase = Literal["spawn", "police", "retaliation", "rampage", "clean-up"]
Mode = Literal["standard", "turn-based", "tutorial", "competitive"]
Kind = Literal["common", "special", "turret", "city-hall"]
Turret = Literal[
    "freeze-ray", "mortar", "plasma-cannon", "rocket-launcher", "other"
]  # other: in range, no matter which
Deck = Literal["retaliation", "reinforcement", "event", "mystery"]
CardType = Literal["instant", "ongoing", "spawn"]

ATTRIBUTES = {"furious-george": "trample", "torty-shell": "regenerate", "max-horn": "fast", "bobzilla": "heavy"}
ABILITIES = {
    "furious-george": "Jump Smash",
    "torty-shell": "Turtle Power",
    "max-horn": "Monstrous Charge",
    "bobzilla": "Roaring Blaze",
}
MARK = "?"  # behind a number that nobody has compared with the box


@dataclass(frozen=True, eq=False)
class MonsterSetup(SeatSetup):
    """A player and the monster they play; without one, the next that is free."""


@dataclass(frozen=True, eq=False)
class CityOptions(Options):
    mode: Mode = "standard"
    enhanced: bool = False
    rampage_s: Seconds = RAMPAGE_S
    teams: list[list[SeatNumber]] | None = None
    mission_cards: Count | None = None
    youngest: SeatNumber | None = None
    board: BoardChange | None = None


@dataclass(kw_only=True)
class Card:
    """A Reinforcement card in somebody's hand. What stands on it, only who drew it knows."""

    id: str
    name: str | None = None
    type: str | None = None
    seat: int | None = None  # who plays it, once its effect lasts to the end of the round


@dataclass(kw_only=True)
class Monster(Seat):
    health = track(1)
    rage = track(1)
    monster: Literal["waiting", "on-board", "down"] = "waiting"
    falls: int = 0
    fell_in: int | None = None  # the round in which it went down to stay there until Spawn
    dice: int = 0  # rolled and still to be resolved
    has_rolled: bool = False  # in this rampage: before that, no ability
    past_threats: bool = False  # in this roll: its City and Police dice are behind it
    set_rolled: bool = False  # turn-based: this set's dice were rolled,
    set_done: bool = False  # and this set is finished
    attribute: str | None = None  # in Enhanced mode
    speed: int | list[int] = 1
    damage: int = 1  # of a Combat die
    felled: int = 0  # buildings
    reinforcements: list[Card] = field(default_factory=list)


@dataclass(kw_only=True)
class Police:
    station: int = 12  # cars on the board of the station
    threat: int = 0  # the highest number uncovered
    removed: int = 0  # cars gone for good


@dataclass(kw_only=True)
class Buildings:
    left: int
    destroyed: int = 0
    health: int = 0  # of each, by the number of players


@dataclass(kw_only=True)
class Obstacles:
    out: int = 0
    destroyed: int = 0
    health: int = 0
    by_event: dict[str, int] = field(default_factory=dict)  # of those out; the others belong to no event


@dataclass(kw_only=True)
class Pile:
    left: int
    discard: int = 0


@dataclass(kw_only=True)
class Sets:
    done: int = 0
    of: int = 0  # none where the rampage is run against the clock


@dataclass(kw_only=True)
class Team:
    """One side of a competitive evening; its score is written down when its game is over."""

    seats: list[int]
    stars: int | None = None
    threat: int | None = None
    obstacles: int | None = None


@dataclass(kw_only=True)
class City(State[Monster]):
    options: CityOptions = field(default_factory=CityOptions)
    phase: Phase
    threat = track(0, max=36)
    turret_damage: int = 0
    retaliation_cards: int = 0
    x: int = 0  # the number of players
    police: Police = field(default_factory=Police)
    city: dict[str, Buildings] = field(default_factory=dict)
    obstacles: Obstacles = field(default_factory=Obstacles)
    events: list[str] = field(default_factory=list)
    decks: dict[str, Pile] = field(default_factory=dict)
    sets: Sets = field(default_factory=Sets)
    stars: int = 0
    teams: list[Team] = field(default_factory=list)
    team: int | None = None  # which of the two plays
    fallen: list[str] = field(default_factory=list)  # buildings that the next Clean-up counts
    effects: list[Card] = field(default_factory=list)  # ongoing cards; they end with the round
    is_called: bool = False  # this round's monsters were called onto the board
    board: Board
    unchecked: list[str] = field(default_factory=list)

    @property
    def is_turn_based(self) -> bool:
        """Sets of dice instead of the clock: always, or in the first round to learn it."""
        return self.options.mode == "turn-based" or (self.options.mode == "tutorial" and self.round == 1)

    def at_play(self) -> list[Monster]:
        """The monsters of this game: everybody's, or the team's whose game it is."""
        team = self.teams[self.team - 1].seats if self.team else None
        return [monster for monster in self.playing() if team is None or monster.seat in team]

    def monster_at_play(self, number: int, field: str = "seat") -> Monster:
        monster = self.seat(number, field)
        if monster.out:
            raise Rejected("seat-out", player=monster.player)
        if monster not in self.at_play():
            raise Rejected("other-team-plays", player=monster.player)
        return monster

    def is_rampaging(self) -> bool:
        """Whether the clock of the rampage runs now. On a paused table it stands."""
        ends_at = self.timers[RAMPAGE].ends_at
        return ends_at is not None and ends_at > self.moment.t and not self.paused

    def is_time_up(self) -> bool:
        """Whether this rampage is over by the clock: what was rolled is still resolved, and nothing new is rolled."""
        timer = self.timers[RAMPAGE]
        if self.is_turn_based:
            return False
        return timer.state == "done" or (timer.ends_at is not None and timer.ends_at <= self.moment.t)

    def shown(self, number: int, *keys: str) -> str:
        """A number in a sentence, marked while a printed number that it comes from is not checked."""
        return f"{number}{MARK}" if is_unchecked(self.unchecked, *keys) else str(number)
