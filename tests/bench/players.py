"""Players who do something random that the rules allow. A new game needs one more of them, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.engine.plain import Plain
from companion.engine.table import Table

Player = Callable[[Random, Table], Plain]


def monster_town(chance: Random, table: Table) -> Plain:
    assert table.plain is not None
    seat = chance.choice([gang for gang in table.plain["seats"].values() if not gang["out"]])
    number, power = seat["seat"], seat["tracks"]["power"]["value"]
    moves: list[Plain] = [
        {"command": "next-turn"},
        {"command": "next-phase"},
        {"command": "regenerate", "seat": number},
        {"command": "change-power", "seat": number, "by": chance.randint(-3, 3), "for_ever": chance.random() < 0.2},
        {"command": "adjust-track", "track": "conquest", "seat": number, "by": chance.randint(1, 2)},
    ]
    if power:
        moves.append({"command": "spend-power", "seat": number, "amount": chance.randint(1, power)})
    if table.heads.undo and chance.random() < 0.2:
        moves.append({"command": "undo"})
    return chance.choice(moves)


def monstrocity(chance: Random, table: Table) -> Plain:
    """Rolls, resolves and smashes in the rampage; the clock is left alone, since here no time passes."""
    assert table.plain is not None
    city = table.plain
    seat = chance.choice([monster for monster in city["seats"].values() if not monster["out"]])
    number = seat["seat"]
    asked = [notice["code"].removeprefix("draw-") for notice in city["notices"].values() if "draw-" in notice["code"]]
    if asked and chance.random() < 0.7:
        return {"command": "draw-card", "deck": asked[0]}
    if city["phase"] != "rampage" or chance.random() < 0.06:
        return {"command": "next-phase"}
    if chance.random() < 0.15:
        standing = [kind for kind, each in city["city"].items() if each["left"]]
        return {"command": "destroy-building", "kind": chance.choice(standing or ["common"]), "seat": number}
    if seat["dice"] == 0:
        return {"command": "roll-dice", "seat": number}
    first = ["combat", "energy", "rage"] if seat["past_threats"] else ["city", "police", "combat", "energy", "rage"]
    die: Plain = {"command": "resolve-die", "seat": number, "die": chance.choice(first)}
    if die["die"] == "city":
        return die | {"turrets": chance.randint(0, 3)}
    return die | {"energy": chance.choice(["health", "rage", "damage", "move"])} if die["die"] == "energy" else die


PLAYERS: dict[str, Player] = {
    "monster-town": monster_town,
    "monstrocity": monstrocity,
}
