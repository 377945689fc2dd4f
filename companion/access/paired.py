"""The devices that were let in: named, listed, and shut out again by one tap."""

from __future__ import annotations

import logging
import secrets
import threading
from pathlib import Path
from typing import Any, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from companion.access.codes import Role
from companion.engine.plain import from_json, to_json
from companion.errors import Rejected
from companion.secretfile import replace

log = logging.getLogger(__name__)

FILE = "secrets.paired"
DEVICES_MOST = 200


class Device(NamedTuple):
    id: str
    name: str
    role: Role
    since: str  # wall time, for people


class Paired:
    """All devices that may come in, and the key that signs what they carry. Any thread may ask."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE
        self._lock = threading.Lock()
        kept = self._read()
        self._key: str = kept.get("key") or secrets.token_urlsafe(32)
        self._devices = {id: Device(id, *about) for id, about in kept.get("devices", {}).items()}
        self._serializer = URLSafeSerializer(self._key, salt="paired device")

    def _read(self) -> dict[str, Any]:
        try:
            kept = from_json(self._path.read_bytes())
            return kept if isinstance(kept, dict) else {}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            log.exception("%s cannot be read, so every device has to be paired again", self._path)
            return {}

    def all(self) -> list[Device]:
        return list(self._devices.values())

    def by_cookie(self, cookie: str) -> Device | None:
        """The device that carries this, if we gave it and have not shut it out since."""
        try:
            return self._devices.get(self._serializer.loads(cookie))
        except (BadSignature, TypeError):  # forged, cut short, or not even a name
            return None

    def add(self, name: str, role: Role, since: str) -> tuple[Device, str]:
        """Let a device in; what it has to carry from now on."""
        with self._lock:
            if len(self._devices) >= DEVICES_MOST:
                raise Rejected("too-many-devices", most=DEVICES_MOST)
            device = Device(secrets.token_urlsafe(9), self._free(name), role, since)
            self._keep(self._devices | {device.id: device})
        cookie = self._serializer.dumps(device.id)
        return device, cookie if isinstance(cookie, str) else cookie.decode()

    def rename(self, id: str, name: str) -> None:
        with self._lock:
            device = self._known(id)
            self._keep(self._devices | {id: device._replace(name=name)})

    def remove(self, id: str) -> None:
        with self._lock:
            self._known(id)
            self._keep({each: device for each, device in self._devices.items() if each != id})

    def _known(self, id: str) -> Device:
        if id not in self._devices:
            raise Rejected("no-such-paired-device", device=id)
        return self._devices[id]

    def _free(self, name: str) -> str:
        """A second tablet is `tablet 2`: the log says who did what."""
        taken = {device.name for device in self._devices.values()}
        return next(each for each in (name, *(f"{name} {n}" for n in range(2, 999))) if each not in taken)

    def _keep(self, devices: dict[str, Device]) -> None:
        """On the disk first: a device that was shut out must not come back with a power cut."""
        plain = {"key": self._key, "devices": {id: list(device[1:]) for id, device in devices.items()}}
        try:
            replace(self._path, to_json(plain).decode() + "\n")
        except OSError as error:
            raise Rejected("not-kept", file=FILE, why=error.strerror or str(error)) from None
        self._devices = devices
