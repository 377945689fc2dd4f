"""Who begins, whose turn it is, and what the end of a turn brings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import SeatNumber, TenSided
from companion.engine.state import Track
from companion.engine.timers import Timer
from companion.errors import Rejected
from companion.games.monster_town import roster
from companion.games.monster_town.actions import end_actions
from companion.games.monster_town.combats import leave_combat, stalemate
from companion.games.monster_town.endgame import is_due, launch
from companion.games.monster_town.gangs import gang_in_play, living
from companion.games.monster_town.marks import set_exerted
from companion.games.monster_town.scouting import count_unscouted_turn
from companion.games.monster_town.state import RENDEZVOUS, Gang, GangSetup, Town, TownOptions


@dataclass(frozen=True, eq=False)
class RollForFirst:
    """The power die rolled for the first turn; a 0 counts as 10."""

    seat: SeatNumber
    face: TenSided


@dataclass(frozen=True, eq=False)
class MissTurn:
    """A gang misses its next turn; an extra turn and a missed one cancel each other."""

    seat: SeatNumber


@dataclass(frozen=True, eq=False)
class ExtraTurn:
    """A gang has one more turn after its own; an extra turn and a missed one cancel each other."""

    seat: SeatNumber


# Beginning


def begin(seats: list[GangSetup], options: TownOptions) -> Town:
    gangs = {number: Gang(seat=number, player=each.player, role=each.role) for number, each in enumerate(seats, 1)}
    town = Town(game="monster-town", phase="roll-for-first", seats=gangs, options=options)
    if options.rendezvous:
        town.tracks[RENDEZVOUS] = Track(options.rendezvous, max=options.rendezvous)
    if options.time_limit_min:
        town.timers["clock"] = Timer.of(options.time_limit_min * 60)
    return town


def lay_out(town: Town, seats: list[GangSetup]) -> None:
    """The gangs' characters; then the first turn, unless the dice shall say whose."""
    roster.bring_rosters(town, seats)
    if town.options.first == "roll":
        for gang in town.seats.values():
            gang.rolling = True
    else:
        first_turn(town, town.options.first or 1)


def again(town: Town) -> list[GangSetup]:
    return [roster.setup_of(gang) for gang in town.seats.values()]


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
    if town.options.variant == "all-or-nothing" and not town.is_quick:
        launch(town, seat)


# Taking turns


@rule
def miss_turn(town: Town, do: MissTurn) -> None:
    gang = gang_in_play(town, do.seat)
    if gang.extra:
        gang.extra -= 1
        town.say("turns-cancel", player=gang.player)
    else:
        gang.missed += 1
        town.say("will-miss-turn", player=gang.player)


@rule
def extra_turn(town: Town, do: ExtraTurn) -> None:
    gang = gang_in_play(town, do.seat)
    if gang.missed:
        gang.missed -= 1
        town.say("turns-cancel", player=gang.player)
    else:
        gang.extra += 1
        town.say("will-have-extra-turn", player=gang.player)


def next_turn(town: Town) -> None:
    """Clockwise; a round is over when the turn comes back to whoever began. Nothing left undone stands in the way."""
    if town.turn is None:
        # Nobody waits for the last roll: the best one so far begins.
        first_turn(town, highest_rollers(town)[0].seat)
    else:
        gang = town.seat(town.turn)
        finish_turn(town, gang)
        if is_due(town):
            launch(town, pass_on(town))
        elif gang.extra and not gang.out:
            gang.extra -= 1
            take_again(town)
        else:
            pass_on(town)
            town.phase = "end-game" if town.phase == "end-game" else "scouting"
    assert town.turn is not None
    town.say("turn-of", player=town.seat(town.turn).player)


def finish_turn(town: Town, gang: Gang) -> None:
    """What waited for the end of this turn happens now."""
    end_actions(town)
    for combat in list(town.combats):
        for seat in list(combat.running):
            if len(combat.seats) > 1:
                leave_combat(town, combat, town.seats[seat], "ran-away")
        combat.acted = []
        if combat.kind == "ambush" and combat.initiator == gang.seat:
            stalemate(town, combat)  # nobody sprang it
    for member in living(town, gang.seat):
        if member.status == "hidden" and not member.just_hid:
            set_exerted(member)
            town.say("comes-out", name=member.name)
        member.just_hid = False
    if not gang.draws:
        count_unscouted_turn(town, gang)
    gang.draws, gang.party, gang.relocated_to = 0, [], None
    had_turn(town, gang.seat)


def had_turn(town: Town, seat: int) -> None:
    """A skirmish ends when everybody in it, from whoever began it, has had a turn, be it a missed one."""
    for combat in list(town.combats):
        if combat.kind != "skirmish" or seat not in combat.seats or seat in combat.had:
            continue
        has_begun = bool(combat.had) or combat.initiator not in combat.seats
        if seat == combat.initiator or has_begun:
            combat.had.append(seat)
        if all(each in combat.had for each in combat.seats):
            stalemate(town, combat)


def take_again(town: Town) -> None:
    """The same gang once more: a turn of its own, with the time of one."""
    town.phase = "end-game" if town.phase == "end-game" else "scouting"
    if "turn" in town.timers:
        town.timers["turn"].start(town.moment.t)


def pass_on(town: Town) -> int:
    """To the left, past those who miss their turn."""
    seat = town.turn or 1
    while True:
        before, seat = seat, town.after(seat)
        town.turn = seat
        if passes(before, seat, town.first or 1):
            town.round += 1
        gang = town.seat(seat)
        if not gang.missed:
            return seat
        gang.missed -= 1
        town.say("misses-turn", player=gang.player)
        had_turn(town, gang.seat)


def passes(before: int, after: int, mark: int) -> bool:
    """Whether going clockwise from one seat to the next reaches or passes a third."""
    if before < after:
        return before < mark <= after
    return mark > before or mark <= after


def next_phase(town: Town) -> None:
    if town.phase == "scouting":
        end_actions(town)
        town.phase = "combat"
        town.say("combat", player=town.seat(town.turn or 1).player)
    else:
        next_turn(town)
