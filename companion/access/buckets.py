"""So much at once, and so much a second after that: for whoever asks too often."""

from __future__ import annotations

import threading

KEYS_MOST = 4096


class Buckets:
    """One bucket for each who asks: full at first, it fills again at its rate. Any thread may take."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}  # how much there was, and when

    def take(self, key: str, now: float) -> bool:
        with self._lock:
            left, then = self._left.pop(key, (self._at_once, now))
            left = min(self._at_once, left + (now - then) * self._per_second)
            if len(self._left) >= KEYS_MOST:
                del self._left[next(iter(self._left))]  # who has not asked for the longest time
            self._left[key] = (max(0.0, left - 1), now)
            return left >= 1
