"""The die on a cable in front of a seat, thrown with the other four: how a table without phones says "I rolled"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.game import rule
from companion.engine.plain import SeatNumber, TenSided
from companion.errors import Rejected
from companion.games.monstrocity.dice import RollDice, finish, roll_dice, settle_sets
from companion.games.monstrocity.monsters import must_rampage
from companion.games.monstrocity.state import City


@dataclass(frozen=True, eq=False)
class ReadDie:
    """A die came to rest: `rolled`, or `set` by hand, which means nothing here. Its face does not count."""

    seat: SeatNumber
    face: TenSided
    how: Literal["set", "rolled"]


@rule
def read_die(city: City, do: ReadDie) -> None:
    """What the roll before brought was told by knobs, so nothing of it is left; and it ends the set before."""
    monster = city.monster_at_play(do.seat)
    if do.how == "set":
        raise Rejected("die-means-nothing")
    must_rampage(city)
    monster.dice = 0
    if city.is_turn_based and monster.set_rolled and not monster.set_done:
        finish(city, monster)
        settle_sets(city)
        if monster.set_done:
            return  # the others are not there yet
    roll_dice(city, RollDice(do.seat))
