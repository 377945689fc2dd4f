"""What the hardware page shows, region by region."""

from __future__ import annotations

from typing import Any

from companion.devices.patterns import SOUNDS
from companion.engine.plain import Plain
from companion.hands import Felt
from companion.server.devicewords import in_words
from companion.server.hardware import Things
from companion.server.live import Region
from companion.server.parts import claim_region
from companion.service import Service
from companion.words import Words


def hardware_regions(service: Service, things: Things | None, *, is_simulated: bool) -> list[Region]:
    if things is None:
        return [Region("frame", "regions/hardware-none.html", {})]
    return HardwarePage(service, things, is_simulated).regions()


class HardwarePage:
    """One look at everything that is connected."""

    def __init__(self, service: Service, things: Things, is_simulated: bool) -> None:
        self._service = service
        self._words: Words = service.words
        self._felt: Felt = service.felt
        self._now = service.clock.now()
        self._table = table = service.now.table
        self._says: Plain = self._felt.view(table)
        self._status = things.status()
        self._buzzer = things.buzzer
        self._is_simulated = is_simulated
        seats = table.plain["seats"] if table.plain else {}
        self._players = {int(seat): about["player"] for seat, about in seats.items()}
        self._seats = sorted({*self._felt.arrangement.seats(), *self._players})

    def regions(self) -> list[Region]:
        frame = {"seats": self._seats, "is_simulated": self._is_simulated}
        return [
            Region("frame", "regions/hardware-frame.html", frame),
            claim_region(self._service, self._felt, self._table),
            *(Region(f"place-{seat}", "regions/hardware-seat.html", self._seat(seat)) for seat in self._seats),
            Region("spare", "regions/hardware-spare.html", {"dice": self._spare(), "seats": self._seats}),
            Region("buttons", "regions/hardware-buttons.html", {"buttons": self._all("button")}),
            Region("sounds", "regions/hardware-buzzer.html", self._sounds()),
            Region("cables", "regions/hardware-cables.html", {"cables": self._all("serial"), "boards": self._boards()}),
        ]

    def _seat(self, seat: int) -> dict[str, Any]:
        own = {kind: self._felt.arrangement.at(kind, seat) for kind in ("die", "knob", "lamp")}
        return {
            "seat": seat,
            "player": self._players.get(seat),
            "is_claiming": self._felt.claim is not None and self._felt.claim.seat == seat,
            "others": [other for other in self._seats if other != seat],
        } | {kind: self._device(name) if name else None for kind, name in own.items()}

    def _device(self, name: str) -> dict[str, Any]:
        """One device: what it is called, how it is, and what it says of itself."""
        status = self._status.get(name)
        more = {key: status.get(key) for key in ("pattern", "port", "last_bad", "link", "kind")} if status else {}
        about = {"id": name, "name": self._felt.arrangement.names.get(name), "touches": _touches(status)}
        return about | more | in_words(status, self._words) | {"says": self._says.get(name, {})}

    def _all(self, kind: str) -> list[dict[str, Any]]:
        return [self._device(name) for name, status in self._status.items() if status["kind"] == kind]

    def _spare(self) -> list[dict[str, Any]]:
        """Dice on a cable that no seat has."""
        heard = {name for name, status in self._status.items() if status["kind"] == "die"}
        heard |= {name for name, die in self._felt.dice.items() if die.lies != "unknown"}
        return [self._device(name) for name in sorted(heard) if self._felt.arrangement.seat_of(name) is None]

    def _boards(self) -> list[dict[str, Any]]:
        """What else speaks on a cable."""
        names = [name for name, each in self._status.items() if "link" in each and each["kind"] != "die"]
        return [self._device(name) for name in names]

    def _sounds(self) -> dict[str, Any]:
        buzzer = self._buzzer
        if buzzer is None:
            return {"buzzer": None}
        return {
            "buzzer": self._device(buzzer.name),
            "is_muted": buzzer.quiet.muted,
            "is_quiet": buzzer.is_quiet(),
            "patterns": list(SOUNDS),
        }


def _touches(status: dict[str, Any] | None) -> int:
    """Grows with every touch, so that each of them lights up."""
    counts = status["counts"] if status else {}
    return sum(counts.get(name, 0) for name in ("signals", "clicks", "push_signals"))
