"""A table on a real server, a real journal and real sockets, and somebody who plays on it over HTTP."""

from __future__ import annotations

import functools
import http.client
import json
import re
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

import jsonschema
from server.sse import Stream
from waitress import wasyncore

from companion.__main__ import hands_at, own_wifi
from companion.access import Door
from companion.boardsfile import Boards
from companion.clock import Clock, ManualClock
from companion.engine.plain import to_json
from companion.games import GAMES
from companion.hands import usual_places
from companion.journal import Journal, Reader
from companion.server import create_app
from companion.server.app import Site
from companion.server.guard import Guard, Hosts
from companion.server.openapi import describe
from companion.server.web import create_server, open_socket
from companion.service import Service
from companion.token import token
from companion.words import Words

PATIENCE_S = 30  # for an answer that comes in milliseconds unless something is broken
PROBLEM = "application/problem+json"
FOLDERS: dict[int, Path] = {}  # by port: where a table that runs keeps its games and its token


@dataclass(frozen=True)
class Reply:
    """What the table answered."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def kind(self) -> str:
        return self.headers.get("content-type", "").split(";")[0]

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


class Visitor:
    """Speaks HTTP to a table, wherever that runs."""

    port: int
    data: Path

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """As a script with the token does it, unless it says who it is."""
        return self.as_stranger(method, path, body, **({"Authorization": f"Bearer {token(self.data)}"} | headers))

    def as_stranger(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            link.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = link.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, named, answer.read())
        finally:
            link.close()

    def get(self, path: str) -> Reply:
        return self.request("GET", path)

    def post(self, body: bytes) -> Reply:
        return self.request("POST", "/api/commands", body, Content_Type="application/json")

    def ask(self, command: str, **fields: Any) -> Reply:
        return self.post(to_json({"command": command, **fields}))

    def do(self, command: str, **fields: Any) -> Any:
        """Ask for something that is taken; what is taken is as the description says."""
        body = {"command": command, **fields}
        reply = self.post(to_json(body))
        assert (reply.status, reply.kind) == (200, "application/json"), reply.raw
        assert not list(schema_of(command).iter_errors(body)), f"the description does not take {body}"
        return reply.body

    def refused(self, command: str, **fields: Any) -> Any:
        """Ask for something that is not taken; nothing changes."""
        return self.nothing_happens(lambda: self.ask(command, **fields))

    def unreadable(self, body: bytes) -> Any:
        return self.nothing_happens(lambda: self.post(body))

    def nothing_happens(self, ask: Any) -> Any:
        before = self.state()
        body = problem(ask())
        assert self.state() == before
        return body

    def start(self, *players: str, **options: Any) -> Self:
        seats = [{"player": player} for player in players or ("Ann", "Bob")]
        self.do("start-game", game="monster-town", seats=seats, options=options)
        return self

    def state(self) -> Any:
        reply = self.get("/api/state")
        assert (reply.status, reply.kind) == (200, "application/json")
        return reply.body

    def entries(self, after: int = 0, limit: int = 500) -> Any:
        return self.get(f"/api/entries?after={after}&limit={limit}").body["entries"]

    def power(self, seat: int) -> int:
        return self.state()["seats"][seat - 1]["tracks"]["power"]["value"]

    def stream(self, last_seen: object = None, buffer: int | None = None) -> Stream:
        return Stream(self.port, last_seen, buffer)


class Live(Visitor):
    """The whole service in this process. Time is the test's, unless it brings another clock."""

    def __init__(self, data: Path, clock: Clock | None = None, devices: Callable[[Live], Any] | None = None) -> None:
        self.data = data
        self.clock = clock or ManualClock()
        self._devices = devices  # what stands on the table, made when its service is there; to be stopped with it
        self.looking_is_free = True
        self._streams: list[Stream] = []
        self._opened = ExitStack()

    def open(self) -> Self:
        with ExitStack() as opened:
            self.journal = Journal(self.data)
            opened.callback(self.journal.close)
            listener = opened.enter_context(open_socket("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
            FOLDERS[self.port] = self.data
            hands = hands_at(usual_places(4) if self._devices else {}, self.data)
            self.service = Service(self.journal, self.clock, GAMES, Words(), hands)
            boards = Boards(self.data, GAMES)
            boards.lay_under(self.service)
            self.reader = Reader(self.data)
            opened.callback(self.reader.close)
            self.things = self._devices(self) if self._devices else None
            self.door = Door(self.data, self.clock, self.service.door_is_open)
            guard = Guard(self.door, Hosts("table"), self.clock, looking_is_free=self.looking_is_free)
            self.app = create_app(
                self.service,
                self.reader,
                guard,
                things=self.things,
                addresses=lambda: [f"http://127.0.0.1:{self.port}"],
                wifi=partial(own_wifi, self.data),
                boards=boards,
                rosters=self.data,
            )
            self.site: Site = self.app.extensions["site"]
            self.service.start()
            opened.callback(self.service.stop)
            if self.things:
                self.things.start()
                opened.callback(self.things.stop)
            self.site.start()
            opened.callback(self.site.close)
            self.server = create_server(self.app, listener)
            serving = threading.Thread(target=self.server.run, name="serving")
            serving.start()
            opened.callback(self._stop_serving, serving)
            self._opened = opened.pop_all()
        return self

    def _stop_serving(self, serving: threading.Thread) -> None:
        """As the process does it: streams first, then what is still being answered, then the sockets."""
        self.site.close()
        for stream in self._streams:
            stream.close()
        self._streams.clear()
        self.server.task_dispatcher.shutdown(timeout=PATIENCE_S)
        # Only now: a task that pulls a closed trigger would write into whatever file has its number by then.
        with suppress(OSError):  # the loop may be awake already, and have closed all before it is woken
            self.server.trigger.pull_trigger(lambda: wasyncore.close_all(self.server._map, ignore_all=True))
        serving.join()

    def close(self) -> None:
        """Closing twice is fine."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    def restart(self) -> Self:
        self.close()
        return self.open()

    def stream(self, last_seen: object = None, buffer: int | None = None) -> Stream:
        stream = super().stream(last_seen, buffer)
        self._streams.append(stream)
        return stream

    def wait(self, seconds: float) -> Self:
        assert isinstance(self.clock, ManualClock)
        self.clock.move(seconds)
        return self


def problem(reply: Reply) -> Any:
    """A refusal as every refusal is: for programs a code, for people a sentence."""
    body = reply.body
    assert reply.kind == PROBLEM
    assert 400 <= reply.status < 500
    assert body["status"] == reply.status
    assert body.keys() <= {"type", "status", "code", "detail", "fields"}
    assert re.fullmatch("[a-z]+(-[a-z]+)*", body["code"])
    assert len(body["detail"].split()) >= 3, "a sentence"
    assert body.get("fields", ["x"]), "no empty list of fields"
    if reply.status == 422:
        assert body["fields"]
    return body


@functools.cache
def description() -> Any:
    return json.loads(to_json(describe(GAMES)))


@functools.cache
def schema_of(name: str) -> jsonschema.Draft202012Validator:
    """What the description says about a part of it."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}
    return jsonschema.Draft202012Validator(schema)
