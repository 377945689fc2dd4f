"""A seat's lamp in three colours. The pattern is still the meaning; a colour comes on top, and never speaks alone."""

from __future__ import annotations

from typing import Any

from gpiozero import RGBLED  # type: ignore[import-untyped]

from companion.devices.device import Status
from companion.devices.lamp import Lamp
from companion.devices.patterns import COLOURS


class RgbLamp(Lamp):
    """One RGB LED with four legs: the common one to ground, each colour through its own resistor to its own pin.

    330 Ω for red; 100 Ω for green and blue if they look weak, because they take nearly all of the 3.3 V themselves.
    The longest leg is the common one. If nothing lights up it may be a common anode: that leg goes to 3.3 V instead,
    never to 5 V, and table.toml says `common = "anode"`.
    """

    def __init__(self, name: str, pins: tuple[int, int, int], *, is_anode: bool = False, pin_factory: Any) -> None:
        super().__init__(name, pins, pin_factory=pin_factory)
        self.pins = pins  # red, green, blue
        self.is_anode = is_anode

    def _make(self) -> Any:
        return RGBLED(*self.pins, active_high=not self.is_anode, pin_factory=self._pin_factory)

    def _light(self, brightness: float) -> None:
        _, *parts = COLOURS[self.pattern]
        self._led.value = tuple(brightness * part for part in parts)

    def status(self) -> Status:
        return super().status() | {"colour": COLOURS[self.pattern].name}
