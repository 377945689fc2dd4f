"""What the pages draw beside the plain numbers: the threat track with its faces, the station, the skyline."""

from __future__ import annotations

from companion.engine.plain import Plain
from companion.games.monstrocity.board import CARS, ROUNDS, is_unchecked
from companion.games.monstrocity.buildings import HALL, is_levelled_view
from companion.games.monstrocity.state import ABILITIES

# In which row of houses each kind stands, seen from the street: the tall ones behind.
SKYLINE = ("turret", HALL, "special", "common")


def panel(view: Plain, seat: int | None) -> Plain:
    """From the table as everyone sees it; of a seat, with what its own monster may count on."""
    shown = {
        "track": track(view),
        "station": station(view),
        "skyline": skyline(view),
        "rounds": rounds(view),
        "marks": marks(view),
        "is_levelled": is_levelled_view(view["city"]),
    }
    return shown | {"me": own(view, seat)} if seat is not None else shown


def track(view: Plain) -> list[Plain]:
    """Every level with its faces, where the marker stands, and where damage or cards rise."""
    board, threat = view["board"], view["tracks"]["threat"]
    damage, cards = dict(map(tuple, board["damage_steps"])), dict(map(tuple, board["card_steps"]))
    return [
        {
            "level": level,
            "spotnik": level in board["spotnik"],
            "newton": level in board["newton"],
            "damage": damage.get(level),
            "cards": cards.get(level),
            "is_here": level == threat["value"],
            "is_passed": level < threat["value"],
        }
        for level in range(threat["min"], threat["max"] + 1)
    ]


def station(view: Plain) -> list[Plain]:
    """The twelve places, leftmost first: a car, or the number that its leaving has uncovered."""
    cars, numbers = view["police"]["station"], view["board"]["police"]
    return [{"car": place < cars, "number": numbers[CARS - 1 - place]} for place in range(CARS)]


def skyline(view: Plain) -> list[Plain]:
    """All twenty-four buildings; of each kind those that fell stand on the left, as rubble."""
    return [
        {"kind": kind, "is_rubble": number < view["city"][kind]["destroyed"]}
        for kind in SKYLINE
        for number in range(view["city"][kind]["left"] + view["city"][kind]["destroyed"])
    ]


def rounds(view: Plain) -> list[Plain]:
    events, now = view["board"]["event_rounds"], view["round"]
    return [{"round": each, "event": each in events, "is_now": each == now} for each in range(1, ROUNDS + 1)]


def marks(view: Plain) -> Plain:
    """Which numbers on the pages nobody has compared with the box."""
    keys = {
        "damage": "damage_steps",
        "cards": "card_steps",
        "police": "police",
        "rounds": "event_rounds",
        "spotnik": "spotnik",
        "newton": "newton",
        "mystery": "mission_cards",
        "hall": "city_hall_special",
    }
    return {name: is_unchecked(view["unchecked"], key) for name, key in keys.items()}


def own(view: Plain, seat: int) -> Plain:
    monster = next(each for each in view["seats"] if each["seat"] == seat)
    side = "enhanced" if view["options"]["enhanced"] else "standard"
    rage = monster["tracks"]["rage"]
    return {
        "ability": ABILITIES[monster["role"]],
        "is_full_of_rage": rage["value"] == rage["max"],
        "is_unchecked": is_unchecked(view["unchecked"], f"monsters.{monster['role']}.{side}"),
        "is_at_play": view["team"] is None or seat in view["teams"][view["team"] - 1]["seats"],
    }
