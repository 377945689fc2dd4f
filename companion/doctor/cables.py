"""Serial ports, and what answers on each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from companion import wire
from companion.config import Config
from companion.devices.port import is_forbidden, is_taken, why
from companion.doctor.finding import Finding
from companion.doctor.machine import Heard, Machine, Running, SerialPort
from companion.wiring import CableWiring, Wiring, usual_wiring


def serial_ports(machine: Machine, config: Config, running: Running | None) -> Iterator[Finding]:
    """Those that the wiring names, and those on USB. Others may be a console or a modem, and are left alone."""
    is_usual = config.wiring is None
    cables = wiring_of(machine, config).cable
    paths = machine.find_cables(cables)
    named = set()
    for name, cable in cables.items():
        path = paths[name]
        if path is None:
            yield no_dice(name) if is_usual else nothing_there(name, cable)
        else:
            named.add(os.path.realpath(path))
            yield a_cable(machine, name, path, running)
    spare = [port for port in machine.ports if os.path.realpath(port.path) not in named]
    for port in spare:
        if port.usb:
            yield a_spare_port(machine, port, running, is_usual=is_usual)
    others = [port.path for port in spare if not port.usb]
    if others:
        listed = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
        yield Finding("other serial ports", f"{listed}: left alone, being neither on USB nor in table.toml")
    if not cables and not machine.ports:
        yield Finding("serial ports", "none; a bridge for dice would be on USB")


def wiring_of(machine: Machine, config: Config) -> Wiring:
    """What a table would listen to: on a Pi the usual wiring, elsewhere nothing, unless table.toml says otherwise."""
    return config.wiring or (usual_wiring() if machine.is_a_pi else Wiring())


def no_dice(name: str) -> Finding:
    """Nobody asked for this cable by name, so nothing is missing."""
    return Finding(f"cable {name}", "nothing is plugged in on USB; without dice a table goes on by knob and screen")


def nothing_there(name: str, cable: CableWiring) -> Finding:
    where = f"with the USB id {cable.usb}" if cable.usb else "on USB"
    step = f"plug it in, with a cable that carries data and not only power; or take [cable.{name}] out of table.toml"
    return Finding(f"cable {name}", f"nothing is plugged in {where}", step)


def a_cable(machine: Machine, name: str, path: str, running: Running | None) -> Finding:
    """A port that the table listens on: somebody should be there."""
    check = f"cable {name}"
    if status := status_of(path, running):
        return as_the_table_says(check, path, status, running)
    try:
        heard = machine.listen(path)
    except OSError as error:
        return shut(check, path, error, running)
    if heard.boards:
        return Finding(check, f"{path}: {listed(heard)}")
    return Finding(check, f"{path}: {silence(heard)}", next_to_silence(heard))


def a_spare_port(machine: Machine, port: SerialPort, running: Running | None, *, is_usual: bool) -> Finding:
    """A port on USB that the table does not listen on. A board of the table that is plugged in there goes unheard."""
    check = f"port {port.path}"
    if status := status_of(port.path, running):
        return as_the_table_says(check, port.path, status, running)
    try:
        heard = machine.listen(port.path)
    except OSError as error:
        return shut(check, port.path, error, running)
    if not heard.boards:
        return Finding(check, f"{silence(heard)}: no board of the table, or one without its program")
    if not machine.is_a_pi:
        return Finding(check, listed(heard))
    step = f'add to table.toml: [cable.{next(iter(heard.boards))}] usb = "{port.usb}"'
    if is_usual:  # else the knobs would be gone
        step += ", and all the rest of the wiring: once some is named, only what is named is there"
    return Finding(check, f"{listed(heard)}, but table.toml names no cable here, so nobody listens", step)


def status_of(path: str, running: Running | None) -> dict[str, Any] | None:
    """What a running table says of this port. Then it is not touched: the table may be about to open it again."""
    for name, status in (running.devices if running else {}).items():
        port = status.get("port")
        if status.get("kind") == "serial" and port and os.path.realpath(port) == os.path.realpath(path):
            return {"name": name, **status}
    return None


def as_the_table_says(check: str, path: str, status: dict[str, Any], running: Running | None) -> Finding:
    devices = running.devices if running else {}
    there = [name for name, each in devices.items() if each.get("link") == status["name"] and each["state"] != "lost"]
    if there:
        return Finding(check, f"{path}: the running table has it and hears {', '.join(there)}")
    found = f"{path}: the running table has it, but {status.get('error') or 'nobody answers'}"
    return Finding(check, found, next_to_silence(Heard({})))


def shut(check: str, path: str, error: OSError, running: Running | None) -> Finding:
    """A port that cannot be opened."""
    if is_taken(error) and running:
        return Finding(check, f"{path} is in use, as it should be while {running}")
    if is_taken(error):
        step = "close what has it: `sudo fuser -v` with its name tells; ModemManager likes to try every port"
        return Finding(check, f"{path} is used by another program", step)
    if is_forbidden(error):
        step = "add the user to the group dialout: sudo usermod -aG dialout $USER; then log out and in again"
        return Finding(check, f"{path} may not be opened by this user", step)
    return Finding(check, why(error, path), "pull the plug out and put it in again; try another cable")


def listed(heard: Heard) -> str:
    """`bridge-a (bridge 0.1.0) and die-a (die 0.1.0) answer`"""
    boards = [f"{name} ({about})" if about else name for name, about in heard.boards.items()]
    return f"{', '.join(boards[:-1])} and {boards[-1]} answer" if len(boards) > 1 else f"{boards[0]} answers"


def silence(heard: Heard) -> str:
    if not heard.bad:
        return "nobody answers"
    lines = "1 line" if heard.bad == 1 else f"{heard.bad} lines"
    return f"nobody answers, though {lines} came that the table cannot read ({heard.last_bad or 'too long'})"


def next_to_silence(heard: Heard) -> str:
    if heard.bad:
        return f"see that the board speaks the lines of firmware/PROTOCOL.md, at {wire.BAUD} baud"
    return "see that the board has power and runs its program; pull the plug out and put it in again"
