"""What a seat's knob turns: its power, then the life of each gang member it has now."""

from __future__ import annotations

from companion.engine.plain import Plain
from companion.games.monster_town.state import LIVING


def knob_tracks(town: Plain, seat: int) -> list[str]:
    """A gang without a roster turns power and points. The dead, and whoever fights for others, are passed over."""
    gang = town["seats"][str(seat)]
    if not gang["characters"]:
        return list(gang["tracks"])
    members = [
        f"{id}/life"
        for each in town["seats"].values()
        for id, character in each["characters"].items()
        if character["controller"] == seat and character["status"] in LIVING
    ]
    return ["power", *members]
