"""What the lobby shows: the game in progress, and a new one to begin."""

from __future__ import annotations

from companion.server.live import Region
from companion.service import Service


def lobby_regions(service: Service) -> list[Region]:
    _, _, state = service.glance()
    game = service.games.get(state["game"] or "")
    on = {"title": game.title, "players": [seat["player"] for seat in state["seats"]]} if game else None
    return [Region("frame", "regions/lobby-frame.html", {"on": on})]
