"""The city's buildings: how many stand, how much each of them takes, and what their fall brings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Plain, SeatNumber
from companion.errors import Rejected
from companion.games.monstrocity.board import Board
from companion.games.monstrocity.state import Buildings, City, Kind
from companion.games.monstrocity.threat import raise_by

COMMON, SPECIAL, TURRETS = 12, 4, 8
HALL = "city-hall"
# What each is worth on the threat track. City Hall is worth what it is: a special building, as we read the book.
WORTH = {"common": 1, "special": 2, "turret": 2}
# How much a building or an obstacle takes, for one or two, three, and four players.
HEALTH = {"turret": (8, 10, 12), "special": (7, 9, 11), "common": (6, 8, 10), "obstacle": (6, 10, 12)}


@dataclass(frozen=True, eq=False)
class DestroyBuilding:
    """A building fell. Its threat counts at Clean-up."""

    kind: Kind
    seat: SeatNumber | None = None


@rule
def destroy_building(city: City, do: DestroyBuilding) -> None:
    monster = city.seat(do.seat) if do.seat is not None else None
    buildings = city.city[do.kind]
    if buildings.left == 0:
        raise Rejected("none-left", kind=do.kind)
    buildings.left -= 1
    buildings.destroyed += 1
    if monster:
        monster.felled += 1
    if do.kind == HALL:
        city.say("city-hall-fell")
    elif monster:
        city.say("building-felled", player=monster.player, kind=do.kind)
    else:
        city.say("building-fell", kind=do.kind)
    if is_levelled(city):
        city.say("levelled")
    reveal_mystery(city, do)
    if city.phase == "clean-up":
        raise_by(city, worth(city, do.kind))  # told late: this Clean-up still counts it
    else:
        city.fallen.append(do.kind)


def reveal_mystery(city: City, do: DestroyBuilding) -> None:
    """Enhanced: whoever felled a special building draws a Mystery card at once."""
    if city.options.enhanced and as_kind(city.board, do.kind) == "special" and city.decks["mystery"].left:
        city.tell("draw-mystery", seat=do.seat)


def count_fallen(city: City) -> None:
    """Clean-up, step 1: every building destroyed since the last one raises the threat."""
    by = sum(worth(city, kind) for kind in city.fallen)
    city.fallen = []
    if by:
        raise_by(city, by)


def worth(city: City, kind: str) -> int:
    return WORTH[as_kind(city.board, kind)]


def as_kind(board: Board, kind: str) -> str:
    """City Hall counts as what it is: one of the special buildings, or else a common one."""
    if kind == HALL:
        return "special" if board.city_hall_special else "common"
    return kind


def whole_city(board: Board) -> dict[str, Buildings]:
    special = SPECIAL - 1 if board.city_hall_special else SPECIAL
    counts = {"common": COMMON + SPECIAL - 1 - special, "special": special, "turret": TURRETS, HALL: 1}
    return {kind: Buildings(left=count) for kind, count in counts.items()}


def is_levelled(city: City) -> bool:
    return not any(buildings.left for buildings in city.city.values())


def is_levelled_view(city: Plain) -> bool:
    return not any(buildings["left"] for buildings in city.values())


def settle_health(city: City) -> None:
    """By the number of players: that of the team whose game it is."""
    city.x = len(city.at_play())
    column = max(0, min(city.x, 4) - 2)
    for kind, buildings in city.city.items():
        buildings.health = HEALTH[as_kind(city.board, kind)][column]
    city.obstacles.health = HEALTH["obstacle"][column]
