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


PLAYERS: dict[str, Player] = {
    "monster-town": monster_town,
}
