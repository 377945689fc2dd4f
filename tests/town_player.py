"""Somebody who plays Monster Town at random, mostly by the rules: whole games in a moment."""

from __future__ import annotations

from random import Random
from typing import Any

Body = dict[str, Any]

PLACES = ("The Mall", "The Docks", "The Zoo", "Spire Square", "Old Mill", "Pier 9", "The Crypt", "Town Hall")
TRAITS = ("leader", "scout", "berserker", "geno-locked", "outcast", "stealth", "diplomat")


def roster(chance: Random) -> list[Body]:
    """Two to four to begin with and up to two in reserves, one Leader at most."""
    cards: list[Body] = []
    for number in range(chance.randint(2, 4) + chance.randint(0, 2)):
        traits = [trait for trait in TRAITS[1:] if chance.random() < 0.15]
        if number == 0 and chance.random() < 0.5:
            traits.append("leader")
        about = {"life": chance.randint(2, 7), "conquest": chance.randint(0, 3), "traits": traits}
        cards.append({"name": f"N{number}", "reserve": number >= 4, **about})
    return cards


def move(chance: Random, plain: Body) -> Body:
    """Something that a player may want now. Now and then it is nonsense, which must be refused in words."""
    seats = list(plain["seats"].values())
    seat = chance.choice(seats)
    if plain["turn"] is not None and chance.random() < 0.8:
        seat = plain["seats"][str(plain["turn"])]
    body = chance.choice(KINDS)(chance, plain, seat)
    return confused(chance, plain, body) if chance.random() < 0.06 else body


def confused(chance: Random, plain: Body, body: Body) -> Body:
    """One field says something that is there but not meant: a place for a character, another seat, a gone combat."""
    ids = [*plain["locations"], "c1", "p1", *(id for seat in plain["seats"].values() for id in seat["locations"])]
    ids += [each["id"] for each in people(plain, living=False)]
    fields = [name for name in body if name != "command"]
    if not fields:
        return body
    name = chance.choice(fields)
    value: Any = body[name]
    match value:
        case bool():
            value = not value
        case int():
            value = chance.choice([0, 1, 5, 9, 99, -1])
        case str():
            value = chance.choice([*ids, "", " ", "the mall"])
        case list():
            value = chance.choice([[], [chance.choice(ids)], value * 2, [None]])
    return body | {name: value}


def people(plain: Body, *, living: bool = True) -> list[Body]:
    everyone = [each for seat in plain["seats"].values() for each in seat["characters"].values()]
    return [each for each in everyone if (each["status"] in ("ready", "exerted", "hidden")) == living]


def own(plain: Body, seat: Body) -> list[Body]:
    return [each for each in people(plain) if each["controller"] == seat["seat"]]


def one(chance: Random, things: list[Body]) -> str:
    return str(chance.choice(things)["id"]) if things else "p0"


def some(chance: Random, things: list[Body]) -> list[str]:
    return [each["id"] for each in things if chance.random() < 0.7] or [one(chance, things)]


def a_combat(chance: Random, plain: Body, seat: Body | None = None) -> Body:
    mine = [each for each in plain["combats"] if seat is None or seat["seat"] in each["seats"]]
    return chance.choice(mine) if mine else {"id": "c0", "seats": [], "kind": "combat"}


def turn(chance: Random, plain: Body, seat: Body) -> Body:
    return {"command": chance.choice(["next-turn", "next-turn", "next-phase"])}


def power(chance: Random, plain: Body, seat: Body) -> Body:
    number = seat["seat"]
    return chance.choice(
        [
            {"command": "spend-power", "seat": number, "amount": chance.randint(1, 4)},
            {"command": "regenerate", "seat": number},
            {"command": "change-power", "seat": number, "by": chance.randint(-3, 3), "for_ever": chance.random() < 0.3},
            {"command": "change-power", "seat": number, "by": 1, "for_ever": True, "from_seat": chance.randint(1, 4)},
        ]
    )


def scout(chance: Random, plain: Body, seat: Body) -> Body:
    free = [each for each in own(plain, seat) if each["combat"] is None]
    on_the_path = [each["id"] for each in free if each["at"] is None]
    places = list(seat["locations"]) or ["p0"]
    number = seat["seat"]
    return chance.choice(
        [
            {"command": "draw-rendezvous", "seat": number},
            {"command": "form-party", "seat": number, "pieces": on_the_path},
            {"command": "form-party", "seat": number, "pieces": some(chance, free)},
            {"command": "relocate", "seat": number, "pieces": some(chance, free), "to": chance.choice(places)},
        ]
    )


def visit(chance: Random, plain: Body, seat: Body) -> Body:
    can = chance.random() < 0.9
    return {"command": "visit-location", "seat": seat["seat"], "name": chance.choice(PLACES), "capturable": can}


def by_card(chance: Random, plain: Body, seat: Body) -> Body:
    number = seat["seat"]
    return chance.choice(
        [
            {"command": chance.choice(["gain-location", "lose-location"]), "seat": number, "name": PLACES[0]},
            {"command": chance.choice(["miss-turn", "extra-turn"]), "seat": number},
            {"command": "lay-effect", "seat": number, "name": chance.choice(PLACES)},
            {"command": "demand-scouting", "seat": number, "agreed": chance.random() < 0.3},
            {"command": "sign-treaty", "seat": number, "name": chance.choice(PLACES)},
        ]
    )


