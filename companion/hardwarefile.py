"""hardware.json in the data folder: what was claimed, swapped, named or muted on a page, and the hours of silence.

It wins over table.toml, which the companion never writes. Small enough to read, and to mend by hand while the table is
off.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion import keptfile
from companion.hands import SEATS_MOST, Arrangement, Place
from companion.quiet import ClockTime

log = logging.getLogger(__name__)

FILE = "hardware.json"
NAME_MOST = 30

# As the wire writes senders, and as pins are called.
DeviceId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,20}$(?!\n)")]
DeviceName = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MOST, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Seat = Annotated[int, msgspec.Meta(ge=1, le=SEATS_MOST)]


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """What the file says."""

    format: Literal[1]
    seats: dict[Seat, dict[Literal["die", "knob", "lamp"], DeviceId | None]] = {}
    names: dict[DeviceId, DeviceName] = {}
    muted: bool | None = None
    quiet: Annotated[list[ClockTime], msgspec.Meta(max_length=2)] | None = None


def load(data: Path, wired: Mapping[str, Place]) -> Arrangement:
    """The wiring as people have rearranged it. A file that makes no sense is kept aside, and the wiring counts."""
    path = data / FILE
    try:
        kept = _checked(msgspec.json.decode(path.read_bytes(), type=Kept))
    except FileNotFoundError:
        return Arrangement(wired)
    except (OSError, ValueError, RecursionError) as error:
        log.warning(
            "%s cannot be used (%s), so every device is where it is wired; %s", path, error, keptfile.set_aside(path)
        )
        return Arrangement(wired)
    moved: dict[int, Any] = dict(kept.seats)
    quiet: Any = None if kept.quiet is None else tuple(kept.quiet)
    return Arrangement(wired, moved, kept.names, kept.muted, quiet)


def _checked(kept: Kept) -> Kept:
    places = Counter(device for devices in kept.seats.values() for device in devices.values() if device)
    twice = [device for device, seats in places.items() if seats > 1]
    if twice:
        raise ValueError(f"{twice[0]} stands at two seats")
    if kept.quiet and len(kept.quiet) != 2:
        raise ValueError("quiet hours need a beginning and an end")
    return kept


def save(data: Path, arrangement: Arrangement) -> None:
    keptfile.write(data / FILE, written(arrangement))


def written(arrangement: Arrangement) -> str:
    plain: dict[str, Any] = {
        "format": 1,
        "seats": {str(seat): dict(devices) for seat, devices in sorted(arrangement.moved.items())},
        "names": dict(arrangement.names),
        "muted": arrangement.muted,
    }
    if arrangement.quiet is not None:
        plain["quiet"] = list(arrangement.quiet)
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"
