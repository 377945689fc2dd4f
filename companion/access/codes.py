"""Six digits that let a device in. Shown where only people at the table see them, they run out by themselves."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path
from typing import Literal, NamedTuple

from companion.clock import Clock
from companion.engine.plain import from_json, to_json
from companion.errors import JournalError
from companion.secretfile import replace

Role = Literal["player", "viewer"]

FILE = "secrets.codes"
CODE_S = 720.0
SHOWN_S = 120.0  # a code with less left than this is not shown to anybody any more
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Code(NamedTuple):
    digits: str
    role: Role
    until: float  # instant of the clock that counts since the machine was switched on
    boot: str  # which time that was


def current(data: Path, clock: Clock, role: Role = "player") -> Code:
    """A code that will let in for some minutes more: the one that others were shown, or a new one.

    In a file, so that `companion pair` and the running table know of each other's.
    """
    known = _known(data, clock)
    good = [code for code in known if code.role == role and code.until - clock.now() >= SHOWN_S]
    if good:
        return good[-1]
    fresh = Code(f"{secrets.randbelow(1_000_000):06}", role, clock.now() + CODE_S, _boot())
    _keep(data, [*known, fresh])
    return fresh


def role_of(digits: str, data: Path, clock: Clock) -> Role | None:
    """What this code makes of whoever knows it; none for a wrong one. Takes as long for either."""
    found: Role | None = None
    for code in _known(data, clock):
        if hmac.compare_digest(code.digits.encode(), digits.encode("utf-8", "replace")):
            found = code.role
    return found


def withdraw_all(data: Path) -> None:
    """Somebody is guessing: what was shown so far lets nobody in any more."""
    _keep(data, [])


def _known(data: Path, clock: Clock) -> list[Code]:
    try:
        codes = [Code(*code) for code in from_json((data / FILE).read_bytes())]
    except (OSError, ValueError, TypeError):
        return []  # none yet, or not ours: then nobody comes in by it
    boot, now = _boot(), clock.now()
    return [code for code in codes if code.boot == boot and now < code.until]


def _keep(data: Path, codes: list[Code]) -> None:
    try:
        replace(data / FILE, to_json(codes).decode() + "\n", for_good=False)
    except OSError as error:
        raise JournalError(f"{data / FILE} cannot be written ({error.strerror}); check who owns {data}") from None


def _boot() -> str:
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""
