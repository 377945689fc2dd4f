"""Reads an event stream as a browser's EventSource does."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any, NamedTuple, Self

PATIENCE_S = 30


class Event(NamedTuple):
    name: str
    id: int | None
    data: Any


class Stream:
    """One open stream. What was missed is asked for with the id that came last."""

    def __init__(
        self,
        port: int,
        last_seen: object = None,
        buffer: int | None = None,
        path: str = "/api/stream",
        cookie: str | None = None,
    ) -> None:
        headers = {} if last_seen is None else {"Last-Event-ID": str(last_seen)}
        if cookie:
            headers["Cookie"] = cookie
        self._link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        if buffer:  # the kernel holds little for it, as for a tablet with a weak signal
            self._link.sock = socket.socket()
            self._link.sock.settimeout(PATIENCE_S)
            self._link.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            self._link.sock.connect(("127.0.0.1", port))
        self._link.request("GET", path, headers=headers)
        self.answer = self._link.getresponse()
        self.status = self.answer.status
        self.retry: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.answer.close()
        self._link.close()

    def vanish(self) -> None:
        """As a tablet does that is carried out of the room: no goodbye is read by anyone."""
        if self._link.sock:
            self._link.sock.shutdown(socket.SHUT_RDWR)
        self.close()

    def event(self) -> Event | None:
        """The next event, whatever it is; none when the stream has ended."""
        name, id, data = "", None, None
        while line := self.answer.readline():
            field, _, value = line.decode().rstrip("\n").partition(": ")
            match field:
                case "" if name:
                    return Event(name, id, data)
                case "event":
                    name = value
                case "id":
                    id = int(value)
                case "data":
                    data = json.loads(value)
                case "retry":
                    self.retry = int(value)
        return None

    def next(self) -> Event | None:
        """The next event that is not just a heartbeat."""
        while (event := self.event()) and event.name == "beat":
            pass
        return event

    def upto(self, seq: int) -> list[Event]:
        """All events until this entry has come."""
        got: list[Event] = []
        while not got or (got[-1].id or 0) < seq:
            event = self.next()
            assert event, f"the stream ended after {[each.id for each in got]}, before {seq}"
            got.append(event)
        return got
