"""Live pages: regions of HTML, drawn once for everyone who looks at the same page, pushed when they change.

Nobody waits for drawing: it happens on a thread of its own, after whoever changed the table was answered. A burst of
changes is drawn once, and a slow screen gets the newest picture instead of every picture.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.engine.plain import to_json
from companion.errors import Rejected
from companion.onlooker import Onlooker
from companion.server.streams import Places, beating, event

LOOK_S = 0.5  # how often a page that changes by itself is looked at, while somebody looks at it

# An empty region inside the frame, such as <li id="seat-1" class="place" data-region></li>
PLACE = re.compile(r'(<[a-z]+ id="([a-z0-9-]+)"[^>]* data-region[^>]*>)(</)')


class Region(NamedTuple):
    """A part of a page that is redrawn by itself."""

    id: str
    template: str
    about: dict[str, Any]


Draw = Callable[[], list[Region]]  # what a page shows now
Render = Callable[[str, dict[str, Any]], str]


class Viewer:
    """One screen that looks at a page."""

    def __init__(self) -> None:
        self._fresh: dict[str, str] = {}
        self._lock = threading.Lock()
        self._awake: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def show(self, regions: dict[str, str]) -> None:
        with self._lock:
            was_waiting = bool(self._fresh)
            self._fresh |= regions
        if not was_waiting:
            self._awake.put(True)

    def end(self) -> None:
        self._awake.put(False)

    def wait(self, timeout: float) -> bytes | None:
        try:
            if not self._awake.get(timeout=timeout):
                return None
        except queue.Empty:
            return b""
        with self._lock:
            regions, self._fresh = self._fresh, {}
        return event("regions", None, to_json(regions)) if regions else b""


class Page:
    """A page as it was drawn last, and who looks at it."""

    def __init__(self, draw: Draw, render: Render) -> None:
        self._draw = draw
        self._render = render
        self._drawn: dict[str, tuple[Region, str]] = {}
        self._lock = threading.Lock()
        self.viewers: set[Viewer] = set()

    def draw(self) -> None:
        """Draw what changed, and push it. A region whose content is the same is not even rendered."""
        with self._lock:
            before, drawn = self._drawn, {}
            for region in self._draw():
                old = before.get(region.id)
                drawn[region.id] = (
                    old if old and old[0] == region else (region, self._render(region.template, region.about))
                )
            self._drawn = drawn
            changed = {id: html for id, (_, html) in drawn.items() if id not in before or before[id][1] != html}
            if changed:
                for viewer in self.viewers:
                    viewer.show(changed)

    def look(self) -> dict[str, str]:
        """Every region, as it is now."""
        self.draw()
        return {id: html for id, (_, html) in self._drawn.items()}

    def whole(self) -> str:
        """The frame with every region in its place: a page is complete before any script runs."""
        regions = self.look()
        frame = regions.pop("frame")
        return PLACE.sub(lambda place: place[1] + regions.get(place[2], "") + place[3], frame)

    def join(self, viewer: Viewer) -> None:
        self.draw()
        with self._lock:
            self.viewers.add(viewer)
            viewer.show({id: html for id, (_, html) in self._drawn.items()})

    def leave(self, viewer: Viewer) -> bool:
        with self._lock:
            was_there = viewer in self.viewers
            self.viewers.discard(viewer)
            return was_there


class Live:
    """All live pages, and the thread that draws them."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._pages: dict[str, Page] = {}
        self._closed = False
        self._drawing = Onlooker("drawing", self._draw)
        self._looking = Onlooker("looking", self._look, every_s=LOOK_S)
        self._looked_at: list[Page] = []

    def add(self, name: str, page: Page, *, changes_by_itself: bool = False) -> None:
        """A page that shows devices changes by itself: a cable is pulled and nobody tells the table."""
        self._pages[name] = page
        if changes_by_itself:
            self._looked_at.append(page)

    def page(self, name: str) -> Page | None:
        return self._pages.get(name)

    def start(self) -> None:
        self._drawing.start()
        if self._looked_at:
            self._looking.start()

    def poke(self, *_: object) -> None:
        """Something may look different now. With nobody looking, nobody is woken."""
        if any(page.viewers for page in self._pages.values()):
            self._drawing.poke()

    def _look(self) -> None:
        for page in self._looked_at:
            if page.viewers:
                page.draw()

    def _draw(self) -> None:
        for page in self._pages.values():
            if page.viewers:
                page.draw()

    def watch(self, page: Page, browser: str | None) -> Iterator[bytes]:
        """The stream of a page: every region fresh, then the newest only."""
        if self._closed:
            raise Rejected("closing")
        self._places.take(browser)
        viewer = Viewer()
        page.join(viewer)

        def leave() -> None:
            if page.leave(viewer):
                self._places.give_back(browser)

        return beating(iter(()), viewer.wait, lambda: event("beat", None, b"{}"), leave)

    def close(self) -> None:
        self._closed = True
        for page in self._pages.values():
            for viewer in list(page.viewers):
                viewer.end()
        self._drawing.close()
        self._looking.close()
