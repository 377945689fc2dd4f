"""What a device noticed, without meaning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Signal:
    """`knob-1 turned +2`. The words are those of the wire, whatever the device hangs on."""

    device: str
    word: str
    args: tuple[int | str, ...] = ()
    at: float = 0.0  # instant of the table's clock
