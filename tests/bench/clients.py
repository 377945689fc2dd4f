"""Callers and listeners, as scripts outside the project are: over loopback, each on a connection that stays open."""

from __future__ import annotations

import http.client
import json
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle
from typing import Any

LONGEST_ANSWER_S = 20.0


def there_and_back(seat: int) -> list[bytes]:
    """Two commands that can be asked for ever and are never refused.

    Regenerating comes first: callers who stopped between the two leave power spent, and several may share a seat.
    """
    spend = {"command": "spend-power", "seat": seat, "amount": 1}
    return [json.dumps(each).encode() for each in ({"command": "regenerate", "seat": seat}, spend)]


class Caller:
    """Somebody who sends one command after the other."""

    def __init__(self, port: int, token: str, seat: int = 1, commands: list[dict[str, Any]] | None = None) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_ANSWER_S)
        self._headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        own = [json.dumps(each).encode() for each in commands or ()]
        self._commands = cycle(own or there_and_back(seat))
        self.answered = 0

    def send(self) -> None:
        self._line.request("POST", "/api/commands", next(self._commands), self._headers)

    def answer(self) -> dict[str, int]:
        answer = self._line.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"a command was answered {answer.status}: {body.decode(errors='replace')}")
        self.answered += 1
        return json.loads(body)

    def rate(self, seconds: float) -> float:
        """Commands a second, each answered before the next is sent."""
        before = self.answered
        begun = now = time.perf_counter()
        while now < begun + seconds:
            self.send()
            self.answer()
            now = time.perf_counter()
        return (self.answered - before) / (now - begun)

    def close(self) -> None:
        self._line.close()


def call(port: int, token: str, seat: int, seconds: float) -> float:
    with closing(Caller(port, token, seat)) as caller:
        return caller.rate(seconds)


def call_together(port: int, token: str, callers: int, seconds: float) -> float:
    """Commands a second from several callers of one process together."""
    with ThreadPoolExecutor(callers) as threads:
        calls = [threads.submit(call, port, token, 1 + each % 2, seconds) for each in range(callers)]
        return sum(each.result() for each in calls)


class Listeners:
    """Open event streams, all read by one thread, so that each arrival is seen when it comes."""

    def __init__(self, port: int, token: str, count: int) -> None:
        self._lines: dict[int, socket.socket] = {}
        self._ready = select.epoll()
        self._heard: dict[int, bytes] = {}
        try:
            for _ in range(count):
                self._open(port, token)
        except BaseException:
            self.close()
            raise

    def _open(self, port: int, token: str) -> None:
        line = socket.create_connection(("127.0.0.1", port), timeout=LONGEST_ANSWER_S)
        self._lines[line.fileno()] = line
        host = f"Host: 127.0.0.1:{port}\r\n"
        line.sendall(f"GET /api/stream HTTP/1.1\r\n{host}Authorization: Bearer {token}\r\n\r\n".encode())
        heard = b""
        while b"event: state" not in heard:
            more = line.recv(65_536)
            heard += more
            if not more or not heard.startswith(b"HTTP/1.1 200"[: len(heard)]):
                raise RuntimeError(f"a stream was answered {heard[:200].decode(errors='replace')!r}")
        self._heard[line.fileno()] = b""
        self._ready.register(line, select.EPOLLIN)

    def hear(self, seq: int) -> list[float]:
        """The instants at which this entry arrives, one for each stream."""
        mark = b"id: %d\n" % seq
        arrived = []
        waiting = set(self._lines)
        until = time.perf_counter() + LONGEST_ANSWER_S
        while waiting:
            ready = self._ready.poll(until - time.perf_counter())
            if not ready:
                raise RuntimeError(f"{len(waiting)} streams did not hear entry {seq} in {LONGEST_ANSWER_S:.0f} s")
            for number, _ in ready:
                more = self._lines[number].recv(65_536)
                if not more:
                    raise RuntimeError("a stream was closed")
                heard = self._heard[number] + more
                if number in waiting and mark in heard:
                    arrived.append(time.perf_counter())
                    waiting.discard(number)
                self._heard[number] = heard[-200:]  # a message may come in two pieces
        return arrived

    def close(self) -> None:
        self._ready.close()
        for line in self._lines.values():
            line.close()


def first_page(port: int) -> None:
    """Ask for the first page and wait until it is there."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_ANSWER_S)) as line:
        line.request("GET", "/")
        answer = line.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"the first page was answered {answer.status}")
