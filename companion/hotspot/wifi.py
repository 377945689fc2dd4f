"""The table's own Wi-Fi: its name and its password, made once and kept in the data folder."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion import secretfile
from companion.errors import JournalError, SetupError

FILE = "secrets.hotspot"
NAME = "Monster Table"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another: no i, l, o, 0, 1


@dataclass(frozen=True)
class Wifi:
    ssid: str
    password: str
    is_on: bool = False

    @property
    def qr(self) -> str:
        """What a phone's camera understands: it asks whether to join."""
        return f"WIFI:T:WPA;S:{escaped(self.ssid)};P:{escaped(self.password)};;"


def escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def joining(data: Path) -> Wifi | None:
    """The Wi-Fi that guests can join, if the table makes one."""
    wifi = kept(data)
    return wifi if wifi and wifi.is_on else None


def kept(data: Path) -> Wifi | None:
    try:
        plain = json.loads((data / FILE).read_text(encoding="utf-8"))
        return checked(Wifi(str(plain["ssid"]), str(plain["password"]), plain["is_on"] is True))
    except (OSError, ValueError, KeyError, TypeError, SetupError):
        return None  # there is none, or it was mended by hand and makes no sense: a new one is made


def keep(data: Path, wifi: Wifi) -> None:
    try:
        secretfile.replace(data / FILE, json.dumps(asdict(wifi)) + "\n")
    except OSError as error:
        raise JournalError(f"{data / FILE} cannot be written ({error.strerror}); check who owns {data}") from None


def chosen(data: Path, name: str | None, password: str | None) -> Wifi:
    """As typed; what is not typed, as it was; what never was, made now."""
    wifi = kept(data) or Wifi(NAME, fresh_password())
    wifi = replace(wifi, is_on=True)
    if name is not None:
        wifi = replace(wifi, ssid=name)
    if password is not None:
        wifi = replace(wifi, password=password)
    return checked(wifi)


def checked(wifi: Wifi) -> Wifi:
    """What every phone can join: no more is allowed by Wi-Fi itself."""
    if not wifi.ssid.isprintable() or not 1 <= len(wifi.ssid.encode()) <= 32:
        raise SetupError(f"the name of a Wi-Fi has 1 to 32 bytes that show, not {wifi.ssid!r}; give another --name")
    if not re.fullmatch(r"[ -~]{8,63}", wifi.password):
        raise SetupError("a Wi-Fi password has 8 to 63 letters, digits or signs, no accents; give another --password")
    return wifi


def fresh_password() -> str:
    """`k7mf-3qzt-w9ab`: easy to read out, and more than can be tried."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
