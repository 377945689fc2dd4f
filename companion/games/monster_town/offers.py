"""What a gang may want to do now. Whether it may, the rules say."""

from __future__ import annotations

from companion.engine.game import Offer
from companion.games.monster_town.state import Gang, Town


def offers(town: Town, seat: int) -> list[Offer]:
    if town.phase == "roll-for-first":
        return [Offer("roll-for-first", {"seat": seat}, {"face": 0})]
    return [
        Offer("spend-power", {"seat": seat}, {"amount": 1}),
        Offer("regenerate", {"seat": seat}),
        Offer("change-power", {"seat": seat}, {"by": 1, "for_ever": False}),
        *(stealing(seat, victim) for victim in town.playing() if victim.seat != seat),
    ]


def stealing(seat: int, victim: Gang) -> Offer:
    given, ask = {"seat": seat, "from_seat": victim.seat}, {"by": 1, "for_ever": True}
    return Offer("change-power", given, ask, says="steal-power", values={"victim": victim.player})
