"""What follows by itself, whatever moved the pieces: a rule, a knob or a correction."""

from __future__ import annotations

from companion.games.monster_town.combats import settle_combats, settle_exerted
from companion.games.monster_town.endgame import settle_last_fight
from companion.games.monster_town.endings import settle_endings
from companion.games.monster_town.falling import die, killer_now, to_reserves
from companion.games.monster_town.gangs import characters
from companion.games.monster_town.locations import settle_places
from companion.games.monster_town.roster import starting
from companion.games.monster_town.state import Town
from companion.games.monster_town.turns import settle_first


def settle(town: Town) -> None:
    if town.outcome:
        return
    settle_first(town)
    settle_deaths(town)
    settle_last_fight(town)
    settle_combats(town)
    settle_endings(town)
    settle_places(town)
    settle_exerted(town)
    settle_bonuses(town)
    for gang in town.seats.values():
        gang.may_recruit = town.is_quick or not any("outcast" in each.traits for each in starting(gang))


def settle_deaths(town: Town) -> None:
    """Dead when no life is left; and dead only lasts where it happened."""
    for each in list(characters(town)):
        if each.is_living and each.life.value == 0:
            die(town, each, killer_now(town, each))
        if each.status == "dead" and each.combat is None:
            to_reserves(town, each)


def settle_bonuses(town: Town) -> None:
    """What a card adds to the wounds it causes: one from hiding, and a Berserker one for each wound of its own."""
    for each in characters(town):
        wounds = max(0, (each.life.baseline or 0) - each.life.value)
        rages = each.is_living and "berserker" in each.traits and not town.is_quick
        each.wound_bonus = (each.status == "hidden") + (wounds if rages else 0)
