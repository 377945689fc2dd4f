"""What a table costs while everyone thinks: screens open, nobody moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

from tests.bench.clients import Listeners, first_page
from tests.bench.place import floor, folder, table
from tests.bench.report import Figure

STREAMS = 10
SETTLE_S = 2.0
IDLE_S = 10.0


def ten_streams() -> Iterator[Figure]:
    with folder() as data, table(data / "table") as ours, floor("streams") as bare:
        servers = (ours, bare)
        for server in servers:
            first_page(server.port)
        with ExitStack() as stack:
            for server in servers:
                stack.enter_context(closing(Listeners(server.port, server.token, STREAMS)))
            time.sleep(SETTLE_S)
            before = [server.cpu_s() for server in servers]
            time.sleep(IDLE_S)  # both at once: neither does much
            cpu = [(server.cpu_s() - then) / IDLE_S * 100 for server, then in zip(servers, before, strict=True)]
            memory = [server.resident_mb() for server in servers]
    yield Figure(f"idle, {STREAMS} streams: % of a core", *cpu, goal="< 1", alone=True)
    yield Figure(f"idle, {STREAMS} streams: MB resident", *memory, goal="< 50", alone=True)
