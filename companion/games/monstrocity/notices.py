"""What people tick off on a screen, and what they should know about the numbers there."""

from __future__ import annotations

from companion.engine.plain import Plain
from companion.games.monstrocity.board import is_unchecked

DECKS = {"draw-retaliation": "retaliation", "draw-event": "event", "draw-mystery": "mystery"}


def done(view: Plain, notice: Plain) -> Plain | None:
    """Whoever ticks off a card has drawn it, so the deck is counted. Whose a Reinforcement card is, its player says."""
    seat = {"seat": notice["seat"]} if notice["seat"] is not None else {}
    if notice["code"] == "spawn-monster":
        return {"command": "spawn-monster", **seat}
    deck = DECKS.get(notice["code"])
    if deck is None or not view["decks"][deck]["left"]:
        return None
    return {"command": "draw-card", "deck": deck, **seat}


def guessed(view: Plain, number: int) -> list[str]:
    """The tracks of a Player Board whose length nobody has compared with the box."""
    role = next(seat["role"] for seat in view["seats"] if seat["seat"] == number)
    side = "enhanced" if view["options"]["enhanced"] else "standard"
    return [name for name in ("health", "rage") if is_unchecked(view["unchecked"], f"monsters.{role}.{side}.{name}")]
