"""The screens that are open: what each is called, which page it shows, and how it is given another."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple
from urllib.parse import unquote

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.access import Door
from companion.engine.plain import to_json
from companion.errors import Rejected
from companion.server.guard import who
from companion.server.live import Live, Viewer
from companion.server.streams import event
from companion.server.wishes import done, wished
from companion.service import Service

CALLED = "screen"  # the cookie in which a screen keeps its own name: the table remembers none of them
NAME_MOST = 30

Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
NewName = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MOST, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Where = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(lobby|table|wall|seat/[1-5])$(?!\n)",
        description='"lobby", "table", "wall" or a seat such as "seat/2"',
    ),
]


@dataclass(frozen=True, eq=False)
class Send:
    """Let a screen show another page."""

    screen: Number
    to: Where


@dataclass(frozen=True, eq=False)
class Rename:
    screen: Number
    name: NewName


WISHES: dict[str, type[Any]] = {"send": Send, "rename": Rename}


class Visit(NamedTuple):
    """Who looks at a page: a device that was let in, or a browser of which nothing is known."""

    browser: str | None
    device: str = ""
    called: str | None = None  # by its own word


class Screen(NamedTuple):
    """An open page, as people see it in the list."""

    number: int
    name: str
    page: str
    is_this: bool


class Screens:
    """All open screens. Who closes a page is forgotten with it."""

    def __init__(self, live: Live, door: Door) -> None:
        self._live = live
        self._door = door
        self._lock = threading.Lock()
        self._names: dict[str, str] = {}  # by browser: what people called it since it came
        self._places: dict[str, int] = {}  # by browser: it is "screen 3" as long as it is here

    def visit(self, browser: str | None, device: str, called: str | None) -> Visit:
        """Somebody comes to look."""
        return Visit(browser, device, _clean(called))

    def all(self, browser: str | None = None, device: str = "") -> list[Screen]:
        """Those that are open now, the ones of whoever asks marked."""
        devices = {each.id: each.name for each in self._door.paired.all()}
        shown = []
        here = list(self._live.viewers())
        self._give_places({viewer.number: viewer.visit for _, viewer in here if viewer.visit})
        for page, viewer in here:
            visit = viewer.visit or Visit(None)
            is_this = bool((device and visit.device == device) or (browser and visit.browser == browser))
            shown.append(Screen(viewer.number, devices.get(visit.device) or self._name(visit), page, is_this))
        return sorted(shown)

    def _give_places(self, here: dict[int, Visit]) -> None:
        """Who is here keeps theirs, who is gone is forgotten, and who came first gets the lowest that is free."""
        browsers = [here[number].browser for number in sorted(here) if not here[number].device]
        with self._lock:
            self._names = {each: name for each, name in self._names.items() if each in browsers}
            self._places = {each: place for each, place in self._places.items() if each in browsers}
            for browser in browsers:
                if browser and browser not in self._places:
                    taken = set(self._places.values())
                    self._places[browser] = next(place for place in itertools.count(1) if place not in taken)

    def _name(self, visit: Visit) -> str:
        browser = visit.browser or ""
        return self._names.get(browser) or visit.called or f"screen {self._places.get(browser, '?')}"

    def send(self, number: int, to: str) -> None:
        """It goes there at once, and is not listed under its old page any more."""
        viewer = self._viewer(number)
        viewer.tell(event("go", None, to_json({"to": to})))
        viewer.end()

    def rename(self, number: int, name: str) -> None:
        """A device that was let in is called so everywhere; any other screen is told, and keeps its name itself."""
        visit = self._viewer(number).visit or Visit(None)
        if visit.device:
            self._door.paired.rename(visit.device, name)
            return
        if visit.browser:
            with self._lock:
                self._names[visit.browser] = name
        told = event("named", None, to_json({"name": name}))
        for _, viewer in self._live.viewers():
            if viewer.number == number or (visit.browser and viewer.visit and viewer.visit.browser == visit.browser):
                viewer.tell(told)

    def _viewer(self, number: int) -> Viewer:
        for _, viewer in self._live.viewers():
            if viewer.number == number:
                return viewer
        raise Rejected("no-such-screen", screen=number)


def _clean(called: str | None) -> str | None:
    """A name that somebody's browser brings along. Whoever made it up, it is only a name."""
    name = unquote(called or "").strip()
    return name if 0 < len(name) <= NAME_MOST and not re.search(r"[\x00-\x1f\x7f]", name) else None


def blueprint(service: Service, screens: Screens, browser: Callable[[], str | None]) -> Blueprint:
    pages = Blueprint("screens", __name__)

    @pages.post("/screens")
    def act() -> Response:
        match wished(WISHES):
            case Send(screen, to):
                screens.send(screen, to)
            case Rename(screen, name):
                screens.rename(screen, name.strip() or name)
        return done()

    @pages.get("/sheets/screens")
    def sheet() -> str:
        somebody = who()
        may_change = somebody is not None and somebody.role == "player"
        about = {
            "may_change": may_change,
            "screens": screens.all(browser(), somebody.id if somebody else "") if may_change else [],
            "players": {seat["seat"]: seat["player"] for seat in service.glance()[2]["seats"]},
        }
        return render_template("sheets/screens.html", **about)

    return pages


def visit_of(screens: Screens, browser: str | None) -> Visit:
    """Who asks for this page's stream."""
    somebody = who()
    return screens.visit(browser, somebody.id if somebody else "", request.cookies.get(CALLED))
