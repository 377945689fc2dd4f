"""All lamps together: each shows what the table says, unless somebody tries it."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from companion.clock import Clock
from companion.devices.device import Device, Status
from companion.devices.lamp import Lamp
from companion.devices.lamps import each_lamp

LIT_S = 3.0


class Lights(Device):
    """Nothing to wire: it stands among the devices because time puts out a lamp that was tried."""

    kind = "lights"

    def __init__(self, clock: Clock, lamps: Iterable[Lamp]) -> None:
        super().__init__("lights")
        self._clock = clock
        self._lamps = {lamp.name: lamp for lamp in lamps}
        self._patterns: dict[str, str] = {}  # as the table says
        self._lit_until: dict[str, float] = {}
        self._lock = threading.Lock()

    def show(self, view: dict[str, Any]) -> None:
        """Light them for the table as everyone sees it."""
        with self._lock:
            self._patterns = each_lamp(view)
            for name in self._lamps.keys() - self._lit_until.keys():
                self._lamps[name].show(self._said(name))

    def light(self, name: str) -> None:
        """Lit for three seconds, to see which one it is. One that is lit already blinks instead."""
        if name not in self._lamps:
            raise ValueError(f"there is no lamp {name!r}; expected {', '.join(self._lamps) or 'none'}")
        with self._lock:
            self._lit_until[name] = self._clock.now() + LIT_S
            self._lamps[name].show("blink" if self._said(name) == "on" else "on")
        self.nudge()

    def _said(self, name: str) -> str:
        return self._patterns.get(name, "off")

    # What time brings

    def next_instant(self) -> float | None:
        with self._lock:
            return min(self._lit_until.values(), default=None)

    def due(self, now: float) -> None:
        with self._lock:
            for name in [each for each, until in self._lit_until.items() if until <= now]:
                del self._lit_until[name]
                self._lamps[name].show(self._said(name))

    def statuses(self) -> dict[str, Status]:
        return {}  # each lamp speaks for itself
