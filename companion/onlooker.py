"""A thread that follows the table: woken when something may have changed, never in anybody's way."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


class Onlooker:
    """Calls `follow` after each poke, and every so often by itself. Pokes that come while it is at work are one.

    `rest_s`: how long it rests before each look, for what need not be quicker than eyes: screens go first.
    """

    def __init__(
        self, name: str, follow: Callable[[], None], every_s: float | None = None, rest_s: float = 0.0
    ) -> None:
        self._every_s = every_s
        self._rest_s = rest_s
        self._ended = threading.Event()
        self._follow = follow
        self._poked = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def poke(self, *_: object) -> None:
        self._poked.set()

    def close(self) -> None:
        self._ended.set()
        self._poked.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._poked.wait(self._every_s)
            if self._rest_s:
                self._ended.wait(self._rest_s)
            self._poked.clear()
            if self._ended.is_set():
                return
            try:
                self._follow()
            except Exception:
                log.exception("%s could not follow the table", self._thread.name)
