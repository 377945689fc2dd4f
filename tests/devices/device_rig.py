"""What tests of devices share: waiting for another thread, pins that remember, and a scripted far end of a cable."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import wire
from companion.clock import Clock, ManualClock
from companion.devices.device import Device
from companion.signals import Signal

PATIENCE_S = 20  # for what takes milliseconds unless something is broken


def until(is_so: Callable[[], Any], what: str = "what was expected") -> None:
    """Wait for another thread. Only patience is measured here, never speed."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < give_up_at, f"{what} did not happen"
        time.sleep(0.0005)


class RecordingPin(MockPWMPin):
    """Remembers each change of level or tone with its instant: the stock pin sees only the duty."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.seen: list[tuple[float, float, float | None]] = []  # instant, level, hertz
        super().__init__(factory, info)

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        seen = (self._factory.clock.now(), float(value), self.frequency)
        if not self.seen or self.seen[-1][1:] != seen[1:]:
            self.seen.append(seen)


class RecordingFactory(MockFactory):
    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=RecordingPin)
        self.clock = clock


class Time:
    """A clock that tests move, and devices that are looked after by hand, so that no thread has to be waited for."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.devices: list[Device] = []

    def wait(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.look()

    def look(self) -> None:
        now = self.clock.now()
        for device in self.devices:
            while (instant := device.next_instant()) is not None and instant <= now:
                device.due(now)


def words(signals: list[Signal]) -> list[str]:
    """`["pressed", "turned +1"]`"""
    return [
        " ".join([each.word, *(f"{arg:+}" if isinstance(arg, int) else arg for arg in each.args)]) for each in signals
    ]


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def threads() -> list[str]:
    return sorted(thread.name for thread in threading.enumerate())


class FarEnd:
    """A board played by the test, at the far end of a real pseudo-terminal. A line left over is a failure."""

    def __init__(self) -> None:
        self.far, self.near = os.openpty()
        tty.setraw(self.near)
        self.path = os.ttyname(self.near)
        self.lines: list[wire.Message] = []
        self._buffer = wire.LineBuffer()
        self._seqs: dict[str, int] = {}

    def says(self, sender: str, word: str, *args: Any, seq: int | None = None) -> int:
        """Say a line; its number."""
        seq = self._seqs.get(sender, 100) if seq is None else seq
        self._seqs[sender] = wire.after(seq)
        self.writes(wire.encode(sender, seq, word, *args))
        return seq

    def writes(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.far, data) :]

    def hears(self, word: str, *args: Any) -> wire.Message:
        """The next line of the table's must be this."""
        give_up_at = time.monotonic() + PATIENCE_S
        while not self.lines:
            assert time.monotonic() < give_up_at, f"the table never said {word} {args}"
            self._read(0.1)
        line = self.lines.pop(0)
        assert (line.sender, line.word, line.args) == (wire.TABLE, word, args)
        return line

    def _read(self, patience: float) -> None:
        if select.select([self.far], [], [], patience)[0]:
            self.lines += [wire.decode(line) for line in self._buffer.feed(os.read(self.far, 4096))]

    def is_acked(self, sender: str, seq: int) -> None:
        self.hears("ack", sender, seq)

    def pull(self) -> None:
        """Out with the plug."""
        for end in (self.far, self.near):
            os.close(end)
        self.far = self.near = -1

    def close(self) -> None:
        if self.far < 0:
            return
        self._read(0)
        self.pull()
        assert self.lines == [], "lines that no test expected"
