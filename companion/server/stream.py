"""Entries to every program that listens, each as it happens. Publishing never waits for a slow reader."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.engine.entry import Entry
from companion.engine.plain import to_json
from companion.engine.table import Table
from companion.engine.view import entry_view
from companion.errors import Rejected
from companion.server.streams import Places, beating, event
from companion.service import Service

if TYPE_CHECKING:
    from companion.server.app import Site

MOST_WAITING = 500  # messages that a listener may be behind before it is dropped; it comes back and resumes
MOST_MISSED = 10_000  # entries that are sent again; beyond, the state is quicker


class Listener:
    """One open stream."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._queue: queue.SimpleQueue[tuple[int, bytes] | None] = queue.SimpleQueue()
        self.sent = 0  # the newest entry it has been given

    def put(self, seq: int, message: bytes) -> bool:
        """Hand over without waiting; false for a listener that cannot keep up."""
        if self._queue.qsize() >= MOST_WAITING:
            return False
        self._queue.put((seq, message))
        return True

    def end(self) -> None:
        self._queue.put(None)

    def messages(self, first: Iterator[bytes]) -> Iterator[bytes]:
        return beating(first, self._wait, self._hub.beat, lambda: self._hub.forget(self))

    def _wait(self, timeout: float) -> bytes | None:
        """All that waits, in one piece; nothing if nothing came in time, none at the end."""
        pieces = []
        try:
            waiting = self._queue.get(timeout=timeout)
            while waiting is not None:
                seq, message = waiting
                # Entries that came between listening and the first state were in that state already.
                if seq > self.sent:
                    pieces.append(message)
                waiting = self._queue.get_nowait()
        except queue.Empty:
            return b"".join(pieces)
        return None


class Hub:
    """Everyone who listens."""

    def __init__(self, service: Service, places: Places) -> None:
        self._service = service
        self._places = places
        self._listeners: set[Listener] = set()
        self._lock = threading.Lock()
        self._closed = False
        service.when_published.append(self.publish)

    def listen(self) -> Listener:
        with self._lock:
            if self._closed:
                raise Rejected("closing")
            self._places.take()
            listener = Listener(self)
            self._listeners.add(listener)
            return listener

    def forget(self, listener: Listener) -> None:
        with self._lock:
            self._listeners.discard(listener)
        self._places.give_back()

    def publish(self, table: Table, entries: list[Entry]) -> None:
        """On the table's own thread: encode once, hand over, and be gone."""
        if not self._listeners:
            return
        messages = [(entry.seq, self.entry_message(entry)) for entry in entries]
        with self._lock:
            slow = [each for each in self._listeners if not all(each.put(*message) for message in messages)]
            self._listeners.difference_update(slow)  # nothing more is kept for them; their place is free when they go
        for listener in slow:
            listener.end()

    def close(self) -> None:
        """End every stream, so that the server can stop at once."""
        with self._lock:
            self._closed = True
            listeners = list(self._listeners)
            self._listeners.clear()
        for listener in listeners:
            listener.end()

    def entry_message(self, entry: Entry) -> bytes:
        return event("entry", entry.seq, to_json(entry_view(entry, self._service.words.lines)))

    def state_message(self) -> tuple[int, bytes]:
        state = self._service.view()
        return state["seq"], event("state", state["seq"], to_json(state))

    def beat(self) -> bytes:
        table, time, _ = self._service.now
        at = time.at(self._service.clock.now())
        return event("beat", None, to_json({"seq": table.seq, "t": at}))


def missed(site: Site, listener: Listener, last_seen: str) -> Iterator[bytes]:
    """What a client that comes back missed; for a new one, or one away too long, how the table stands."""
    newest = site.service.now.table.seq
    after = int(last_seen) if last_seen.isascii() and last_seen.isdigit() and len(last_seen) <= 16 else None
    if after is None or after > newest or newest - after > MOST_MISSED:
        listener.sent, message = site.hub.state_message()
        yield message
        return
    while after < newest:
        with site.journal() as journal:
            entries = journal.entries(after, min(500, newest - after))
        yield b"".join(site.hub.entry_message(entry) for entry in entries)
        after = entries[-1].seq
    listener.sent = newest
