"""The pins of this Pi, through lgpio: the one library that works on every Pi and needs no root."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any


def open_pins() -> Any:
    """gpiozero's factory for real pins. Raises whatever the pin library likes to.

    lgpio makes a pipe, `.lgd-nfy0`, in the working directory as soon as it is imported, and fails where that may not be
    written. `LG_WD` names another folder, and then lgpio goes there itself. So each process gives it a folder of its
    own (two in one folder would share the pipe), and stays where it was.
    """
    if "LG_WD" not in os.environ:
        folder = tempfile.mkdtemp(prefix="companion-pins-")
        os.environ["LG_WD"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    here = Path.cwd()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]

        return LGPIOFactory()
    finally:
        os.chdir(here)
