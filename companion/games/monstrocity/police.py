"""Police cars: out from the right of the station, back to the left. Each that leaves uncovers a number."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Positive
from companion.games.monstrocity.board import CARS
from companion.games.monstrocity.state import City


@dataclass(frozen=True, eq=False)
class SpawnPolice:
    """Police cars drive out, by a card."""

    count: Positive


@dataclass(frozen=True, eq=False)
class ReturnPolice:
    """Police cars were destroyed, or called back; a card may take them out of the game for good."""

    count: Positive
    for_good: bool = False


@rule
def spawn_police(city: City, do: SpawnPolice) -> None:
    drive_out(city, do.count)


@rule
def return_police(city: City, do: ReturnPolice) -> None:
    """What is not on the streets cannot come back."""
    police = city.police
    count = min(do.count, cars_out(city))
    if do.for_good:
        police.removed += count
        city.say("police-removed", count=count)
    else:
        police.station += count
        city.say("police-back", count=count)


def drive_out(city: City, wanted: int) -> None:
    """Place what is there, and say so if that is not enough."""
    count = min(wanted, city.police.station)
    city.police.station -= count
    city.say("police-out", count=count)
    if count < wanted:
        city.tell("station-empty", missing=wanted - count)


def cars_out(city: City) -> int:
    """On the streets of the Game Board."""
    return CARS - city.police.station - city.police.removed


def settle_police(city: City) -> None:
    """The threat is the highest number uncovered: a car that is gone for good covers nothing."""
    city.police.threat = max(city.board.police[: CARS - city.police.station], default=0)
