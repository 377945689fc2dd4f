"""Installing: the program, its user, its files, and its start."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from companion import __version__, places
from companion.errors import SetupError
from companion.install import environment, files
from companion.install.doing import MACHINE, call, may, report


def install(root: Path | None = None) -> None:
    """Install, or bring up to date. With `root` only the files, into that folder: no user, no service."""
    from companion.__main__ import is_a_pi

    if root is None:
        may("install")
    os.umask(0o022)  # whatever the administrator's is: the service's user has to read all of this
    to = (root or MACHINE).absolute()
    source = environment.clone()
    port = files.port_of(to)
    report(f"Installing the Monster Table Companion {__version__} from {source}.")
    environment.put_program(source, to, is_pi=is_a_pi())
    files.put_settings(to)
    files.put_service_files(to, port)
    files.put_command(to)
    if root is not None:
        report(f"All is in {to}. Nothing was started, and no user was made.")
        return
    make_user()
    start()
    for line in welcome(port):
        report(line)


def make_user() -> None:
    path = places.SERVICE_FILES["companion-sysusers.conf"]
    call(["systemd-sysusers", path], f"the user {places.USER} could not be made")
    report(f"The user {places.USER} is there, in the groups gpio and dialout.")


def start() -> None:
    """Under the new files, now and whenever the power comes on."""
    try:
        call(["udevadm", "control", "--reload"], "bridges get their names only after the next start of the machine")
        call(["udevadm", "trigger", "--subsystem-match=tty", "--action=change"], "plug bridges in again to name them")
    except SetupError as error:
        report(f"Not all is done: {error}")  # no reason to leave the table without its service
    call(["systemctl", "daemon-reload"], "systemd could not be told of the service")
    call(["systemctl", "enable", places.UNIT], f"{places.UNIT} could not be enabled")
    report(f"Starting {places.UNIT}, now and whenever the power comes on ...")
    why = f"read why with `journalctl -u {places.NAME} -n 30`, or ask `companion doctor`"
    # A start is over when the table listens: what fails, fails here.
    call(["systemctl", "restart", places.UNIT], f"{places.UNIT} did not start; {why}")


def welcome(port: int) -> list[str]:
    from companion.__main__ import address, room_address

    name = socket.gethostname().split(".")[0]
    here = [address(f"{name}.local", port), *([address(room, port)] if (room := room_address()) else [])]
    return [
        "",
        f"The table is open: {' or '.join(here)}",
        f"  Games     {places.DATA}",
        f"  Settings  {files.SETTINGS}; after a change: sudo systemctl restart {places.NAME}",
        f"  Log       journalctl -u {places.NAME}",
        "  If something is wrong: companion doctor",
    ]
