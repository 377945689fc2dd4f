"""The HTTP surface for programs: state, commands, entries, the stream and its own description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from companion.engine.plain import from_json, shown, to_json
from companion.engine.view import entry_view
from companion.errors import Unreadable, WrongField
from companion.server.guard import known
from companion.server.stream import missed

if TYPE_CHECKING:
    from companion.server.app import Site

JSON = "application/json"


def blueprint(site: Site) -> Blueprint:
    api = Blueprint("api", __name__, url_prefix="/api")
    service = site.service
    described: list[bytes] = []

    def answer(body: Any) -> Response:
        return Response(to_json(body), mimetype=JSON)

    @api.get("/state")
    def state() -> Response:
        return answer(service.view())

    @api.post("/commands")
    def commands() -> Response:
        try:
            body = from_json(request.get_data(cache=False))
        except ValueError as error:
            raise Unreadable("not-json", why=error) from None
        seq, entries = service.ask(body, known().by)
        return answer({"seq": seq, "entries": [entry_view(entry, service.words.lines) for entry in entries]})

    @api.get("/entries")
    def entries() -> Response:
        after, limit = number("after", 0, 0, 2**53), number("limit", 500, 1, 10_000)
        with site.journal() as journal:
            found = journal.entries(after, limit)
        return answer({"entries": [entry_view(entry, service.words.lines) for entry in found]})

    @api.get("/stream")
    def stream() -> Response:
        # HEAD asks only whether it is there; a listener that nobody iterates would never be let go.
        live = events(site) if request.method == "GET" else ()
        return Response(live, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})

    @api.get("/openapi.json")
    def openapi() -> Response:
        if not described:
            from companion.server.openapi import describe  # only when asked: it takes longer than the first page

            described.append(to_json(describe(service.games)))
        return Response(described[0], mimetype=JSON)

    return api


def number(name: str, default: int, least: int, most: int) -> int:
    """A number from the address's query."""
    text = request.args.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit() and len(text) <= 16 and least <= int(text) <= most:
        return int(text)
    expected = f"a whole number from {least} to {most}"
    raise WrongField("wrong-query", name, field=name, expected=expected, got=shown(text))


def events(site: Site) -> Iterator[bytes]:
    """First where the table stands, or what was missed since the last time; then every entry as it comes."""
    listener = site.hub.listen()
    last_seen = request.headers.get("Last-Event-ID", "")
    return listener.messages(missed(site, listener, last_seen))
