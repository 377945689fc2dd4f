"""The End Game: every other fight ends, everybody regenerates, and one last combat of all decides."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.errors import Rejected
from companion.games.monster_town.cards import OF_A_COMBAT, forget
from companion.games.monster_town.combats import begin_combat, stalemate
from companion.games.monster_town.falling import to_reserves
from companion.games.monster_town.gangs import characters
from companion.games.monster_town.marks import set_ready
from companion.games.monster_town.state import RENDEZVOUS, Combat, Town


@dataclass(frozen=True, eq=False)
class BeginEndGame:
    """Begin the End Game at once."""


@rule
def begin_end_game(town: Town, do: BeginEndGame) -> None:
    if town.phase == "end-game":
        raise Rejected("end-game-already")
    if town.turn is None:
        raise Rejected("roll-first")
    launch(town, town.after(town.turn))


def launch(town: Town, first: int) -> None:
    """The seat to the left of whoever drew the last card begins. Captured places are kept for their points."""
    town.say("end-game", player=town.seat(first).player)
    for combat in list(town.combats):
        stalemate(town, combat)
    forget(town, *OF_A_COMBAT, "low-deck", "must-scout")
    town.phase, town.turn = "end-game", first
    for gang in town.playing():
        gang.power.value = gang.power.baseline or 0
        gang.scout_within = None
        gang.party, gang.draws, gang.relocated_to = [], 0, None
    for each in characters(town):
        if each.status == "dead":
            to_reserves(town, each)
        if each.is_living:
            set_ready(each)
    order = sorted((gang.seat for gang in town.playing()), key=lambda seat: (seat < first, seat))
    begin_combat(town, "end-game", None, None, order)
    town.tell("end-game-decks")


def is_due(town: Town) -> bool:
    """The deck is drawn to the last card, or the time limit is over: this turn is finished, then it begins."""
    deck, clock = town.tracks.get(RENDEZVOUS), town.timers.get("clock")
    if town.phase == "end-game":
        return False
    return bool(deck and deck.value == 0) or bool(clock and clock.state == "done")


def last_fight(town: Town) -> Combat | None:
    return next((combat for combat in town.combats if combat.kind == "end-game"), None)


def settle_last_fight(town: Town) -> None:
    """All surviving gang members are in it, also who comes late."""
    combat = last_fight(town)
    if combat is None:
        return
    for gang in town.playing():
        if gang.seat not in combat.seats and not gang.has_fielded:
            combat.seats.append(gang.seat)
    for each in characters(town):
        if each.is_living and each.combat is None:
            each.combat = combat.id
            if each.controller not in combat.seats:
                combat.seats.append(each.controller)
