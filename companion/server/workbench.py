"""The workbench: every physical control of the table as a virtual one, there only when simulating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from flask import Blueprint, Response, request

from companion.devices.patterns import SOUNDS
from companion.engine.plain import Amount, Id, SeatNumber, TenSided, from_json, read, shown, to_json
from companion.engine.table import checked
from companion.errors import Unreadable, WrongField
from companion.server.live import Region
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


@dataclass(frozen=True)
class Turn:
    """Turn a knob by clicks."""

    seat: SeatNumber
    clicks: Amount


@dataclass(frozen=True)
class Push:
    """Push a button or a knob; hold it for a second with `hold`."""

    device: Id
    hold: bool = False


@dataclass(frozen=True)
class Die:
    """Do something with a die."""

    die: Id
    how: Literal["set", "roll", "bump", "cock", "handle"]
    face: TenSided | None = None


@dataclass(frozen=True)
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
        try:
            body = from_json(request.get_data(cache=False))
        except ValueError as error:
            raise Unreadable("not-json", why=error) from None
        if not isinstance(body, dict):
            raise Unreadable("not-an-object", got=shown(body))
        kind = ACTIONS.get(str(body.pop("do", None)))
        if kind is None:
            raise WrongField("missing-field", "do", field="do", expected="one of " + ", ".join(ACTIONS))
        try:
            carry_out(simulator, checked(*read(body, kind)))
        except ValueError as error:
            if isinstance(error, WrongField):
                raise
            raise WrongField("no-such-device", "device", why=error) from None
        poke()
        return Response(to_json({"done": True}), mimetype="application/json")

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
    state = service.view()
    lamps, faces, status = simulator.lamps(), simulator.faces(), simulator.status()
    players = {seat["seat"]: seat["player"] for seat in state["seats"]}
    places = sorted(int(name.removeprefix("knob-")) for name in state["devices"] if name.startswith("knob-"))
    places = [place for place in places if f"die-{letter(place)}" in faces]
    regions = [Region("frame", "regions/bench-frame.html", {"places": places})]
    for place in places:
        die = f"die-{letter(place)}"
        about = {
            "place": place,
            "player": players.get(place),
            "die": die,
            "face": faces[die],
            "says": state["devices"].get(die, {}),
            "lamp": lamps.get(f"lamp-{place}", "off"),
            "colour": status.get(f"lamp-{place}", {}).get("colour"),
            "turning": state["devices"][f"knob-{place}"]["turn"],
        }
        regions.append(Region(f"bench-{place}", "regions/bench-seat.html", about))
    at, pattern = simulator.sounds[-1] if simulator.sounds else (None, None)
    steps = list(SOUNDS[pattern]) if pattern in SOUNDS else []
    regions += [
        Region("buzzer", "regions/bench-buzzer.html", {"at": at, "pattern": pattern, "steps": steps}),
        Region("devices", "regions/bench-devices.html", {"devices": _plain_status(status)}),
        Region("faults", "regions/bench-faults.html", {"faults": FAULTS, "lasting": LASTING_FAULTS}),
    ]
    return regions


def letter(seat: int) -> str:
    return chr(ord("a") + seat - 1)


def _plain_status(status: dict[str, Any]) -> dict[str, Any]:
    """How each device is, without the seconds since it was heard: those would redraw the page for ever."""
    return {name: {key: value for key, value in each.items() if key != "last_heard"} for name, each in status.items()}
