"""The devices of a real table, made as its wiring says. The simulator is its sibling."""

from __future__ import annotations

from typing import Any

from companion.clock import Clock
from companion.devices.button import Button
from companion.devices.buzzer import Buzzer
from companion.devices.device import Device, Emit, Report, Status, report_to_log
from companion.devices.knob import Knob
from companion.devices.lamp import Lamp
from companion.devices.lights import Lights
from companion.devices.rgb_lamp import RgbLamp
from companion.devices.serial_link import SerialLink
from companion.devices.sockets import Sockets
from companion.devices.status import Devices
from companion.hands import Place
from companion.quiet import Quiet, hours_of
from companion.wiring import RgbWiring, Wiring


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
                self._lamps[int(number)] = lamp_of(f"lamp-{number}", seat.lamp, pin_factory)
        for name, pin in vars(wiring.button).items():
            if pin is not None:
                made.append(Button(name, pin, emit, report=report, **about))
        self.buzzer: Buzzer | None = None
        if wiring.buzzer:
            hours = hours_of(wiring.buzzer.quiet_from, wiring.buzzer.quiet_until)
            quiet = Quiet(clock, muted=wiring.buzzer.muted, hours=hours)
            self.buzzer = Buzzer(wiring.buzzer.pin, active=wiring.buzzer.kind == "active", quiet=quiet, **about)
            made.append(self.buzzer)
        sockets = Sockets(wiring.cable)
        for name in wiring.cable:
            made.append(SerialLink(name, sockets.finder(name), emit, clock=clock, report=report))
        self._lights = Lights(clock, self._lamps.values())
        self._devices = Devices(clock, [*made, *self._lamps.values(), self._lights])

    def start(self) -> None:
        self._devices.start()

    def stop(self) -> None:
        """Twice is fine."""
        self._devices.stop()

    def show(self, view: dict[str, Any]) -> None:
        """Light the lamps for the table as everyone sees it."""
        self._lights.show(view)

    def light(self, lamp: str) -> None:
        """Try a lamp, to see which it is."""
        self._lights.light(lamp)

    def status(self) -> dict[str, Status]:
        return self._devices.status()


def lamp_of(name: str, wired: int | RgbWiring, pin_factory: Any) -> Lamp:
    """One colour or three, as wired."""
    if isinstance(wired, int):
        return Lamp(name, wired, pin_factory=pin_factory)
    pins = (wired.red, wired.green, wired.blue)
    return RgbLamp(name, pins, is_anode=wired.common == "anode", pin_factory=pin_factory)


def places_of(wiring: Wiring) -> dict[str, Place]:
    """What each device is, and whose."""
    places = {name: Place("button") for name, pin in vars(wiring.button).items() if pin is not None}
    for number, seat in wiring.seat.items():
        if seat.knob:
            places[f"knob-{number}"] = Place("knob", int(number), seat.knob.reversed)
        if seat.lamp is not None:
            places[f"lamp-{number}"] = Place("lamp", int(number))
        if seat.die:
            places[seat.die] = Place("die", int(number))
    return places
