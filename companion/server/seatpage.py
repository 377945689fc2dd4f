"""What one player's phone shows: their own tracks and pieces, what they may do now, and why not the rest."""

from __future__ import annotations

from typing import Any

from companion.engine.plain import Plain, from_plain
from companion.engine.table import Table
from companion.engine.trying import why_not
from companion.server.forms import fields_of
from companion.server.live import Region
from companion.server.parts import (
    limits,
    number_regions,
    panel_of,
    panel_region,
    questions_region,
    symbol,
    timers_region,
    turns_of_pieces,
    undo_region,
)
from companion.service import Service


def seat_regions(service: Service, number: int) -> list[Region]:
    table, felt, state = service.glance()
    seat = next((each for each in state["seats"] if each["seat"] == number), None)
    has_panel = panel_of("seat", state, number) is not None
    seated = {each["seat"]: each["player"] for each in state["seats"]}
    others = [{"seat": each, "player": player, "symbol": symbol(each)} for each, player in seated.items()]
    about = {"game": state["id"], "seat": number if seat else None, "panel": has_panel, "others": others}
    regions = [Region("frame", "regions/seat-frame.html", about | {"asked": number})]
    if seat is None:
        return regions
    head = {key: seat[key] for key in ("seat", "player", "role", "out")} | {
        "symbol": symbol(number),
        "has_turn": number == state["turn"] and not state["outcome"],
        "turn": seated.get(state["turn"]),
        "phase": state["phase"],
        "round": state["round"],
        "paused": state["paused"],
        "ending": service.words.ending(state["outcome"], seated) if state["outcome"] else None,
    }
    tracks = {
        "seat": number,
        "tracks": limits(seat, state),
        "turning": felt.turning(number, table),
        "turn_to": felt.turn_to(number, table),
    }
    regions += [
        Region("head", "regions/seat-head.html", head),
        Region("tracks", "regions/seat-tracks.html", tracks),
        *number_regions(seat),
        questions_region(state, number),
        timers_region(service),
        *panel_region("seat", state, me=seat, turns=turns_of_pieces(state, felt, table)),
        Region("offers", "regions/offers.html", {"offers": offers_of(service, table, number)}, can_wait=True),
        undo_region(service, state),
    ]
    return regions


def offers_of(service: Service, table: Table, seat: int) -> list[Plain]:
    """What a seat may want to do, each tried on a draft: those that would be refused say why."""
    game, plain = table.game, table.plain
    if game is None or plain is None or table.is_over:
        return []
    time = service.now.time
    t = time.at(service.clock.now())
    shown: list[Plain] = []
    for offer in game.offers(from_plain(plain, game.state), seat):
        body: dict[str, Any] = {"command": offer.command, **offer.given}
        refusal = why_not(table, body | offer.ask, t, service.games)
        shown.append(
            {
                "label": service.words.say("offers", offer.says or offer.command, offer.values),
                "body": body,
                "fields": [
                    field._asdict() | {"label": service.words.say("fields", field.name, {})}
                    for field in fields_of(game.command(offer.command), offer.ask)
                ],
                "why_not": service.words.refusal(refusal) if refusal else None,
            }
        )
    return shown
