"""How the table is reached, and whether it is running."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.config import ServerConfig
from companion.doctor.finding import Finding
from companion.doctor.machine import Machine, Running
from companion.places import UNIT
from companion.server.web import PORTS_TO_TRY

AVAHI = Path("/run/avahi-daemon/pid")
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound
LOCAL = ("127.0.0.1", "::1", "localhost")


def running_table(machine: Machine, data: Path, server: ServerConfig) -> Running | None:
    """The companion that keeps this data folder, or that answers where it would."""
    process = machine.holder(data)
    # Beside another program it takes one of the next ports; without a process there is nothing to look for there.
    for port in range(server.port, server.port + (PORTS_TO_TRY if process else 1)):
        answer = machine.ask(EVERYWHERE.get(server.host, server.host), port) if 0 < port < 65_536 else None
        if answer and answer.devices is not None:
            return Running(process, port, answer.devices)
    return Running(process) if process else None


def addresses(machine: Machine, server: ServerConfig, running: Running | None) -> Iterator[Finding]:
    """Where other screens find the table, and whether its port is free for it."""
    from companion.__main__ import address

    port = (running and running.port) or server.port
    if trouble := machine.trouble_at(server.host):
        step = 'name an address of this machine in table.toml, or leave host out: [server] host = "0.0.0.0"'
        yield Finding("room address", f"the table cannot listen on {server.host} ({trouble})", step)
    elif server.host in LOCAL:
        yield Finding("room address", f"none: table.toml lets it listen on {server.host} only")
    elif server.host not in EVERYWHERE:
        yield Finding("room address", address(server.host, port))
    elif machine.room_address:
        yield Finding("room address", address(machine.room_address, port))
    else:
        step = "join the room's network (on a Pi: sudo nmtui); until then only this machine shows the table"
        yield Finding("room address", "none: there is no network", step)
    yield the_port(machine, server, running)


def the_port(machine: Machine, server: ServerConfig, running: Running | None) -> Finding:
    check = f"port {server.port}"
    if server.port == 0:
        return Finding(check, "table.toml asks for any free port, another one at each start")
    if running and running.port == server.port:
        return Finding(check, "the running table answers")
    answer = machine.ask(EVERYWHERE.get(server.host, server.host), server.port)
    if answer is None and running:
        elsewhere = f"listens on {running.port}" if running.port else "listens elsewhere, or is just starting"
        return Finding(check, f"free; the running table {elsewhere}")
    if answer is None:
        return Finding(check, "free for the table")
    found = f"another program answers ({answer.server or 'it does not say which'})"
    if running and running.port:
        found += f", so the table took {running.port}"
    return Finding(check, found, "stop that program, or give the table another port: [server] port in table.toml")


def mdns_name(machine: Machine) -> Finding:
    """`http://table.local`: a name that needs no router, spoken by avahi."""
    check, name = "mDNS name", f"{machine.hostname.split('.')[0]}.local"
    if machine.hostname in ("", "localhost"):
        step = "give this machine a name: sudo hostnamectl set-hostname table"
        return Finding(check, f"none: this machine is called '{machine.hostname}'", step if machine.is_a_pi else None)
    if machine.exists(AVAHI) or machine.run(["systemctl", "is-active", "avahi-daemon"]) == "active":
        return Finding(check, f"{name}, and avahi is running")
    if machine.is_a_pi:
        return Finding(check, f"{name} is not heard: avahi is not running", "sudo apt install avahi-daemon")
    return Finding(check, f"{name} is not heard: avahi is not running here; the room address does as well")


def service(machine: Machine, running: Running | None) -> Finding:
    """The systemd unit. A table started by hand is as good, until the next power cut."""
    check, hand = "service", str(running) if running else "no table is running"
    told = machine.run(["systemctl", "show", UNIT, "--property=LoadState,ActiveState,UnitFileState"])
    unit = dict(line.split("=", 1) for line in (told or "").splitlines() if "=" in line)
    if "LoadState" not in unit:
        return Finding(check, f"there is no systemd here; {hand}")
    if unit["LoadState"] != "loaded":
        return Finding(
            check,
            f"{UNIT} is not installed: nothing starts the table after a power cut, until `companion install`; {hand}",
        )
    active, enabled = unit.get("ActiveState", "unknown"), unit.get("UnitFileState", "unknown")
    if active == "failed":
        return Finding(check, f"{UNIT} has failed", f"read why: journalctl -u {UNIT} -n 50")
    if active in ("active", "activating", "reloading"):
        if not enabled.startswith("enabled"):
            step = f"sudo systemctl enable {UNIT}"
            return Finding(check, f"{UNIT} is {active}, but would not come back after a power cut ({enabled})", step)
        return Finding(check, f"{UNIT} is {active}; {hand}")
    if running:
        return Finding(check, f"{UNIT} is {active}; {hand}, started by hand")
    return Finding(check, f"{UNIT} is {active}", f"sudo systemctl start {UNIT}")
