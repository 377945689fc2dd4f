"""A die without a die: it says over the cable exactly what firmware/PROTOCOL.md asks of a real one."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from companion import wire

RELEASE = "sim"
REPEAT_S = wire.REPEAT_MS / 1000

Say = Callable[[str, str, bytes], None]  # who, which word, the whole line


class _Unheard(NamedTuple):
    """A line that waits for its acknowledgement."""

    seq: int
    word: str
    line: bytes
    repeats_left: int
    again_at: float


class VirtualSender:
    """Whoever speaks on a cable: its own name, its own count of lines, a beat every two seconds."""

    kind = "bridge"

    def __init__(self, name: str, say: Say) -> None:
        self.name = name
        self._say_line = say
        self._seq = random.randrange(65536)  # noqa: S311 - so that a restart is not taken for a repeat
        self._born_at: float | None = None
        self._beat_at = 0.0

    def _line(self, word: str, *args: int | str) -> tuple[int, bytes]:
        seq, self._seq = self._seq, wire.after(self._seq)
        return seq, wire.encode(self.name, seq, word, *args)

    def _say(self, word: str, *args: int | str) -> None:
        self._say_line(self.name, word, self._line(word, *args)[1])

    def hello(self, now: float) -> None:
        """At power-up, and whenever the table says hello."""
        self._born_at = now if self._born_at is None else self._born_at
        self._say("hello", self.kind, RELEASE)
        self._beat_at = now + wire.BEAT_S

    def due(self, now: float) -> None:
        if self._born_at is not None and now >= self._beat_at:
            self._say("beat", int(now - self._born_at))
            self._beat_at = now + wire.BEAT_S

    def next_instant(self) -> float | None:
        return self._beat_at if self._born_at is not None else None


class VirtualDie(VirtualSender):
    """A ten-sided die behind the bridge."""

    kind = "die"

    def __init__(self, name: str, face: int, say: Say) -> None:
        super().__init__(name, say)
        self.face = face
        self.colour = "000000"
        self._battery = 100
        self._how = "bumped"  # of the last settled, until it is acknowledged
        self._is_cocked = False
        self._waiting: deque[tuple[str, tuple[int | str, ...]]] = deque()
        self._unheard: _Unheard | None = None

    # What hands do with it

    def handle(self, now: float) -> None:
        self._tell(now, "handled")

    def set(self, face: int, now: float) -> None:
        self.handle(now)
        self._settle(face, "set", now)

    def roll(self, face: int, now: float) -> None:
        self.handle(now)
        self._tell(now, "rolling")
        self._settle(face, "rolled", now)

    def cock(self, now: float) -> None:
        self._is_cocked = True
        self.handle(now)
        self._tell(now, "rolling")
        self._tell(now, "cocked")

    def bump(self, face: int, now: float) -> None:
        self._settle(face, "bumped", now)

    def _settle(self, face: int, how: str, now: float) -> None:
        self.face, self._how, self._is_cocked = face, how, False
        self._tell(now, "settled", face, how)

    # What it says

    def hello(self, now: float) -> None:
        """And then how it lies, so that the table knows the face without anybody touching the die."""
        self._waiting.clear()
        self._unheard = None
        super().hello(now)
        if self._is_cocked:
            self._tell(now, "cocked")
        else:
            self._tell(now, "settled", self.face, self._how)
        self._tell(now, "battery", self._battery)

    def _tell(self, now: float, word: str, *args: int | str) -> None:
        """One at a time: what happens meanwhile waits its turn."""
        self._waiting.append((word, args))
        self._go_on(now)

    def _go_on(self, now: float) -> None:
        while self._waiting and self._unheard is None:
            word, args = self._waiting.popleft()
            seq, line = self._line(word, *args)
            if word in wire.ACKED:
                self._unheard = _Unheard(seq, word, line, wire.REPEATS, now + REPEAT_S)
            self._say_line(self.name, word, line)

    # What it hears

    def hear(self, word: str, args: tuple[int | str, ...], now: float) -> None:
        """A line of the table's that is meant for this die."""
        match word, args:
            case "ack", (_, int(seq)) if self._unheard and seq == self._unheard.seq:
                self._unheard = None
                if not any(word == "settled" for word, _ in self._waiting):
                    self._how = "bumped"  # how it lies is known now, and no longer news
                self._go_on(now)
            case "colour", (_, str(colour)):
                self.colour = colour
            case "calibrate", (_, int(face)):
                self.bump(face, now)

    def due(self, now: float) -> None:
        super().due(now)
        if self._unheard is None or now < self._unheard.again_at:
            return
        if self._unheard.repeats_left == 0:
            self._unheard = None  # the table is not there; its hello will come
            self._go_on(now)
        else:
            self._say_line(self.name, self._unheard.word, self._unheard.line)
            left = self._unheard.repeats_left - 1
            self._unheard = self._unheard._replace(repeats_left=left, again_at=now + REPEAT_S)

    def next_instant(self) -> float | None:
        instants = [instant for instant in (super().next_instant(),) if instant is not None]
        if self._unheard:
            instants.append(self._unheard.again_at)
        return min(instants, default=None)

    def rattle(self) -> bytes:
        """A line for the flood of a board gone mad."""
        return self._line("handled")[1]
