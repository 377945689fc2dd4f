"""This very machine, looked at for real."""

from __future__ import annotations

import getpass
import grp
import http.client
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import companion
from companion.doctor.listening import who_answers
from companion.doctor.machine import Answer, Claim, Machine, SerialPort
from companion.wiring import CableWiring

PATIENCE_S = 5
LIBRARIES = ("lgpio", "RPi.GPIO", "pigpio")


def this_machine() -> Machine:
    from companion.__main__ import MODEL, room_address

    user = user_name()
    return Machine(
        model=MODEL.read_text(errors="replace").strip("\0\n ") if MODEL.is_file() else "",
        user=user,
        groups=frozenset(name for id in {*os.getgroups(), os.getegid()} if (name := group_name(id))),
        granted=frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem),
        modules=frozenset(name for name in LIBRARIES if is_importable(name)),
        is_walled=is_walled(),
        hostname=socket.gethostname(),
        room_address=room_address(),
        has_boottime=hasattr(time, "CLOCK_BOOTTIME"),
        wall=datetime.now(UTC),
        not_before=datetime.fromtimestamp(Path(companion.__file__).stat().st_mtime, UTC),
        ports=serial_ports(),
        run=run,
        exists=os.path.exists,  # not Path's: that one raises where one may not look
        may_write=may_write,
        free_bytes=lambda path: shutil.disk_usage(path).free,
        holder=holder,
        claim=claim,
        find_cables=find_cables,
        listen=who_answers,
        ask=ask,
        trouble_at=trouble_at,
    )


def find_cables(cables: Mapping[str, CableWiring]) -> dict[str, str | None]:
    from companion.devices.sockets import Sockets

    sockets = Sockets(cables)
    return {name: sockets.finder(name)() for name in cables}


def user_name() -> str:
    try:
        return getpass.getuser() if os.geteuid() else "root"
    except (KeyError, OSError):
        return str(os.geteuid())  # a container's number without a name


def group_name(id: int) -> str | None:
    try:
        return grp.getgrgid(id).gr_name
    except KeyError:
        return None


def is_importable(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def is_walled() -> bool:
    home = Path(sys.prefix) / "pyvenv.cfg"
    return home.is_file() and "include-system-site-packages = true" not in home.read_text(errors="replace")


def serial_ports() -> tuple[SerialPort, ...]:
    from serial.tools import list_ports  # type: ignore[import-untyped]

    return tuple(
        SerialPort(port.device, f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None else None)
        for port in sorted(list_ports.comports())
    )


def may_write(path: Path) -> bool:
    return os.access(path, os.W_OK | (os.X_OK if path.is_dir() else 0), effective_ids=True)


def run(command: Sequence[str]) -> str | None:
    """What it says, even if it fails: `systemctl is-active` says `inactive` and fails. None if it says nothing."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError):
        return None
    return ended.stdout.strip() or None


def holder(data: Path) -> int | None:
    """The process that has this folder's lock. Trying to lock it would tell too, but spoil the start of a table."""
    lock = data / "lock"
    try:
        process = int(lock.read_text(errors="replace"))
    except (OSError, ValueError):
        return None
    about = Path(f"/proc/{process}")
    try:
        # Its number may have been given anew since the table ended, so it must have the file open.
        return process if any(is_same(end, lock) for end in (about / "fd").iterdir()) else None
    except PermissionError:
        return process if b"companion" in contents(about / "cmdline") else None  # another user's: only its name tells
    except OSError:
        return None


def is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def claim(pins: Sequence[int]) -> dict[int, Claim]:
    """Take each pin as an input for a moment, and give it back."""
    from companion.devices.pins import open_pins

    # Not the service's room: its pipe bears the same name there.
    with tempfile.TemporaryDirectory(prefix="companion-doctor-") as room:
        factory = open_pins(Path(room))
        try:
            return {pin: claim_one(factory, pin) for pin in pins}
        finally:
            factory.close()


def claim_one(factory: Any, pin: int) -> Claim:
    import lgpio  # type: ignore[import-not-found]

    try:
        factory.pin(pin)
    except Exception as error:  # noqa: BLE001 - pin libraries raise whatever they like
        holder = None
        with suppress(Exception):
            chip = lgpio.gpiochip_open(factory.chip)
            holder = lgpio.gpio_get_line_info(chip, pin)[4] or None
            lgpio.gpiochip_close(chip)
        return Claim(str(error).strip("'\""), holder)
    return Claim()


def ask(host: str, port: int) -> Answer | None:
    """Who answers at this port. One reading of the state disturbs no game."""
    visit = http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
    try:
        visit.connect()
    except (OSError, UnicodeError):  # a host that is no name at all is the latter
        return None
    try:
        visit.request("GET", "/api/state")
        reply = visit.getresponse()
        server = reply.getheader("Server") or ""
        state = json.loads(reply.read(1_000_000)) if server == "companion" else None
    except (OSError, http.client.HTTPException, ValueError):
        return Answer("")  # somebody is there, but speaks otherwise
    finally:
        visit.close()
    return Answer(server, state.get("devices", {}) if isinstance(state, dict) else None)


def trouble_at(host: str) -> str | None:
    """Why nobody could listen at this host. Asked with whichever port is free, so that the table's is left alone."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
            listener.bind((host, 0))
    except (OSError, UnicodeError) as error:
        return getattr(error, "strerror", None) or str(error)
    return None
