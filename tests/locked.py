"""tests/requirements.lock, read."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.requirements import Requirement

LOCK = Path(__file__).parent / "requirements.lock"


def locked(python: str | None = None) -> dict[str, str]:
    """The version of each package, by its plain name, for this Python or another (`3.13`)."""
    where = {"python_version": python, "python_full_version": f"{python}.0"} if python else None
    found = {}
    for line in re.findall(r"^[a-z].*?(?= \\$|$)", LOCK.read_text(encoding="utf-8"), re.MULTILINE):
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate(where):
            (exactly,) = wanted.specifier
            assert exactly.operator == "==", line
            assert wanted.name not in found, f"{wanted.name} is locked twice for Python {python}"
            found[wanted.name] = exactly.version
    return found
