"""From switching on to the first page."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.bench.clients import first_page
from tests.bench.history import write_history, write_nothing
from tests.bench.place import THREADS, companion_run, floor_run, folder, running
from tests.bench.report import Figure
from tests.bench.rounds import in_turns

ROUNDS = 9
ENTRIES = 100_000


def start_ms(command: list[str]) -> float:
    """Ended by a power cut, so that the next start finds what this one found."""
    begun = time.perf_counter()
    with running(command, hard=True) as server:
        first_page(server.port)
        return (time.perf_counter() - begun) * 1000


def with_history() -> Iterator[Figure]:
    with folder() as data:
        write_history(data / "long", ENTRIES)
        write_nothing(data / "none")
        runs = [companion_run(data / name) for name in ("long", "none")]
        ours, none = in_turns(ROUNDS, *(lambda run=run: start_ms(run) for run in runs))
    yield Figure(f"start with {ENTRIES:,} entries: ms to the first page", ours, none, "<= 1.2")


def first_time() -> Iterator[Figure]:
    with folder() as data:
        write_nothing(data / "none")
        runs = [companion_run(data / "none"), floor_run("page", str(THREADS))]
        ours, bare = in_turns(ROUNDS, *(lambda run=run: start_ms(run) for run in runs))
    yield Figure("start: ms to the first page", ours, bare, "<= 1.6")
