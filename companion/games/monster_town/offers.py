"""What a gang may want to do now. Whether it may, the rules say."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Offer
from companion.games.monster_town.gangs import place_name
from companion.games.monster_town.state import Combat, Gang, Town


def offers(town: Town, seat: int) -> list[Offer]:
    if town.phase == "roll-for-first":
        return [Offer("roll-for-first", {"seat": seat}, {"face": 0})]
    return [
        *(scouting(town, seat) if has_more(town) else ()),
        *(each for combat in town.combats if seat in combat.seats for each in fighting(town, combat, seat)),
        Offer("spend-power", {"seat": seat}, {"amount": 1}),
        Offer("regenerate", {"seat": seat}),
        Offer("change-power", {"seat": seat}, {"by": 1, "for_ever": False}),
        *(stealing(seat, victim) for victim in town.playing() if victim.seat != seat),
    ]


def has_more(town: Town) -> bool:
    """A table that only wants power and points is asked nothing else."""
    return bool(town.tracks) or any(gang.characters for gang in town.seats.values())


def scouting(town: Town, seat: int) -> Iterator[Offer]:
    if town.phase != "end-game":
        yield Offer("draw-rendezvous", {"seat": seat})


def fighting(town: Town, combat: Combat, seat: int) -> Iterator[Offer]:
    here = {"seat": seat, "combat": combat.id}
    place = place_name(town, combat)
    if combat.action is not None:
        player = town.seats[combat.action].player
        yield Offer("end-action", {"combat": combat.id}, values={"location": place, "player": player})
    yield Offer("act", {**here, "kind": "replenish"}, says="replenish-hand", values={"location": place})
    yield Offer("act", {**here, "kind": "card"}, {"power": 0}, says="play-card", values={"location": place})
    if combat.kind != "end-game":
        yield Offer("run-away", here, values={"location": place})
    yield Offer("agree-stalemate", here, values={"location": place})


def stealing(seat: int, victim: Gang) -> Offer:
    given, ask = {"seat": seat, "from_seat": victim.seat}, {"by": 1, "for_ever": True}
    return Offer("change-power", given, ask, says="steal-power", values={"victim": victim.player})
