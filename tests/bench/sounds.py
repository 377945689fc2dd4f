"""Whether the buzzer keeps time: two minutes of sounds while fifty screens listen and people play."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import mean

from tests.bench.clients import Caller, Listeners
from tests.bench.place import folder, running, token
from tests.bench.report import Figure

STREAMS = 50
SECONDS = 120
LONGEST_S = SECONDS + 30
PLAY_EVERY_S = 0.5


def on_time() -> Iterator[Figure]:
    with ExitStack() as stack:
        place = stack.enter_context(folder())
        data, file = place / "table", place / "edges.json"
        key = token(data)
        command = [sys.executable, "-m", "tests.bench.buzzing", str(data), str(SECONDS), str(file)]
        server = stack.enter_context(running(command, token=key))
        stack.enter_context(closing(Listeners(server.port, key, STREAMS)))
        play_until(file, stack.enter_context(closing(Caller(server.port, key))))
        found = json.loads(file.read_text())
    meant, happened = found["meant"], found["happened"]
    if len(meant) != len(happened):
        raise RuntimeError(f"{len(meant)} changes were meant, {len(happened)} happened")
    late_ms = [(there - then) * 1000 for then, there in zip(meant, happened, strict=True)]
    quarter = len(late_ms) // 4
    drift_ms = abs(mean(late_ms[-quarter:]) - mean(late_ms[:quarter]))
    yield Figure(f"buzzer, {STREAMS} streams: ms off in {SECONDS} s, at worst", max(map(abs, late_ms)), goal="< 10")
    yield Figure(f"buzzer, {STREAMS} streams: ms of drift in {SECONDS} s", drift_ms, goal="< 1")


def time_up() -> Iterator[Figure]:
    """A real rampage, from the red button on: the last buzz, while fifty screens listen and monsters lose health."""
    with ExitStack() as stack:
        place = stack.enter_context(folder())
        data, file = place / "table", place / "edges.json"
        key = token(data)
        command = [sys.executable, "-m", "tests.bench.rampaging", str(data), str(SECONDS), str(file)]
        server = stack.enter_context(running(command, token=key))
        stack.enter_context(closing(Listeners(server.port, key, STREAMS)))
        hurt = [{"command": "adjust-track", "seat": 1, "track": "health", "to": to} for to in (5, 6)]
        play_until(file, stack.enter_context(closing(Caller(server.port, key, commands=hurt))))
        found = json.loads(file.read_text())
    late_ms = [(there - then) * 1000 for then, there in zip(found["meant"], found["happened"], strict=True)]
    name = f"rampage, {STREAMS} streams: ms off of the last buzz after {SECONDS} s"
    yield Figure(name, max(map(abs, late_ms)), goal="< 10")


def play_until(file: Path, caller: Caller) -> None:
    give_up_at = time.monotonic() + LONGEST_S
    while not file.exists():
        if time.monotonic() > give_up_at:
            raise RuntimeError(f"the buzzer was not done after {LONGEST_S} s")
        caller.send()
        caller.answer()
        time.sleep(PLAY_EVERY_S)
    time.sleep(0.2)  # until it is written whole
