"""The barest live die: a serial line becomes a row on the disk, then one message, then the text of one element."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import serial
from flask import Flask, Response

from tests.bench.floor.commits import Rows
from tests.bench.floor.page import serve

PAGE = """<!doctype html><meta charset="utf-8"><title>floor</title><p id="number">-</p><script>
const number = document.getElementById("number");
{script}
</script>"""
STREAM = """new EventSource("/live").onmessage = (event) => { number.textContent = event.data; };"""


def follow(port: str, rows: Rows, show: Callable[[str], None]) -> None:
    """On a thread of its own: `1 die-a 42 settled 7 set *F5E2` shows a 7."""
    cable = serial.Serial(port, 115_200, exclusive=True)

    def read() -> None:
        begun = b""
        while True:
            # Not readline: that asks the system for every byte, and a floor should be low.
            begun += cable.read(max(1, cable.in_waiting))
            *lines, begun = begun.split(b"\n")
            for line in lines:
                rows.add(line.decode())
                show(line.split()[4].decode())

    threading.Thread(target=read, daemon=True).start()


def die(port: str, rows: Rows) -> Flask:
    app = Flask(__name__)
    listening: list[queue.SimpleQueue[bytes]] = []

    @app.get("/table")
    def page() -> str:
        return PAGE.format(script=STREAM)

    @app.get("/live")
    def live() -> Response:
        mine: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        listening.append(mine)

        def messages() -> Iterator[bytes]:
            yield b"retry: 500\n\n"
            while True:
                yield mine.get()

        return Response(messages(), mimetype="text/event-stream")

    def show(text: str) -> None:
        message = f"data: {text}\n\n".encode()
        for each in listening:
            each.put(message)

    follow(port, rows, show)
    return app


if __name__ == "__main__":
    threads, port, file = sys.argv[1:]
    serve(die(port, Rows(Path(file))), int(threads))
