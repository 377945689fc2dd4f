"""The last lines of the log and the last great moment, kept at hand so that a redraw asks no disk."""

from __future__ import annotations

import logging
import threading
from collections import deque
from functools import cached_property
from typing import Any

from companion.engine.entry import Entry
from companion.engine.table import Games, Table
from companion.journal.store import Reader
from companion.server.telling import clock_time
from companion.service import Service
from companion.words import Words

log = logging.getLogger(__name__)

LINES = 8
# In every game: large on the wall, and spoken where somebody wants it.
CALLOUTS = ("time-up", "over", "ended-with-winners", "goes-first")


class LastLines:
    def __init__(self, service: Service, reader: Reader) -> None:
        self._words = service.words
        self._games: Games = service.games
        self._lines: deque[Line] = deque(maxlen=LINES)
        self._moment: dict[str, Any] | None = None
        self._lock = threading.Lock()
        try:
            self._keep(reader.entries(max(0, reader.last_seq() - LINES), LINES))
        except ValueError:
            log.exception("the last lines of the log cannot be read")  # a damaged entry must not stop the table
        service.when_published.append(self.add)

    def add(self, table: Table, entries: list[Entry]) -> None:
        self._keep(entries)
        known = (*CALLOUTS, *(table.game.callouts if table.game else ()))
        for entry in entries:
            said = [line for line in entry.said if line[0] in known]
            if said and entry.command["command"] not in ("undo", "redo"):
                self._moment = {"seq": entry.seq, "said": said, "is_end": any(code == "over" for code, _ in said)}

    def _keep(self, entries: list[Entry]) -> None:
        with self._lock:
            self._lines.extend(Line(entry, self._words) for entry in entries[-LINES:])

    def newest_first(self) -> list[dict[str, Any]]:
        with self._lock:
            lines = list(self._lines)
        return [line.shown for line in reversed(lines)]

    def moment(self) -> dict[str, Any] | None:
        """The last great moment since the companion started: a monster fell, time is up, somebody won."""
        moment = self._moment
        if moment is None:
            return None
        return {"seq": moment["seq"], "is_end": moment["is_end"], "text": self._words.lines("log", moment["said"])}


class Line:
    """An entry as a line of the log, put into words when somebody looks."""

    def __init__(self, entry: Entry, words: Words) -> None:
        self._entry = entry
        self._words = words

    @cached_property
    def shown(self) -> dict[str, Any]:
        entry = self._entry
        text = self._words.lines("log", entry.said)
        return {"seq": entry.seq, "time": clock_time(entry.at), "at": entry.at, "text": text}
