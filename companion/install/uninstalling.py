"""Uninstalling: all that was put there goes, all that was played stays."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from companion import places
from companion.errors import SetupError
from companion.install import files
from companion.install.doing import MACHINE, call, may, report


def uninstall(root: Path | None = None) -> None:
    """Remove what `install` put there. With `root` only the files in that folder."""
    if root is None:
        may("uninstall")
        stop()
    to = (root or MACHINE).absolute()
    for path in places.SERVICE_FILES.values():
        files.take(places.below(to, path))
    command = places.below(to, places.COMMAND)
    if command.is_symlink() and command.readlink().is_relative_to(places.HOME):
        files.take(command)
    home = places.below(to, places.HOME)
    if home.is_dir():
        shutil.rmtree(home)
        report(f"Removed {home}.")
    if root is None:
        call(["systemctl", "daemon-reload"], "systemd could not be told that the service is gone")
        with suppress(SetupError):  # it forgets the rule with the next start
            call(["udevadm", "control", "--reload"], "no udev")
    for line in what_stays(to):
        report(line)


def stop() -> None:
    with suppress(SetupError):  # it may be gone already
        call(["systemctl", "disable", "--now", places.UNIT], "not there")
        report(f"Stopped {places.UNIT}.")


def what_stays(root: Path) -> list[str]:
    data, settings = places.below(root, places.DATA), places.below(root, files.SETTINGS)
    lines = []
    if data.exists():
        lines.append(f"Kept all games, in {data}, and the user {places.USER}, whose they are.")
    if settings.exists():
        lines.append(f"Kept {settings}.")
    return ["", *lines, "`companion install` brings the table back as it was."] if lines else ["Nothing is left."]
