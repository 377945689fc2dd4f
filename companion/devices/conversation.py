"""What is said on one cable, by firmware/PROTOCOL.md: hello, acknowledgements, repeats, silence. No port, no thread."""

from __future__ import annotations

import logging
from typing import Protocol

import companion
from companion import wire
from companion.devices.device import Emit, Report, Status
from companion.devices.sender import Allowance, Sender
from companion.signals import Signal

log = logging.getLogger(__name__)

SIGNALS_MOST = 200  # handed to the table in a second
STRANGERS_MOST = 100  # lines in a second that nobody we know has begun
SENDERS_MOST = 32
REPORTED_FULLY, REPORTED_EVERY = 10, 100  # a fault that repeats fills no disk
FLOOD_REPORTED_S = 60.0


class Say(Protocol):
    def __call__(self, word: str, *args: int | str) -> object: ...


class Conversation:
    """All boards on one cable. Bytes come in by `feed`; signals, answers and reports go out."""

    def __init__(self, name: str, emit: Emit, say: Say, report: Report) -> None:
        self.name = name
        self.counts = {"good": 0, "bad": 0, "duplicate": 0, "flooded": 0, "bytes_dropped": 0}
        self.last_bad: str | None = None
        self._emit = emit
        self._say = say
        self._report = report
        self._senders: dict[str, Sender] = {}
        self._signals = Allowance(SIGNALS_MOST)
        self._strangers = Allowance(STRANGERS_MOST)
        self._flood_reported_at = float("-inf")
        self._buffer = wire.LineBuffer()
        self._begun = 0  # bytes of a line whose end has not come yet
        self._owed: list[tuple[str, int]] = []  # acknowledgements
        self._opened_at: float | None = None
        self._hello_at = 0.0

    def begin(self, now: float) -> None:
        """A port was opened: what was half said on the last one is nothing now."""
        self._buffer = wire.LineBuffer()
        self._begun = 0
        self._owed.clear()
        for sender in self._senders.values():
            sender.has_answered = False
        self._opened_at = now
        self._hello(now)

    def end(self) -> None:
        self._opened_at = None

    def _hello(self, now: float) -> None:
        self._hello_at = now
        self._say("hello", companion.__version__)

    # Hearing

    def feed(self, data: bytes, now: float) -> None:
        good = sum(len(line) + 1 for line in self._buffer.feed(data) if self._take(line, now))
        ended = data.rfind(b"\n") + 1
        complete = self._begun + ended if ended else 0
        self._begun = len(data) - ended if ended else self._begun + len(data)
        self.counts["bytes_dropped"] += complete - good

    def _take(self, line: bytes, now: float) -> bool:
        """One line; whether it was one. A flood is thrown away unread, because checking it is what would cost time."""
        if not self._allowance(line).take(now):
            self._flooded(now)
            return False
        try:
            message = wire.decode(line)
        except wire.WireError as error:
            self._ignore(str(error))
            return False
        if message.sender == wire.TABLE:
            return True  # a loose wire echoes us
        sender = self._sender(message.sender)
        if sender is None:
            self._ignore(f"expected at most {SENDERS_MOST} boards on one cable, came '{message.sender}'")
            return False
        return self._hear(sender, message, now)

    def _allowance(self, line: bytes) -> Allowance:
        """Each board has its own, so that one gone mad does not drown the others."""
        parts = line.split(b" ", 2)
        sender = self._senders.get(parts[1].decode("ascii", "replace")) if len(parts) > 2 else None
        return sender.lines if sender else self._strangers

    def _sender(self, name: str) -> Sender | None:
        if name not in self._senders and len(self._senders) < SENDERS_MOST:
            self._senders[name] = Sender(name)
        return self._senders.get(name)

    def _hear(self, sender: Sender, message: wire.Message, now: float) -> bool:
        self._is_there(sender, now)
        if sender.is_repeat(message):
            sender.counts["duplicate"] += 1
            self.counts["duplicate"] += 1
        elif message.word != "beat" and not self._signals.take(now):
            self._flooded(now)
            return False  # and not acknowledged: an honest board will say it again
        else:
            sender.hear(message)
            self.counts["good"] += 1
            if message.word != "beat":  # a sign of life is no news
                self._tell(Signal(message.sender, message.word, message.args, now))
        if message.word in wire.ACKED:
            self._owed.append((message.sender, message.seq))
        return True

    @property
    def owes_acks(self) -> bool:
        return bool(self._owed)

    def acknowledge(self) -> None:
        """Say what was heard. Not at once: the table has its turn first, and a board waits 200 ms before it repeats."""
        owed, self._owed = self._owed, []
        for sender, seq in owed:
            self._say("ack", sender, seq)

    def _tell(self, signal: Signal) -> None:
        try:
            self._emit(signal)
        except Exception:
            log.exception("%s was not taken", signal)  # a listener that fails does not take the cable with it

    def _is_there(self, sender: Sender, now: float) -> None:
        sender.heard_at = now
        sender.has_answered = True
        if sender.is_reported_lost:
            sender.is_reported_lost = False
            self._report(f"{sender.name} is back")
            self._hello(now)  # what happened to it meanwhile nobody has heard: it says how it lies

    def _ignore(self, what: str) -> None:
        self.counts["bad"] += 1
        bad = self.counts["bad"]
        self.last_bad = f"{self.name}: ignored a line: {what}"
        if bad <= REPORTED_FULLY:
            self._report(self.last_bad)
        elif bad % REPORTED_EVERY == 0:
            self._report(f"{self.last_bad} ({bad} so far)")

    def _flooded(self, now: float) -> None:
        self.counts["flooded"] += 1
        if now - self._flood_reported_at >= FLOOD_REPORTED_S:
            self._flood_reported_at = now
            self._report(f"{self.name}: more lines came than a table of dice can say; the rest is thrown away")

    # Silence

    def is_answered(self, now: float) -> bool:
        return any(sender.state(now, self._opened_at) != "lost" for sender in self._senders.values())

    def next_instant(self, now: float) -> float | None:
        """When silence will mean something new."""
        opened_at = self._opened_at
        if opened_at is None:
            return None
        instants = [each.lost_at(opened_at) for each in self._senders.values() if not each.is_reported_lost]
        if not self.is_answered(now):
            instants.append(self._hello_at + wire.LOST_S)
        return min(instants, default=None)

    def look_around(self, now: float) -> None:
        if self._opened_at is None:
            return
        for sender in self._senders.values():
            if now >= sender.lost_at(self._opened_at) and not sender.is_reported_lost:
                sender.is_reported_lost = True
                self._report(f"{sender.name} has been silent for {now - sender.heard_at:.0f} s and is shown as lost")
        if now >= self._hello_at + wire.LOST_S and not self.is_answered(now):
            self._hello(now)  # the first may have fallen on deaf ears while the board was starting

    # How it is, for any thread

    def state(self, now: float) -> str:
        states = {sender.state(now, self._opened_at) for sender in list(self._senders.values())}
        return next((state for state in ("ok", "asleep") if state in states), "lost")

    def last_heard(self, now: float) -> float | None:
        return min((now - sender.heard_at for sender in list(self._senders.values())), default=None)

    def missed(self) -> int:
        return sum(sender.counts["missed"] for sender in list(self._senders.values()))

    def statuses(self, now: float) -> dict[str, Status]:
        senders = list(self._senders.values())
        return {sender.name: sender.status(now, self._opened_at, self.name) for sender in senders}
