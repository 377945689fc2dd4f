"""A monster comes onto the board, uses its ability, falls, and is back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import SeatNumber
from companion.errors import Rejected
from companion.games.monstrocity.state import ABILITIES, RAMPAGE, City, Monster


@dataclass(frozen=True, eq=False)
class SpawnMonster:
    """Place the monster on a spawning position."""

    seat: SeatNumber


@dataclass(frozen=True, eq=False)
class UseAbility:
    """The monster's special ability: all of its rage goes into it."""

    seat: SeatNumber


@rule
def spawn_monster(city: City, do: SpawnMonster) -> None:
    monster = city.monster_at_play(do.seat)
    if monster.monster == "on-board":
        raise Rejected("on-board-already", player=monster.player)
    if not may_spawn(city, monster):
        raise Rejected("down-until-spawn", player=monster.player)
    place(city, monster)


def may_spawn(city: City, monster: Monster) -> bool:
    """Who fell for good waits for the next Spawn; one forgotten there may be placed later in that round."""
    return monster.monster == "waiting" or city.phase == "spawn" or city.round > (monster.fell_in or 0)


def place(city: City, monster: Monster) -> None:
    """Only who had fallen begins anew: health full, no rage."""
    if monster.monster == "down":
        reset(monster)
    monster.monster, monster.fell_in = "on-board", None
    answered = (notice.id for notice in city.notices.values() if notice.code == "spawn-monster")
    for id in [id for id in answered if city.notices[id].seat == monster.seat]:
        del city.notices[id]
    city.say("spawned", player=monster.player, health=monster.health.value)


def reset(monster: Monster) -> None:
    monster.health.value = monster.health.max
    monster.rage.value = 0


@rule
def use_ability(city: City, do: UseAbility) -> None:
    """After a roll and its City and Police dice, at full rage, between any two dice or after them."""
    monster = city.monster_at_play(do.seat)
    must_rampage(city)
    must_be_on_board(monster)
    if not monster.has_rolled:
        raise Rejected("roll-before-ability", player=monster.player)
    rage = monster.rage
    if rage.value < rage.max:
        need = city.shown(rage.max, board_of(city, monster, "rage"))
        raise Rejected("not-enough-rage", player=monster.player, have=rage.value, need=need)
    rage.value = 0
    monster.past_threats = True  # whoever gets here has none of them left
    city.say("ability", player=monster.player, ability=ABILITIES[monster.role or ""])


def must_rampage(city: City) -> None:
    if city.phase != RAMPAGE:
        raise Rejected("not-in-rampage", phase=city.phase)


def must_be_on_board(monster: Monster) -> None:
    if monster.monster == "down":
        raise Rejected("monster-down", player=monster.player)


def board_of(city: City, monster: Monster, number: str) -> str:
    """The key in the board file of a number on this monster's Player Board."""
    return f"monsters.{monster.role}.{'enhanced' if city.options.enhanced else 'standard'}.{number}"


def call(city: City) -> None:
    """Spawn begins: whoever is not on the board is called, the youngest first and then clockwise."""
    city.is_called = True
    first = city.first or 1
    called = {notice.seat for notice in city.notices.values() if notice.code == "spawn-monster"}
    for monster in sorted(city.at_play(), key=lambda each: (each.seat < first, each.seat)):
        if monster.monster != "on-board" and monster.seat not in called:
            city.tell("spawn-monster", seat=monster.seat, player=monster.player)


def settle_falls(city: City) -> None:
    """Health 0 is a fall, whatever took the last of it. Who went home is not called any more."""
    for notice in list(city.notices.values()):
        if notice.code == "spawn-monster" and city.seats[notice.seat or 0].out:
            del city.notices[notice.id]
    for monster in city.playing():
        if monster.monster == "down":
            stand_up(city, monster)
        elif monster.health.value == 0:
            fall(city, monster)


def fall(city: City, monster: Monster) -> None:
    """In the rampage it is back at once; after that, and in the other phases, it is down until Spawn."""
    monster.falls += 1
    if city.phase == RAMPAGE and not city.is_time_up():
        reset(monster)
        monster.monster = "on-board"
        city.say("fell-and-back", player=monster.player, falls=monster.falls)
        return
    monster.monster, monster.fell_in = "down", city.round
    monster.dice = 0
    city.say("fell", player=monster.player, falls=monster.falls)
    if city.phase == "spawn":
        city.tell("spawn-monster", seat=monster.seat, player=monster.player)


def stand_up(city: City, monster: Monster) -> None:
    """The table gave it health again, by a card or a correction. In Spawn it waits to be placed."""
    if monster.health.value > 0 and city.phase != "spawn":
        monster.monster, monster.fell_in = "on-board", None
        city.say("stands-again", player=monster.player)
