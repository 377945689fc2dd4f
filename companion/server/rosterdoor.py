"""The way to the rosters: their page, and the game whose cards they are, are fetched when somebody asks for them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from companion.server.live import Draw
from companion.service import Service

if TYPE_CHECKING:
    from companion.server.rosterpage import RosterPage


def blueprint(
    service: Service, data: Path | None, add: Callable[[str, Draw], None], poke: Callable[[], None]
) -> Blueprint:
    """`add` makes the live page, `poke` says that it looks different."""
    door = Blueprint("rosters", __name__)

    @functools.cache
    def page() -> RosterPage:
        from companion.server.rosterpage import RosterPage

        return RosterPage(service, data, poke)

    add("rosters", lambda: page().regions())

    @door.post("/rosters")
    def act() -> Response:
        return page().act()

    @door.put("/rosters.toml")
    def take_in() -> Response:
        return page().take_in()

    @door.get("/rosters.json")
    def every() -> Response:
        return page().every()

    @door.get("/rosters/<slug>.toml")
    def export(slug: str) -> Response:
        return page().export(slug)

    return door
