"""Which USB socket a cable is in now. Two cables never reach for the same one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from companion.wiring import CableWiring


class Sockets:
    """Finds the port of each cable: a board that is plugged in again often has another name, but the same USB id.

    A cable that names neither port nor id takes the first board that no other cable has or names.
    """

    def __init__(self, cables: Mapping[str, CableWiring]) -> None:
        self._cables = cables
        self._lock = threading.Lock()  # each cable looks on its own thread
        self._held: dict[str, str] = {}  # by cable, the port that was found for it last

    def finder(self, name: str) -> Callable[[], str | None]:
        """Where this cable is now, or None. What it had before is free as soon as it looks again."""
        cable = self._cables[name]
        if cable.port:
            return lambda: cable.port
        return lambda: self._find(name)

    def _find(self, name: str) -> str | None:
        with self._lock:
            self._held.pop(name, None)
            others = [cable for other, cable in self._cables.items() if other != name]
            taken = {*self._held.values(), *(real(cable.port) for cable in others if cable.port)}
            usb = self._cables[name].usb
            named = () if usb else [cable.usb for cable in others if cable.usb]
            path = find_usb(usb, taken=taken, but_not=named)
            if path is not None:
                self._held[name] = real(path)
            return path


def real(port: str) -> str:
    """/dev/serial/by-id/… is only another name of a port."""
    return str(Path(port).resolve())


def find_usb(usb: str | None, *, taken: Collection[str] = (), but_not: Collection[str] = ()) -> str | None:
    """The first free port with this USB id; without an id, the first that is on USB at all."""
    from serial.tools import list_ports  # type: ignore[import-untyped]

    for port in sorted(list_ports.comports(), key=lambda port: str(port.device)):
        id = f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None else None
        if id is not None and usb in (None, id) and id not in but_not and real(port.device) not in taken:
            return str(port.device)
    return None
