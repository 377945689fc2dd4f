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


PLAYERS: dict[str, Player] = {
    "monster-town": monster_town,
}
