"""Sheets that are laid over a page: what can be done about a seat or the whole game, beyond what a turn needs."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from companion.engine.plain import Plain
from companion.server.parts import symbol
from companion.service import Service


def blueprint(service: Service) -> Blueprint:
    sheets = Blueprint("sheets", __name__, url_prefix="/sheets")

    def on() -> Plain:
        """The table as it is now. Without a game there is nothing to say."""
        _, _, state = service.glance()
        if state["game"] not in service.games:
            abort(404)
        return state

    @sheets.get("/seat/<int:number>")
    def seat(number: int) -> str:
        state = on()
        seats = state["seats"]
        mine = next((each for each in seats if each["seat"] == number), None)
        if mine is None:
            abort(404)
        order = [each["seat"] for each in seats]
        at = order.index(number)
        moves = {"◀ One seat back": _swapped(order, at, at - 1), "One seat on ▶": _swapped(order, at, at + 1)}
        about = {"seat": mine, "symbol": symbol(number), "is_over": bool(state["outcome"])}
        return render_template(
            "sheets/seat.html", **about, moves={label: each for label, each in moves.items() if each}
        )

    @sheets.get("/game")
    def game() -> str:
        state = on()
        kind = service.games[state["game"]]
        taken = [each["role"] for each in state["seats"]]
        has_room = kind.join is not None and len(state["seats"]) < max(kind.players)
        return render_template(
            "sheets/game.html",
            title=kind.title,
            state=state,
            is_over=bool(state["outcome"]),
            next_phase=kind.next_button != "next-phase",
            may_join=has_room and not state["outcome"],
            roles=[role for role in kind.roles if role not in taken],
        )

    return sheets


def _swapped(order: list[int], one: int, other: int) -> list[int] | None:
    """The seats in their new order, when two neighbours change places; none past the ends."""
    if not 0 <= other < len(order):
        return None
    swapped = [*order]
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped
