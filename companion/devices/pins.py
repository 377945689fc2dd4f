"""The pins of this Pi: gpiozero's factory on lgpio, which must be let in with some care."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def open_pins(room: Path) -> Any:
    """A pin factory; `close()` it. Raises whatever a pin library may raise.

    Importing lgpio makes a pipe `.lgd-nfy*` in its working directory, which LG_WD names: elsewhere it would lie about,
    or fail where nobody may write, as in a service's `/`. So it gets a `room` of its own.

    Open them once, in the process that keeps them: one that was forked off holds the pins too, and the next to ask
    hears "GPIO busy".
    """
    room.mkdir(parents=True, exist_ok=True)
    os.environ["LG_WD"] = str(room.absolute())
    # lgpio moves the whole process there, and a --data that was typed as a relative path would be lost.
    here = os.open(".", os.O_PATH | os.O_CLOEXEC)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]

        return LGPIOFactory()
    finally:
        os.fchdir(here)
        os.close(here)


class NoPins:
    """Stands in for pins that cannot be used: whatever is wired to one says why when it is opened."""

    def __init__(self, error: Exception) -> None:
        self._why = f"the pins cannot be used ({error})"

    def __getattr__(self, name: str) -> Any:
        raise OSError(self._why)


def room_for_lgpio(data: Path) -> Path:
    """Where the service lets lgpio work: as LG_WD says, else systemd's folder for this run, else beside the games."""
    named = os.environ.get("LG_WD") or os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(named) if named else data / "run"
