"""Live pages: regions of HTML, drawn once for everyone who looks at the same page, pushed when they change.

Nobody waits for drawing: it happens after whoever changed the table was answered, on the thread of a screen that has
nothing else to do. A burst of changes is drawn once, and a slow screen gets the newest picture, not every picture.
"""

from __future__ import annotations

import itertools
import logging
import queue
import re
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from companion.clock import Clock
from companion.engine.plain import to_json
from companion.errors import Rejected
from companion.onlooker import Onlooker
from companion.server.streams import Places, beating, event

log = logging.getLogger(__name__)

LOOK_S = 0.5  # how often a page that changes by itself is looked at, while somebody looks at it

LATE_S = 0.005  # before the rest of a page is drawn: the numbers have arrived by then, and a burst of hands is over

# An empty region inside the frame, such as <li id="seat-1" class="place" data-region></li>
PLACE = re.compile(r'(<[a-z]+ id="([a-z0-9-]+)"[^>]* data-region[^>]*>)(</)')


class Region(NamedTuple):
    """A part of a page that is redrawn by itself."""

    id: str
    template: str
    about: dict[str, Any]
    can_wait: bool = False  # until what people look at first, the numbers, is on its way
    comes_later: bool = (
        False  # not with the page itself but over its stream: it takes long, and nobody needs it at once
    )


class Drawn(NamedTuple):
    """A region as it was drawn last, and in which drawing of the page it became so."""

    region: Region
    html: str
    since: int


Draw = Callable[[], list[Region]]  # what a page shows now
Render = Callable[[str, dict[str, Any]], str]


class Viewer:
    """One screen that looks at a page."""

    def __init__(self, page: Page, number: int = 0, visit: Any = None) -> None:
        self.number = number  # tells it from all others that were ever open
        self.visit = visit  # who looks, if anybody said so
        self._page = page
        self._told: deque[bytes] = deque()
        self._seen = 0  # the drawing it was sent last
        self._awake: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.is_waiting = False

    def wake(self) -> None:
        self.is_waiting = False
        self._awake.put(True)

    def end(self) -> None:
        self._awake.put(False)

    def tell(self, message: bytes) -> None:
        """Something that is not of the page: for this screen alone, or at this instant."""
        self._told.append(message)
        self._awake.put(True)

    def wait(self, timeout: float) -> bytes | None:
        """What is new; nothing if nothing came in time, none at the end."""
        if self._told:
            return self._told.popleft()
        # First waiting, then looking: whoever asks for a drawing in between is not overlooked.
        self.is_waiting = True
        if not self._page.has_news(self._seen):
            is_late = self._page.has_late()
            try:
                if not self._awake.get(timeout=LATE_S if is_late else timeout):
                    return None
            except queue.Empty:
                if not is_late:
                    return b""
            finally:
                self.is_waiting = False
        self.is_waiting = False
        self._seen, message = self._page.news(self._seen)
        return message


