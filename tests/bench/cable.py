"""The far end of a serial cable: a pseudo-terminal, and the boards that would be there."""

from __future__ import annotations

import os
import select
import time
import tty
from collections import Counter
from itertools import cycle
from typing import NamedTuple

from companion import wire

BOARDS = {"bridge-a": "bridge", "die-a": "die", "die-b": "die", "die-c": "die", "die-d": "die"}
TURNED = "die-a"  # sits at seat 1
FACES = (1, 4, 7, 2, 5, 8, 3, 6, 9)  # each changes the power that the one before has set; a 0 would be a question
LONGEST_MS = 10_000


class Turned(NamedTuple):
    at: float  # milliseconds since 1970
    face: int


class Cable:
    """`path` is the near end, which a table opens like any port."""

    def __init__(self) -> None:
        self._far, self._near = os.openpty()
        tty.setraw(self._near)  # else it would echo
        os.set_blocking(self._far, False)
        self.path = os.ttyname(self._near)
        self._seqs: Counter[str] = Counter()
        self._faces = cycle(FACES)
        self._begun_at = time.monotonic()

    def close(self) -> None:
        os.close(self._far)
        os.close(self._near)

    def turn_die(self) -> Turned:
        """Somebody turns a die, and its line is written."""
        face = next(self._faces)
        line = self._line(TURNED, "settled", face, "set")
        at = time.time() * 1000
        os.write(self._far, line)
        return Turned(at, face)

    def answer_hello(self) -> None:
        """Boards say who they are when the table has said hello; before, nobody would hear it."""
        heard = select.poll()
        heard.register(self._far, select.POLLIN)
        if not heard.poll(LONGEST_MS):
            raise RuntimeError(f"no table said hello on the cable in {LONGEST_MS / 1000:.0f} s")
        for board, kind in BOARDS.items():
            os.write(self._far, self._line(board, "hello", kind, "1.0"))

    def beat(self) -> None:
        """All boards are still there; and what the table said to them is heard, or it would fill the cable."""
        uptime = int(time.monotonic() - self._begun_at)
        for board in BOARDS:
            os.write(self._far, self._line(board, "beat", uptime))
        self.hear()

    def rattle(self, lines: int) -> None:
        """A board gone mad. Waits where the cable is full, and hears nothing."""
        data = b"".join(self._line(TURNED, "handled") for _ in range(lines))
        while data:
            try:
                data = data[os.write(self._far, data) :]
            except BlockingIOError:
                time.sleep(0.001)
        self.hear()

    def hear(self) -> None:
        """What the table said, or it would fill the cable."""
        try:
            while os.read(self._far, 4096):
                pass
        except BlockingIOError:
            return

    def _line(self, board: str, word: str, *args: int | str) -> bytes:
        line = wire.encode(board, self._seqs[board], word, *args)
        self._seqs[board] = wire.after(self._seqs[board])
        return line
