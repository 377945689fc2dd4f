"""Tells systemd how the table is: ready, alive, stopping. Started by hand, nobody listens and nothing is said."""

from __future__ import annotations

import logging
import os
import socket
import threading
from typing import Protocol

log = logging.getLogger(__name__)


def send(*facts: str) -> None:
    """`READY=1`, `STATUS=Open at http://table.local`: what sd_notify does, on a datagram socket."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return
    if where.startswith("@"):  # an abstract socket: a name without a file
        where = "\0" + where[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as speaker:
            speaker.sendto("\n".join(facts).encode(), where)
    except OSError as error:
        log.warning("systemd cannot be told %s (%s)", facts[0], error)


def watchdog_s() -> float | None:
    """How long systemd waits for a sign of life from this process; None if it does not."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # meant for whoever started us
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1_000_000 if microseconds.isdecimal() and int(microseconds) else None


class Watched(Protocol):
    """What the watchdog has to know of a table."""

    def is_answering(self, within_s: float) -> bool: ...

    def stands_at(self) -> str: ...


class Watchdog:
    """Feeds systemd's watchdog while the table's own thread answers, and only then.

    A web server that still serves a table which stands still is of no use to anybody: unfed, systemd starts it anew.
    """

    def __init__(self, table: Watched, within_s: float) -> None:
        self._table = table
        self._every_s = within_s / 2
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        unanswered = 0
        while not self._stopped.is_set():
            if self._table.is_answering(self._every_s):
                if unanswered:
                    log.warning("the table answers again")
                    send("STATUS=The table answers again.")
                unanswered = 0
                send("WATCHDOG=1")
                self._stopped.wait(self._every_s)
            elif not self._stopped.is_set():
                # Asked again at once: an SD card may stand still for seconds, and every one of them counts now.
                unanswered += 1
                silent_s, at = unanswered * self._every_s, self._table.stands_at()
                log.error("the table has not answered for %g s and systemd will restart it; it is in %s", silent_s, at)
                send("STATUS=The table does not answer.")
