"""A thread that waits for a cable must also hear that time was moved, that there is something to say, or to stop."""

from __future__ import annotations

import math
import os
import select
import threading

from companion.clock import Clock


class Waker:
    """A pipe to oneself: waiting for a descriptor ends when another thread calls `wake`, or moves the clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._is_known_to_clock = False
        self._lock = threading.Lock()  # a closed end's number may belong to somebody else by now
        self._ends: tuple[int, int] | None = None

    def open(self) -> None:
        if not self._is_known_to_clock:
            self._is_known_to_clock = True
            self._clock.wake(self.wake)
        with self._lock:
            if self._ends is None:
                self._ends = os.pipe()
                for end in self._ends:
                    os.set_blocking(end, False)

    def close(self) -> None:
        with self._lock:
            ends, self._ends = self._ends, None
            for end in ends or ():
                os.close(end)

    def wake(self) -> None:
        with self._lock:
            if self._ends is not None:
                try:
                    os.write(self._ends[1], b"!")
                except BlockingIOError:
                    return  # it has been woken more than often enough

    def wait(self, timeout: float | None, descriptor: int | None = None, events: int = select.POLLIN) -> int:
        """Until woken, until the timeout, or until something happens to the descriptor: what that is."""
        if self._ends is None:
            return 0
        poll = select.poll()  # not select(): it fails beyond descriptor 1023, and streams are many
        poll.register(self._ends[0], select.POLLIN)
        if descriptor is not None:
            poll.register(descriptor, events)
        happened = dict(poll.poll(None if timeout is None else math.ceil(timeout * 1000)))
        if self._ends[0] in happened:
            os.read(self._ends[0], 4096)
        return happened.get(descriptor, 0) if descriptor is not None else 0
