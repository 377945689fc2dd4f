"""What an entry costs after a million others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from companion.clock import SystemClock
from companion.games import GAMES
from companion.journal.store import Journal
from companion.service import Service
from companion.words import Words
from tests.bench.history import A_CYCLE, START, write_history, write_nothing
from tests.bench.place import folder
from tests.bench.report import Figure
from tests.bench.rounds import Measure, in_turns

# Short rounds, often in turn: a disk has moods that last longer than that.
ROUNDS = 200
IN_A_ROUND = 25
ENTRIES = 1_000_000
BY = {"screen": "screen"}


@contextmanager
def service(data: Path) -> Iterator[Service]:
    journal = Journal(data)
    try:
        running = Service(journal, SystemClock(), GAMES, Words())
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        journal.close()


def cost_us(running: Service) -> Measure:
    if running.now.table.game is None:
        running.ask(START, BY)
    bodies = cycle(A_CYCLE)

    def measure() -> float:
        begun = time.perf_counter()
        for _ in range(IN_A_ROUND):
            running.ask(next(bodies), BY)
        return (time.perf_counter() - begun) / IN_A_ROUND * 1e6

    return measure


def after_a_million() -> Iterator[Figure]:
    with folder() as data:
        write_history(data / "long", ENTRIES)
        write_nothing(data / "none")
        with service(data / "long") as long, service(data / "none") as none:
            assert long.now.table.seq == ENTRIES
            ours, beside = in_turns(ROUNDS, cost_us(long), cost_us(none))
    yield Figure(f"entry after {ENTRIES:,}: µs, beside after none", ours, beside, "<= 1.1")
