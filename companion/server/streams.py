"""What all streams share: a place each, beats between messages, and an end that comes at once."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from companion.errors import TooMany

MOST_STREAMS = 64  # each holds a thread of the server
MOST_OF_A_BROWSER = 4  # a browser opens six connections to a host; two stay free for everything else
BEAT_S = 1.0  # a client that vanished is noticed after about three


class Places:
    """Counts who streams. Whoever finds no place asks every two seconds instead."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken: Counter[str | None] = Counter()

    def take(self, browser: str | None = None) -> None:
        with self._lock:
            if self._taken.total() >= MOST_STREAMS or (browser and self._taken[browser] >= MOST_OF_A_BROWSER):
                most = MOST_OF_A_BROWSER if browser and self._taken[browser] >= MOST_OF_A_BROWSER else MOST_STREAMS
                raise TooMany("too-many-streams", most=most)
            self._taken[browser] += 1

    def give_back(self, browser: str | None = None) -> None:
        with self._lock:
            self._taken[browser] -= 1
            self._taken += Counter()  # forget those with none left


def beating(
    first: Iterator[bytes],
    wait: Callable[[float], bytes | None],
    beat: Callable[[], bytes],
    leave: Callable[[], None],
) -> Iterator[bytes]:
    """Messages as they come, and a beat in every second; `wait` gives nothing in vain, and none at the end."""
    try:
        yield b"retry: 500\n\n"
        yield from first
        beat_at = time.monotonic() + BEAT_S
        while True:
            message = wait(max(0.0, beat_at - time.monotonic()))
            if message is None:
                return
            if not message and time.monotonic() >= beat_at:
                beat_at = time.monotonic() + BEAT_S
                message = beat()
            if message:
                yield message
    finally:
        leave()


def event(name: str, id: int | None, data: bytes) -> bytes:
    head = f"event: {name}\n" if id is None else f"event: {name}\nid: {id}\n"
    return head.encode() + b"data: " + data + b"\n\n"
