"""The token with which scripts may change the table."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.errors import JournalError
from companion.secretfile import write_draft

FILE = "secrets.token"


def token(data: Path) -> str:
    """The token for scripts; made when it is first asked for."""
    path = data / FILE
    try:
        if path.is_file() and (known := path.read_text(encoding="ascii").strip()):
            return known
        fresh = secrets.token_urlsafe(32)
        draft = write_draft(path, fresh + "\n")
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
