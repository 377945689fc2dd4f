"""A table without a network makes its own: the Pi as an access point, through NetworkManager."""

from __future__ import annotations

from companion.hotspot.switching import turn_off, turn_on
from companion.hotspot.wifi import Wifi, joining

__all__ = ["Wifi", "joining", "turn_off", "turn_on"]
