"""What installing and uninstalling share: saying, asking other programs, and who may."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.errors import SetupError

BOOTED = Path("/run/systemd/system")  # there only where systemd runs the machine
MACHINE = Path("/")


def report(line: str) -> None:
    print(line, flush=True)  # what takes long is announced before it begins


def may(verb: str) -> None:
    """Only an administrator of a machine that systemd runs. Else say what to type."""
    if not BOOTED.is_dir():
        raise SetupError(
            f"systemd does not run this machine, so there is no service to {verb};"
            f" `companion run` starts a table by hand, `companion {verb} --root DIR` only works on files in a folder"
        )
    if os.geteuid() != 0:
        raise SetupError(f"only an administrator can {verb} it; type: sudo {typed()} {verb}")


def typed() -> str:
    """How this companion was called, so that it can be called again."""
    return sys.argv[0] if Path(sys.argv[0]).name == "companion" else f"{sys.executable} -m companion"


def call(command: Sequence[str | Path], trouble: str) -> str:
    """What another program says; if it fails, `trouble` with its own last word."""
    # Nothing of the environment that we run in ourselves: what is called belongs to the machine, or to the new one.
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    try:
        ended = subprocess.run(  # noqa: S603 - our own words
            [str(word) for word in command], capture_output=True, text=True, env=clean, check=False
        )
    except OSError as error:
        raise SetupError(f"{trouble} ({command[0]}: {error.strerror})") from None
    if ended.returncode:
        last = (ended.stderr.strip() or ended.stdout.strip() or f"it ended with {ended.returncode}").splitlines()[-1]
        raise SetupError(f"{trouble} ({Path(command[0]).name}: {last.strip()})")
    return ended.stdout
