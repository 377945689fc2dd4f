"""The same die on Tornado, as OctoPrint's and Moonraker's stacks are: one loop, and WebSockets."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler

from tests.bench.floor.commits import Rows
from tests.bench.floor.die import PAGE, follow

SOCKET = """
new WebSocket(`ws://${location.host}/live`).onmessage = ({ data }) => { number.textContent = data; };
"""
listening: set[Live] = set()


class Page(RequestHandler):
    def get(self) -> None:
        self.write(PAGE.format(script=SOCKET))


class Live(WebSocketHandler):
    def open(self) -> None:
        listening.add(self)

    def on_close(self) -> None:
        listening.discard(self)


def show(text: str) -> None:
    for each in listening:
        each.write_message(text)


async def main(port: str, file: str) -> None:
    loop = IOLoop.current()
    (listener,) = bind_sockets(0, "127.0.0.1")
    HTTPServer(Application([("/table", Page), ("/live", Live)])).add_socket(listener)
    # The commit stays on the reader's thread: a loop must not wait for a disk.
    follow(port, Rows(Path(file)), lambda text: loop.add_callback(show, text))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
