"""The door of the table: who is asking, and who is let in."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.access import codes
from companion.access.codes import Role
from companion.access.guesses import Guesses
from companion.access.paired import Device, Paired
from companion.clock import Clock
from companion.engine.plain import Plain
from companion.errors import Forbidden, TooMany
from companion.token import FILE as TOKEN_FILE

BEARER = "Bearer "


class Who(NamedTuple):
    """Somebody that the table knows."""

    kind: str  # screen or token
    name: str
    role: Role
    id: str = ""

    @property
    def by(self) -> Plain:
        """As an entry says it."""
        return {self.kind: self.name}


SCRIPT = Who("token", "script", "player")


class Door:
    """Knows codes, paired devices and the token. `is_open`: whether people at the table hold it open just now."""

    def __init__(self, data: Path, clock: Clock, is_open: Callable[[], bool] = lambda: False) -> None:
        self._data = data
        self._clock = clock
        self.is_open = is_open
        self.paired = Paired(data)
        self._guesses = Guesses()
        self._token_file = data / TOKEN_FILE
        self._token = b""
        self._token_read_at = float("-inf")

    # Who is asking

    def who(self, authorization: str | None, cookie: str | None) -> Who | None:
        if authorization is not None and authorization.startswith(BEARER):
            return SCRIPT if self._is_token(authorization.removeprefix(BEARER)) else None
        device = self.paired.by_cookie(cookie) if cookie else None
        return Who("screen", device.name, device.role, device.id) if device else None

    def _is_token(self, given: str) -> bool:
        """One made beside a running table is good at once; one whose file was removed, for a second more."""
        offered = given.encode("utf-8", "replace")
        now = self._clock.now()
        if now - self._token_read_at >= 1.0 or not hmac.compare_digest(self._token, offered):
            self._token_read_at = now
            try:
                self._token = self._token_file.read_bytes().strip()
            except OSError:
                self._token = b""
        return bool(self._token) and hmac.compare_digest(self._token, offered)

    # Letting in

    def code(self, role: Role = "player") -> str:
        return codes.current(self._data, self._clock, role).digits

    def let_in(self, code: str | None, name: str, address: str) -> tuple[Device, str]:
        """A device that shows the code, or comes while the door is held open; and what it carries from now on."""
        role: Role | None = "player" if code is None and self.is_open() else self._role_of(code or "", address)
        if role is None:
            raise Forbidden("wrong-code" if code else "code-needed")
        return self.paired.add(name, role, self._clock.written())

    def _role_of(self, code: str, address: str) -> Role | None:
        now = self._clock.now()
        wait_s = self._guesses.wait_s(address, now)
        if wait_s > 0:
            raise TooMany("too-many-guesses", seconds=int(wait_s) + 1)
        role = codes.role_of(code, self._data, self._clock)
        if role is None and self._guesses.wrong(address, now):
            codes.withdraw_all(self._data)
        return role
