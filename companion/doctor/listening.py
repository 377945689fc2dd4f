"""Say hello on a serial port, by firmware/PROTOCOL.md, and hear who is there."""

from __future__ import annotations

import companion
from companion import wire
from companion.clock import SystemClock
from companion.devices.port import Port
from companion.devices.waker import Waker
from companion.doctor.machine import Heard

LISTEN_S = 3.5  # longer than a beat, for a board that reads nothing, and than an Arduino takes to start
NOBODY_NEW_S = 0.8  # after the first answer, for dice behind a bridge


def who_answers(path: str, listen_s: float = LISTEN_S) -> Heard:
    """The boards on this port, ours alone meanwhile. OSError if it cannot be opened, or is lost.

    Nothing is acknowledged: what a die has to tell is meant for the table, and it will tell it again.
    """
    clock = SystemClock()
    waker = Waker(clock)
    port = Port(path)
    try:
        waker.open()
        return _hear(port, waker, clock, listen_s)
    finally:
        waker.close()
        port.close()


def _hear(port: Port, waker: Waker, clock: SystemClock, listen_s: float) -> Heard:
    buffer = wire.LineBuffer()
    boards: dict[str, str] = {}
    bad, last_bad = 0, None
    # An empty line first: whatever half a line stands in the board's buffer does not stick to our hello.
    port.put(b"\n" + wire.encode(wire.TABLE, 0, "hello", companion.__version__))
    until = clock.now() + listen_s
    while (left := until - clock.now()) > 0:
        for line in buffer.feed(port.exchange(waker, left)):
            try:
                message = wire.decode(line)
            except wire.WireError as error:
                bad, last_bad = bad + 1, str(error)
                continue
            if message.sender == wire.TABLE:
                continue  # a loose wire echoes us
            if message.sender not in boards:
                until = min(until, clock.now() + NOBODY_NEW_S)
            known = boards.setdefault(message.sender, "")
            if message.word == "hello" and not known:
                boards[message.sender] = " ".join(str(arg) for arg in message.args)
    return Heard(boards, bad + buffer.dropped, last_bad)
