"""Small files of the data folder that people may read, and mend by hand while the table is off."""

from __future__ import annotations

import logging
import os
from itertools import count
from pathlib import Path

from companion.errors import Rejected

log = logging.getLogger(__name__)


def write(path: Path, text: str) -> None:
    """Written whole beside the old one before it takes its name: a power cut leaves the one or the other."""
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        log.warning("%s cannot be written: %s", path, error)
        raise Rejected("not-kept", file=path.name, why=error.strerror or str(error)) from None


def set_aside(path: Path) -> str:
    """A file that makes no sense is kept under another name; says which."""
    names = (path.with_name(f"{path.name}.damaged{'' if number == 1 else f'-{number}'}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    try:
        path.rename(aside)
    except OSError as error:
        return f"it could not be set aside ({error.strerror})"
    return f"it is kept as {aside.name}"
