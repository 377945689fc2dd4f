"""Who is who and where: questions that every rule asks, and refusals that many share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.common import find_piece
from companion.errors import Rejected, WrongField
from companion.games.monster_town.state import Character, Combat, Gang, Location, Town


def gang_in_play(town: Town, seat: int, field: str = "seat") -> Gang:
    gang = town.seat(seat, field)
    if gang.out:
        raise Rejected("seat-out", player=gang.player)
    return gang


def characters(town: Town) -> Iterator[Character]:
    for gang in town.seats.values():
        yield from gang.characters.values()


def find_character(town: Town, id: str, field: str = "piece") -> Character:
    piece = find_piece(town, id, field)
    if not isinstance(piece, Character):
        raise WrongField("not-a-character", field, piece=piece.name)
    return piece


def living_one(town: Town, id: str, field: str = "piece") -> Character:
    """A gang member: dead, in reserves or gone, nothing more can be done to it."""
    character = find_character(town, id, field)
    if not character.is_living:
        raise Rejected("not-living", name=character.name, status=character.status)
    return character


def living_ones(town: Town, ids: Iterable[str], field: str = "pieces") -> list[Character]:
    return [living_one(town, id, field) for id in dict.fromkeys(ids)]


def own_members(town: Town, gang: Gang, ids: Iterable[str]) -> list[Character]:
    """Living members that this gang controls."""
    members = living_ones(town, ids)
    for member in members:
        if member.controller != gang.seat:
            raise Rejected("not-controlled", name=member.name, player=gang.player)
    return members


def living(town: Town, seat: int) -> list[Character]:
    """A gang: its own members and those it has in thrall."""
    return [each for each in characters(town) if each.is_living and each.controller == seat]


def fighters(town: Town, combat: Combat, seat: int) -> list[Character]:
    return [each for each in living(town, seat) if each.combat == combat.id]


def at_place(town: Town, seat: int, place: str | None) -> list[Character]:
    """Members at a location, or On the Path, who fight nowhere."""
    return [each for each in living(town, seat) if each.at == place and each.combat is None]


def names(members: Iterable[Character]) -> str:
    return ", ".join(member.name for member in members)


def find_combat(town: Town, id: str) -> Combat:
    for combat in town.combats:
        if combat.id == id:
            return combat
    raise WrongField("no-such-combat", "combat", combat=id)


def combat_at(town: Town, place: str) -> Combat | None:
    return next((combat for combat in town.combats if combat.location == place), None)


def is_fighting(town: Town, gang: Gang) -> bool:
    return any(gang.seat in combat.seats for combat in town.combats)


def all_locations(town: Town) -> Iterator[tuple[Location, Gang | None]]:
    """Every location card on the table, with its holder."""
    for gang in town.seats.values():
        for location in gang.locations.values():
            yield location, gang
    for location in town.locations.values():
        yield location, None


def same_name(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def location_called(town: Town, name: str) -> tuple[Location, Gang | None] | None:
    return next((found for found in all_locations(town) if same_name(found[0].name, name)), None)


def location_with(town: Town, id: str) -> tuple[Location, Gang | None] | None:
    return next((found for found in all_locations(town) if found[0].id == id), None)


def place_name(town: Town, combat: Combat) -> str:
    found = location_with(town, combat.location) if combat.location else None
    return found[0].name if found else "the End Game"


def has_scout(members: Iterable[Character]) -> bool:
    return any("scout" in member.traits for member in members)


def party_of(town: Town, gang: Gang) -> list[Character]:
    """Who scouts: those who were picked; with none picked, those who must, and if nobody must, all who may."""
    free = [each for each in living(town, gang.seat) if may_scout(town, each)]
    picked = [each for each in free if each.id in gang.party]
    return picked or [each for each in free if each.at is None] or free


def may_scout(town: Town, member: Character) -> bool:
    """Not in a combat, nor where one is fought."""
    return member.combat is None and (member.at is None or combat_at(town, member.at) is None)


def not_in_quick(town: Town, what: str) -> None:
    if town.is_quick:
        raise Rejected("not-in-quick", what=what)
