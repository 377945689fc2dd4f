"""How often somebody may be wrong about a code: a few times each, and not too often all together."""

from __future__ import annotations

import threading
from collections import deque

OF_ONE, OF_ONE_WITHIN_S = 5, 60.0
OF_ALL, OF_ALL_WITHIN_S = 50, 600.0  # of a million codes, each good for twelve minutes
ADDRESSES_MOST = 1000


class Guesses:
    """Wrong guesses, by address and together. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: dict[str, deque[float]] = {}
        self._all: deque[float] = deque(maxlen=OF_ALL)

    def wait_s(self, address: str, now: float) -> float:
        """How long this address has to wait before it may guess again; nought if it may now."""
        with self._lock:
            of_one = self._of.get(address, deque())
            waits = [
                guesses[0] + within - now
                for guesses, most, within in ((of_one, OF_ONE, OF_ONE_WITHIN_S), (self._all, OF_ALL, OF_ALL_WITHIN_S))
                if len(guesses) == most
            ]
            return max(0.0, *waits, 0.0)

    def wrong(self, address: str, now: float) -> bool:
        """Take note of a wrong guess; whether there were so many that every code must go."""
        with self._lock:
            if address not in self._of and len(self._of) >= ADDRESSES_MOST:
                del self._of[next(iter(self._of))]
            self._of.setdefault(address, deque(maxlen=OF_ONE)).append(now)
            self._all.append(now)
            return len(self._all) == OF_ALL
