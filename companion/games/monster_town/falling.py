"""How a character leaves the fight: dead, into reserves, claimed by whoever killed it, or into the shadows."""

from __future__ import annotations

from companion.games.monster_town.gangs import characters, find_combat
from companion.games.monster_town.state import Character, Town


def die(town: Town, victim: Character, killer: int | None) -> None:
    """It loses its item and all its ties. Its killer claims it in the End Game; outside a combat it is put away."""
    town.say("died", name=victim.name)
    controller = victim.controller
    untie(town, victim)
    if town.phase == "end-game":
        claim(town, victim, killer if killer != controller else None)
    elif victim.combat:
        victim.status, victim.controller = "dead", victim.owner
    else:
        to_reserves(town, victim)


def claim(town: Town, victim: Character, killer: int | None) -> None:
    """Conquest points are for killing opposing gang members; nobody gets any for their own."""
    victim.status, victim.combat, victim.at = "claimed", None, None
    victim.controller = victim.owner
    victim.claimed_by = killer
    if killer is not None:
        gang = town.seats[killer]
        gang.conquest.move(victim.conquest)
        town.say("claimed", player=gang.player, name=victim.name, points=victim.conquest)


def to_reserves(town: Town, character: Character) -> None:
    """Put off to the side: its tokens go, and it stands ready to be recruited."""
    untie(town, character)
    character.status, character.combat, character.at = "reserves", None, None
    character.controller = character.owner
    character.life.value = character.life.baseline or 1


def vanish(town: Town, character: Character) -> None:
    untie(town, character)
    character.status, character.combat, character.at = "vanished", None, None
    character.controller = character.owner
    town.say("vanished", name=character.name)


def untie(town: Town, character: Character) -> None:
    """No item, nobody it fights alone, no master, and nobody whose master it is."""
    if character.item:
        town.say("item-lost", name=character.name, item=character.item.name)
    character.item = None
    character.just_hid = False
    unfocus(town, character)
    character.master = None
    for thrall in list(characters(town)):
        if thrall.master == character.id:
            set_free(town, thrall)


def unfocus(town: Town, character: Character) -> None:
    """Whoever is entwined in combat is so with each other."""
    character.focused_on = None
    for other in characters(town):
        if other.focused_on == character.id:
            other.focused_on = None


def set_free(town: Town, thrall: Character) -> None:
    """Back to its owner, where and as it is; if that gang is gone, into the shadows."""
    thrall.master = None
    thrall.controller = thrall.owner
    if not thrall.is_living:
        return
    if town.seats[thrall.owner].out:
        vanish(town, thrall)
    else:
        town.say("set-free", name=thrall.name, player=town.seats[thrall.owner].player)


def killer_now(town: Town, victim: Character) -> int | None:
    """Whoever is acting, where nobody said who did it."""
    if victim.combat:
        action = find_combat(town, victim.combat).action
        if action is not None:
            return action
    return town.turn
