"""Five rounds of Spawn, Police, Retaliation, Rampage and Clean-up, and what follows by itself in them."""

from __future__ import annotations

from companion.engine.game import end
from companion.engine.plain import Plain
from companion.errors import Rejected
from companion.games.monstrocity.buildings import count_fallen, settle_health
from companion.games.monstrocity.decks import end_effects
from companion.games.monstrocity.dice import begin_set, settle_sets
from companion.games.monstrocity.ending import has_ended
from companion.games.monstrocity.monsters import call, settle_falls
from companion.games.monstrocity.police import drive_out, settle_police
from companion.games.monstrocity.setting_up import rest
from companion.games.monstrocity.state import RAMPAGE, City
from companion.games.monstrocity.threat import settle_threat


def next_phase(city: City) -> None:
    """On to the next. Nothing left undone stands in the way, only a rampage that still runs."""
    if city.is_rampaging():
        raise Rejected("rampage-runs", left=round(city.timers[RAMPAGE].left_at(city.moment.t)))
    match city.phase:
        case "spawn":
            to_police(city)
        case "police":
            to_retaliation(city)
        case "retaliation":
            to_rampage(city)
        case "rampage":
            to_clean_up(city)
        case "clean-up":
            if not has_ended(city):
                next_round(city)


def held_next(city: City) -> list[Plain]:
    """Whoever holds Next in a running rampage means it: the clock is paused, then it is Clean-up."""
    if not city.timers[RAMPAGE].is_going() or city.paused:
        return []
    return [{"command": "pause-timer", "timer": RAMPAGE}, {"command": "next-phase", "seen": city.phase}]


def to_police(city: City) -> None:
    city.phase = "police"
    city.say("police-phase")
    drive_out(city, city.x)


def to_retaliation(city: City) -> None:
    """One card after the other: each has a notice of its own."""
    city.phase = "retaliation"
    cards = city.retaliation_cards
    city.say("retaliation-phase", cards=city.shown(cards, "card_steps"))
    for _ in range(cards):
        city.tell("draw-retaliation", level=city.shown(city.threat.value, "card_steps"))


def to_rampage(city: City) -> None:
    """A timer that somebody touched before its time begins afresh; seconds that a card gave it stay."""
    city.phase = "rampage"
    timer = city.timers[RAMPAGE]
    if not timer.is_going():
        timer.reset()
    rampage(city)


def rampage(city: City) -> None:
    city.sets.done = 0
    begin_set(city)
    for monster in city.seats.values():
        rest(monster)
    city.say("rampage-phase")


def to_clean_up(city: City) -> None:
    """In this order: the threat with its icons, then the event. The end is looked at when Clean-up is left."""
    city.phase = "clean-up"
    city.timers[RAMPAGE].of_s = city.options.rampage_s  # what a card gave or took was for one rampage
    for monster in city.seats.values():
        rest(monster)
    city.say("clean-up-phase")
    count_fallen(city)
    if city.round in city.board.event_rounds:
        city.tell("draw-event", round=city.shown(city.round, "event_rounds"))


def next_round(city: City) -> None:
    end_effects(city)
    city.round += 1
    city.phase, city.is_called = "spawn", False
    city.say("round-begins", round=city.round)


def next_turn(city: City) -> None:
    """All act at once, so what comes next is the next phase."""
    next_phase(city)


def settle(city: City) -> None:
    """What follows by itself, whatever moved the pieces."""
    settle_health(city)
    settle_threat(city)
    settle_police(city)
    if city.outcome:
        return
    if not city.playing():
        end(city, "defeat", [])
        return
    begin_by_clock(city)
    if city.phase == "spawn" and not city.is_called:
        call(city)
    settle_falls(city)
    settle_sets(city)


def begin_by_clock(city: City) -> None:
    """Whoever hits the red button when the cards are done begins the rampage."""
    if city.phase == "retaliation" and city.timers[RAMPAGE].is_going():
        city.phase = "rampage"
        rampage(city)
