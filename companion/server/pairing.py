"""How a device comes in and is shown out: /join, and what its buttons ask for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import msgspec
from flask import Blueprint, Response, make_response, render_template, request

from companion.access import Door
from companion.engine.plain import Id, Plain, read, to_json
from companion.engine.table import checked
from companion.server.guard import COOKIE, address, who
from companion.server.wishes import done, said, wished

if TYPE_CHECKING:
    from companion.hotspot import Wifi

A_YEAR_S = 31_536_000
NewName = Annotated[str, msgspec.Meta(min_length=1, max_length=30, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Digits = Annotated[str, msgspec.Meta(max_length=20)]

# What a browser says of itself, roughly: enough to tell one line of the list from another until it gets a name.
KINDS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("television", r"TV|SmartTV|Tizen|Web0S|CrKey"),
    ("tablet", r"Tablet|Android(?!.*Mobile)"),
    ("phone", r"Android|Mobile"),
    ("computer", r"Windows|Macintosh|X11|Linux"),
)


@dataclass(frozen=True, eq=False)
class Pair:
    """Let this device in, by the code; without one while the table holds its door open."""

    code: Digits | None = None
    name: NewName | None = None


@dataclass(frozen=True, eq=False)
class Revoke:
    """Shut a device out. It may look on as any stranger may."""

    device: Id


@dataclass(frozen=True, eq=False)
class Rename:
    device: Id
    name: NewName


WISHES: dict[str, type] = {"revoke": Revoke, "rename": Rename}


def blueprint(
    door: Door, addresses: Callable[[], list[str]], wifi: Callable[[], Wifi | None], seats: Callable[[], list[Plain]]
) -> Blueprint:
    """`seats`: who sits at the table now; whoever comes in may take their own page at once."""
    pairing = Blueprint("pairing", __name__)

    @pairing.get("/join")
    def join() -> Response:
        somebody = who()
        is_player = somebody is not None and somebody.role == "player"
        code, where = door.code() if is_player else None, addresses()
        own_wifi = wifi() if is_player else None  # its password is in the picture
        about = {
            "who": somebody,
            "code": code,
            "wifi": own_wifi,
            "wifi_qr": picture(own_wifi.qr, "QR code of the Wi-Fi") if own_wifi else None,
            # Numbers, not the name: some phones do not know .local. Opened there, it lets the phone in at once.
            "qr": picture(f"{where[0]}/join#{code}", "QR code of the address") if code and where else None,
            "seats": seats(),
            "devices": door.paired.all() if is_player else [],
            "is_open": door.is_open(),
            "addresses": where,
        }
        answer = make_response(render_template("join.html", **about))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pairing.post("/pair")
    def pair() -> Response:
        do: Pair = checked(*read(said(), Pair))
        code = None if do.code is None else re.sub(r"[\s-]", "", do.code)
        device, cookie = door.let_in(code, do.name or kind_of(request.headers.get("User-Agent", "")), address())
        answer = Response(to_json({"name": device.name, "role": device.role}), mimetype="application/json")
        answer.set_cookie(COOKIE, cookie, max_age=A_YEAR_S, httponly=True, samesite="Lax")
        return answer

    @pairing.post("/devices")
    def devices() -> Response:
        match wished(WISHES):
            case Revoke(device):
                door.paired.remove(device)
            case Rename(device, name):
                door.paired.rename(device, name)
        return done()

    return pairing


def picture(text: str, title: str) -> str:
    """A QR code, drawn into the page."""
    import segno  # only when somebody joins

    made = segno.make(text, error="m", micro=False)
    drawn: str = made.svg_inline(scale=6, border=2, title=title, dark="#000", light="#fff", omitsize=True)
    return drawn


def kind_of(agent: str) -> str:
    return next((kind for kind, pattern in KINDS if re.search(pattern, agent)), "screen")
