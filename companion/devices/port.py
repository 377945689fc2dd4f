"""An open serial port that never waits: neither for a board that says nothing nor for one that does not read."""

from __future__ import annotations

import errno
import os
import select
import threading
from typing import Any

import serial  # type: ignore[import-untyped]

from companion import wire
from companion.devices.waker import Waker

READ_MOST = 4096
UNSENT_MOST = 4096  # bytes: the smallest boards never read, and are understood all the same


class Port:
    """A serial port, ours alone."""

    def __init__(self, path: str) -> None:
        self.path = path
        port = serial.Serial(baudrate=wire.BAUD, timeout=0, exclusive=True)
        # Low before it is opened: on most boards either line is wired to reset.
        port.dtr = False
        port.rts = False
        port.port = path
        port.open()
        self._port: Any = port
        self._lock = threading.Lock()
        self._unsent = bytearray()

    def close(self) -> None:
        self._port.close()

    def put(self, line: bytes) -> bool:
        """Say this line with the next exchange, unless too much waits already. Any thread may."""
        with self._lock:
            if len(self._unsent) + len(line) > UNSENT_MOST:
                return False
            self._unsent += line
            return True

    def exchange(self, waker: Waker, timeout: float | None) -> bytes:
        """Send what waits, then give what has arrived: as soon as there is some, or nothing if it was woken."""
        self._send()
        happened = waker.wait(timeout, self._port.fileno(), self._wanted())
        if happened & ~select.POLLOUT == 0:
            return b""
        # Not port.read, which asks the system three more times whether there is anything.
        data = os.read(self._port.fileno(), READ_MOST)
        if not data:
            raise OSError(errno.EIO, "the board is gone")
        return data

    def _wanted(self) -> int:
        return select.POLLIN | (select.POLLOUT if self._unsent else 0)

    def _send(self) -> None:
        with self._lock:
            if not self._unsent:
                return
            try:
                # Not port.write: without a timeout it waits, and with one it cuts a line in two.
                sent = os.write(self._port.fileno(), self._unsent)
            except BlockingIOError:
                return
            del self._unsent[:sent]


def why(error: OSError, path: str | None) -> str:
    """What is wrong with a port and what to do about it, as a sentence without its beginning."""
    if path is None or error.errno == errno.ENOENT:
        return f"nothing is plugged in{f' at {path}' if path else ''}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{path} may not be opened by this user; add the user to the group dialout"
    if is_taken(error):
        return f"{path} is used by another program; close that one"
    return f"{path} was lost ({error})"


def is_taken(error: OSError) -> bool:
    return error.errno in (errno.EBUSY, errno.EAGAIN)


def is_forbidden(error: OSError) -> bool:
    """There is a port, but not for us: waiting alone will not mend that."""
    return error.errno in (errno.EACCES, errno.EPERM) or is_taken(error)
