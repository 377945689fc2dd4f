"""Where an installed table lives, and what it is called: the only place that knows."""

from __future__ import annotations

from pathlib import Path

NAME = "monster-companion"
UNIT = f"{NAME}.service"
USER = NAME
HOME = Path("/opt") / NAME  # the program and all it needs
DATA = Path("/var/lib") / NAME  # the games
SETTINGS = Path("/etc") / NAME  # table.toml
COMMAND = Path("/usr/local/bin/companion")
UNIT_FILE = Path("/etc/systemd/system") / UNIT

# Beside the package, in systemd/, and where each belongs.
SERVICE_FILES = {
    "companion.service": UNIT_FILE,
    "companion-sysusers.conf": Path(f"/etc/sysusers.d/{NAME}.conf"),
    "companion-udev.rules": Path(f"/etc/udev/rules.d/70-{NAME}.rules"),
    "companion-avahi.service": Path(f"/etc/avahi/services/{UNIT}"),
}


def is_installed() -> bool:
    """Whether this machine's table is a service, and has been started at least once."""
    return UNIT_FILE.is_file() and DATA.is_dir()


def below(root: Path, path: Path) -> Path:
    """Where a file of the machine stands in a folder that holds a machine, `/` among them."""
    return root / path.relative_to("/")
