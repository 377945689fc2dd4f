"""What a player may want to do now, with what it costs. Whether they may, the rules say."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Offer
from companion.games.monstrocity.dice import MOST_IN_RANGE, city_cost, damage_keys
from companion.games.monstrocity.monsters import board_of
from companion.games.monstrocity.obstacles import OF_NO_EVENT
from companion.games.monstrocity.police import cars_out
from companion.games.monstrocity.state import ABILITIES, RAMPAGE, City, Monster, Turret

# What each kind of monster asks about in Enhanced mode: the one turret that hurts it more.
HATED: dict[str, Turret] = {"heavy": "mortar", "fast": "rocket-launcher", "flying": "rocket-launcher"}


def offers(city: City, seat: int) -> list[Offer]:
    monster = city.seats.get(seat)
    if monster is None or monster not in city.at_play():
        return []
    found = [*placing(city, monster)]
    if city.phase == RAMPAGE:
        found += [*dice(city, monster), *smashing(city, monster)]
    return [*found, *cards(city, monster)]


def placing(city: City, monster: Monster) -> Iterator[Offer]:
    if monster.monster != "on-board" and city.phase == "spawn":
        yield Offer("spawn-monster", {"seat": monster.seat})


def dice(city: City, monster: Monster) -> Iterator[Offer]:
    seat = monster.seat
    if monster.dice:
        if not monster.past_threats:
            yield from threats(city, monster)
        yield from others(city, monster)
    else:
        yield Offer("roll-dice", {"seat": seat})
        if city.options.enhanced and monster.attribute != "fast":
            yield Offer("roll-dice", {"seat": seat, "turrets": ["freeze-ray"]}, says="roll-frozen")
    yield Offer("use-ability", {"seat": seat}, says="ability", values={"ability": ABILITIES[monster.role or ""]})
    if city.is_turn_based:
        yield Offer("finish-set", {"seat": seat})


def threats(city: City, monster: Monster) -> Iterator[Offer]:
    """City and Police first; each says what it takes before it is paid."""
    given = {"seat": monster.seat, "die": "city"}
    for turrets in range(MOST_IN_RANGE + 1):
        cost = city_cost(city, monster, turrets)
        asked = {**given, "turrets": turrets}
        yield Offer("resolve-die", asked, says="city-die", values={"turrets": turrets, "cost": cost})
    hated = HATED.get(monster.attribute or "")
    for others in range(MOST_IN_RANGE if hated else 0):
        assert hated is not None
        in_range: list[Turret] = [hated, *(["other"] * others)]  # type: ignore[list-item]
        cost = city_cost(city, monster, in_range)
        yield Offer(
            "resolve-die",
            {**given, "turrets": in_range},
            says="city-die-hated",
            values={"turrets": others + 1, "kind": hated.replace("-", " "), "cost": cost},
        )
    cost = city.shown(city.police.threat, "police")
    yield Offer("resolve-die", {"seat": monster.seat, "die": "police"}, says="police-die", values={"cost": cost})


def others(city: City, monster: Monster) -> Iterator[Offer]:
    seat = monster.seat
    damage = city.shown(monster.damage, *damage_keys(city, monster))
    yield Offer("resolve-die", {"seat": seat, "die": "rage"}, says="rage-die")
    yield Offer("resolve-die", {"seat": seat, "die": "combat"}, says="combat-die", values={"damage": damage})
    given = {"seat": seat, "die": "energy"}
    yield Offer("resolve-die", {**given, "energy": "health"}, says="energy-health")
    yield Offer("resolve-die", {**given, "energy": "rage"}, says="energy-rage")
    yield Offer("resolve-die", {**given, "energy": "damage"}, says="energy-damage")
    speed = monster.speed[0] if isinstance(monster.speed, list) else monster.speed
    spaces = city.shown(speed, board_of(city, monster, "speed"))
    yield Offer("resolve-die", {**given, "energy": "move"}, says="energy-move", values={"spaces": spaces})


def smashing(city: City, monster: Monster) -> Iterator[Offer]:
    """What came down; the counters on the way there are the cardboard's business."""
    seat = monster.seat
    for kind, buildings in city.city.items():
        if buildings.left:
            given = {"kind": kind, "seat": seat}
            name = kind.replace("-", " ")
            yield Offer("destroy-building", given, says="fell-building", values={"kind": name})
    if cars_out(city):
        yield Offer("return-police", {"count": 1}, says="destroy-car")
    for event in city.obstacles.by_event:
        given = {"seat": seat} if event == OF_NO_EVENT else {"seat": seat, "event": event}
        yield Offer("destroy-obstacle", given, says="destroy-obstacle", values={"event": shown_event(event)})


def shown_event(event: str) -> str:
    return "" if event == OF_NO_EVENT else f" ({event.replace('-', ' ')})"


def cards(city: City, monster: Monster) -> Iterator[Offer]:
    seat = monster.seat
    asked = {notice.code for notice in city.notices.values() if notice.seat in (None, seat)}
    if "draw-reinforcement" in asked:
        given = {"deck": "reinforcement", "seat": seat}
        yield Offer("draw-card", given, {"name": "Reinforcement", "type": "instant"}, says="draw-reinforcement")
    if "draw-mystery" in asked:
        yield Offer("draw-card", {"deck": "mystery", "seat": seat}, says="draw-mystery")
    for card in monster.reinforcements:
        if card.type != "spawn" or city.phase == "spawn":
            given = {"seat": seat, "card": card.id}
            yield Offer("play-reinforcement", given, values={"card": f": {card.name}" if card.name else ""})
