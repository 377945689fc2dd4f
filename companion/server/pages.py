"""The pages, drawn on the Pi."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.engine.plain import to_json
from companion.hands import SEATS_MOST
from companion.server.guard import who
from companion.server.screens import visit_of

if TYPE_CHECKING:
    from companion.server.app import Site

BROWSER = "browser"  # a cookie that tells one browser's tabs from another's, and nothing else


def browser() -> str | None:
    """The browser whose request this is, if it keeps cookies."""
    return request.cookies.get(BROWSER)


def blueprint(site: Site) -> Blueprint:
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def lobby() -> Response:
        return page("lobby", "Lobby")

    @pages.get("/table")
    def table() -> Response:
        return page("table", "The table")

    @pages.get("/seat/<int:number>")
    def seat(number: int) -> Response:
        if number not in range(1, SEATS_MOST + 1):
            abort(404)
        return page(f"seat/{number}", f"Seat {number}")

    @pages.get("/wall")
    def wall() -> Response:
        return page("wall", "The wall")

    @pages.get("/rosters")
    def rosters() -> Response:
        return page("rosters", "Rosters")

    @pages.get("/hardware")
    def hardware() -> Response:
        return page("hardware", "Hardware")

    if site.live.page("workbench"):

        @pages.get("/workbench")
        def workbench() -> Response:
            return page("workbench", "Workbench")

    def page(name: str, title: str) -> Response:
        """The whole page as it is now; from here on its regions live."""
        shown = site.live.page(name)
        assert shown is not None
        somebody = who()
        may_change = somebody is not None and somebody.role == "player"
        answer = make_response(
            render_template(
                "page.html",
                name=name,
                kind=name.partition("/")[0],
                title=title,
                regions=shown.whole(),
                may_change=may_change,
                is_kiosk="kiosk" in request.args,
            )
        )
        return fresh(answer)

    @pages.get("/live/<path:name>")
    def live(name: str) -> Response:
        """The page's regions as they change; with ?once, all of them now, for a screen that found no place."""
        shown = site.live.page(name)
        if shown is None:
            abort(404)
        if "once" in request.args:
            answer = Response(to_json(shown.look()), mimetype="application/json")
        else:
            stream: Iterable[bytes] = ()
            if request.method == "GET":
                stream = site.live.watch(shown, browser(), visit_of(site.screens, browser()))
            answer = Response(stream, mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return pages


def fresh(answer: Response) -> Response:
    """A page as it is just now, never one from a cache; with it the cookie by which its streams are counted."""
    answer.headers["Cache-Control"] = "no-store"
    if BROWSER not in request.cookies:
        answer.set_cookie(BROWSER, secrets.token_urlsafe(9), max_age=31_536_000, httponly=True, samesite="Lax")
    return answer
