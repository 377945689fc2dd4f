"""Obstacles in the streets, and the Event cards that last as long as theirs do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Name, Positive, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monstrocity.state import City

OF_NO_EVENT = "none"  # a Retaliation or Reinforcement card put them there


@dataclass(frozen=True, eq=False)
class PlaceObstacles:
    """Obstacles come onto the board, by an Event card or another."""

    count: Positive
    event: Name | None = None


@dataclass(frozen=True, eq=False)
class DestroyObstacle:
    """An obstacle was destroyed. Police cars are not counted here."""

    event: Name | None = None
    seat: SeatNumber | None = None


@rule
def place_obstacles(city: City, do: PlaceObstacles) -> None:
    event = in_kebab(do.event) if do.event else OF_NO_EVENT
    city.obstacles.out += do.count
    city.obstacles.by_event[event] = city.obstacles.by_event.get(event, 0) + do.count
    if event != OF_NO_EVENT and event not in city.events:
        city.events.append(event)
    if event == OF_NO_EVENT:
        city.say("obstacles-placed", count=do.count)
    else:
        city.say("obstacles-of-event", count=do.count, event=event)


@rule
def destroy_obstacle(city: City, do: DestroyObstacle) -> None:
    player = city.seat(do.seat).player if do.seat is not None else None
    event = whose(city, do.event)
    by_event = city.obstacles.by_event
    city.obstacles.out -= 1
    city.obstacles.destroyed += 1
    by_event[event] -= 1
    if player:
        city.say("obstacle-destroyed-by", player=player)
    else:
        city.say("obstacle-destroyed")
    if by_event[event] == 0:
        del by_event[event]
        end_event(city, event)


def whose(city: City, name: str | None) -> str:
    """Which obstacle was meant; if nobody said, one of no event, or else of the event that came first."""
    by_event = city.obstacles.by_event
    if name is None:
        if not by_event:
            raise Rejected("no-obstacles")
        return next((each for each in (OF_NO_EVENT, *city.events) if each in by_event), next(iter(by_event)))
    event = in_kebab(name)
    if event not in by_event and event not in city.events:
        raise WrongField("no-such-event", "event", event=event, events=", ".join(city.events) or "none")
    if event not in by_event:
        raise Rejected("event-without-obstacles", event=event)
    return event


def end_event(city: City, event: str) -> None:
    """An event goes when its last obstacle goes."""
    if event in city.events:
        city.events.remove(event)
        city.decks["event"].discard += 1
        city.say("event-over", event=event)


def in_kebab(name: str) -> str:
    """An event is called by its card: Riots is `riots`."""
    return re.sub(r"[^\w]+", "-", name.strip().lower()).strip("-") or "event"
