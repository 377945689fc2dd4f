"""What the scouting party finds at a location: an empty place, one's own, a controlled one, or a fight."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from companion.engine.game import rule
from companion.engine.plain import Id, Name, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monster_town.combats import begin_combat, enter
from companion.games.monster_town.gangs import (
    at_place,
    combat_at,
    find_combat,
    gang_in_play,
    living,
    living_ones,
    location_called,
    location_with,
    names,
    own_members,
    party_of,
    place_name,
)
from companion.games.monster_town.locations import captured, hand_over, new_location, put_before
from companion.games.monster_town.scouting import check_can_scout, has_scouted, scouting_gang
from companion.games.monster_town.state import Character, Gang, Location, Town

PIECE = re.compile(r"p\d+(-\d+)?")  # how ids of pieces look


@dataclass(frozen=True, eq=False)
class VisitLocation:
    """Play a Location card: the scouting party goes there."""

    seat: SeatNumber
    name: Name
    capturable: bool = True


@dataclass(frozen=True, eq=False)
class StartCombat:
    """A card begins a combat. A side of which nobody is listed brings all it has there."""

    seat: SeatNumber
    against: SeatNumber
    location: Name
    capturable: bool = False
    kind: Literal["combat", "skirmish", "ambush"] = "combat"
    pieces: list[Id] | None = None


@dataclass(frozen=True, eq=False)
class JoinCombat:
    """Join a combat, or reinforce those who fight there."""

    seat: SeatNumber
    combat: Id
    pieces: list[Id]


@rule
def visit_location(town: Town, do: VisitLocation) -> None:
    gang = scouting_gang(town, do.seat)
    check_can_scout(town, gang)
    party = party_of(town, gang)
    if living(town, gang.seat) and not party:
        raise Rejected("nobody-scouts", player=gang.player)
    has_scouted(town, gang)
    if not do.capturable:
        come_and_go(town, gang, party, do.name)
        return
    found = location_called(town, do.name)
    if found is None:
        location = new_location(town, do.name, capturable=True)
        put_before(town, location, gang)
        captured(town, location, gang)
    else:
        location, holder = found
        if combat_at(town, location.id):
            join_fight(town, gang, party, location)
        elif holder is gang:
            town.say("merged", player=gang.player, location=location.name)
        elif holder and any(member.at == location.id for member in living(town, holder.seat)):
            fight(town, gang, party, location, holder)
        else:
            snake(town, gang, location, holder)
    for member in party:
        member.at = location.id


def come_and_go(town: Town, gang: Gang, party: list[Character], name: str) -> None:
    """A place that nobody can hold: its card is played out and gone, and the party is On the Path."""
    for member in party:
        member.at = None
    town.say("visited", player=gang.player, location=name)


def snake(town: Town, gang: Gang, location: Location, holder: Gang | None) -> None:
    """Nobody guards it, so it changes hands."""
    hand_over(town, location, holder, gang)
    if holder:
        town.say("snaked", player=gang.player, location=location.name, victim=holder.player)
    captured(town, location, gang)


def fight(town: Town, gang: Gang, party: list[Character], location: Location, holder: Gang) -> None:
    """Only the party, and those who occupy the place."""
    check_protection(holder)
    defenders = at_place(town, holder.seat, location.id)
    combat = begin_combat(town, "combat", location, holder, [gang.seat, holder.seat])
    enter(combat, gang, party)
    enter(combat, holder, defenders)
    town.say("combat-begun", player=gang.player, against=holder.player, location=location.name)


def join_fight(town: Town, gang: Gang, party: list[Character], location: Location) -> None:
    combat = combat_at(town, location.id)
    assert combat is not None
    if gang.seat in combat.running:
        raise Rejected("runs-already", player=gang.player)
    say_joined(town, gang, gang.seat in combat.seats, location.name)
    enter(combat, gang, party)


def say_joined(town: Town, gang: Gang, was_in: bool, place: str) -> None:
    if was_in:
        town.say("reinforced", player=gang.player, location=place)
    else:
        town.say("joined-combat", player=gang.player, location=place)


def check_protection(victim: Gang) -> None:
    """Nobody is attacked before they have scouted for the first time."""
    if not victim.scouted:
        raise Rejected("not-scouted-yet", player=victim.player)


# Begun by a card


@rule
def start_combat(town: Town, do: StartCombat) -> None:
    gang, victim = gang_in_play(town, do.seat), gang_in_play(town, do.against, "against")
    if gang is victim:
        raise WrongField("fight-self", "against", player=gang.player)
    if town.phase == "end-game":
        raise Rejected("one-last-fight")
    check_protection(victim)
    found = location_with(town, do.location) or location_called(town, do.location)
    if found is None and PIECE.fullmatch(do.location):
        raise WrongField("no-such-location", "location", location=do.location)  # an id of yesterday, and no name
    listed = living_ones(town, do.pieces or [])
    for member in listed:
        check_free(member)
        if member.controller not in (gang.seat, victim.seat):
            raise Rejected("not-on-these-sides", name=member.name, player=gang.player, against=victim.player)
    attackers = side(town, gang, listed, found[0] if found else None, attacks=True)
    defenders = side(town, victim, listed, found[0] if found else None, attacks=False)
    if found is None:
        location = new_location(town, do.location, capturable=do.capturable)
        town.locations[location.id] = location
        holder = None
    else:
        location, holder = found
    combat = combat_at(town, location.id)
    if combat is None:
        combat = begin_combat(town, do.kind, location, holder, [gang.seat, victim.seat])
    enter(combat, gang, attackers)
    enter(combat, victim, defenders)
    match do.kind:
        case "skirmish":
            town.say("skirmish-begun", player=gang.player, against=victim.player, location=location.name)
        case "ambush":
            town.say("ambush-begun", player=gang.player, against=victim.player, location=location.name)
        case "combat":
            town.say("combat-begun", player=gang.player, against=victim.player, location=location.name)


def side(town: Town, gang: Gang, listed: list[Character], place: Location | None, *, attacks: bool) -> list[Character]:
    """Those listed; else all there, where a card that lies nowhere yet finds them On the Path."""
    own = [member for member in listed if member.controller == gang.seat]
    own = own or at_place(town, gang.seat, place.id if place else None)
    if not own and attacks:
        own = party_of(town, gang)
    fights_already = place is not None and any(member.at == place.id for member in living(town, gang.seat))
    if gang.has_fielded and not own and not fights_already:
        raise Rejected("nobody-there", player=gang.player, location=place.name if place else "On the Path")
    return own


def check_free(member: Character) -> None:
    if member.combat is not None:
        raise Rejected("fights-already", name=member.name)


@rule
def join_combat(town: Town, do: JoinCombat) -> None:
    gang, combat = gang_in_play(town, do.seat), find_combat(town, do.combat)
    members = own_members(town, gang, do.pieces)
    for member in members:
        check_free(member)
    if gang.seat in combat.running:
        raise Rejected("runs-already", player=gang.player)
    if gang.has_fielded and not members:
        raise WrongField("nobody-named", "pieces")
    say_joined(town, gang, gang.seat in combat.seats, place_name(town, combat))
    enter(combat, gang, members)
    if members:
        town.say("fighters", names=names(members))
