"""The workbench: every physical control of the table as a virtual one, there only when simulating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from flask import Blueprint, Response

from companion.devices.patterns import SOUNDS
from companion.engine.plain import Amount, Id, SeatNumber, TenSided
from companion.errors import WrongField
from companion.server.live import Region
from companion.server.wishes import done, wished
from companion.service import Service

if TYPE_CHECKING:
    from companion.devices.virtual import Simulator

FAULTS = {
    "bounce": "bouncing buttons",
    "chatter": "a chattering pin",
    "garbled": "a garbled line",
    "truncated": "a line cut short",
    "flood": "a flood of lines",
}
LASTING_FAULTS = {"silent": "the board is silent", "unplugged": "the cable is pulled"}


@dataclass(frozen=True, eq=False)
class Turn:
    """Turn a knob by clicks."""

    seat: SeatNumber  # the knob's number: knob-2 stays 2, whichever seat has it now
    clicks: Amount


@dataclass(frozen=True, eq=False)
class Push:
    """Push a button or a knob; hold it for a second with `hold`."""

    device: Id
    hold: bool = False


@dataclass(frozen=True, eq=False)
class Die:
    """Do something with a die."""

    die: Id
    how: Literal["set", "roll", "bump", "cock", "handle"]
    face: TenSided | None = None


@dataclass(frozen=True, eq=False)
class Fault:
    """Let something go wrong."""

    kind: Literal["bounce", "chatter", "garbled", "truncated", "silent", "unplugged", "flood"]
    on: bool = True
    device: Id | None = None


ACTIONS: dict[str, type[Any]] = {"turn": Turn, "push": Push, "die": Die, "fault": Fault}


def blueprint(simulator: Simulator, poke: Callable[[], None]) -> Blueprint:
    bench = Blueprint("workbench", __name__)

    @bench.post("/workbench")
    def act() -> Response:
        wish = wished(ACTIONS)
        try:
            carry_out(simulator, wish)
        except ValueError as error:
            raise WrongField("no-such-device", "device", why=error) from None
        poke()
        return done()

    return bench


def carry_out(simulator: Simulator, do: Turn | Push | Die | Fault) -> None:
    """As a hand would do it."""
    match do:
        case Turn(seat, clicks):
            simulator.turn(seat, clicks)
        case Push(device, hold):
            simulator.hold(device) if hold else simulator.push(device)
        case Die(die, "set", face):
            simulator.set_die(die, face or 0)
        case Die(die, "roll", face):
            simulator.roll_die(die, face)
        case Die(die, "bump", face):
            simulator.bump_die(die, face)
        case Die(die, "cock"):
            simulator.cock_die(die)
        case Die(die, "handle"):
            simulator.handle_die(die)
        case Fault(kind, on, device):
            simulator.fault(kind, on, device)


def workbench_regions(service: Service, simulator: Simulator) -> list[Region]:
    """Each device where it belongs now: what was claimed or swapped has moved here too."""
    state, arrangement = service.view(), service.felt.arrangement
    lamps, faces, status = simulator.lamps(), simulator.faces(), simulator.status()
    players = {seat["seat"]: seat["player"] for seat in state["seats"]}
    places = arrangement.seats()
    spare = [name for name in faces if arrangement.seat_of(name) is None]
    regions = [Region("frame", "regions/bench-frame.html", {"places": places, "has_spare": bool(spare)})]
    for place in places:
        own = {kind: arrangement.at(kind, place) for kind in ("die", "knob", "lamp")}
        about = {
            "place": place,
            "player": players.get(place),
            "die": _die(own["die"], faces, state),
            "knob": own["knob"],
            "turning": state["devices"].get(own["knob"], {}).get("turn"),
            "lamp": lamps.get(own["lamp"] or "", "off"),
            "colour": status.get(own["lamp"] or "", {}).get("colour"),
        }
        regions.append(Region(f"bench-{place}", "regions/bench-seat.html", about))
    if spare:
        dice = [_die(name, faces, state) for name in spare]
        regions.append(Region("spare", "regions/bench-spare.html", {"dice": dice}))
    at, pattern = simulator.sounds[-1] if simulator.sounds else (None, None)
    steps = list(SOUNDS[pattern]) if pattern in SOUNDS else []
    regions += [
        Region("buzzer", "regions/bench-buzzer.html", {"at": at, "pattern": pattern, "steps": steps}),
        Region("devices", "regions/bench-devices.html", {"devices": _plain_status(status)}),
        Region("faults", "regions/bench-faults.html", {"faults": FAULTS, "lasting": LASTING_FAULTS}),
    ]
    return regions


def _die(name: str | None, faces: dict[str, int], state: dict[str, Any]) -> dict[str, Any] | None:
    """A die that can be touched here; one that was claimed on another table cannot."""
    if name is None or name not in faces:
        return None
    return {"id": name, "face": faces[name], "says": state["devices"].get(name, {})}


def _plain_status(status: dict[str, Any]) -> dict[str, Any]:
    """How each device is, without the seconds since it was heard: those would redraw the page for ever."""
    return {name: {key: value for key, value in each.items() if key != "last_heard"} for name, each in status.items()}
