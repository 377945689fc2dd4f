"""What is wired where: pins of the 40-pin header by seat, buttons, buzzer, and what hangs on cables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.engine.plain import Name, complete, from_plain
from companion.quiet import ClockTime

# GPIO numbers, as gpiozero and every pinout say them. 0 and 1 are on the header too, but belong to add-on boards.
Pin = Annotated[
    int, msgspec.Meta(ge=2, le=27, description="a GPIO number from 2 to 27 (not the position 1 to 40 on the header)")
]
UsbId = Annotated[
    str,
    msgspec.Meta(pattern=r"^[0-9a-f]{4}:[0-9a-f]{4}$(?!\n)", description='a USB id as lsusb shows it, "2e8a:0005"'),
]
# What a board may call itself, by firmware/PROTOCOL.md.
BoardName = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,20}$(?!\n)", description="1 to 20 characters of a-z, 0-9 and -")
]

USUAL = Path(__file__).with_name("usual-wiring.toml")


@dataclass(frozen=True)
class KnobWiring:
    """A rotary encoder: its two contacts and its push button, each from its pin to ground."""

    a: Pin
    b: Pin
    push: Pin
    reversed: bool = False


@dataclass(frozen=True)
class RgbWiring:
    """A lamp of three colours, each on its own pin; the fourth leg to ground, or to 3.3 V if it is an anode."""

    red: Pin
    green: Pin
    blue: Pin
    common: Literal["cathode", "anode"] = "cathode"


@dataclass(frozen=True)
class SeatWiring:
    knob: KnobWiring | None = None
    lamp: Pin | RgbWiring | None = None
    die: BoardName | None = None


@dataclass(frozen=True)
class ButtonWiring:
    start: Pin | None = None
    next: Pin | None = None
    undo: Pin | None = None
    red: Pin | None = None  # the big one, for a rampage


@dataclass(frozen=True)
class BuzzerWiring:
    pin: Pin
    kind: Literal["active", "passive"] = "passive"
    muted: bool = False
    quiet_from: ClockTime | None = None
    quiet_until: ClockTime | None = None


@dataclass(frozen=True)
class CableWiring:
    """A bridge on a serial cable, found by its port or by its USB id; with neither, the first board on USB."""

    port: Name | None = None
    usb: UsbId | None = None


@dataclass(frozen=True)
class Wiring:
    seat: dict[str, SeatWiring] = field(default_factory=dict)
    button: ButtonWiring = field(default_factory=ButtonWiring)
    buzzer: BuzzerWiring | None = None
    cable: dict[str, CableWiring] = field(default_factory=dict)


def usual_wiring() -> Wiring:
    """The default pin map: four knobs, four buttons, four lamps and a buzzer. Docs and drawings read the same file."""
    plain = tomllib.loads(USUAL.read_text(encoding="utf-8"))
    return from_plain(complete(plain, Wiring), Wiring)


def pins_of(wiring: Wiring) -> Iterator[tuple[str, str, int]]:
    """Every pin that is used: the table of the file it stands in, what it is there, and its number."""
    for number, seat in wiring.seat.items():
        where = f"seat.{number}"
        for contact, pin in _pins(seat.knob):
            yield where, f"knob {contact}", pin
        if isinstance(seat.lamp, int):
            yield where, "lamp", seat.lamp
        for colour, pin in _pins(seat.lamp):
            yield where, f"lamp {colour}", pin
    for name, pin in _pins(wiring.button):
        yield "button", name, pin
    if wiring.buzzer:
        yield "buzzer", "pin", wiring.buzzer.pin


def _pins(contacts: Any) -> Iterator[tuple[str, int]]:
    for name, pin in getattr(contacts, "__dict__", {}).items():
        if isinstance(pin, int) and not isinstance(pin, bool):
            yield name, pin


def devices_of(wiring: Wiring) -> Iterator[tuple[str, str, str]]:
    """Every name at the table: the table of the file it comes from, what stands there, and the name."""
    for number, seat in wiring.seat.items():
        where = f"seat.{number}"
        if seat.knob:
            yield where, "knob", f"knob-{number}"
        if seat.lamp is not None:
            yield where, "lamp", f"lamp-{number}"
        if seat.die:
            yield where, "die", seat.die
    for name, _ in _pins(wiring.button):
        yield "button", name, name
    if wiring.buzzer:
        yield "buzzer", "pin", "buzzer"
    for name in wiring.cable:
        yield "cable", name, name


def clashes(wiring: Wiring) -> Iterator[tuple[str, str, str]]:
    """What cannot be wired so: where, what, and what is wrong with it, in words."""
    yield from _twice(pins_of(wiring), "uses pin {}, which {} has already; give each its own")
    yield from _twice(devices_of(wiring), "is called {}, as {} is already; give each its own name")
    ports = ((f"cable.{name}", "port", cable.port) for name, cable in wiring.cable.items() if cable.port)
    yield from _twice(ports, "is {}, which {} has already; give each its own")
    if wiring.buzzer:
        ends = {"quiet_from": wiring.buzzer.quiet_from, "quiet_until": wiring.buzzer.quiet_until}
        missing, there = sorted(ends, key=lambda end: ends[end] is not None)
        if ends[missing] is None and ends[there] is not None:
            yield "buzzer", there, f"needs {missing} beside it: quiet hours begin and end"


def _twice(things: Iterable[tuple[str, str, int | str]], why: str) -> Iterator[tuple[str, str, str]]:
    taken: dict[int | str, str] = {}
    for where, what, thing in things:
        if thing in taken:
            yield where, what, why.format(thing, taken[thing])
        taken.setdefault(thing, f"[{where}] {what}")
