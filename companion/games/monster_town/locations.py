"""Locations change hands: every one held is a conquest point, and one that nobody holds leaves the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Name, SeatNumber
from companion.errors import Rejected
from companion.games.monster_town.gangs import (
    at_place,
    characters,
    combat_at,
    gang_in_play,
    living,
    location_called,
)
from companion.games.monster_town.state import Gang, Location, Town


@dataclass(frozen=True, eq=False)
class GainLocation:
    """A card gives this location to a gang."""

    seat: SeatNumber
    name: Name


@dataclass(frozen=True, eq=False)
class LoseLocation:
    """A card takes this location from a gang."""

    seat: SeatNumber
    name: Name


@rule
def gain_location(town: Town, do: GainLocation) -> None:
    """Who was there and has lost the place goes back On the Path, unless they fight for it."""
    gang = gang_in_play(town, do.seat)
    found = location_called(town, do.name)
    if found and found[1] is gang:
        raise Rejected("holds-already", player=gang.player, location=found[0].name)
    if found:
        location, holder = found
        hand_over(town, location, holder, gang)
        if holder:
            for member in at_place(town, holder.seat, location.id):
                member.at = None
    else:
        location = new_location(town, do.name, capturable=True)
        put_before(town, location, gang)
    town.say("location-gained", player=gang.player, location=location.name)


@rule
def lose_location(town: Town, do: LoseLocation) -> None:
    gang = gang_in_play(town, do.seat)
    found = location_called(town, do.name)
    if found is None or found[1] is not gang:
        raise Rejected("holds-no-such", player=gang.player, location=do.name)
    give_up(town, found[0], gang)
    town.say("location-lost", player=gang.player, location=found[0].name)


def new_location(town: Town, name: str, *, capturable: bool) -> Location:
    return Location(id=town.new_id("p"), name=name.strip(), capturable=capturable)


def put_before(town: Town, location: Location, gang: Gang) -> None:
    """The card lies in front of this gang from now on."""
    gang.locations[location.id] = location
    gang.conquest.move(1)


def hand_over(town: Town, location: Location, holder: Gang | None, gang: Gang) -> None:
    if holder:
        del holder.locations[location.id]
        holder.conquest.move(-1)
    else:
        del town.locations[location.id]
    put_before(town, location, gang)


def give_up(town: Town, location: Location, gang: Gang) -> None:
    """Nobody holds it now: it stays on the table only while others fight over it."""
    del gang.locations[location.id]
    gang.conquest.move(-1)
    if combat_at(town, location.id):
        town.locations[location.id] = location
    else:
        leave_place(town, location)


def leave_place(town: Town, location: Location) -> None:
    for character in characters(town):
        if character.at == location.id:
            character.at = None


def captured(town: Town, location: Location, gang: Gang) -> None:
    """Whoever captures a place does what its card says."""
    town.say("captured", player=gang.player, location=location.name)
    town.tell("location-benefit", seat=gang.seat, player=gang.player, location=location.name)


def settle_places(town: Town) -> None:
    """Where everybody is, and how each location stands."""
    for combat in town.combats:
        if combat.location is None:
            continue
        for character in characters(town):
            if character.combat == combat.id:
                character.at = combat.location
    for id in [each for each in town.locations if not combat_at(town, each)]:
        leave_place(town, town.locations.pop(id))
    for location in town.locations.values():
        location.status = "fought-over"
    for gang in town.seats.values():
        members = living(town, gang.seat)
        for location in gang.locations.values():
            if combat_at(town, location.id):
                location.status = "fought-over"
            else:
                is_occupied = any(member.at == location.id for member in members)
                location.status = "occupied" if is_occupied else "controlled"
