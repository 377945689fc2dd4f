"""The barest event stream: a command becomes one message on every listener's queue."""

from __future__ import annotations

import itertools
import queue
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Flask, Response, request

from tests.bench.floor.commits import Rows
from tests.bench.floor.page import page, serve


def streams(add: Callable[[str], int]) -> Flask:
    app = page()
    listening: list[queue.SimpleQueue[bytes]] = []

    @app.get("/api/stream")
    def stream() -> Response:
        mine: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        listening.append(mine)

        def messages() -> Iterator[bytes]:
            yield b"event: state\ndata: {}\n\n"
            while True:
                yield mine.get()

        return Response(messages(), mimetype="text/event-stream")

    @app.post("/api/commands")
    def command() -> dict[str, int]:
        body = request.get_data(as_text=True)
        seq = add(body)
        message = f"event: entry\nid: {seq}\ndata: {body}\n\n".encode()
        for each in listening:
            each.put(message)
        return {"seq": seq}

    return app


def count() -> Callable[[str], int]:
    """Numbers without a disk."""
    numbers = itertools.count(1)
    return lambda body: next(numbers)


if __name__ == "__main__":
    file = sys.argv[2:]
    serve(streams(Rows(Path(*file)).add if file else count()), int(sys.argv[1]))
