"""The Wi-Fi between a screen and the table: out of range nothing arrives, and nobody is told."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Radio:
    """Forwards what comes to its own port to the table's, while it is in range."""

    def __init__(self, port: int) -> None:
        self._table = port
        self._in_range = threading.Event()
        self._in_range.set()
        self._links: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._table))
                self._links += [here, there]
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while heard := one.recv(65_536):
                self._in_range.wait()
                other.sendall(heard)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    def leave(self) -> None:
        self._in_range.clear()

    def come_back(self) -> None:
        self._in_range.set()

    def close(self) -> None:
        self._in_range.set()
        for link in (self._listener, *self._links):
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
            link.close()
