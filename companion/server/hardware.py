"""What can be done on the hardware page: claim, give, swap and name; light a lamp, sound the buzzer, mute it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import msgspec
from flask import Blueprint, Response

from companion.engine.plain import Id
from companion.errors import Rejected, WrongField
from companion.hands import SEATS_MOST, Ask, Hands
from companion.server.wishes import done, wished
from companion.service import Service

if TYPE_CHECKING:
    from companion.devices.buzzer import Buzzer

Seat = Annotated[int, msgspec.Meta(ge=1, le=SEATS_MOST)]
NewName = Annotated[str, msgspec.Meta(max_length=30, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]


class Things(Protocol):
    """All that stands on the table, real or virtual, as the page needs it."""

    @property
    def buzzer(self) -> Buzzer | None: ...

    def status(self) -> dict[str, dict[str, Any]]: ...

    def light(self, lamp: str) -> None: ...


@dataclass(frozen=True, eq=False)
class ClaimDie:
    """The next die that is rolled becomes this seat's."""

    seat: Seat


@dataclass(frozen=True, eq=False)
class CancelClaim:
    """Nobody claims a die after all."""


@dataclass(frozen=True, eq=False)
class Give:
    """A die that is known already becomes this seat's."""

    seat: Seat
    die: Id


@dataclass(frozen=True, eq=False)
class Swap:
    """Two seats exchange die, knob and lamp."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, eq=False)
class AsWired:
    """Every device back to its own seat."""


@dataclass(frozen=True, eq=False)
class NameDevice:
    """What people call it; an empty name takes it back."""

    device: Id
    name: NewName


@dataclass(frozen=True, eq=False)
class Light:
    """Light a lamp for a moment."""

    lamp: Id


@dataclass(frozen=True, eq=False)
class Sound:
    """Sound the buzzer."""

    pattern: Id


@dataclass(frozen=True, eq=False)
class Mute:
    """Mute the buzzer, or let it sound again."""

    on: bool = True


WISHES: dict[str, type[Any]] = {
    "claim": ClaimDie,
    "cancel": CancelClaim,
    "give": Give,
    "swap": Swap,
    "as-wired": AsWired,
    "name": NameDevice,
    "light": Light,
    "sound": Sound,
    "mute": Mute,
}


def blueprint(service: Service, things: Things | None, poke: Callable[[], None]) -> Blueprint:
    page = Blueprint("hardware", __name__)

    @page.post("/hardware")
    def act() -> Response:
        wish = wished(WISHES)
        if things is None:
            raise Rejected("no-hardware")
        carry_out(service, things, wish)
        poke()
        return done()

    return page


def carry_out(service: Service, things: Things, wish: Any) -> None:
    match wish:
        case Light(lamp):
            _light(things, lamp)
        case Sound(pattern):
            _sound(things, pattern)
        case _:
            deed = arranging(wish, things.status(), service.clock.now())
            service.arrange(deed)


def arranging(wish: Any, status: dict[str, dict[str, Any]], now: float) -> Callable[[Hands], Iterable[Ask]]:
    """What the table's own thread shall do about it."""

    def deed(hands: Hands) -> Iterable[Ask]:
        here = hands.arrangement
        match wish:
            case ClaimDie(seat):
                hands.begin_claim(seat, now)
            case CancelClaim():
                hands.cancel_claim()
            case Give(seat, die):
                _check("die", die, [*hands.dice, *(name for name, each in status.items() if each["kind"] == "die")])
                return hands.arrange(here.claimed(seat, die))
            case Swap(seat, other):
                if seat == other:
                    raise WrongField("same-seat", "other", seat=seat)
                return hands.arrange(here.swapped(seat, other))
            case AsWired():
                return hands.arrange(here.as_wired())
            case NameDevice(device, name):
                _check("device", device, [*hands.places, *hands.dice, *status])
                return hands.arrange(here.named(device, name.strip()))
            case Mute(on):
                return hands.arrange(here.with_buzzer(muted=on))
        return []

    return deed


def _check(field: str, name: str, known: Iterable[str]) -> None:
    names = list(dict.fromkeys(known))
    if name not in names:
        why = f"there is no {field} {name!r}; expected {', '.join(names) or 'none yet'}"
        raise WrongField("no-such-device", field, why=why)


def _light(things: Things, lamp: str) -> None:
    try:
        things.light(lamp)
    except ValueError as error:
        raise WrongField("no-such-device", "lamp", why=error) from None
    _check_works(things.status().get(lamp))


def _sound(things: Things, pattern: str) -> None:
    buzzer = things.buzzer
    if buzzer is None:
        raise Rejected("no-buzzer")
    _check_works(buzzer.status())
    if buzzer.is_quiet():
        raise Rejected("buzzer-quiet")
    try:
        buzzer.play(pattern)
    except ValueError as error:
        raise WrongField("no-such-device", "pattern", why=error) from None


def _check_works(status: dict[str, Any] | None) -> None:
    if status and status["error"]:
        raise Rejected("device-failed", why=status["error"])
