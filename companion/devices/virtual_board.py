"""A bridge with its dice at the far end of a pseudo-terminal, and everything that can go wrong with a cable."""

from __future__ import annotations

import os
import random
import select
import threading
import tty
from collections import deque
from collections.abc import Callable, Iterable

from companion import wire
from companion.clock import Clock
from companion.devices.virtual_die import VirtualDie, VirtualSender
from companion.devices.waker import Waker

FLOOD_LINES = 10_000
SENT_AT_ONCE = 4096  # bytes: a pseudo-terminal takes no more
UNSENT_MOST = 1_000_000  # bytes, when nobody listens


class VirtualBoard:
    """Speaks for `bridge-a` and the dice behind it. The near end, `path`, is opened by a SerialLink like any port."""

    def __init__(self, clock: Clock, dice: Iterable[str]) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._waker = Waker(clock)
        self._thread: threading.Thread | None = None
        self._is_stopping = False
        self._is_plugged = False
        self._far: int | None = None
        self._near: int | None = None  # kept open: without a reader, writing to the far end would fail
        self._pulled: list[int] = []  # ends of cables pulled out, for the thread to close: it may be waiting on one
        self._path: str | None = None
        self._old_path: str | None = None
        self._buffer = wire.LineBuffer()
        self._unsent = bytearray()
        self.dice = {name: VirtualDie(name, 7, self._say) for name in dice}
        self._senders: list[VirtualSender] = [VirtualSender("bridge-a", self._say), *self.dice.values()]
        self.silent: set[str | None] = set()  # None: the whole board
        self._flood: deque[str] = deque()
        self._spoil: list[tuple[str | None, Callable[[bytes], bytes]]] = []

    # The cable

    def start(self) -> None:
        if self._thread is not None:
            return
        self._is_stopping = False
        self._waker.open()
        self.plug()
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._is_stopping = True
        self._waker.wake()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self._waker.close()

    def path(self) -> str | None:
        """Where it is plugged in: a SerialLink's finder."""
        return self._path

    def plug(self) -> None:
        """In again, under another name, as USB ports do."""
        with self._lock:
            if self._is_plugged:
                return
            far, near = os.openpty()
            if os.ttyname(near) == self._old_path:
                (far, near), taken = os.openpty(), (far, near)
                for end in taken:
                    os.close(end)
            tty.setraw(near)
            os.set_blocking(far, False)
            self._far, self._near = far, near
            self._path = self._old_path = os.ttyname(near)
            self._is_plugged = True
            now = self._clock.now()
            for sender in self._senders:
                sender.hello(now)
        self._waker.wake()

    def unplug(self) -> None:
        """Out: both ends are closed, and what was on its way is gone."""
        with self._lock:
            self._is_plugged = False
            self._pulled += [end for end in (self._far, self._near) if end is not None]
            self._far = self._near = self._path = None
            self._unsent.clear()
            self._flood.clear()
            self._buffer = wire.LineBuffer()
        self._waker.wake()

    def _close_pulled(self) -> None:
        with self._lock:
            pulled, self._pulled = self._pulled, []
        for end in pulled:
            os.close(end)

    @property
    def is_plugged(self) -> bool:
        return self._is_plugged

    # What happens to the dice

    def do(self, what: Callable[[float], None]) -> None:
        """Let something happen now."""
        with self._lock:
            what(self._clock.now())
        self._waker.wake()

    def spoil_next(self, name: str | None, how: Callable[[bytes], bytes]) -> None:
        """The next line of this sender, or of anybody, goes wrong. Beats do not count: nobody would see it."""
        with self._lock:
            self._spoil.append((name, how))

    def flood(self, name: str) -> None:
        """A board gone mad: ten thousand lines, as fast as the cable takes them."""
        with self._lock:
            self._flood = deque([name] * FLOOD_LINES)
        self._waker.wake()

    def _say(self, name: str, word: str, line: bytes) -> None:
        if not self._is_plugged or self.silent & {None, name} or len(self._unsent) > UNSENT_MOST:
            return
        for spoiled in self._spoil:
            if word != "beat" and spoiled[0] in (None, name):
                self._spoil.remove(spoiled)
                line = spoiled[1](line)
                break
        self._unsent += line

    # The thread

    def _run(self) -> None:
        while not self._is_stopping:
            self._close_pulled()
            now = self._clock.now()
            with self._lock:
                for sender in self._senders:
                    sender.due(now)
                while self._flood and len(self._unsent) < SENT_AT_ONCE:
                    self._unsent += self.dice[self._flood.popleft()].rattle()
                self._send()
                wanted = select.POLLIN | (select.POLLOUT if self._unsent or self._flood else 0)
                instants = [instant for each in self._senders if (instant := each.next_instant()) is not None]
                far = self._far
            happened = self._waker.wait(self._clock.timeout_until(min(instants, default=None)), far, wanted)
            if far is not None and happened & ~select.POLLOUT:
                self._hear(far)
        self.unplug()
        self._close_pulled()

    def _send(self) -> None:
        if self._far is None or not self._unsent:
            return
        try:
            del self._unsent[: os.write(self._far, self._unsent[:SENT_AT_ONCE])]
        except BlockingIOError:
            return

    def _hear(self, far: int) -> None:
        data = os.read(far, 4096)
        now = self._clock.now()
        with self._lock:
            if far != self._far or None in self.silent:
                return
            for line in self._buffer.feed(data):
                self._take(wire.decode(line), now)

    def _take(self, message: wire.Message, now: float) -> None:
        if message.word == "hello":
            for sender in self._senders:
                sender.hello(now)
        elif (die := self.dice.get(str(message.args[0]))) is not None and die.name not in self.silent:
            die.hear(message.word, message.args, now)


def garbled(line: bytes) -> bytes:
    """One byte is another, somewhere before the line's end."""
    at = random.randrange(len(line) - 1)  # noqa: S311 - a fault, not a secret
    return line[:at] + bytes([line[at] ^ 0x01]) + line[at + 1 :]


def truncated(line: bytes) -> bytes:
    """Its second half and its end are lost, so the next line sticks to it."""
    return line[: len(line) // 2]
