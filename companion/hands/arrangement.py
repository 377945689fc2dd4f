"""Who has which die, knob and lamp, and what people call them: laid over the wiring, which it never changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.hands.place import Place

SEATS_MOST = 5
KINDS = ("die", "knob", "lamp")  # what stands in front of a seat, one of each

Moved = Mapping[int, Mapping[str, str | None]]  # by seat and kind: the device there now; none: it has lost its own


@dataclass(frozen=True)
class Arrangement:
    """A value: every change is a new one.

    `moved` holds only what is otherwise than wired, so whatever is put back where it was is forgotten, and a table that
    is wired anew is believed wherever nobody has said otherwise.
    """

    wired: Mapping[str, Place]
    moved: Moved = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    muted: bool | None = None  # buzzer and screens; none: as table.toml says
    quiet: tuple[()] | tuple[str, str] | None = None  # hours of silence, "22:30" and "07:00"; empty: no such hours

    # Asking

    def at(self, kind: str, seat: int) -> str | None:
        """The device of this kind in front of a seat."""
        moved = self.moved.get(seat, {})
        if kind in moved:
            return moved[kind] if self._is_known(moved[kind], kind) else None
        own = self._wired_at(kind, seat)
        return None if own is None or self._is_moved(own) else own

    def seat_of(self, device: str) -> int | None:
        return next((seat for kind, seat, each in self._all() if each == device), None)

    def seats(self) -> list[int]:
        """The seats that have anything in front of them, or should have."""
        wired = {place.seat for place in self.wired.values() if place.seat is not None}
        return sorted(wired | self.moved.keys())

    def places(self) -> dict[str, Place]:
        """What each device is, and whose now. A die that lost its seat is still a die."""
        places = {name: place._replace(seat=None) for name, place in self.wired.items()}
        for kind, seat, device in self._all():
            places[device] = places.get(device, Place(kind))._replace(seat=seat)
        return places

    def called(self, device: str) -> str:
        """What a person calls it; else the name it was born with."""
        return self.names.get(device, device)

    # Changing

    def claimed(self, seat: int, die: str) -> Arrangement:
        """This die is this seat's from now on. If it was another's, the two exchange theirs: nobody has two."""
        before, mine = self.seat_of(die), self.at("die", seat)
        if before == seat:
            return self
        return self._put("die", {seat: die} if before is None else {seat: die, before: mine})

    def swapped(self, one: int, other: int) -> Arrangement:
        """Two places exchange all that stands in front of them: die, knob and lamp."""
        after = self
        for kind in KINDS:
            after = after._put(kind, {one: self.at(kind, other), other: self.at(kind, one)})
        return after

    def as_wired(self) -> Arrangement:
        """Everything back to where the wires say. Names stay with their devices."""
        return replace(self, moved={})

    def named(self, device: str, name: str) -> Arrangement:
        """Called so from now on; an empty name takes it back."""
        others = {each: known for each, known in self.names.items() if each != device}
        return replace(self, names=others | {device: name} if name else others)

    def with_buzzer(self, *, muted: bool) -> Arrangement:
        return replace(self, muted=muted)

    def with_quiet(self, quiet: tuple[()] | tuple[str, str] | None) -> Arrangement:
        return replace(self, quiet=quiet)

    def _put(self, kind: str, devices: Mapping[int, str | None]) -> Arrangement:
        moved: dict[int, dict[str, str | None]] = {}
        for seat in range(1, SEATS_MOST + 1):
            for each in KINDS:
                device = devices[seat] if each == kind and seat in devices else self.at(each, seat)
                if device != self._wired_at(each, seat):
                    moved.setdefault(seat, {})[each] = device
        return replace(self, moved=moved)

    # What is where

    def _all(self) -> Iterator[tuple[str, int, str]]:
        for seat in range(1, SEATS_MOST + 1):
            for kind in KINDS:
                device = self.at(kind, seat)
                if device is not None:
                    yield kind, seat, device

    def _wired_at(self, kind: str, seat: int) -> str | None:
        return next((name for name, place in self.wired.items() if (place.kind, place.seat) == (kind, seat)), None)

    def _is_moved(self, device: str) -> bool:
        return any(device in kinds.values() for kinds in self.moved.values())

    def _is_known(self, device: str | None, kind: str) -> bool:
        """Dice come and go on cables; a knob or a lamp that is wired no longer is nowhere."""
        place = self.wired.get(device or "")
        return place.kind == kind if place else kind == "die"
