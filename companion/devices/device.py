"""What every device has in common: it opens, closes, says how it is, and may want to be looked at again later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, ClassVar

from companion.signals import Signal

log = logging.getLogger(__name__)

Emit = Callable[[Signal], None]
Report = Callable[[str], None]  # a sentence for the screen and the log

Status = dict[str, Any]


def report_to_log(sentence: str) -> None:
    log.warning("%s", sentence)


class Device:
    """A thing on the table. A device that cannot be opened is a line on the screen, never a dead table."""

    kind: ClassVar[str] = "device"
    has_own_thread: ClassVar[bool] = False  # else the table's one Follower looks after it

    def __init__(self, name: str) -> None:
        self.name = name
        self.error: str | None = None  # what is wrong, as a sentence
        self.is_open = False
        self.nudge: Callable[[], None] = _nobody  # tells the Follower that the next instant has changed

    # Opening and closing

    def start(self) -> None:
        """Take the pins or the port. What goes wrong is kept for `status`."""
        self.error = None
        try:
            self.open()
        except Exception as error:  # noqa: BLE001 - pin libraries raise whatever they like, and the table goes on
            self.error = f"{self.name} could not be opened: {error or type(error).__name__}"
            log.warning("%s", self.error)

    def open(self) -> None:
        """As `start`, but whoever asks hears what goes wrong."""
        if self.is_open:
            return
        try:
            self._open()
        except Exception:
            self._close()
            raise
        self.is_open = True
        self.nudge()

    def stop(self) -> None:
        """Give them back. Twice is fine."""
        self.is_open = False
        self.error = None
        try:
            self._close()
        except Exception:
            log.exception("%s could not be closed", self.name)

    def _open(self) -> None: ...

    def _close(self) -> None: ...

    # What time brings

    def next_instant(self) -> float | None:
        """When it wants to be looked at even if nothing happens."""
        return None

    def due(self, now: float) -> None:
        """That instant has come."""

    def failed(self, error: Exception) -> None:
        """It broke while it was running: say so, and leave the others alone."""
        self.error = f"{self.name} stopped working: {error or type(error).__name__}"
        log.error("%s", self.error, exc_info=error)

    # How it is

    def state(self) -> str:
        """ok, lost, asleep, muted, failed or closed."""
        if self.error:
            return "failed"
        return "ok" if self.is_open else "closed"

    def status(self) -> Status:
        return status_of(self.kind, self.state(), error=self.error)

    def statuses(self) -> dict[str, Status]:
        """By name: this device, and whatever speaks through it."""
        return {self.name: self.status()}


def status_of(
    kind: str,
    state: str,
    *,
    last_heard: float | None = None,
    battery: int | None = None,
    counts: dict[str, int] | None = None,
    error: str | None = None,
    **more: Any,
) -> Status:
    """Plain data, the same keys for every device. `last_heard` is in seconds ago."""
    heard = None if last_heard is None else round(max(0.0, last_heard), 1)
    about = {"kind": kind, "state": state, "last_heard": heard, "battery": battery}
    return about | {"counts": dict(counts or {}), "error": error} | more


def _nobody() -> None:
    """Nobody follows it."""
