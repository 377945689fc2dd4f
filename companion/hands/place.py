"""Where a device belongs."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """What a device is, and whose."""

    kind: str  # knob, die, lamp or button
    seat: int | None = None
    is_reversed: bool = False  # a knob that counts the other way round
