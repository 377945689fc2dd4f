"""What the television shows: no controls, everything large."""

from __future__ import annotations

from companion.server.lastlines import LastLines
from companion.server.live import Region
from companion.server.parts import (
    ahead,
    head_region,
    number_regions,
    panel_of,
    panel_region,
    questions_region,
    symbol,
    timers_region,
)
from companion.service import Service


def wall_regions(service: Service, lines: LastLines, address: str | None) -> list[Region]:
    _, _, state = service.glance()
    seats = state["seats"]
    has_panel = panel_of("wall", state) is not None
    about = {"game": state["game"], "id": state["id"], "seats": [seat["seat"] for seat in seats], "panel": has_panel}
    regions = [Region("frame", "regions/wall-frame.html", about | {"address": address})]
    game = service.games.get(state["game"] or "")
    if game is None:
        return regions
    leading = ahead(state, service)
    regions.append(head_region(service, state))
    for seat in seats:
        number = seat["seat"]
        card = {
            "seat": {key: seat[key] for key in ("seat", "player", "role", "out")},
            "symbol": symbol(number),
            "names": [name for name in seat["tracks"] if name != game.score],
            "score": seat["tracks"][game.score]["value"] if game.score else None,
            "score_name": game.score,
            "score_to": game.score_to,
            "has_turn": number == state["turn"] and not state["outcome"],
            "is_ahead": number in leading,
            "has_won": number in (state["outcome"] or {}).get("winners", ()),
        }
        regions.append(Region(f"wall-{number}", "regions/wall-seat.html", card))
        regions += number_regions(seat)
    regions += [
        questions_region(state),
        timers_region(service),
        *panel_region("wall", state),
        Region("log", "regions/log.html", {"lines": lines.newest_first()[:3]}, can_wait=True),
    ]
    return regions
