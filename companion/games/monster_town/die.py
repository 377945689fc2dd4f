"""The power die in front of a gang: turned by hand it is the power; rolled it may be a roll for the first turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.game import rule
from companion.engine.plain import SeatNumber, TenSided
from companion.engine.state import Notice
from companion.games.monster_town.gangs import gang_in_play
from companion.games.monster_town.state import Gang, Town
from companion.games.monster_town.turns import RollForFirst, roll_for_first

NO = "no"


@dataclass(frozen=True, eq=False)
class ReadDie:
    """A power die came to rest: `set` by hand, or `rolled`."""

    seat: SeatNumber
    face: TenSided
    how: Literal["set", "rolled"]


@rule
def read_die(town: Town, do: ReadDie) -> None:
    """A new reading replaces what the last one asked."""
    gang = gang_in_play(town, do.seat)
    town.notices = {id: each for id, each in town.notices.items() if each.seat != do.seat or not each.choices}
    if do.how == "set":
        turned_by_hand(town, gang, do.face)
    elif town.phase == "roll-for-first" and gang.rolling and gang.rolled is None:
        roll_for_first(town, RollForFirst(do.seat, do.face))
    else:
        question = town.tell("rolled-in-play", seat=do.seat, player=gang.player, face=do.face)
        question.choices, question.chosen = [NO, *readings(gang, do.face)], NO
        town.say("die-rolled", player=gang.player, face=do.face)


def turned_by_hand(town: Town, gang: Gang, face: int) -> None:
    """A die has no face for both 0 and 10: where both can be meant, ask, with the likelier answer chosen already."""
    possible = readings(gang, face)
    if gang.power.value in possible:
        town.say("die-agrees", player=gang.player, power=gang.power.value)
    elif len(possible) == 1:
        set_power(town, gang, possible[0])
    else:
        question = town.tell("zero-or-ten", seat=gang.seat, player=gang.player)
        question.choices, question.chosen = [*possible], likelier(gang)
        town.say("die-shows-zero", player=gang.player)


def readings(gang: Gang, face: int) -> list[int]:
    """What a face can stand for within the bounds of power."""
    return [value for value in ((0, 10) if face == 0 else (face,)) if gang.power.holds(value)]


def likelier(gang: Gang) -> int:
    """Regenerating to ten is likelier than spending everything; otherwise the shorter way."""
    if gang.power.baseline == 10:
        return 10
    return 10 if gang.power.value > 5 else 0


def set_power(town: Town, gang: Gang, power: int) -> None:
    town.say("die-turned", player=gang.player, before=gang.power.value, after=power)
    gang.power.value = power


def answer_die(town: Town, notice: Notice, choice: int | str) -> None:
    """Zero or ten? Take the roll as power?"""
    if choice != NO:
        set_power(town, town.seat(notice.seat or 0), int(choice))
