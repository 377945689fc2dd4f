"""One thread for everything that time alone brings: lamps that blink, contacts that settle, sounds that are due."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from typing import Protocol

from companion.clock import Clock

FINE_STEP_S = 0.0005

# How long a thread may compute before another gets its turn. Python's 5 ms can be heard in a rhythm; 1 ms costs eight
# callers at once a tenth of their commands, so it is for a moment that somebody is about to hear.
CALM_S, PROMPT_S = 0.005, 0.001
SOON_S = 0.25


class Follows(Protocol):
    def next_instant(self) -> float | None: ...

    def due(self, now: float) -> None: ...

    def failed(self, error: Exception) -> None: ...


class Follower:
    """Sleeps until the next instant of any of its things, and tells that thing. Things only ever say instants.

    `fine_s`: sleep coarsely until so long before the instant, then in small steps, because a thread that is woken out
    of a long sleep is often a few milliseconds late, and people hear that in a rhythm.

    `rest_s`: when it is woken, somebody's hand has just moved. It lets the table have its turn first.
    """

    def __init__(
        self, clock: Clock, things: Sequence[Follows], *, name: str, fine_s: float = 0.0, rest_s: float = 0.0
    ) -> None:
        self._clock = clock
        self._all = things
        self._things: list[Follows] = []  # those that have not failed
        self._name = name
        self._fine_s = fine_s
        self._rest_s = rest_s
        self._woken = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._listens = False  # a clock is asked only once to call when it is moved

    def start(self) -> None:
        if self._thread is not None:
            return
        if not self._listens:
            self._listens = True
            self._clock.wake(self.wake)
        self._stopping = False
        self._things = list(self._all)
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._woken.set()
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        if self._fine_s:
            sys.setswitchinterval(CALM_S)

    def wake(self) -> None:
        """Something wants another instant than before, or time has been moved."""
        self._woken.set()

    def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()  # before looking: whoever wakes it from here on is not overlooked
            now = self._clock.now()
            for thing in list(self._things):
                self._look_at(thing, now)
            self._sleep(self._clock.timeout_until(self._next_instant()))

    def _look_at(self, thing: Follows, now: float) -> None:
        try:
            instant = thing.next_instant()
            if instant is not None and instant <= now:
                thing.due(now)
        except Exception as error:  # noqa: BLE001 - one broken lamp must not stop the others
            self._things.remove(thing)
            thing.failed(error)

    def _next_instant(self) -> float | None:
        instants = [instant for thing in self._things if (instant := thing.next_instant()) is not None]
        return min(instants, default=None)

    def _sleep(self, timeout: float | None) -> None:
        if self._fine_s:
            is_soon = timeout is not None and timeout <= SOON_S
            sys.setswitchinterval(PROMPT_S if is_soon else CALM_S)
            if timeout is not None and not is_soon:
                timeout -= SOON_S  # to be prompt by then
        if timeout is None or timeout > self._fine_s:
            if self._woken.wait(None if timeout is None else timeout - self._fine_s) and self._rest_s:
                time.sleep(self._rest_s)
        elif timeout > 0:
            time.sleep(min(timeout, FINE_STEP_S))
