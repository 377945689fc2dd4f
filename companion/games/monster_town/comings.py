"""How a character comes into the fight: resurrected, or recruited out of reserves."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Id, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monster_town.gangs import combat_at, find_character, gang_in_play, location_with
from companion.games.monster_town.state import Character, Gang, Town


@dataclass(frozen=True, eq=False)
class Resurrect:
    """Bring back a character that died in this combat, or elsewhere if a card says so."""

    piece: Id
    by_card: bool = False


@dataclass(frozen=True, eq=False)
class Recruit:
    """Add a character from reserves; without a place it comes On the Path."""

    seat: SeatNumber
    piece: Id
    at: Id | None = None


@rule
def resurrect(town: Town, do: Resurrect) -> None:
    character = find_character(town, do.piece)
    gang = gang_in_play(town, character.owner)
    if town.phase == "end-game":
        raise Rejected("no-resurrection-in-end-game", name=character.name)
    if character.is_living or character.status in ("claimed", "vanished"):
        raise Rejected("not-dead", name=character.name, status=character.status)
    if character.turned:
        raise Rejected("turned-stay-turned", name=character.name)
    if character.status == "reserves" and not do.by_card:
        raise Rejected("only-in-same-combat", name=character.name)
    come(town, character)
    town.say("resurrected", name=character.name, player=gang.player)


@rule
def recruit(town: Town, do: Recruit) -> None:
    gang = gang_in_play(town, do.seat)
    character = find_character(town, do.piece)
    check_recruit(town, gang, character)
    come(town, character)
    if do.at is None:
        town.say("recruited", player=gang.player, name=character.name)
        return
    found = location_with(town, do.at)
    if found is None:
        raise WrongField("no-such-location", "at", location=do.at)
    location, holder = found
    combat = combat_at(town, location.id)
    if combat and gang.seat in combat.seats:
        character.combat = combat.id
    elif holder is not gang:
        raise Rejected("not-at-your-place", player=gang.player, location=location.name)
    character.at = location.id
    town.say("recruited-at", player=gang.player, name=character.name, location=location.name)


def check_recruit(town: Town, gang: Gang, character: Character) -> None:
    if character.owner != gang.seat:
        raise Rejected("not-your-reserve", player=gang.player, name=character.name)
    if character.status != "reserves":
        raise Rejected("not-in-reserves", name=character.name, status=character.status)
    if "leader" in character.traits:
        raise Rejected("leaders-are-not-recruited", name=character.name)
    if town.is_quick:
        return
    if "outcast" in character.traits:
        raise Rejected("outcasts-are-not-recruited", name=character.name)
    if not gang.may_recruit:
        raise Rejected("outcast-forbids", player=gang.player)


def come(town: Town, character: Character) -> None:
    """Ready, with the life its card prints. In the last fight of all everybody takes part."""
    was_dead = character.status == "dead"
    character.status, character.turned = "ready", False
    character.controller = character.owner
    character.life.value = character.life.baseline or 1
    if not was_dead:
        character.at = character.combat = None
