"""From the hand to the eye: a die's line is written to its cable, and the number on a tablet's page has changed.

In between it was read, understood, put on the disk, drawn and pushed. Beside the same in the barest way, and in the
stacks that others use for such things, each on its own cable, with its own page in the same Chromium.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from tests.bench.cable import Cable, Turned
from tests.bench.place import THREADS, floor_run, folder, running
from tests.bench.report import Figure
from tests.bench.rounds import in_turns
from tests.bench.screen import Shown, chromium, open_screen

ROUNDS = 15
TURNS = 16  # of the die, in a round
POWER, NUMBER = "#seat-1 .is-first .value", "#number"


class Way:
    """One server between a cable and a screen."""

    def __init__(self, stack: ExitStack, browser: Browser, command: Callable[[str], list[str]], number: str) -> None:
        self.cable = stack.enter_context(closing(Cable()))
        server = stack.enter_context(running(command(self.cable.path)))
        self._screen = open_screen(browser, server.port, number)
        self._pauses = random.Random(7)

    def p50_ms(self) -> float:
        turned = []
        for _ in range(TURNS):
            # Never in step with beats and frames, and long enough for nearly every turn to be drawn before the next.
            time.sleep(self._pauses.uniform(0.02, 0.06))
            turned.append(self.cable.turn_die())
        self._screen.wait_for(str(turned[-1].face))
        shown = self._screen.take_shown()
        return median(took_ms(turn, shown) for turn in turned)


def took_ms(turn: Turned, shown: list[Shown]) -> float:
    """For ever, where two turns were drawn as one and this was the first: it happens when a machine stands still."""
    return next((each.at - turn.at for each in shown if each.at > turn.at and each.text == str(turn.face)), math.inf)


class OurWay(Way):
    """Whose boards also say that they are there, and hear what the table says to them."""

    def __init__(self, stack: ExitStack, browser: Browser, data: Path) -> None:
        super().__init__(
            stack, browser, lambda port: [sys.executable, "-m", "tests.bench.cabled", port, str(data)], POWER
        )
        self.cable.answer_hello()

    def p50_ms(self) -> float:
        self.cable.beat()
        return super().p50_ms()


def to_screen() -> Iterator[Figure]:
    with ExitStack() as stack:
        data = stack.enter_context(folder())
        browser = stack.enter_context(chromium())

        def other(name: str, *more: str) -> Way:
            file = str(data / f"{name}.sqlite3")
            return Way(stack, browser, lambda port: floor_run(name, *more, port, file), NUMBER)

        ways = [
            OurWay(stack, browser, data / "table"),
            other("die", str(THREADS)),
            other("die_socketio"),
            other("die_tornado"),
        ]
        ours, bare, socketio, tornado = in_turns(ROUNDS, *(way.p50_ms for way in ways))
    yield Figure("die: ms from its line to the page, p50", ours, bare, "<= 1.5")
    yield Figure("die: beside Flask-SocketIO with threads", ours, socketio)
    yield Figure("die: beside Tornado", ours, tornado)
