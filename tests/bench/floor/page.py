"""The barest page: what starting Python, Flask and waitress takes by itself."""

from __future__ import annotations

import logging
import socket
import sys

import waitress
from flask import Flask


def serve(app: Flask, threads: int) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a first caller may be there before the first thread
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    waitress.serve(app, sockets=[listener], threads=threads)


def page() -> Flask:
    app = Flask(__name__)

    @app.get("/")
    def hello() -> str:
        return "<!doctype html><title>floor</title><p>Hello"

    return app


if __name__ == "__main__":
    serve(page(), int(sys.argv[1]))
