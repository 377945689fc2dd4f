"""The rampage: four dice, rolled and resolved as fast as people can, City and Police first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.game import rule
from companion.engine.plain import Count, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monstrocity.monsters import board_of, may_spawn, must_be_on_board, must_rampage, place
from companion.games.monstrocity.state import DICE, MARK, SETS, City, Monster, Turret

MOST_IN_RANGE = 4  # at an intersection of four blocks
RIOTS = "riots"
RIOTS_AT_LEAST = 2
ANTI_AIR = 2  # what Rocket Launcher and Mortar add for those they are meant for
HEALING = 3


@dataclass(frozen=True, eq=False)
class RollDice:
    """Roll all dice. In Enhanced mode, which kinds of turrets are in range."""

    seat: SeatNumber
    turrets: list[Turret] | None = None


@dataclass(frozen=True, eq=False)
class ResolveDie:
    """Resolve one of the rolled dice. A City die asks for the turrets in range, an Energy die what it is used for."""

    seat: SeatNumber
    die: Literal["city", "police", "combat", "energy", "rage"]
    turrets: Count | list[Turret] | None = None
    energy: Literal["health", "rage", "damage", "move"] | None = None


@dataclass(frozen=True, eq=False)
class FinishSet:
    """Turn-based: this player has resolved the dice of this set."""

    seat: SeatNumber


@rule
def roll_dice(city: City, do: RollDice) -> None:
    monster = city.monster_at_play(do.seat)
    must_rampage(city)
    if city.is_time_up():
        raise Rejected("rampage-over")
    must_be_in_its_set(city, monster)
    if monster.dice:
        raise Rejected("dice-left", player=monster.player, dice=monster.dice)
    if monster.monster != "on-board":
        if not may_spawn(city, monster):
            raise Rejected("monster-down", player=monster.player)
        place(city, monster)  # who rolls has put it on the board
    must_be_in_range("turrets", do.turrets)
    monster.dice = dice_of(city, monster, do.turrets or [])
    monster.has_rolled, monster.past_threats, monster.set_rolled = True, False, city.is_turn_based
    city.say("rolled-dice", player=monster.player, dice=monster.dice)
    if monster.attribute == "regenerate" and monster.dice == DICE and monster.health.move(1):
        city.say("healed-by-rolling", player=monster.player)


def dice_of(city: City, monster: Monster, turrets: list[Turret]) -> int:
    """Each Freeze Ray in range takes a die, but not from the fast."""
    if not city.options.enhanced or monster.attribute == "fast":
        return DICE
    return max(0, DICE - turrets.count("freeze-ray"))


def must_be_in_its_set(city: City, monster: Monster) -> None:
    if not city.is_turn_based:
        return
    if city.sets.done >= city.sets.of:
        raise Rejected("sets-over", sets=city.sets.of)
    if monster.set_done:
        raise Rejected("set-finished", player=monster.player)
    if monster.set_rolled and not monster.dice:
        raise Rejected("set-rolled", player=monster.player)


@rule
def resolve_die(city: City, do: ResolveDie) -> None:
    monster = city.monster_at_play(do.seat)
    must_rampage(city)
    must_be_on_board(monster)
    if do.turrets is not None and do.die != "city":
        raise WrongField("turrets-of-city", "turrets", die=do.die)
    if do.energy is not None and do.die != "energy":
        raise WrongField("energy-of-energy", "energy", die=do.die)
    must_be_in_range("turrets", do.turrets)
    if monster.dice == 0:
        raise Rejected("no-dice", player=monster.player)
    if do.die in ("city", "police") and monster.past_threats:
        raise Rejected("threats-first", player=monster.player)
    monster.past_threats = do.die not in ("city", "police")
    monster.dice -= 1
    match do.die:
        case "city":
            shot_at(city, monster, do.turrets or 0)
        case "police":
            threat = city.police.threat
            monster.health.move(-threat)
            city.say("police-die", player=monster.player, damage=city.shown(threat, "police"))
        case "combat":
            damage = city.shown(monster.damage, *damage_keys(city, monster))
            city.say("combat-die", player=monster.player, damage=damage)
        case "energy":
            use_energy(city, monster, do.energy)
        case "rage":
            monster.rage.move(1)
            city.say("rage-die", player=monster.player)


def damage_keys(city: City, monster: Monster) -> list[str]:
    return [board_of(city, monster, "damage")] if city.options.enhanced else []


def must_be_in_range(field: str, turrets: int | list[Turret] | None) -> None:
    count = len(turrets) if isinstance(turrets, list) else turrets or 0
    if count > MOST_IN_RANGE:
        raise WrongField("too-many-turrets", field, most=MOST_IN_RANGE, got=count)


def shot_at(city: City, monster: Monster, turrets: int | list[Turret]) -> None:
    """A City die: every turret in range shoots; with none in range it is one point."""
    damage = city_damage(city, monster, turrets)
    monster.health.move(-damage)
    count = len(turrets) if isinstance(turrets, list) else turrets
    city.say("city-die", player=monster.player, damage=city_cost(city, monster, turrets), turrets=count)
    pushes = isinstance(turrets, list) and "plasma-cannon" in turrets
    if city.options.enhanced and pushes and monster.attribute != "heavy":
        city.say("pushed-back", player=monster.player)


def city_damage(city: City, monster: Monster, turrets: int | list[Turret]) -> int:
    """What a City die costs. That turrets add up is how we read the book; Riots is a least, also with none in range."""
    count = len(turrets) if isinstance(turrets, list) else turrets
    damage = count * city.turret_damage if count else 1
    if city.obstacles.by_event.get(RIOTS):
        damage = max(damage, RIOTS_AT_LEAST)
    if city.options.enhanced and isinstance(turrets, list):
        if monster.attribute == "heavy":
            damage += ANTI_AIR * turrets.count("mortar")
        if monster.attribute in ("fast", "flying"):
            damage += ANTI_AIR * turrets.count("rocket-launcher")
    return damage


def city_cost(city: City, monster: Monster, turrets: int | list[Turret]) -> str:
    """That damage as people see it: marked where it rests on a guess, or on how we read the book."""
    damage = city_damage(city, monster, turrets)
    match len(turrets) if isinstance(turrets, list) else turrets:
        case 0:
            return str(damage)
        case 1:
            return city.shown(damage, "damage_steps")
    return f"{damage}{MARK}"


def use_energy(city: City, monster: Monster, energy: str | None) -> None:
    match energy:
        case "health":
            monster.health.move(HEALING)
            city.say("energy-health", player=monster.player, health=monster.health.value)
        case "rage":
            monster.rage.move(1)
            city.say("energy-rage", player=monster.player)
        case "damage":
            city.say("energy-damage", player=monster.player)  # always one point, on the Enhanced side too
        case "move":
            speed = monster.speed[0] if isinstance(monster.speed, list) else monster.speed
            city.say("energy-move", player=monster.player, spaces=city.shown(speed, board_of(city, monster, "speed")))
        case _:
            city.say("energy-die", player=monster.player)  # hits and moves are the cardboard's business


@rule
def finish_set(city: City, do: FinishSet) -> None:
    monster = city.monster_at_play(do.seat)
    must_rampage(city)
    if not city.is_turn_based:
        raise Rejected("no-sets")
    if city.sets.done >= city.sets.of:
        raise Rejected("sets-over", sets=city.sets.of)
    if monster.set_done:
        raise Rejected("set-finished", player=monster.player)
    finish(city, monster)


def finish(city: City, monster: Monster) -> None:
    monster.set_done, monster.dice = True, 0
    city.say("finished-set", player=monster.player, set=city.sets.done + 1)


def settle_sets(city: City) -> None:
    """A set is over when everybody has finished it."""
    city.sets.of = SETS if city.is_turn_based else 0
    monsters = city.at_play()
    if not monsters or not all(monster.set_done for monster in monsters):
        return
    city.sets.done += 1
    begin_set(city)
    city.say("set-over", done=city.sets.done, of=city.sets.of)


def begin_set(city: City) -> None:
    for monster in city.seats.values():
        monster.set_rolled = monster.set_done = False
