"""Players who do something random that the rules allow. A new game needs one more of them, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.engine.plain import Plain
from companion.engine.table import Table
from tests.town_player import move, roster

Player = Callable[[Random, Table], Plain]


def monster_town(chance: Random, table: Table) -> Plain:
    """With rosters, since those cost the most; who has none lays one out first."""
    plain = table.plain
    assert plain is not None
    for seat in plain["seats"].values():
        if not seat["out"] and not seat["characters"]:
            return {"command": "take-roster", "seat": seat["seat"], "characters": roster(chance)}
    return move(chance, plain)


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