class Page:
    """A page as it was drawn last, and who looks at it."""

    def __init__(self, draw: Draw, render: Render) -> None:
        self._draw = draw
        self._render = render
        self._drawn: dict[str, Drawn] = {}
        self._drawings = 0
        self._is_stale = True  # something may have changed since the last drawing
        self._late: list[Region] = []  # what is still to be drawn of it
        self._message = (0, 0, b"")  # the last one sent: from which drawing, to which; mostly everyone wants the same
        self._lock = threading.Lock()
        self.viewers: tuple[Viewer, ...] = ()  # replaced, never changed: the table's thread reads it without waiting

    # Asking for a drawing

    def poke(self) -> None:
        """It may look different now. One screen that waits is woken, and draws for all; those at work look later."""
        self._is_stale = True
        for viewer in self.viewers:
            if viewer.is_waiting:
                viewer.wake()
                return

    def has_news(self, seen: int) -> bool:
        return self._is_stale or self._drawings > seen

    def has_late(self) -> bool:
        return bool(self._late)

    def news(self, seen: int) -> tuple[int, bytes]:
        """What changed since a drawing, as a message, and which drawing it leads to."""
        with self._lock:
            if (self._is_stale or self._late) and self._has_drawn():
                for viewer in self.viewers:
                    if viewer.is_waiting:
                        viewer.wake()
            since, upto, message = self._message
            if (since, upto) != (seen, self._drawings):
                regions = {id: each.html for id, each in self._drawn.items() if each.since > seen}
                message = event("regions", None, to_json(regions)) if regions else b""
                self._message = (seen, self._drawings, message)
            return self._drawings, message

    # Drawing

    def _has_drawn(self) -> bool:
        """A page that cannot be drawn stays as it was, and its screens stay connected."""
        try:
            return self._draw_anew() or self._draw_late()
        except Exception:
            log.exception("a page could not be drawn")
            return False

    def _draw_anew(self) -> bool:
        """Draw what people look at first; whether any of it looks different."""
        if not self._is_stale:
            return False
        self._is_stale = False  # before looking: what changes from here on is for the next drawing
        regions = self._draw()
        self._late = [region for region in regions if region.can_wait]
        shown = {region.id for region in regions}
        self._drawn = {id: each for id, each in self._drawn.items() if id in shown}
        return self._render_all(region for region in regions if not region.can_wait)

    def _draw_late(self) -> bool:
        late, self._late = self._late, []
        return self._render_all(late)

    def _render_all(self, regions: Iterable[Region]) -> bool:
        """A region whose content is the same is not even rendered."""
        upto = self._drawings + 1
        for region in regions:
            old = self._drawn.get(region.id)
            if old is None or old.region != region:
                html = self._render(region.template, region.about)
                is_same = old is not None and old.html == html
                self._drawn[region.id] = Drawn(region, html, old.since if old and is_same else upto)
                if not is_same:
                    self._drawings = upto
        return self._drawings == upto

    def look(self, *, at_once: bool = False) -> dict[str, str]:
        """Every region, as it is now; `at_once` without those that may come later, unless they are there."""
        with self._lock:
            self._is_stale = True
            self._draw_anew()
            later = [region for region in self._late if at_once and region.comes_later]
            self._late = [region for region in self._late if region not in later]
            self._draw_late()
            self._late = later
            return {id: each.html for id, each in self._drawn.items()}

    def whole(self) -> dict[str, str]:
        """Each region with those inside it in their places: a page is complete before any script runs."""
        regions = self.look(at_once=True)

        def filled(html: str) -> str:
            return PLACE.sub(lambda place: place[1] + filled(regions.get(place[2], "")) + place[3], html)

        return {id: filled(html) for id, html in regions.items()}

    # Screens come and go

    def join(self, viewer: Viewer) -> None:
        with self._lock:
            self.viewers = (*self.viewers, viewer)

    def leave(self, viewer: Viewer) -> bool:
        with self._lock:
            was_there = viewer in self.viewers
            self.viewers = tuple(each for each in self.viewers if each is not viewer)
            return was_there


class Live:
    """All live pages."""

    def __init__(self, places: Places, clock: Clock, is_quiet: Callable[[], bool] = lambda: False) -> None:
        self._places = places
        self._clock = clock
        self._is_quiet = is_quiet
        self._numbers = itertools.count(1)
        self._pages: dict[str, Page] = {}
        self._closed = False
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
        if self._looked_at:
            self._looking.start()

    def poke(self, *_: object) -> None:
        """Something may look different now."""
        for page in self._pages.values():
            page.poke()

    def _look(self) -> None:
        for page in self._looked_at:
            page.poke()

    def viewers(self) -> Iterator[tuple[str, Viewer]]:
        """Every open page, by its name."""
        for name, page in self._pages.items():
            for viewer in page.viewers:
                yield name, viewer

    def beat_now(self) -> None:
        """What every beat says is otherwise from now on: nobody waits for the next."""
        for _, viewer in self.viewers():
            viewer.tell(self._beat())

    def watch(self, page: Page, browser: str | None, visit: Any = None) -> Iterator[bytes]:
        """The stream of a page: every region fresh, then the newest only."""
        if self._closed:
            raise Rejected("closing")
        self._places.take(browser)
        viewer = Viewer(page, next(self._numbers), visit)
        page.join(viewer)

        def leave() -> None:
            if page.leave(viewer):
                self._places.give_back(browser)

        return beating(iter([self._beat()]), viewer.wait, self._beat, leave)

    def _beat(self) -> bytes:
        """Says what the table's clock shows: screens count down by it; and whether it is silent."""
        return event("beat", None, to_json({"now": round(self._clock.now(), 4), "quiet": self._is_quiet()}))

    def close(self) -> None:
        self._closed = True
        for page in self._pages.values():
            for viewer in page.viewers:
                viewer.end()
        self._looking.close()
