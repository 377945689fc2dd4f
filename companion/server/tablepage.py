"""What the table page shows, region by region."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from companion.engine.entry import Entry
from companion.engine.table import Table
from companion.hands import Felt
from companion.journal.store import Reader
from companion.server.drawing import NUMBER
from companion.server.live import Region
from companion.service import Service
from companion.words import Words

log = logging.getLogger(__name__)

LINES = 8  # of the log


class LastLines:
    """The last lines of the log, kept at hand so that a redraw asks no disk."""

    def __init__(self, service: Service, reader: Reader) -> None:
        self._words = service.words
        self._lines: deque[Line] = deque(maxlen=LINES)
        self._lock = threading.Lock()
        try:
            self.add(None, reader.entries(max(0, reader.last_seq() - LINES), LINES))
        except ValueError:
            log.exception("the last lines of the log cannot be read")  # a damaged entry must not stop the table
        service.when_published.append(self.add)

    def add(self, table: Table | None, entries: list[Entry]) -> None:
        with self._lock:
            self._lines.extend(Line(entry, self._words) for entry in entries[-LINES:])

    def newest_first(self) -> list[dict[str, Any]]:
        with self._lock:
            lines = list(self._lines)
        return [line.shown for line in reversed(lines)]


class Line:
    """An entry as a line of the log, put into words when somebody looks."""

    def __init__(self, entry: Entry, words: Words) -> None:
        self._entry = entry
        self._words = words

    @cached_property
    def shown(self) -> dict[str, Any]:
        entry = self._entry
        text = self._words.lines("log", entry.said)
        return {"seq": entry.seq, "time": entry.at[11:16], "at": entry.at, "text": text}


def table_regions(service: Service, lines: LastLines) -> list[Region]:
    """The frame changes with the game and the seats; all else is drawn in its own place inside it."""
    table, felt, state = service.glance()
    game = service.games.get(state["game"] or "")
    seats = state["seats"]
    frame = {"game": state["id"], "seats": [seat["seat"] for seat in seats]}
    regions = [Region("frame", "regions/frame.html", frame)]
    if game is None:
        return regions
    head = {key: state[key] for key in ("round", "phase", "paused", "turn")}
    players = {seat["seat"]: seat["player"] for seat in seats}
    ending = service.words.ending(state["outcome"], players) if state["outcome"] else None
    regions.append(
        Region("head", "regions/head.html", head | {"title": game.title, "players": players, "ending": ending})
    )
    for seat in seats:
        has_turn = seat["seat"] == state["turn"] and not state["outcome"]
        regions += _seat_regions(seat, has_turn, felt, table)
    regions += [
        Region("questions", "regions/questions.html", {"notices": state["notices"], "refusal": state["refusal"]}),
        Region("timers", "regions/timers.html", {"timers": state["timers"]}),
        Region("log", "regions/log.html", {"lines": lines.newest_first()}, can_wait=True),
        Region(
            "actions",
            "regions/actions.html",
            {"undo": state["undo"], "turn": state["turn"], "over": bool(state["outcome"])},
            can_wait=True,
        ),
    ]
    return regions


def door_region(is_open: bool) -> Region:
    """On every page: whoever is in the room now may join without a code."""
    return Region("door", "regions/door.html", {"is_open": is_open})


def _seat_regions(seat: dict[str, Any], has_turn: bool, felt: Felt, table: Table) -> Iterator[Region]:
    """One seat with what its own devices say. Each number is a region of its own: it is what changes most."""
    number = seat["seat"]
    about = {
        "seat": {key: seat[key] for key in ("seat", "player", "role", "out", "focus")},
        "tracks": {name: track.get("baseline") for name, track in seat["tracks"].items()},
        "has_turn": has_turn,
        "turning": felt.turning(number, table),
        "turn_to": felt.turn_to(number, table),
    }
    yield Region(f"seat-{number}", "regions/seat.html", about)
    for name, track in seat["tracks"].items():
        yield Region(f"value-{number}-{name}", NUMBER, {"number": track["value"]})
