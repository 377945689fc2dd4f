"""How many commands a second are taken, each on the disk before it is answered."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.bench.clients import Caller, call_together
from tests.bench.place import Server, floor, folder, table
from tests.bench.report import Figure
from tests.bench.rounds import in_turns

# Short rounds, often in turn: a shared machine stands still now and then, and most rounds should know nothing of it.
ROUNDS, ROUND_S = 75, 0.1
ROUNDS_OF_MANY, ROUND_OF_MANY_S = 25, 0.3
# Callers in two processes, so that it is the server's lock of the interpreter that is measured and not theirs.
PROCESSES = 2


@contextmanager
def both(data: Path) -> Iterator[tuple[Server, Server]]:
    with table(data / "table") as ours, floor("commits", str(data / "floor.sqlite3")) as bare:
        yield ours, bare


def one_caller() -> Iterator[Figure]:
    with folder() as data, both(data) as servers, ExitStack() as stack:
        callers = [stack.enter_context(closing(Caller(server.port, server.token))) for server in servers]
        before = [server.cpu_s() for server in servers]
        ours, bare = in_turns(ROUNDS, *(lambda c=caller: c.rate(ROUND_S) for caller in callers))
        used = [server.cpu_s() - then for server, then in zip(servers, before, strict=True)]
    yield Figure("commands, 1 caller: a second", ours, bare, ">= 0.7")
    # Steadier than the figure above where others use the machine, but blind to waiting.
    each_us = [seconds / caller.answered * 1e6 for seconds, caller in zip(used, callers, strict=True)]
    yield Figure("commands, 1 caller: µs of a core for each", *each_us)


def eight_callers() -> Iterator[Figure]:
    spawn = multiprocessing.get_context("spawn")
    with folder() as data, both(data) as servers, ProcessPoolExecutor(PROCESSES, spawn) as callers:

        def rate(server: Server) -> float:
            asked = (server.port, server.token, 8 // PROCESSES, ROUND_OF_MANY_S)
            return sum(each.result() for each in [callers.submit(call_together, *asked) for _ in range(PROCESSES)])

        ours, bare = in_turns(ROUNDS_OF_MANY, *(lambda s=server: rate(s) for server in servers))
    yield Figure("commands, 8 callers: a second", ours, bare, "> 1")
