"""What players must do with their cards: nobody here sees a hand, so the table only says so."""

from __future__ import annotations

from companion.games.monster_town.state import Gang, Town

OF_A_COMBAT = ("replenish", "draw-to-five", "discard-table-cards", "free-action")


def ask_once(town: Town, code: str, gang: Gang, **values: int | str) -> None:
    """The same thing asked again replaces what was asked before."""
    town.notices = {
        id: each
        for id, each in town.notices.items()
        if (each.code, each.seat, each.values.get("location")) != (code, gang.seat, values.get("location"))
    }
    match code:
        case "replenish":
            town.tell("replenish", seat=gang.seat, player=gang.player)
        case "draw-to-five":
            town.tell("draw-to-five", seat=gang.seat, player=gang.player)
        case "must-scout":
            town.tell("must-scout", seat=gang.seat, player=gang.player, turns=values["turns"])
        case "discard-table-cards":
            town.tell("discard-table-cards", seat=gang.seat, player=gang.player, location=values["location"])


def forget(town: Town, *codes: str, seat: int | None = None) -> None:
    """It is done, or asked no more."""
    town.notices = {
        id: each
        for id, each in town.notices.items()
        if each.code not in codes or (seat is not None and each.seat != seat)
    }
