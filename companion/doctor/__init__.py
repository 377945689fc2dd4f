"""`companion doctor`: looks at everything a table needs, and says what to do about what is wrong. It only looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from companion.doctor.cables import serial_ports
from companion.doctor.finding import Finding
from companion.doctor.keeping import clocks, data_folder, table_file
from companion.doctor.machine import Machine
from companion.doctor.pins import groups, pin_library, pins
from companion.doctor.reach import addresses, mdns_name, running_table, service
from companion.wiring import usual_wiring

__all__ = ["Finding", "Machine", "examine"]

Check = Callable[[], Finding | Iterable[Finding]]


def examine(machine: Machine, data: Path, named: Path | None = None) -> list[Finding]:
    """Every check, in the order in which a person would ask. `named` is a --config."""
    config, findings = table_file(named, data)
    running = running_table(machine, data, config.server)
    checks: dict[str, Check] = {
        "service": lambda: service(machine, running),
        "data folder": lambda: data_folder(machine, data, running),
        "clock": lambda: clocks(machine),
        "address": lambda: addresses(machine, config.server, running),
        "mDNS name": lambda: mdns_name(machine),
        "pin library": lambda: pin_library(machine),
        "groups": lambda: groups(machine),
        "pins": lambda: pins(machine, config.wiring or usual_wiring(), running),
        "serial ports": lambda: serial_ports(machine, config, running),
    }
    for name, check in checks.items():
        findings += attempted(name, check)
    return findings


def attempted(name: str, check: Check) -> list[Finding]:
    """A check that breaks is one more finding: the others are still worth reading."""
    try:
        found = check()
        return [found] if isinstance(found, Finding) else list(found)
    except Exception as error:  # noqa: BLE001 - whatever it is, it belongs into the table
        return [Finding(name, f"could not be looked at: {error!r}", "report this line, with the model of your machine")]
