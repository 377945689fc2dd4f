"""What a Monster Town table holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from companion.engine.game import Options, SeatSetup
from companion.engine.plain import FromNone, FromOne, Minutes, Name, Positive
from companion.engine.state import Piece, Seat, State, track

ROLES = ("renegade-militia", "brotherhood-of-the-fang", "wolfenpack", "the-living-undead")
TO_WIN = 10  # conquest points
RENDEZVOUS = "rendezvous"  # the track that counts the deck down, where its size is known

Phase = Literal["roll-for-first", "scouting", "combat", "end-game"]
Trait = Literal["leader", "scout", "diplomat", "berserker", "geno-locked", "outcast", "stealth", "spellcaster"]
Status = Literal["ready", "exerted", "hidden", "dead", "reserves", "claimed", "vanished"]
ItemKind = Literal["weapon", "armour", "augmentation"]
CombatKind = Literal["combat", "skirmish", "ambush", "end-game"]

LIVING = ("ready", "exerted", "hidden")


@dataclass(frozen=True)
class CharacterSetup:
    """A character as its card prints it."""

    name: Name
    life: FromOne
    conquest: FromNone
    race: Name | None = None
    traits: list[Trait] = field(default_factory=list)
    reserve: bool = False


@dataclass(frozen=True, eq=False)
class GangSetup(SeatSetup):
    """A player and the gang they lead. Without characters only power and points are kept."""

    characters: list[CharacterSetup] = field(default_factory=list)
    treaty: Name | None = None


@dataclass(frozen=True, eq=False)
class TownOptions(Options):
    rules: Literal["full", "quick"] = "full"
    variant: Literal["standard", "all-or-nothing"] = "standard"
    rendezvous: Positive | None = None  # cards in the deck; without it nobody counts them
    time_limit_min: Minutes | None = None


@dataclass
class Item:
    """A Special Item that somebody carries."""

    name: str
    kind: ItemKind


@dataclass(kw_only=True)
class Character(Piece):
    """Listed at its owner for the whole game, whoever controls it and wherever it went."""

    life = track(1, baseline=1)
    kind: str = "character"
    status: Status = "ready"
    owner: int
    controller: int
    combat: str | None = None
    master: str | None = None  # who holds it in thrall
    focused_on: str | None = None
    item: Item | None = None
    wound_bonus: int = 0  # what it adds to the wounds it causes, as far as the table can tell
    race: str | None = None
    traits: list[Trait] = field(default_factory=list)
    conquest: int = 0
    starting: bool = True  # one of those the gang began with
    just_hid: bool = False  # in its controller's own turn: it comes out at the end of the next one
    turned: bool = False  # or cured, so nobody can resurrect it
    claimed_by: int | None = None

    @property
    def is_living(self) -> bool:
        return self.status in LIVING


@dataclass(kw_only=True)
class Location(Piece):
    """A location card that lies on the table: in front of its holder, or between those who fight over it."""

    kind: str = "location"
    status: Literal["controlled", "occupied", "fought-over"] = "controlled"
    capturable: bool = True


@dataclass
class Combat:
    """A fight, and how far it has come."""

    id: str
    kind: CombatKind
    location: str | None  # none for the last fight of all
    capturable: bool
    holder: int | None  # who held the place when it began
    seats: list[int]
    initiator: int
    acted: list[int] = field(default_factory=list)  # who used their action of this turn here
    agreed: list[int] = field(default_factory=list)  # who would call it a stalemate
    had: list[int] = field(default_factory=list)  # of a skirmish: whose turn has been
    running: list[int] = field(default_factory=list)  # who ran away and is still owed blows
    action: int | None = None  # whose action is not resolved yet


@dataclass
class LastCombat:
    """How a gang's part in a combat, or all of it, ended last; and everything that this changed."""

    entry: int
    combat: str
    location: str | None
    how: Literal["won", "stalemate", "lost", "ran-away"]
    changes: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Effect:
    """A card that stays in effect for a while, such as one of which only one may be in play."""

    id: str
    name: str
    seat: int
    combat: str | None = None  # it goes when this combat ends


@dataclass(kw_only=True)
class Gang(Seat):
    power = track(7, max=10, baseline=7)  # a gang's total power never goes above 10
    conquest = track(0)
    rolling: bool = False  # still in the roll for the first turn
    rolled: int | None = None  # in that roll, counted: a 0 is a 10
    characters: dict[str, Character] = field(default_factory=dict)
    locations: dict[str, Location] = field(default_factory=dict)
    treaties: list[str] = field(default_factory=list)
    has_fielded: bool = False  # it had members, so it is out when it has none
    scouted: bool = False  # at least once in this game
    draws: int = 0  # Rendezvous cards drawn this turn
    missed: int = 0  # turns to be missed
    extra: int = 0  # turns to come on top
    scout_within: int | None = None  # own turns left in which to scout
    may_recruit: bool = True
    party: list[str] = field(default_factory=list)  # who scouts this turn
    relocated_to: str | None = None  # this turn


@dataclass(kw_only=True)
class Town(State[Gang]):
    options: TownOptions = field(default_factory=TownOptions)
    phase: Phase
    locations: dict[str, Location] = field(default_factory=dict)  # those that nobody holds while they are fought over
    combats: list[Combat] = field(default_factory=list)
    last_combat: LastCombat | None = None
    effects: list[Effect] = field(default_factory=list)

    @property
    def is_quick(self) -> bool:
        return self.options.rules == "quick"
