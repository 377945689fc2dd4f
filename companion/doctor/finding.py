"""What a check found out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. What is wrong has a next step, and only what is wrong has one."""

    check: str
    found: str
    next: str | None = None

    @property
    def ok(self) -> bool:
        return self.next is None

    def plain(self) -> dict[str, Any]:
        return {"check": self.check, "ok": self.ok, "found": self.found, "next": self.next}
