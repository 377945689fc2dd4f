"""A pin that notes when it really changed: what a buzzer was told is one thing, what was heard another."""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockPWMPin

from companion.clock import SystemClock

clock = SystemClock()


class NotingPin(MockPWMPin):
    """Notes the instant of each change of level."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.changed: list[float] = []
        super().__init__(factory, info)

    def _set_state(self, value: float) -> None:
        if value != self._state:
            self.changed.append(clock.now())
        super()._set_state(value)
