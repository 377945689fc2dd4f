"""Who begins, whose turn it is, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import end, rule
from companion.engine.plain import SeatNumber, TenSided
from companion.engine.timers import Timer
from companion.errors import Rejected
from companion.games.monster_town.power import gang_in_play
from companion.games.monster_town.state import TO_WIN, Gang, GangSetup, Town, TownOptions


@dataclass(frozen=True)
class RollForFirst:
    """The power die rolled for the first turn; a 0 counts as 10."""

    seat: SeatNumber
    face: TenSided


def begin(seats: list[GangSetup], options: TownOptions) -> Town:
    gangs = {number: Gang(seat=number, player=each.player, role=each.role) for number, each in enumerate(seats, 1)}
    town = Town(game="monster-town", phase="roll-for-first", seats=gangs, options=options)
    if options.first == "roll":
        for gang in gangs.values():
            gang.rolling = True
    else:
        first_turn(town, options.first or 1)
    if options.time_limit_min:
        town.timers["clock"] = Timer.of(options.time_limit_min * 60)
    return town


def again(town: Town) -> list[GangSetup]:
    return [GangSetup(player=gang.player, role=gang.role) for gang in town.seats.values()]


def join(town: Town, newcomer: GangSetup) -> None:
    number = max(town.seats) + 1
    rolling = town.phase == "roll-for-first"
    town.seats[number] = Gang(seat=number, player=newcomer.player, role=newcomer.role, rolling=rolling)


@rule
def roll_for_first(town: Town, do: RollForFirst) -> None:
    gang = gang_in_play(town, do.seat)
    if town.phase != "roll-for-first":
        raise Rejected("no-roll-for-first")
    if gang.rolled is not None:
        raise Rejected("rolled-already", player=gang.player, rolled=gang.rolled)
    gang.rolled = do.face or 10
    town.say("rolled", player=gang.player, rolled=gang.rolled)


def settle_first(town: Town) -> None:
    """When all have rolled: the highest begins, the tied roll again and the others no more."""
    rolling = [gang for gang in town.playing() if gang.rolling]
    if not rolling or any(gang.rolled is None for gang in rolling):
        return
    highest = highest_rollers(town)
    if len(highest) == 1:
        first_turn(town, highest[0].seat)
        town.say("goes-first", player=highest[0].player)
        return
    for gang in rolling:
        gang.rolling = gang in highest
    for gang in highest:
        gang.rolled = None
    town.say("roll-again", players=", ".join(gang.player for gang in highest))


def highest_rollers(town: Town) -> list[Gang]:
    rolling = [gang for gang in town.playing() if gang.rolling] or town.playing()
    best = max(gang.rolled or 0 for gang in rolling)
    return [gang for gang in rolling if (gang.rolled or 0) == best]


def first_turn(town: Town, seat: int) -> None:
    town.phase = "scouting"
    town.turn = town.first = seat
    for gang in town.seats.values():
        gang.rolling = False


def next_turn(town: Town) -> None:
    """Clockwise; a round is over when the turn comes back to whoever began. Nothing left undone stands in the way."""
    if town.turn is None:
        # Nobody waits for the last roll: the best one so far begins.
        first_turn(town, highest_rollers(town)[0].seat)
    else:
        before, town.turn = town.turn, town.after(town.turn)
        if passes(before, town.turn, town.first or 1):
            town.round += 1
        town.phase = "scouting"
    assert town.turn is not None
    town.say("turn-of", player=town.seat(town.turn).player)


def passes(before: int, after: int, mark: int) -> bool:
    """Whether going clockwise from one seat to the next reaches or passes a third."""
    if before < after:
        return before < mark <= after
    return mark > before or mark <= after


def next_phase(town: Town) -> None:
    if town.phase == "scouting":
        town.phase = "combat"
        town.say("combat", player=town.seat(town.turn or 1).player)
    else:
        next_turn(town)


def settle(town: Town) -> None:
    """What follows by itself, whatever moved the pieces."""
    if town.outcome:
        return
    settle_first(town)
    playing = town.playing()
    if len(playing) == 1:
        end(town, "last-gang-standing", [playing[0].seat], ranking(town))
        return
    at_ten = [gang for gang in playing if gang.conquest.value >= TO_WIN]
    if not at_ten:
        return
    most = max(gang.conquest.value for gang in at_ten)
    best = [gang.seat for gang in at_ten if gang.conquest.value == most]
    if len(at_ten) == 1:
        end(town, "conquest-points", best, ranking(town))
    elif len(best) == 1:
        end(town, "tie-conquest-points", best, ranking(town))
    else:
        end(town, "dead-heat", best, ranking(town))


def ranking(town: Town) -> list[dict[str, int]]:
    gangs = sorted(town.seats.values(), key=lambda gang: (gang.out, -gang.conquest.value, gang.seat))
    return [{"seat": gang.seat, "conquest": gang.conquest.value} for gang in gangs]
