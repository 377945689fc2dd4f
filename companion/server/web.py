"""The web server: waitress on a socket of our own."""

from __future__ import annotations

import errno
import functools
import socket
from typing import Any

import waitress
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest

from companion.engine.plain import to_json
from companion.errors import ConfigError, Rejected
from companion.server.streams import MOST_STREAMS
from companion.server.workers import Workers
from companion.words import Words

PORTS_TO_TRY = 20
MOST_BYTES = 16 * 1024 * 1024  # of a request. Flask's own limit answers first; this one is for what never ends
STALLED_MS = 15_000


def open_socket(host: str, port: int) -> socket.socket:
    """Listen here, or on the next free port."""
    for each in range(port, min(port + PORTS_TO_TRY, 65_536)):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Waitress buffers megabytes for a reader that has stalled and never lets it go: the kernel does, in 15 s.
            # Connections inherit this from the socket that accepts them.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
            listener.bind((host, each))
            listener.listen(128)
        except (OSError, UnicodeError, TypeError) as error:
            listener.close()
            if isinstance(error, OSError) and error.errno == errno.EADDRINUSE and port != 0:
                continue
            where = f"{host} port {each} ({getattr(error, 'strerror', None) or error})"
            raise ConfigError(f"cannot listen on {where}; give another with --host or --port") from None
        return listener
    raise ConfigError(f"ports {port} to {port + PORTS_TO_TRY - 1} are all taken; give a free one with --port")


def create_server(app: Flask, listener: socket.socket) -> waitress.server.BaseWSGIServer:
    """Waitress holds a thread for each open stream, so there may be enough for all of them and some for the rest."""
    server = waitress.create_server(
        app,
        sockets=[listener],
        _dispatcher=Workers(MOST_STREAMS + 8),
        connection_limit=MOST_STREAMS * 4,
        max_request_body_size=MOST_BYTES,
        ident="companion",
        clear_untrusted_proxy_headers=True,
    )
    server.channel_class = Channel
    return server


class Parser(HTTPRequestParser):  # type: ignore[misc] # waitress has no types
    """Waitress answers 501 to a transfer coding that it does not know. That is the sender's mistake, not ours."""

    error: Any = None

    def received(self, data: bytes) -> int:
        try:
            taken: int = super().received(data)
        except ValueError as error:  # an address that nobody can take apart: `GET http://[::1 HTTP/1.1`
            self.error = BadRequest(str(error))
            self.completed = True
            return len(data)
        if self.error is not None and self.error.code >= 500:
            self.error = BadRequest(self.error.body)
        return taken


class Task(WSGITask):  # type: ignore[misc]
    """Waitress sends a head and its body one after the other: two packets, and the other side wakes twice."""

    content_length: int | None
    wrote_header: bool
    content_bytes_written: int

    def get_environment(self) -> dict[str, Any]:
        """Without waitress's own way to send files: it loses an open one when a screen leaves just then."""
        environ: dict[str, Any] = super().get_environment()
        environ.pop("wsgi.file_wrapper", None)
        return environ

    def write(self, data: bytes) -> None:
        is_all = self.complete and self.content_length == len(data) and self.has_body
        if self.wrote_header or not data or not is_all:
            super().write(data)
            return
        head = self.build_response_header()
        self.wrote_header = True
        self.content_bytes_written = len(data)
        self.channel.write_soon(head + data)


class Refusal(ErrorTask):  # type: ignore[misc]
    """What waitress itself refuses, before there is a request, is told as every other refusal."""

    def execute(self) -> None:
        error = self.request.error
        why = Rejected("too-big", most=MOST_BYTES) if error.code == 413 else Rejected("bad-request", why=error.body)
        body = {"type": "about:blank", "status": error.code, "code": why.code, "detail": _words().refusal(why)}
        said = to_json(body)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "application/problem+json"))
        self.set_close_on_finish()
        self.content_length = len(said)
        self.write(said)


@functools.cache
def _words() -> Words:
    return Words()


class Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = Parser
    task_class = Task
    error_task_class = Refusal
