"""Wounds and life, and what ends a character at once: killed outright, turned or cured."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Id, Positive
from companion.errors import Rejected, WrongField
from companion.games.monster_town.falling import die, killer_now, to_reserves
from companion.games.monster_town.gangs import find_character, living_one, living_ones, names
from companion.games.monster_town.state import Character, Town


@dataclass(frozen=True, eq=False)
class Hit:
    """Wounds for one character; `by` is the character that caused them."""

    piece: Id
    amount: Positive
    by: Id | None = None
    unmodifiable: bool = False


@dataclass(frozen=True, eq=False)
class Wound:
    """Wound a character, or several at the same moment with `hits`."""

    piece: Id | None = None
    amount: Positive | None = None
    by: Id | None = None
    unmodifiable: bool = False
    hits: list[Hit] | None = None


@dataclass(frozen=True, eq=False)
class Heal:
    """Take Wound Tokens off a character."""

    piece: Id
    amount: Positive


@dataclass(frozen=True, eq=False)
class GiveLife:
    """Give a character Life Tokens; each cancels a Wound Token first."""

    piece: Id
    amount: Positive


@dataclass(frozen=True, eq=False)
class Kill:
    """Kill characters outright: no wounds, nothing reflected."""

    pieces: list[Id]
    by: Id | None = None


@dataclass(frozen=True, eq=False)
class Turn:
    """Bites and chomps turn characters: off to reserves."""

    pieces: list[Id]
    by: Id | None = None


@dataclass(frozen=True, eq=False)
class Cure:
    """Cure characters: off to reserves."""

    pieces: list[Id]
    by: Id | None = None


@rule
def wound(town: Town, do: Wound) -> None:
    """All at once: who dies of it dies at the same moment."""
    hits = hits_of(do)
    for hit in hits:
        living_one(town, hit.piece, "piece" if do.hits is None else "hits")
    fallen: dict[str, int | None] = {}
    for hit in hits:
        victim = find_character(town, hit.piece)
        killer = doer(town, hit.by)
        victim.life.move(-hit.amount)
        if victim.life.value == 0:
            fallen.setdefault(victim.id, killer if hit.by else killer_now(town, victim))
        if hit.unmodifiable:
            town.say("wounded-unmodifiable", name=victim.name, amount=hit.amount)
        else:
            town.say("wounded", name=victim.name, amount=hit.amount)
    for id, killer in fallen.items():
        die(town, find_character(town, id), killer)


def hits_of(do: Wound) -> list[Hit]:
    if do.hits is not None:
        if do.piece is not None or do.amount is not None:
            raise WrongField("piece-or-hits", "piece", "hits")
        if not do.hits:
            raise WrongField("nobody-named", "hits")
        return do.hits
    if do.piece is None or do.amount is None:
        raise WrongField("piece-or-hits", *(name for name in ("piece", "amount") if getattr(do, name) is None))
    return [Hit(do.piece, do.amount, do.by, do.unmodifiable)]


def doer(town: Town, by: str | None) -> int | None:
    """Whose character did it. It may be dead itself by now, as when wounds are thrown back."""
    return find_character(town, by, "by").controller if by is not None else None


@rule
def heal(town: Town, do: Heal) -> None:
    """Only wounds heal; a Life Token is more than healing gives."""
    character = living_one(town, do.piece)
    wounds = max(0, (character.life.baseline or 0) - character.life.value)
    healed = character.life.move(min(wounds, do.amount))
    town.say("healed", name=character.name, amount=healed)


@rule
def give_life(town: Town, do: GiveLife) -> None:
    character = living_one(town, do.piece)
    character.life.move(do.amount)
    town.say("life-given", name=character.name, amount=do.amount)


@rule
def kill(town: Town, do: Kill) -> None:
    victims = some_of(town, do.pieces)
    killer = doer(town, do.by)
    for victim in victims:
        die(town, victim, killer if do.by else killer_now(town, victim))


@rule
def turn(town: Town, do: Turn) -> None:
    doer(town, do.by)
    victims = turnable(town, do.pieces)
    put_off(town, victims)
    town.say("turned-over", names=names(victims))


@rule
def cure(town: Town, do: Cure) -> None:
    doer(town, do.by)
    victims = turnable(town, do.pieces)
    put_off(town, victims)
    town.say("cured", names=names(victims))


def some_of(town: Town, pieces: list[str]) -> list[Character]:
    if not pieces:
        raise WrongField("nobody-named", "pieces")
    return living_ones(town, pieces)


def turnable(town: Town, pieces: list[str]) -> list[Character]:
    victims = some_of(town, pieces)
    for victim in victims:
        if "geno-locked" in victim.traits and not town.is_quick:
            raise Rejected("geno-locked", name=victim.name)
    return victims


def put_off(town: Town, victims: list[Character]) -> None:
    """Into reserves, to be recruited again but never resurrected."""
    for victim in victims:
        to_reserves(town, victim)
        victim.turned = True
