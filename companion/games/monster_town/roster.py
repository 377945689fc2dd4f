"""Rosters: who a gang begins with, whom it may call later, and how many of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.game import rule
from companion.engine.plain import FromNone, FromOne, Name, SeatNumber
from companion.engine.state import Track
from companion.errors import Rejected
from companion.games.monster_town.gangs import gang_in_play, not_in_quick, same_name
from companion.games.monster_town.state import Character, CharacterSetup, Gang, GangSetup, Town, Trait

BRUTE = "The Brute"


class Numbers(NamedTuple):
    """How many characters a gang has."""

    starting: int
    reserves: int | None  # none: no limit
    starting_brutes: int | None = None
    reserve_brutes: int | None = None


NUMBERS = {
    "renegade-militia": Numbers(6, None),
    "brotherhood-of-the-fang": Numbers(5, 5),
    "wolfenpack": Numbers(4, 5, starting_brutes=1, reserve_brutes=2),
    "the-living-undead": Numbers(5, 7),
}


@dataclass(frozen=True, eq=False)
class AddCharacter:
    """Put one more character into a gang, or into its reserves."""

    seat: SeatNumber
    name: Name
    life: FromOne
    conquest: FromNone
    race: Name | None = None
    traits: list[Trait] = field(default_factory=list)
    reserve: bool = False


@dataclass(frozen=True, eq=False)
class TakeRoster:
    """Put a whole roster into a gang at once."""

    seat: SeatNumber
    characters: list[CharacterSetup]
    treaty: Name | None = None


@dataclass(frozen=True, eq=False)
class SignTreaty:
    """A Treaty card is in play from now on."""

    seat: SeatNumber
    name: Name


@rule
def add_character(town: Town, do: AddCharacter) -> None:
    gang = gang_in_play(town, do.seat)
    enlist(town, gang, CharacterSetup(do.name, do.life, do.conquest, do.race, do.traits, do.reserve))
    if do.reserve:
        town.say("character-in-reserves", player=gang.player, name=do.name)
    else:
        town.say("character-added", player=gang.player, name=do.name)


@rule
def take_roster(town: Town, do: TakeRoster) -> None:
    gang = gang_in_play(town, do.seat)
    for setup in do.characters:
        enlist(town, gang, setup)
    bring_treaty(town, gang, do.treaty)
    town.say("roster-taken", player=gang.player, characters=len(do.characters))


@rule
def sign_treaty(town: Town, do: SignTreaty) -> None:
    gang = gang_in_play(town, do.seat)
    not_in_quick(town, "Treaties")
    if any(same_name(do.name, each) for each in gang.treaties):
        raise Rejected("treaty-signed", player=gang.player, treaty=do.name)
    gang.treaties.append(do.name)
    town.say("treaty", player=gang.player, treaty=do.name)


def bring_rosters(town: Town, seats: list[GangSetup]) -> None:
    """The characters that the players sat down with."""
    for gang, setup in zip(town.seats.values(), seats, strict=True):
        for each in setup.characters:
            enlist(town, gang, each)
        bring_treaty(town, gang, setup.treaty)


def bring_treaty(town: Town, gang: Gang, treaty: str | None) -> None:
    """Only who begins with a Diplomat begins with a Treaty; the quick rules know neither, so it stays in the box."""
    if treaty is None or town.is_quick:
        return
    if not any("diplomat" in each.traits for each in starting(gang)):
        raise Rejected("treaty-needs-diplomat", player=gang.player, treaty=treaty)
    if not any(same_name(treaty, each) for each in gang.treaties):
        gang.treaties.append(treaty)


def enlist(town: Town, gang: Gang, setup: CharacterSetup) -> Character:
    if setup.reserve:
        check_reserves(town, gang, setup)
    else:
        check_starting(gang, setup)
    character = Character(
        id=town.new_id("p"),
        name=setup.name,
        owner=gang.seat,
        controller=gang.seat,
        race=setup.race,
        traits=list(dict.fromkeys(setup.traits)),
        conquest=setup.conquest,
        starting=not setup.reserve,
        status="reserves" if setup.reserve else "ready",
        tracks={"life": Track(setup.life, baseline=setup.life)},
    )
    gang.characters[character.id] = character
    return character


def check_starting(gang: Gang, setup: CharacterSetup) -> None:
    """A set number; more is too many, and who brings fewer may complete it later."""
    present = starting(gang)
    if "leader" in setup.traits and any("leader" in each.traits for each in present):
        raise Rejected("one-leader", player=gang.player, name=setup.name)
    numbers = NUMBERS.get(gang.role or "")
    if numbers is None:
        return
    if len(present) >= numbers.starting:
        raise Rejected("too-many-starting", player=gang.player, most=numbers.starting, name=setup.name)
    if is_too_many_brutes(setup, present, numbers.starting_brutes):
        raise Rejected("too-many-brutes", player=gang.player, most=numbers.starting_brutes)


def check_reserves(town: Town, gang: Gang, setup: CharacterSetup) -> None:
    """A maximum, which the quick rules do without."""
    numbers = NUMBERS.get(gang.role or "")
    if numbers is None or numbers.reserves is None or town.is_quick:
        return
    present = [each for each in gang.characters.values() if not each.starting]
    if len(present) >= numbers.reserves:
        raise Rejected("too-many-reserves", player=gang.player, most=numbers.reserves, name=setup.name)
    if is_too_many_brutes(setup, present, numbers.reserve_brutes):
        raise Rejected("too-many-reserve-brutes", player=gang.player, most=numbers.reserve_brutes)


def is_too_many_brutes(setup: CharacterSetup, present: Sequence[Character], most: int | None) -> bool:
    brutes = [each for each in present if same_name(each.name, BRUTE)]
    return most is not None and same_name(setup.name, BRUTE) and len(brutes) >= most


def starting(gang: Gang) -> list[Character]:
    return [each for each in gang.characters.values() if each.starting]


def setup_of(gang: Gang) -> GangSetup:
    """What this seat brings to a rematch: the same cards, everybody alive again."""
    brought = [
        CharacterSetup(
            each.name, each.life.baseline or 1, each.conquest, each.race, list(each.traits), not each.starting
        )
        for each in gang.characters.values()
    ]
    has_diplomat = any("diplomat" in each.traits for each in starting(gang))
    treaty = gang.treaties[0] if gang.treaties and has_diplomat else None
    return GangSetup(player=gang.player, role=gang.role, characters=brought, treaty=treaty)