def fight(chance: Random, plain: Body, seat: Body) -> Body:
    kind = chance.choice(["combat", "skirmish", "ambush"])
    against = chance.choice(list(plain["seats"].values()))["seat"]
    about = {"seat": seat["seat"], "against": against, "location": chance.choice([*PLACES, "Alley"]), "kind": kind}
    if chance.random() < 0.3:
        about["pieces"] = some(chance, people(plain))
    return {"command": "start-combat", **about}


def join(chance: Random, plain: Body, seat: Body) -> Body:
    free = [each for each in own(plain, seat) if each["combat"] is None]
    combat = a_combat(chance, plain)["id"]
    return {"command": "join-combat", "seat": seat["seat"], "combat": combat, "pieces": some(chance, free)}


def act(chance: Random, plain: Body, seat: Body) -> Body:
    combat = a_combat(chance, plain, seat)
    able = [each for each in own(plain, seat) if each["combat"] == combat["id"] and each["status"] != "exerted"]
    about: Body = {"command": "act", "seat": seat["seat"], "combat": combat["id"]}
    about["kind"] = chance.choice(["ability", "ability", "card", "replenish", "harness"])
    if about["kind"] != "replenish":
        about |= {"piece": one(chance, able), "power": chance.randint(0, 2), "hide": chance.random() < 0.2}
    if chance.random() < 0.2:
        about["free"] = True
    return about


def leave(chance: Random, plain: Body, seat: Body) -> Body:
    about = {"seat": seat["seat"], "combat": a_combat(chance, plain, seat)["id"]}
    if chance.random() < 0.3:
        return {"command": "end-action", "combat": about["combat"]}
    return {"command": chance.choice(["run-away", "agree-stalemate"]), **about}


def wound(chance: Random, plain: Body, seat: Body) -> Body:
    combat = a_combat(chance, plain)["id"]
    here = [each for each in people(plain) if each["combat"] == combat] or people(plain)
    if chance.random() < 0.4:
        hits = [{"piece": id, "amount": chance.randint(1, 3), "by": one(chance, here)} for id in some(chance, here)]
        return {"command": "wound", "hits": hits}
    about = {"piece": one(chance, here), "amount": chance.randint(1, 3), "unmodifiable": chance.random() < 0.2}
    return {"command": "wound", **about} | ({"by": one(chance, here)} if chance.random() < 0.7 else {})


def touch(chance: Random, plain: Body, seat: Body) -> Body:
    piece, other = one(chance, people(plain)), one(chance, people(plain))
    return chance.choice(
        [
            {"command": chance.choice(["exert", "ready", "hide", "lose-item"]), "piece": piece},
            {"command": chance.choice(["heal", "give-life"]), "piece": piece, "amount": chance.randint(1, 2)},
            {"command": "thrall", "piece": piece, "master": other},
            {"command": "focus", "piece": piece, "on": other},
            {"command": "equip", "piece": piece, "item": "Axe", "kind": chance.choice(["weapon", "augmentation"])},
        ]
    )


def fall(chance: Random, plain: Body, seat: Body) -> Body:
    if chance.random() < 0.5:
        return touch(chance, plain, seat)
    command = chance.choice(["kill", "turn", "cure"])
    return {"command": command, "pieces": [one(chance, people(plain))], "by": one(chance, people(plain))}


def come(chance: Random, plain: Body, seat: Body) -> Body:
    down = people(plain, living=False)
    if chance.random() < 0.5:
        return {"command": "resurrect", "piece": one(chance, down), "by_card": chance.random() < 0.5}
    mine = [each for each in down if each["owner"] == seat["seat"]]
    about: Body = {"command": "recruit", "seat": seat["seat"], "piece": one(chance, mine)}
    if chance.random() < 0.5:
        combat = a_combat(chance, plain, seat)
        about["at"] = combat.get("location") or "p0"
    return about


def knob(chance: Random, plain: Body, seat: Body) -> Body:
    if chance.random() < 0.5 and people(plain):
        piece, by = one(chance, people(plain)), chance.choice([-1, 1])
        return {"command": "adjust-track", "piece": piece, "track": "life", "by": by}
    return {"command": "adjust-track", "seat": seat["seat"], "track": "power", "to": chance.randint(0, 10)}


def clear(chance: Random, plain: Body, seat: Body) -> Body:
    if plain["notices"]:
        return {"command": "dismiss-notice", "notice": chance.choice(list(plain["notices"]))}
    return {"command": "undo"}


def rare(chance: Random, plain: Body, seat: Body) -> Body:
    if chance.random() < 0.9:
        return {"command": "next-turn"}
    order = list(plain["seats"])
    chance.shuffle(order)
    return chance.choice(
        [
            {"command": "begin-end-game"},
            {"command": "leave", "seat": seat["seat"]},
            {"command": "reorder-seats", "order": [int(each) for each in order]},
            {"command": "undo"},
            {"command": "redo"},
            {"command": "take-roster", "seat": seat["seat"], "characters": roster(chance)},
            {"command": "join", "player": "Late"},
        ]
    )


KINDS = (
    *(turn,) * 4,
    power,
    *(scout,) * 2,
    *(visit,) * 3,
    by_card,
    *(fight,) * 2,
    join,
    *(act,) * 5,
    *(leave,) * 2,
    wound,
    *(touch,) * 2,
    fall,
    *(come,) * 2,
    knob,
    clear,
    rare,
)
