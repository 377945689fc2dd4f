"""Draws the usual wiring: the 40-pin header as a picture, and the tables of pins in WIRING.md.

Both come from companion/usual-wiring.toml, the file that the companion itself reads. `make wiring` runs this.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
USUAL = HERE.parent / "companion" / "usual-wiring.toml"
PICTURE = HERE / "header.svg"
PAGE = HERE / "WIRING.md"

# The header as one looks down on it, position 1 first: a number is a GPIO.
HEADER: tuple[int | str, ...] = (
    *("3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15),
    *(17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10, "ground"),
    *(9, 25, 11, 8, "ground", 7, 0, 1, 5, "ground"),
    *(6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21),
)
# What a free pin is good for, if not for us.
KEPT = {0: "add-on boards", 1: "add-on boards", 2: "I2C", 3: "I2C", 14: "serial console", 15: "serial console"}
# What may be switched on in a Pi's config.txt, and the pins it then takes before anybody else can.
OVERLAYS = {
    "`dtparam=spi=on` (SPI0)": range(7, 12),
    "`dtoverlay=spi1-…`": range(16, 22),
    "`dtparam=i2s=on`, most sound boards (PCM)": range(18, 22),
    "`dtoverlay=pwm…`, `audremap` (PWM)": (12, 13, 18, 19),
    "`dtoverlay=uart2` to `uart5`": (4, 5, 8, 9, 12, 13),
    "`dtparam=i2c_arm=on` (I2C)": (2, 3),
    "the serial console (UART)": (14, 15),
}


class Wired(NamedTuple):
    """A pin in use."""

    pin: int
    whose: str  # "seat 1", "table"
    what: str  # "knob A (CLK)"
    mark: str  # the kind of thing, as one letter: colour never speaks alone

    @property
    def label(self) -> str:
        return f"{self.whose}: {self.what}"


CONTACTS = {"a": "knob A (CLK)", "b": "knob B (DT)", "push": "knob push (SW)"}


def wired(usual: dict[str, Any]) -> Iterator[Wired]:
    """Every pin that the file names, in its order."""
    for number, seat in usual.get("seat", {}).items():
        whose = f"seat {number}"
        for contact, pin in seat.get("knob", {}).items():
            if contact in CONTACTS:
                yield Wired(pin, whose, CONTACTS[contact], "K")
        lamp = seat.get("lamp", {})
        for colour, pin in lamp.items() if isinstance(lamp, dict) else [("", lamp)]:
            if colour != "common":
                yield Wired(pin, whose, f"lamp {colour}".strip(), "L")
    for name, pin in usual.get("button", {}).items():
        yield Wired(pin, "table", "big red button" if name == "red" else f"{name} button", "B")
    if "buzzer" in usual:
        yield Wired(usual["buzzer"]["pin"], "table", "buzzer", "Z")


def position(pin: int) -> int:
    return HEADER.index(pin) + 1


# The tables in WIRING.md


def table_of_pins(pins: list[Wired]) -> str:
    lines = ["| who | what | GPIO | position on the header |", "| --- | --- | --- | --- |"]
    lines += [f"| {each.whose} | {each.what} | {each.pin} | {position(each.pin)} |" for each in pins]
    taken = {each.pin for each in pins}
    free = [what for what in range(2, 28) if what not in taken]
    names = ", ".join(f"{pin} ({KEPT[pin]})" if pin in KEPT else str(pin) for pin in free)
    grounds = ", ".join(str(at) for at, what in enumerate(HEADER, 1) if what == "ground")
    lines += ["", f"{len(pins)} pins. Left free: GPIO {names}.", f"Ground is at positions {grounds}."]
    return "\n".join(lines)


def table_of_overlays(pins: list[Wired]) -> str:
    lines = ["| switched on by | takes GPIO | wired there |", "| --- | --- | --- |"]
    for what, takes in OVERLAYS.items():
        hit: dict[str, list[str]] = {}
        for each in pins:
            if each.pin in takes:
                hit.setdefault(each.whose, []).append(each.what)
        there = "; ".join(f"{whose}: {', '.join(things)}" for whose, things in hit.items())
        numbers = f"{takes[0]} to {takes[-1]}" if isinstance(takes, range) else ", ".join(map(str, takes))
        lines.append(f"| {what} | {numbers} | {there or 'nothing: it may stay on'} |")
    return "\n".join(lines)


def page(text: str, pins: list[Wired]) -> str:
    """The page with fresh tables between their marks."""
    for name, fresh in (("pins", table_of_pins(pins)), ("overlays", table_of_overlays(pins))):
        begin, end = f"<!-- {name}: written by make wiring -->", f"<!-- end of {name} -->"
        before, found, rest = text.partition(begin)
        _, also_found, after = rest.partition(end)
        if not found or not also_found:
            sys.exit(f"{PAGE.name}: a mark is gone; put {begin} and {end} where the table of {name} shall stand")
        text = f"{before}{begin}\n\n{fresh}\n\n{end}{after}"
    return text


# The picture

ROW, TOP, LEFT, WIDTH = 30, 96, 360, 820
HEIGHT = TOP + 20 * ROW + 92
# A letter for each kind; the colour only comes on top.
LOOKS = {
    "K": ("#1f5fa8", "knob"),
    "L": ("#8a5a00", "lamp"),
    "B": ("#1d6b34", "button"),
    "Z": ("#7a3b8f", "buzzer"),
    "−": ("#1b1826", "ground"),
    "+": ("#a3231a", "3.3 V"),
    "!": ("#ffd166", "5 V: wire nothing"),
    "": ("#ffffff", "free"),
}
SUPPLIES: dict[int | str, str] = {"ground": "−", "3.3 V": "+", "5 V": "!"}


def picture(pins: list[Wired]) -> str:
    by_pin = {each.pin: each for each in pins}
    title = "The 40-pin header of a Raspberry Pi, as one looks down on it, with the usual wiring"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">',
        "<style>text{font:15px system-ui,sans-serif;fill:#1b1826}.head{font-size:20px;font-weight:700}"
        ".dim{fill:#57506a}.what{font-weight:600}.gpio{font-size:13px;fill:#57506a}"
        ".mark{fill:#fff;font-weight:700;text-anchor:middle}.at{font-size:12px;text-anchor:middle}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf9f4"/>',
        f'<text class="head" x="{WIDTH / 2}" y="34" text-anchor="middle">The usual wiring on the 40-pin header</text>',
        f'<text class="dim" x="{WIDTH / 2}" y="58" text-anchor="middle">'
        "Looking down on the Pi, the end with the SD card up. Position 1 has a square pad.</text>",
        f'<rect x="{LEFT}" y="{TOP - 12}" width="100" height="{20 * ROW + 8}" rx="8" fill="#d9d3c7"/>',
    ]
    for at, what in enumerate(HEADER, 1):
        parts += _place(at, what, by_pin)
    parts += _legend()
    return "\n".join([*parts, "</svg>\n"])


def _place(at: int, what: int | str, by_pin: dict[int, Wired]) -> Iterator[str]:
    """One position: its mark on the header, and beside it the GPIO and what is wired there."""
    is_left = at % 2 == 1
    x, y = LEFT + (28 if is_left else 72), TOP + (at - 1) // 2 * ROW + 4
    one = by_pin.get(what) if isinstance(what, int) else None
    mark = one.mark if one else SUPPLIES.get(what, "")
    yield from _mark(x, y, mark, is_first=at == 1)
    anchor, side = ("end", -1) if is_left else ("start", 1)
    edge = LEFT + 50 + side * 62
    yield f'<text class="at" x="{edge + side * 6}" y="{y + 5}">{at}</text>'
    if isinstance(what, str):
        yield f'<text class="dim" x="{edge + side * 24}" y="{y + 5}" text-anchor="{anchor}">{what}</text>'
        return
    yield f'<text class="gpio" x="{edge + side * 24}" y="{y + 5}" text-anchor="{anchor}">GPIO {what}</text>'
    kept = f"{'free' if what > 1 else 'not for us'} ({KEPT[what]})" if what in KEPT else "free"
    label, look = (one.label, "what") if one else (kept, "dim")
    yield f'<text class="{look}" x="{edge + side * 86}" y="{y + 5}" text-anchor="{anchor}">{escape(label)}</text>'


def _mark(x: float, y: float, mark: str, *, is_first: bool = False) -> Iterator[str]:
    colour, _ = LOOKS[mark]
    if is_first:  # square, as it is printed on the board
        yield f'<rect x="{x - 12}" y="{y - 12}" width="24" height="24" fill="{colour}" stroke="#1b1826"/>'
    else:
        yield f'<circle cx="{x}" cy="{y}" r="12" fill="{colour}" stroke="#1b1826"/>'
    if mark:
        ink = ' style="fill:#1b1826"' if mark == "!" else ""
        yield f'<text class="mark" x="{x}" y="{y + 5}"{ink}>{mark}</text>'


def _legend() -> Iterator[str]:
    y = HEIGHT - 44
    x = (WIDTH - sum(_room(name) for _, name in LOOKS.values())) / 2 + 20
    for mark, (_, name) in LOOKS.items():
        yield from _mark(x, y, mark)
        yield f'<text x="{x + 20}" y="{y + 5}">{name}</text>'
        x += _room(name)
    note = "Knobs, buttons, lamps and buzzer all go from their pin to ground. No pin may ever see more than 3.3 V."
    yield f'<text class="dim" x="{WIDTH / 2}" y="{HEIGHT - 14}" text-anchor="middle">{note}</text>'


def _room(name: str) -> float:
    """How wide it is in the legend, with its mark; letters are about 8 wide."""
    return 48 + 8 * len(name)


def drawn() -> dict[Path, str]:
    """What each file should hold now."""
    pins = list(wired(tomllib.loads(USUAL.read_text(encoding="utf-8"))))
    return {PICTURE: picture(pins), PAGE: page(PAGE.read_text(encoding="utf-8"), pins)}


if __name__ == "__main__":
    for path, text in drawn().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.parent.name}/{path.name} is drawn.")
