"""What the table knows of one board on a cable: whether it is there, and which of its lines are news."""

from __future__ import annotations

from collections import deque

from companion import wire
from companion.devices.device import Status, status_of

LINES_MOST = 100  # in a second; an honest die says ten
A_GAP = 1000  # more lines than this are not lost at once: the board has begun a new count


class Allowance:
    """So many in a second, and no more."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._since = float("-inf")
        self._taken = 0

    def take(self, now: float) -> bool:
        if now - self._since >= 1.0:
            self._since, self._taken = now, 0
        self._taken += 1
        return self._taken <= self._per_second


class Sender:
    """A die, a knob or a bridge that has been heard."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kind = "board"  # until it says hello
        self.lines = Allowance(LINES_MOST)
        self.heard_at = 0.0
        self.has_answered = False  # since the cable was plugged in
        self.is_reported_lost = False
        self.counts = {"good": 0, "duplicate": 0, "missed": 0}
        self._is_asleep = False
        self._battery: int | None = None
        self._uptime = 0
        self._recent: deque[int] = deque(maxlen=wire.REMEMBERED)

    # Hearing

    def is_repeat(self, message: wire.Message) -> bool:
        """A line it has said before. A board that has restarted counts anew, so what it said before is forgotten."""
        if message.word == "hello" or (message.word == "beat" and int(message.args[0]) < self._uptime):
            self._recent.clear()
            self._uptime = 0
        return message.seq in self._recent

    def hear(self, message: wire.Message) -> None:
        """Take note of a line that is news."""
        if self._recent:
            gap = (message.seq - wire.after(self._recent[-1])) & 0xFFFF
            self.counts["missed"] += gap if gap <= A_GAP else 0
        self._recent.append(message.seq)
        self.counts["good"] += 1
        match message.word, message.args:
            case "hello", (str(kind), _):
                self.kind = kind
            case "beat", (int(uptime),):
                self._uptime = uptime
            case "battery", (int(percent),):
                self._battery = percent
        # Asleep, it still tells its battery every ten minutes; anything else wakes it.
        if message.word != "battery":
            self._is_asleep = message.word == "asleep"

    # Being there

    def lost_at(self, opened_at: float) -> float:
        """When its silence will have lasted too long. A cable just plugged in gives it time to answer."""
        if self._is_asleep:
            return self.heard_at + wire.ASLEEP_LOST_S
        return max(self.heard_at, opened_at) + wire.LOST_S

    def state(self, now: float, opened_at: float | None) -> str:
        """ok, asleep or lost. Without a cable it is lost; and awake, it must have answered since that is there."""
        if opened_at is None or now >= self.lost_at(opened_at):
            return "lost"
        if self._is_asleep:
            return "asleep"
        return "ok" if self.has_answered else "lost"

    def status(self, now: float, opened_at: float | None, link: str) -> Status:
        state, silent_s = self.state(now, opened_at), now - self.heard_at
        return status_of(
            self.kind,
            state,
            last_heard=silent_s,
            battery=self._battery,
            counts=self.counts,
            error=f"{self.name} has been silent for {silent_s:.0f} s" if state == "lost" else None,
            link=link,
        )
