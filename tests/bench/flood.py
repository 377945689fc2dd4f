"""What a board gone mad costs: ten thousand lines a second on one cable, and somebody who plays meanwhile."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from statistics import median

from tests.bench.cable import Cable
from tests.bench.clients import Caller
from tests.bench.place import Server, floor_run, folder, running, token
from tests.bench.report import Figure

FLOOD_S = 5.0
LINES_A_SECOND = 10_000
AT_ONCE = 100  # lines in one write


def flooded() -> Iterator[Figure]:
    with ExitStack() as stack:
        place = stack.enter_context(folder())
        cables = [stack.enter_context(closing(Cable())) for _ in range(2)]
        key = token(place / "table")
        ours = [sys.executable, "-m", "tests.bench.cabled", cables[0].path, str(place / "table")]
        table = stack.enter_context(running(ours, token=key))
        bare = stack.enter_context(running(floor_run("lines", cables[1].path)))
        cables[0].answer_hello()
        caller = stack.enter_context(closing(Caller(table.port, key)))
        calm_ms = answer_ms(caller, FLOOD_S)
        percent = [cpu_percent(server, cable) for server, cable in ((table, cables[0]), (bare, cables[1]))]
        with pouring(cables[0]):
            flooded_ms = answer_ms(caller, FLOOD_S)
    yield Figure("flood: % of a core while 10,000 lines/s come", *percent)
    yield Figure("flood: ms to answer a command, and in calm", flooded_ms, calm_ms)


class pouring:
    """Writes the flood on a thread of its own until it is left."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._pour, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _pour(self) -> None:
        due = time.monotonic()
        while not self._is_over.is_set():
            self._cable.rattle(AT_ONCE)
            due += AT_ONCE / LINES_A_SECOND
            time.sleep(max(0.0, due - time.monotonic()))


def cpu_percent(server: Server, cable: Cable) -> float:
    before = server.cpu_s()
    with pouring(cable):
        time.sleep(FLOOD_S)
    return (server.cpu_s() - before) / FLOOD_S * 100


def answer_ms(caller: Caller, seconds: float) -> float:
    took = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.perf_counter()
        caller.send()
        caller.answer()
        took.append((time.perf_counter() - begun) * 1000)
        time.sleep(0.02)
    return median(took)
