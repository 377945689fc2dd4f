"""The city's threat track: what it stands for where the marker is, and the icons that it passes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Positive
from companion.games.monstrocity.state import City


@dataclass(frozen=True, eq=False)
class RaiseThreat:
    """A card raises the City Threat Level."""

    by: Positive


@rule
def raise_threat(city: City, do: RaiseThreat) -> None:
    raise_by(city, do.by)


def raise_by(city: City, by: int) -> None:
    """Each icon that the marker goes through or rests on is a card, in order along the track."""
    before = city.threat.value
    city.threat.move(by)
    city.say("threat-raised", before=before, after=city.threat.value)
    for level in range(before + 1, city.threat.value + 1):
        if level in city.board.spotnik:
            city.tell("draw-retaliation", level=city.shown(level, "spotnik", "threat_start"))
        if level in city.board.newton:
            city.tell("draw-reinforcement", level=city.shown(level, "newton", "threat_start"))


def settle_threat(city: City) -> None:
    """Turret damage and Retaliation cards follow the marker, whatever moved it."""
    city.turret_damage = number_at(city.board.damage_steps, city.threat.value)
    city.retaliation_cards = number_at(city.board.card_steps, city.threat.value)


def number_at(steps: list[list[int]], level: int) -> int:
    return next(number for since, number in reversed(steps) if since <= level)
