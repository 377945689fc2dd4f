"""Turning a card: exerted, ready or hidden; in thrall, entwined in combat; and what it carries."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Id, Name
from companion.errors import Rejected, WrongField
from companion.games.monster_town.falling import unfocus
from companion.games.monster_town.gangs import living_one, not_in_quick
from companion.games.monster_town.state import Character, Item, ItemKind, Town


@dataclass(frozen=True, eq=False)
class Exert:
    """Turn a card a quarter: it has acted, or something tired it."""

    piece: Id


@dataclass(frozen=True, eq=False)
class Ready:
    """Turn a card back upright."""

    piece: Id


@dataclass(frozen=True, eq=False)
class Hide:
    """Turn a card upside down: it hides until the end of its controller's next turn."""

    piece: Id


@dataclass(frozen=True, eq=False)
class Thrall:
    """Take control of an opposing character, until its master dies or is turned or cured."""

    piece: Id
    master: Id


@dataclass(frozen=True, eq=False)
class Focus:
    """Two characters may only use combat actions on each other."""

    piece: Id
    on: Id


@dataclass(frozen=True, eq=False)
class Equip:
    """Give a character a Special Item; each carries one."""

    piece: Id
    item: Name
    kind: ItemKind


@dataclass(frozen=True, eq=False)
class LoseItem:
    """A character's Special Item is destroyed."""

    piece: Id


@rule
def exert(town: Town, do: Exert) -> None:
    character = living_one(town, do.piece)
    set_exerted(character)
    town.say("exerted", name=character.name)


def set_exerted(character: Character) -> None:
    character.status, character.just_hid = "exerted", False


@rule
def ready(town: Town, do: Ready) -> None:
    character = living_one(town, do.piece)
    set_ready(character)
    town.say("readied", name=character.name)


def set_ready(character: Character) -> None:
    character.status, character.just_hid = "ready", False


@rule
def hide(town: Town, do: Hide) -> None:
    character = living_one(town, do.piece)
    set_hidden(town, character)
    town.say("hid", name=character.name)


def set_hidden(town: Town, character: Character) -> None:
    """Whoever hides in their own turn stays hidden through the next one, so it is remembered whose turn it is."""
    character.status = "hidden"
    character.just_hid = town.turn == character.controller


@rule
def thrall(town: Town, do: Thrall) -> None:
    not_in_quick(town, "thralls")
    character, master = living_one(town, do.piece), living_one(town, do.master, "master")
    if character.controller == master.controller:
        raise Rejected("thrall-own", name=character.name, player=town.seats[master.controller].player)
    character.controller, character.master = master.controller, master.id
    character.just_hid = character.status == "hidden" and town.turn == character.controller
    town.say("enthralled", name=character.name, master=master.name, player=town.seats[master.controller].player)


@rule
def focus(town: Town, do: Focus) -> None:
    character, other = living_one(town, do.piece), living_one(town, do.on, "on")
    if character is other:
        raise WrongField("focus-self", "on", name=character.name)
    if character.combat is None or character.combat != other.combat:
        raise Rejected("not-in-one-combat", name=character.name, other=other.name)
    unfocus(town, character)
    unfocus(town, other)
    character.focused_on, other.focused_on = other.id, character.id
    town.say("focused", name=character.name, other=other.name)


@rule
def equip(town: Town, do: Equip) -> None:
    character = living_one(town, do.piece)
    if character.item:
        raise Rejected("one-item", name=character.name, item=character.item.name)
    character.item = Item(do.item, do.kind)
    town.say("equipped", name=character.name, item=do.item)


@rule
def lose_item(town: Town, do: LoseItem) -> None:
    character = living_one(town, do.piece)
    if character.item is None:
        raise Rejected("no-item", name=character.name)
    town.say("item-lost", name=character.name, item=character.item.name)
    character.item = None
