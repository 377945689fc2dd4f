"""How soon everyone in the room sees an entry: from sending the command to its arrival at each open stream."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from statistics import quantiles

from tests.bench.clients import Caller, Listeners
from tests.bench.place import Server, floor, folder, table
from tests.bench.report import Figure
from tests.bench.rounds import in_turns

STREAMS = 50
# Many short rounds: where a machine stands still for a moment, one round tells of it and the median does not.
ROUNDS = 21
COMMANDS = 10  # in a round, each with as many arrivals as streams


class Room:
    """One server, somebody who sends commands, and all the streams that are open to it."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self._caller = stack.enter_context(closing(Caller(server.port, server.token)))
        self._listeners = stack.enter_context(closing(Listeners(server.port, server.token, STREAMS)))
        self._caller.send()
        self._seq = self._caller.answer()["seq"]
        self._listeners.hear(self._seq)
        self._pauses = random.Random(7)

    def p99_ms(self) -> float:
        took = []
        for _ in range(COMMANDS):
            # Never in step with the beats of the streams.
            time.sleep(self._pauses.uniform(0.01, 0.05))
            self._seq += 1
            begun = time.perf_counter()
            self._caller.send()
            took.extend(at - begun for at in self._listeners.hear(self._seq))
            assert self._caller.answer()["seq"] == self._seq
        return quantiles(took, n=100)[-1] * 1000


def fifty_streams() -> Iterator[Figure]:
    with ExitStack() as stack:
        data = stack.enter_context(folder())
        servers = [
            stack.enter_context(table(data / "table")),
            stack.enter_context(floor("streams", str(data / "floor.sqlite3"))),
            stack.enter_context(floor("streams")),
        ]
        rooms = [Room(server, stack) for server in servers]
        ours, bare, without = in_turns(ROUNDS, *(room.p99_ms for room in rooms))
    yield Figure(f"streams, {STREAMS} open: ms to arrive, p99", ours, bare, "<= 1.5")
    yield Figure(f"streams, {STREAMS} open: beside a floor without disk", ours, without)
