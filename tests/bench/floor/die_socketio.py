"""The same die on Flask-SocketIO, as RotorHazard's stack is: threads, and werkzeug's own server."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from flask import Flask
from flask_socketio import SocketIO
from werkzeug.serving import make_server

from tests.bench.floor.commits import Rows
from tests.bench.floor.die import PAGE, follow

# The few frames of Engine.IO 4 and Socket.IO 5 that are needed: opened, connect, ping, pong, event.
SOCKET = """
const socket = new WebSocket(`ws://${location.host}/socket.io/?EIO=4&transport=websocket`);
socket.onmessage = ({ data }) => {
  if (data[0] === "0") socket.send("40");
  else if (data === "2") socket.send("3");
  else if (data.startsWith("42")) number.textContent = JSON.parse(data.slice(2))[1];
};
"""


def die(port: str, rows: Rows) -> Flask:
    app = Flask(__name__)
    socketio = SocketIO(app, async_mode="threading")

    @app.get("/table")
    def page() -> str:
        return PAGE.format(script=SOCKET)

    follow(port, rows, lambda text: socketio.emit("number", text))
    return app


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # a line for every request is not the work
    port, file = sys.argv[1:]
    server = make_server("127.0.0.1", 0, die(port, Rows(Path(file))), threaded=True)
    print(f"http://127.0.0.1:{server.port}", flush=True)
    server.serve_forever()
