"""What must not be read by others: kept in one file of the data folder that only its owner can open."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.errors import JournalError

FILE = "secrets.token"


def token(data: Path) -> str:
    """The token for scripts; made when it is first asked for."""
    path = data / FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        if path.is_file() and (known := path.read_text(encoding="ascii").strip()):
            return known
        # Written whole before it gets its name: neither a power cut nor another asker sees half a token.
        fresh = secrets.token_urlsafe(32)
        draft = data / f"{FILE}.{os.getpid()}"
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as out:
            out.write(fresh + "\n")
            out.flush()
            os.fsync(out.fileno())
        if path.is_file() and not path.stat().st_size:
            path.unlink()
        try:
            os.link(draft, path)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        finally:
            draft.unlink()
    except OSError as error:
        raise JournalError(f"{path} cannot be read or written ({error.strerror}); check who owns {data}") from None
    return fresh
