"""Which lamp shows what: chosen from the table as everyone sees it, and from nothing else."""

from __future__ import annotations

from typing import Any

LOW = 2  # so little left in the first track is worth two flashes


def lamps_for(view: dict[str, Any]) -> dict[int, str]:
    """Each seat's pattern. The first that holds: out, a question, the knob on another track, the turn, little left."""
    asked = {notice["seat"] for notice in view["notices"] if notice.get("choices")}
    return {seat["seat"]: _pattern(seat, seat["seat"] in asked, view["turn"] == seat["seat"]) for seat in view["seats"]}


def _pattern(seat: dict[str, Any], is_asked: bool, has_turn: bool) -> str:
    name, first = next(iter(seat["tracks"].items()), (None, None))
    if seat["out"]:
        return "out"
    if is_asked:
        return "blink"
    if seat["focus"] != name:
        return "breathe"
    if has_turn:
        return "on"
    return "low" if first is not None and first["value"] <= LOW else "off"


def each_lamp(view: dict[str, Any]) -> dict[str, str]:
    """Each lamp's pattern, by its name: that of the seat it stands at now. Where a die is claimed, it blinks."""
    seats = lamps_for(view)
    lamps = {name: device for name, device in view["devices"].items() if device.get("kind") == "lamp"}
    return {
        name: "blink" if lamp.get("claiming") else seats.get(lamp.get("seat"), "off") for name, lamp in lamps.items()
    }
