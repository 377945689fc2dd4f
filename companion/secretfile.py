"""Files of the data folder that only its owner may open: their names begin with `secrets.`"""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_draft(path: Path, text: str, *, for_good: bool = True) -> Path:
    """Written whole, beside its place: neither a power cut nor another reader ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as out:
        if os.geteuid() == 0:
            # Made with sudo in the service's folder: the service must be able to read it.
            owner = path.parent.stat()
            os.fchown(out.fileno(), owner.st_uid, owner.st_gid)
        out.write(text)
        out.flush()
        if for_good:
            os.fsync(out.fileno())
    return draft


def replace(path: Path, text: str, *, for_good: bool = True) -> None:
    """`for_good`: it must be there after a power cut."""
    write_draft(path, text, for_good=for_good).replace(path)
