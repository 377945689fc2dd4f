"""The devices of a real table, made as its wiring says. The simulator is its sibling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Any

from companion.clock import Clock
from companion.devices.button import Button
from companion.devices.buzzer import Buzzer
from companion.devices.device import Device, Emit, Report, Status, report_to_log
from companion.devices.knob import Knob
from companion.devices.lamp import Lamp
from companion.devices.lamps import lamps_for
from companion.devices.serial_link import SerialLink
from companion.devices.status import Devices
from companion.hands import Place
from companion.wiring import CableWiring, Wiring


class Hardware:
    """Everything that is wired to the table."""

    def __init__(
        self, wiring: Wiring, clock: Clock, emit: Emit, *, pin_factory: Any, report: Report = report_to_log
    ) -> None:
        about: dict[str, Any] = {"clock": clock, "pin_factory": pin_factory}
        made: list[Device] = []
        self._lamps: dict[int, Lamp] = {}
        for number, seat in wiring.seat.items():
            if seat.knob:
                contacts = (seat.knob.a, seat.knob.b, seat.knob.push)
                made.append(Knob(f"knob-{number}", *contacts, emit, report=report, **about))
            if seat.lamp is not None:
                self._lamps[int(number)] = Lamp(f"lamp-{number}", seat.lamp, pin_factory=pin_factory)
        for name, pin in vars(wiring.button).items():
            if pin is not None:
                made.append(Button(name, pin, emit, report=report, **about))
        self.buzzer: Buzzer | None = None
        if wiring.buzzer:
            quiet = quiet_hours(wiring.buzzer.quiet_from, wiring.buzzer.quiet_until)
            self.buzzer = Buzzer(wiring.buzzer.pin, active=wiring.buzzer.kind == "active", quiet_hours=quiet, **about)
            self.buzzer.muted = wiring.buzzer.muted
            made.append(self.buzzer)
        for name, cable in wiring.cable.items():
            made.append(SerialLink(name, finder(cable), emit, clock=clock, report=report))
        self._devices = Devices(clock, [*made, *self._lamps.values()])

    def start(self) -> None:
        self._devices.start()

    def stop(self) -> None:
        """Twice is fine."""
        self._devices.stop()

    def show(self, view: dict[str, Any]) -> None:
        """Light the lamps for the table as everyone sees it."""
        patterns = lamps_for(view)
        for seat, lamp in self._lamps.items():
            lamp.show(patterns.get(seat, "off"))

    def status(self) -> dict[str, Status]:
        return self._devices.status()


def places_of(wiring: Wiring) -> dict[str, Place]:
    """What each device is, and whose."""
    places = {name: Place("button") for name, pin in vars(wiring.button).items() if pin is not None}
    for number, seat in wiring.seat.items():
        if seat.knob:
            places[f"knob-{number}"] = Place("knob", int(number), seat.knob.reversed)
        if seat.die:
            places[seat.die] = Place("die", int(number))
    return places


def quiet_hours(begin: str | None, end: str | None) -> tuple[time, time] | None:
    return (time.fromisoformat(begin), time.fromisoformat(end)) if begin and end else None


def finder(cable: CableWiring) -> Callable[[], str | None]:
    """Where a cable is now: a board that is plugged in again often has another name, but the same USB id."""
    if cable.port:
        return lambda: cable.port
    return lambda: find_usb(cable.usb)


def find_usb(usb: str | None) -> str | None:
    """The first port with this USB id; without an id, the first that is on USB at all."""
    from serial.tools import list_ports  # type: ignore[import-untyped]

    for port in list_ports.comports():
        id = f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None else None
        if id is not None and usb in (None, id):
            return str(port.device)
    return None
