"""What is wired where: pins of the 40-pin header by seat, buttons, buzzer, and what hangs on cables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.engine.plain import Id, Name, complete, from_plain

# GPIO numbers, as gpiozero and every pinout say them; not the positions on the header.
Pin = Annotated[int, msgspec.Meta(ge=2, le=27)]
ClockTime = Annotated[str, msgspec.Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]

USUAL = Path(__file__).with_name("usual-wiring.toml")


@dataclass(frozen=True)
class KnobWiring:
    """A rotary encoder: its two contacts and its push button, each from its pin to ground."""

    a: Pin
    b: Pin
    push: Pin
    reversed: bool = False


@dataclass(frozen=True)
class SeatWiring:
    knob: KnobWiring | None = None
    lamp: Pin | None = None
    die: Id | None = None


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
    """A bridge on a serial cable, found by its port or by its USB id."""

    port: Name | None = None
    usb: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{4}:[0-9a-f]{4}$")] | None = None


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
        if seat.lamp is not None:
            yield where, "lamp", seat.lamp
    for name, pin in _pins(wiring.button):
        yield "button", name, pin
    if wiring.buzzer:
        yield "buzzer", "pin", wiring.buzzer.pin


def _pins(contacts: Any) -> Iterator[tuple[str, int]]:
    for name, pin in vars(contacts).items() if contacts else ():
        if isinstance(pin, int) and not isinstance(pin, bool):
            yield name, pin


def clashes(wiring: Wiring) -> Iterator[tuple[str, str, str]]:
    """Pins used twice: where, what, and what is wrong with it, in words."""
    taken: dict[int, str] = {}
    for where, what, pin in pins_of(wiring):
        if pin in taken:
            yield where, what, f"uses pin {pin}, which {taken[pin]} has already; give each its own"
        taken.setdefault(pin, f"[{where}] {what}")
