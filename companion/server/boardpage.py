"""The page on which an owner compares the printed numbers with their own box, once, number by number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, make_response, render_template

from companion.boardsfile import Boards
from companion.engine.boards import Printed
from companion.engine.plain import to_json
from companion.errors import Rejected
from companion.server.guard import who
from companion.server.wishes import done, wished
from companion.service import Service


@dataclass(frozen=True, eq=False)
class Check:
    """These numbers stand in the box."""

    board: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Import:
    """What another table has exported takes the place of all that was checked here."""

    board: dict[str, Any] = field(default_factory=dict)
    game: str | None = None


@dataclass(frozen=True, eq=False)
class Forget:
    """Nothing counts as checked any more."""


WISHES: dict[str, type[Any]] = {"check": Check, "import": Import, "forget": Forget}


def blueprint(service: Service, boards: Boards) -> Blueprint:
    page = Blueprint("boards", __name__)

    def printed(name: str) -> Printed:
        game = service.games.get(name)
        if game is None or game.printed is None:
            raise NoBoard("no-board", game=name[:60])
        return game.printed

    @page.get("/boards/<name>")
    def board(name: str) -> Response:
        numbers, said = printed(name), boards.of(name)
        somebody = who()
        answer = make_response(
            render_template(
                f"games/{name}/board.html",
                game=name,
                title=service.games[name].title,
                board=numbers.checked(said, "board"),
                unchecked=numbers.unchecked(said),
                may_change=somebody is not None and somebody.role == "player",
            )
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @page.get("/boards/<name>.json")
    def export(name: str) -> Response:
        """What was checked, for another table with the same box."""
        printed(name)
        answer = Response(to_json({"game": name, "board": boards.of(name)}), mimetype="application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}-board.json"'
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @page.post("/boards/<name>")
    def change(name: str) -> Response:
        printed(name)
        match wished(WISHES):
            case Check(numbers):
                boards.check(name, numbers)
            case Import(numbers, game):
                if game not in (None, name):
                    raise Rejected("board-of-another", game=game, wanted=name)
                boards.keep(name, numbers)
            case Forget():
                boards.keep(name, {})
        service.begin_on(name, boards.of(name))
        return done()

    return page


class NoBoard(Rejected):
    """There is no such page."""

    status = 404
