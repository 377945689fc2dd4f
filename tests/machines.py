"""Machines for the doctor to look at, described in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.doctor.finding import Finding
from companion.doctor.machine import Claim, Heard, Machine, Running, SerialPort
from companion.wiring import CableWiring

PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
RUNNING = Running(process=612, port=8080)


def a_laptop(**differently: Any) -> Machine:
    """Healthy, with a network, and with nothing plugged in."""
    ports = differently.get("ports", ())
    laptop = Machine(
        model="",
        user="ann",
        groups=frozenset({"ann"}),
        granted=frozenset({"ann"}),
        modules=frozenset(),
        is_walled=True,
        hostname="kitchen",
        room_address="192.168.7.2",
        has_boottime=True,
        wall=datetime(2026, 11, 18, 21, 14, tzinfo=UTC),
        not_before=datetime(2026, 11, 1, tzinfo=UTC),
        ports=(),
        run=says({}),
        exists=lambda path: path.exists(),
        may_write=lambda path: True,
        free_bytes=lambda path: 20_000_000_000,
        holder=lambda data: None,
        claim=never,
        find_cables=lambda cables: {name: first_of(ports, cable) for name, cable in cables.items()},
        listen=lambda path: Heard({}),
        ask=lambda host, port: None,
        trouble_at=lambda host: None,
    )
    return replace(laptop, **differently)


def first_of(ports: Sequence[SerialPort], cable: CableWiring) -> str | None:
    """Where one cable is, if it is the only one."""
    return cable.port or next((port.path for port in ports if port.usb and cable.usb in (None, port.usb)), None)


def a_pi(**differently: Any) -> Machine:
    """A Raspberry Pi 5 that has all it needs."""
    pi = {
        "model": PI_5,
        "groups": frozenset({"ann", "gpio", "dialout"}),
        "modules": frozenset({"lgpio"}),
        "is_walled": False,
        "run": says({"systemctl is-active avahi-daemon": "active"}),
        "claim": lambda pins: {pin: Claim() for pin in pins},
    }
    return a_laptop(**(pi | differently))


def says(answers: dict[str, str]) -> Callable[[Sequence[str]], str | None]:
    """Commands by their beginning, and what they say; others are not there."""

    def run(command: Sequence[str]) -> str | None:
        typed = " ".join(command)
        return next((said for begin, said in answers.items() if typed.startswith(begin)), None)

    return run


def unit(load: str = "loaded", active: str = "active", file: str = "enabled") -> Callable[[Sequence[str]], str | None]:
    """systemd as it tells about the companion's unit."""
    return says({"systemctl show": f"LoadState={load}\nActiveState={active}\nUnitFileState={file}"})


def claims(**troubles: Claim) -> Callable[[Sequence[int]], dict[int, Claim]]:
    """All pins are free but these: `pin7=Claim("GPIO busy", "spi0 CS1")`."""
    return lambda pins: {pin: troubles.get(f"pin{pin}", Claim()) for pin in pins}


def raising(error: Exception) -> Callable[..., Any]:
    def probe(*_: object) -> Any:
        raise error

    return probe


def never(*_: object) -> Any:
    raise AssertionError("nobody should have touched this")


def owned_by_root(*names: str) -> Callable[[Path], bool]:
    return lambda path: path.name not in names


def good(finding: Finding) -> str:
    """What was found, and nothing was wrong with it."""
    assert finding.ok, finding
    return finding.found


def bad(finding: Finding) -> tuple[str, str]:
    """What was found, and what to do about it."""
    assert finding.next, finding
    return finding.found, finding.next
