"""What the table page shows, region by region: the tablet in the middle."""

from __future__ import annotations

from companion.server.lastlines import LastLines
from companion.server.live import Region
from companion.server.parts import (
    card_regions,
    head_region,
    panel_of,
    panel_region,
    questions_region,
    timers_region,
    turns_of_pieces,
    undo_region,
)
from companion.service import Service


def table_regions(service: Service, lines: LastLines) -> list[Region]:
    """The frame changes with the game and the seats; all else is drawn in its own place inside it."""
    table, felt, state = service.glance()
    seats = state["seats"]
    has_panel = panel_of("table", state) is not None
    frame = {"game": state["game"], "id": state["id"], "seats": [seat["seat"] for seat in seats], "panel": has_panel}
    regions = [Region("frame", "regions/frame.html", frame)]
    if state["game"] not in service.games:
        return regions
    regions.append(head_region(service, state))
    for seat in seats:
        regions += card_regions(seat, state, service, felt, table)
    regions += [
        questions_region(state),
        timers_region(service),
        *panel_region("table", state, turns=turns_of_pieces(state, felt, table)),
        Region("log", "regions/log.html", {"lines": lines.newest_first()}, can_wait=True),
        undo_region(service, state),
    ]
    return regions
