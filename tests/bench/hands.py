"""From the hand to the disk: a contact closes or a die's line is written, and its entry is committed.

Beside the barest loop that reads the same edge or line and commits one row. All in this process, on the same clock.
"""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median, quantiles

import serial
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from companion.__main__ import be_prompt
from companion.clock import SystemClock
from companion.devices.button import Button
from companion.devices.serial_link import SerialLink
from companion.devices.status import Devices
from companion.games import GAMES
from companion.hands import Hands, usual_places
from companion.journal import Journal
from companion.service import Service
from companion.words import Words
from tests.bench.cable import Cable
from tests.bench.floor.commits import Rows
from tests.bench.place import folder
from tests.bench.report import Figure

ROUNDS = 11
TURNS = 40  # of each, in a round
PIN = 5
LONGEST_S = 10.0
TWO_GANGS = [{"player": "Ann"}, {"player": "Bob"}]


class LeapingClock(SystemClock):
    """Real time that can be moved on: a button pressed again within 0.7 s would be the same press."""

    def __init__(self) -> None:
        self._leapt = 0.0

    def now(self) -> float:
        return super().now() + self._leapt

    def leap(self, seconds: float) -> None:
        self._leapt += seconds


class Committed:
    """Notes when the next thing was committed."""

    def __init__(self) -> None:
        self._at: queue.SimpleQueue[float] = queue.SimpleQueue()

    def now(self, *_: object) -> None:
        self._at.put(time.perf_counter())

    def ms_since(self, begun: float) -> float:
        return (self._at.get(timeout=LONGEST_S) - begun) * 1000


Touch = Callable[[], float]  # does it, and says how many milliseconds later it was on the disk


@contextmanager
def table(data: Path) -> Iterator[tuple[Service, LeapingClock, Committed]]:
    clock, committed = LeapingClock(), Committed()
    with closing(Journal(data)) as journal:
        service = Service(journal, clock, GAMES, Words(), Hands(usual_places()))
        service.start()
        journal.make_room()
        service.ask({"command": "start-game", "game": "monster-town", "seats": TWO_GANGS}, {"companion": "bench"})
        service.when_published.append(committed.now)
        try:
            yield service, clock, committed
        finally:
            service.stop()


def our_button(stack: ExitStack, data: Path) -> Touch:
    service, clock, committed = stack.enter_context(table(data))
    pins = MockFactory()
    devices = Devices(clock, [Button("next", PIN, service.signal, clock=clock, pin_factory=pins)])
    devices.start()
    stack.callback(devices.stop)

    def press() -> float:
        pins.pin(PIN).drive_high()
        clock.leap(1.0)
        begun = time.perf_counter()
        pins.pin(PIN).drive_low()
        return committed.ms_since(begun)

    return press


def bare_button(stack: ExitStack, file: Path) -> Touch:
    """As gpiozero's own examples do it: wait for the edge, then do something about it."""
    committed, pins = Committed(), MockFactory()
    contact = DigitalInputDevice(PIN, pull_up=True, pin_factory=pins)
    is_over = threading.Event()

    def read() -> str | None:
        contact.wait_for_inactive()
        contact.wait_for_active()
        return None if is_over.is_set() else "pressed"

    def press() -> float:
        pins.pin(PIN).drive_high()
        time.sleep(0.002)  # until the loop waits for the next edge
        begun = time.perf_counter()
        pins.pin(PIN).drive_low()
        return committed.ms_since(begun)

    def end() -> None:
        is_over.set()
        pins.pin(PIN).drive_high()
        time.sleep(0.1)
        pins.pin(PIN).drive_low()

    stack.callback(contact.close)
    commit_what_comes(stack, read, Rows(file), committed)
    stack.callback(end)
    return press


def our_die(stack: ExitStack, data: Path) -> Touch:
    service, clock, committed = stack.enter_context(table(data))
    cable = stack.enter_context(closing(Cable()))
    link = SerialLink("cable-1", cable.path, service.signal, clock=clock)
    link.start()
    stack.callback(link.stop)
    cable.answer_hello()

    def turn() -> float:
        cable.beat()
        time.sleep(0.002)  # a beat is no part of it
        begun = time.perf_counter()
        cable.turn_die()
        return committed.ms_since(begun)

    return turn


def bare_die(stack: ExitStack, file: Path) -> Touch:
    committed = Committed()
    cable = stack.enter_context(closing(Cable()))
    port = serial.Serial(cable.path, 115_200, exclusive=True)
    commit_what_comes(stack, lambda: port.read_until().decode() or None, Rows(file), committed)
    stack.callback(port.cancel_read)

    def turn() -> float:
        time.sleep(0.002)
        begun = time.perf_counter()
        cable.turn_die()
        return committed.ms_since(begun)

    return turn


def commit_what_comes(stack: ExitStack, read: Callable[[], str | None], rows: Rows, committed: Committed) -> None:
    def loop() -> None:
        while (came := read()) is not None:
            rows.add(came)
            committed.now()

    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    stack.callback(thread.join, LONGEST_S)


def in_turns(*touches: Touch) -> list[tuple[float, float]]:
    """One of each, over and over, never in step with anything: p50 and p99 of each.

    Of many short rounds the median: a shared machine stands still now and then, and one round tells of it.
    """
    pauses = random.Random(7)
    p50s: list[list[float]] = [[] for _ in touches]
    p99s: list[list[float]] = [[] for _ in touches]
    for each in range(ROUNDS + 1):  # the first one only warms up
        took: list[list[float]] = [[] for _ in touches]
        for _ in range(TURNS):
            for at, touch in enumerate(touches):
                time.sleep(pauses.uniform(0.005, 0.02))
                took[at].append(touch())
        if each:
            for at, values in enumerate(took):
                p50s[at].append(median(values))
                p99s[at].append(quantiles(values, n=100)[-1])
    return [(median(p50), median(p99)) for p50, p99 in zip(p50s, p99s, strict=True)]


def to_disk() -> Iterator[Figure]:
    with ExitStack() as stack:
        data = stack.enter_context(folder())
        be_prompt()  # as the companion does for itself; the floor has it too
        button, die, bare_edge, bare_line = in_turns(
            our_button(stack, data / "button"),
            our_die(stack, data / "die"),
            bare_button(stack, data / "button.sqlite3"),
            bare_die(stack, data / "die.sqlite3"),
        )
    for name, ours, bare in (("a button's edge", button, bare_edge), ("a die's line", die, bare_line)):
        for which, our_ms, bare_ms in zip(("p50", "p99"), ours, bare, strict=True):
            yield Figure(f"{name}: ms to the disk, {which}", our_ms, bare_ms, "<= 1.5")
