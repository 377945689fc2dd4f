"""The cable to a bridge or a board: it comes back by itself when it was pulled out."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion import wire
from companion.clock import Clock
from companion.devices.conversation import Conversation
from companion.devices.device import Device, Emit, Report, Status, report_to_log, status_of
from companion.devices.port import Port, is_forbidden, why
from companion.devices.waker import Waker

log = logging.getLogger(__name__)

Finder = Callable[[], str | None]

PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0)  # before trying again; the last one for ever
ACK_AFTER_S = 0.01


class SerialLink(Device):
    """One USB cable to a bridge, or to a board that speaks for itself. Nothing to wire but the plug.

    `port` is a path, or a function that finds one: a board that is plugged in again often has another name. Lines are
    those of firmware/PROTOCOL.md, at 115200 baud. One thread reads and writes; `emit` is called on it.

    It is `ok` only while somebody answers: an open port alone proves nothing.
    """

    kind = "serial"
    has_own_thread = True

    def __init__(
        self, name: str, port: str | Finder, emit: Emit, *, clock: Clock, report: Report = report_to_log
    ) -> None:
        super().__init__(name)
        self._find: Finder = port if callable(port) else lambda: port
        self._clock = clock
        self._report = report
        self._talk = Conversation(name, emit, self.send, report)
        self._waker = Waker(clock)
        self._thread: threading.Thread | None = None
        self._is_stopping = False
        self._lock = threading.Lock()  # the count of our own lines
        self._seq = 0
        self._path: str | None = None
        self._port: Port | None = None
        self._pauses = 0  # since something last answered
        self._again_at = 0.0  # when it will be tried again
        self._trouble: str | None = None
        self._is_forbidden = False
        self._counts = {"opened": 0, "unsent": 0}

    # Opening and closing

    def _open(self) -> None:
        self._pauses = 0
        self._is_stopping = False
        self._waker.open()
        self._thread = threading.Thread(target=self._run, name=f"serial {self.name}", daemon=True)
        self._thread.start()

    def _close(self) -> None:
        self._is_stopping = True
        self._waker.wake()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self._waker.close()

    # The thread

    def _run(self) -> None:
        while not self._is_stopping:
            try:
                self._visit()
            except OSError as error:
                self._in_trouble(why(error, self._path), is_forbidden(error))
            except Exception as error:
                log.exception("%s broke", self.name)
                self._in_trouble(f"it broke ({error!r})", False)
            self._leave()
            self._pause()

    def _visit(self) -> None:
        """Open the port and listen until it is lost."""
        self._path = self._find()
        if self._path is None:
            raise FileNotFoundError
        self._port = port = Port(self._path)
        self._counts["opened"] += 1
        self._is_forbidden = False
        self._talk.begin(self._clock.now())
        while not self._is_stopping:
            self._listen(port)

    def _leave(self) -> None:
        port, self._port = self._port, None
        self._talk.end()
        if port is not None:
            port.close()

    def _listen(self, port: Port) -> None:
        is_owing = self._talk.owes_acks
        data = port.exchange(self._waker, ACK_AFTER_S if is_owing else self._patience())
        now = self._clock.now()
        if data:
            self._talk.feed(data, now)
            if self._talk.owes_acks and not is_owing:
                return  # somebody's hand moved: the table has its turn first, and all else can wait for a moment
        self._talk.acknowledge()
        self._talk.look_around(now)
        if self._talk.is_answered(now):
            self._pauses = 0
            if self._trouble:
                self._trouble = None
                self._report(f"{self.name}: answers again at {port.path}")

    def _patience(self) -> float | None:
        return self._clock.timeout_until(self._talk.next_instant(self._clock.now()))

    def _in_trouble(self, what: str, is_forbidden: bool) -> None:
        """Growing pauses, on the table's clock. All is said and planned before anybody can see that it is lost."""
        self._again_at = self._clock.now() + PAUSES_S[min(self._pauses, len(PAUSES_S) - 1)]
        self._pauses += 1
        self._is_forbidden = is_forbidden
        if what != self._trouble:  # else it was said before, at the last try
            self._trouble = what
            self._report(f"{self.name}: {what}")

    def _pause(self) -> None:
        while not self._is_stopping and self._clock.now() < self._again_at:
            self._waker.wait(self._clock.timeout_until(self._again_at))

    # Saying

    def send(self, word: str, *args: int | str) -> bool:
        """Say something to a board: `send("blink", "die-a", "quick", 3)`. False if it cannot be said now.

        Any thread may. WireError, a ValueError, if it is nothing that a table says.
        """
        with self._lock:
            line = wire.encode(wire.TABLE, self._seq, word, *args)
            port = self._port
            if port is None:
                return False
            self._seq = wire.after(self._seq)
            is_taken = port.put(line)
            self._counts["unsent"] += not is_taken
        if threading.current_thread() is not self._thread:
            self._waker.wake()
        return is_taken

    # How it is

    def state(self) -> str:
        state = super().state()
        if state != "ok":
            return state
        return "failed" if self._is_forbidden else self._talk.state(self._clock.now())

    def status(self) -> Status:
        state, now = self.state(), self._clock.now()
        error = self.error
        if state in ("lost", "failed") and not error:
            silence = f"nothing answers at {self._path}" if self._path else "nothing is plugged in"
            error = f"{self.name}: {self._trouble or silence}"
        return status_of(
            self.kind,
            state,
            last_heard=self._talk.last_heard(now),
            counts=self._talk.counts | {"missed": self._talk.missed()} | self._counts,
            error=error,
            port=self._path,
            last_bad=self._talk.last_bad,
        )

    def statuses(self) -> dict[str, Status]:
        return self._talk.statuses(self._clock.now()) | super().statuses()
