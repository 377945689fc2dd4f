"""Who is out, and how the game ends."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import end
from companion.games.monster_town.cards import OF_A_COMBAT, forget
from companion.games.monster_town.endgame import last_fight
from companion.games.monster_town.falling import set_free, vanish
from companion.games.monster_town.gangs import characters, living
from companion.games.monster_town.locations import give_up
from companion.games.monster_town.state import TO_WIN, Gang, Town


def settle_endings(town: Town) -> None:
    """The last gang standing, ten conquest points, or a tie."""
    before = town.playing()
    for gang in before:
        gang.out = is_beaten(town, gang)
    playing = town.playing()
    for gang in before:
        if gang.out:
            town.say("gang-out", player=gang.player)
    if len(playing) == 1:
        end(town, "last-gang-standing", [playing[0].seat], ranking(town))
    elif not playing:
        end_tied(town, before)  # the last of them died at the same moment
    elif is_called_off(town):
        end_tied(town, playing)
    else:
        settle_points(town, playing)
    if town.outcome is None:
        for gang in town.seats.values():
            if gang.out:
                clear_away(town, gang)


def is_beaten(town: Town, gang: Gang) -> bool:
    """A gang that had members and has none. One without a roster is never judged."""
    if living(town, gang.seat):
        gang.has_fielded = True
        return False
    return gang.has_fielded


def is_called_off(town: Town) -> bool:
    """The End Game ends in a stalemate when all who are left in it say so."""
    combat = last_fight(town)
    return combat is not None and bool(combat.seats) and all(seat in combat.agreed for seat in combat.seats)


def settle_points(town: Town, playing: list[Gang]) -> None:
    at_ten = [gang for gang in playing if gang.conquest.value >= TO_WIN]
    if len(at_ten) == 1:
        end(town, "conquest-points", [at_ten[0].seat], ranking(town))
    elif at_ten:
        end_tied(town, at_ten)


def end_tied(town: Town, gangs: list[Gang]) -> None:
    """Most conquest points; among those most locations; and if that is the same too, they all have won."""
    best = most(gangs, lambda gang: gang.conquest.value)
    if len(best) == 1:
        end(town, "tie-conquest-points", [best[0].seat], ranking(town))
        return
    best = most(best, lambda gang: len(gang.locations))
    if len(best) == 1:
        end(town, "tie-locations", [best[0].seat], ranking(town))
    else:
        end(town, "dead-heat", [gang.seat for gang in best], ranking(town))


def most(gangs: list[Gang], of: Callable[[Gang], int]) -> list[Gang]:
    highest = max(of(gang) for gang in gangs)
    return [gang for gang in gangs if of(gang) == highest]


def clear_away(town: Town, gang: Gang) -> None:
    """Who is out holds nothing and controls nobody; only after ties were compared."""
    forget(town, *OF_A_COMBAT, "location-benefit", "must-scout", seat=gang.seat)
    for location in list(gang.locations.values()):
        give_up(town, location, gang)
    for character in list(characters(town)):
        if character.is_living and character.controller == gang.seat:
            if character.owner == gang.seat:
                vanish(town, character)
            else:
                set_free(town, character)


def ranking(town: Town) -> list[dict[str, int]]:
    gangs = sorted(town.seats.values(), key=lambda gang: (gang.out, -gang.conquest.value, gang.seat))
    return [{"seat": gang.seat, "conquest": gang.conquest.value} for gang in gangs]
