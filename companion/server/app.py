"""The Flask application, put together from its parts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.routing import Rule

from companion.boardsfile import Boards
from companion.engine.plain import to_json
from companion.errors import Rejected
from companion.hands import SEATS_MOST
from companion.journal.store import Reader
from companion.paths import beside
from companion.server import (
    api,
    boardpage,
    hardware,
    pages,
    pairing,
    past,
    rosterdoor,
    screens,
    senses,
    sheets,
    why,
)
from companion.server.drawing import RegionTemplates, TemplateCache
from companion.server.guard import Guard
from companion.server.hardwarepage import hardware_regions
from companion.server.lastlines import LastLines
from companion.server.live import Draw, Live, Page, Region
from companion.server.lobbypage import Regulars, lobby_regions
from companion.server.look import look
from companion.server.parts import door_region, moment_region, places
from companion.server.screens import Screens
from companion.server.seatpage import seat_regions
from companion.server.senses import senses_region
from companion.server.stream import Hub
from companion.server.streams import Places
from companion.server.tablepage import table_regions
from companion.server.wallpage import wall_regions
from companion.service import Service

if TYPE_CHECKING:
    from companion.devices.virtual import Simulator
    from companion.hotspot import Wifi

log = logging.getLogger(__name__)

MOST_BYTES = 256 * 1024  # of a request; a whole roster is a tenth of it


class Way(Rule):
    """A route. Werkzeug compiles two builders of addresses for each; here one is made when an address is to be built.

    Forty routes are a good part of the time to start, and pages name their addresses themselves.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        def build(_: Rule, **values: Any) -> tuple[str, str]:
            make = super(Way, self)._compile_builder(append_unknown)
            return make(self, **values)

        return build


@dataclass
class Site:
    """What the pages and the API stand on."""

    service: Service
    hub: Hub
    live: Live
    screens: Screens
    reader: Reader
    _reading: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def journal(self) -> Iterator[Reader]:
        """The journal, for one reader at a time."""
        with self._reading:
            yield self.reader

    def start(self) -> None:
        self.live.start()

    def close(self) -> None:
        """End every stream, so that the server can stop at once."""
        self.hub.close()
        self.live.close()


def create_app(
    service: Service,
    reader: Reader,
    guard: Guard,
    simulator: Simulator | None = None,
    cache: Path | None = None,
    things: hardware.Things | None = None,
    addresses: Callable[[], list[str]] = list,
    wifi: Callable[[], Wifi | None] = lambda: None,
    boards: Boards | None = None,
    rosters: Path | None = None,
) -> Flask:
    """The table over HTTP. `app.extensions["site"]` is what is behind it, to be started and stopped with it."""
    web = beside("web")
    app = Flask("companion", template_folder=str(web / "templates"), static_folder=str(web / "static"))
    app.url_rule_class = Way
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.url_map.merge_slashes = False  # what is not there is not there; no page tells where else to look
    guard.watch(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if cache:
        with suppress(OSError):
            cache.mkdir(exist_ok=True, mode=0o700)
        app.jinja_env.bytecode_cache = TemplateCache(str(cache))
    render = RegionTemplates(web / "templates", cache).render
    room = Places()
    live = Live(room, service.clock, lambda: service.quiet.is_now())
    site = Site(service, Hub(service, room), live, Screens(live, guard.door), reader)
    app.extensions["site"] = site
    lines, regulars = LastLines(service, reader), Regulars(service, reader)

    def add(name: str, draw: Draw, *, changes_by_itself: bool = False) -> None:
        """A live page. Each says when the table's door stands open, what is called out, and what will be heard."""

        def regions() -> list[Region]:
            return [*draw(), door_region(guard.door.is_open()), moment_region(lines), senses_region(service)]

        page = Page(regions, render)
        site.live.add(name, page, changes_by_itself=changes_by_itself)

    add("lobby", lambda: lobby_regions(service, regulars))
    add("table", lambda: table_regions(service, lines))
    add("wall", lambda: wall_regions(service, lines, next(iter(addresses()), None)))
    for seat in range(1, SEATS_MOST + 1):
        add(f"seat/{seat}", partial(seat_regions, service, seat))
    app.register_blueprint(rosterdoor.blueprint(service, rosters, add, site.live.poke))
    things = things or simulator
    show = partial(hardware_regions, service, things, is_simulated=simulator is not None)
    add("hardware", show, changes_by_itself=things is not None)
    app.register_blueprint(hardware.blueprint(service, things, site.live.poke))
    if simulator:
        from companion.server import workbench  # the devices behind it are imported only when simulating

        bench = simulator
        add("workbench", lambda: workbench.workbench_regions(service, bench), changes_by_itself=True)
        app.register_blueprint(workbench.blueprint(bench, site.live.poke))
        bench.buzzer.when_played.append(site.live.poke)
    service.when_changed.insert(0, site.live.poke)  # before the lamps: eyes are on the numbers
    app.register_blueprint(api.blueprint(site))
    app.register_blueprint(pages.blueprint(site))
    app.register_blueprint(sheets.blueprint(service))
    app.register_blueprint(boardpage.blueprint(service, boards or Boards(None, service.games)))
    app.register_blueprint(past.blueprint(site, add))
    app.register_blueprint(why.blueprint(site))
    app.register_blueprint(pairing.blueprint(guard.door, addresses, wifi, lambda: places(service)))
    app.register_blueprint(senses.blueprint(service, site.live.poke))
    app.register_blueprint(screens.blueprint(service, site.screens, pages.browser))
    app.context_processor(look)
    service.hands.when_arranged.append(lambda _: site.live.beat_now())
    words = service.words

    def problem(refusal: Rejected, status: int | None = None) -> Response:
        """RFC 9457, with a stable code for programs and a sentence for people."""
        status = status or refusal.status
        seconds = refusal.values.get("seconds")
        body = {"type": "about:blank", "status": status, "code": refusal.code, "detail": words.refusal(refusal)}
        if refusal.fields:
            body["fields"] = refusal.fields
        answer = Response(to_json(body), status, mimetype="application/problem+json")
        if status == 401:
            answer.headers["WWW-Authenticate"] = "Bearer"
        if status == 429 and isinstance(seconds, int):
            answer.headers["Retry-After"] = str(seconds)
        return answer

    @app.errorhandler(Rejected)
    def refused(refusal: Rejected) -> Response:
        return problem(refusal)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        match error:
            case NotFound():
                return problem(Rejected("not-found", path=request.path), 404)
            case MethodNotAllowed():
                allowed = ", ".join(error.valid_methods or ())
                refusal = Rejected("wrong-method", method=request.method, path=request.path, allowed=allowed)
                answer = problem(refusal, 405)
                answer.headers["Allow"] = allowed
                return answer
            case RequestEntityTooLarge():
                return problem(Rejected("too-big", most=MOST_BYTES), 413)
        code = error.code or 400
        if 300 <= code < 400:
            return Response(error.get_response().response, code, dict(error.get_headers()))
        return problem(Rejected("bad-request", why=error.description or error.name), code if code < 500 else 400)

    @app.errorhandler(Exception)
    def stumbled(error: Exception) -> Response:
        log.exception("%s %s failed", request.method, request.path, exc_info=error)
        return problem(Rejected("unexpected"))

    return app
