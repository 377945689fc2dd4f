"""Cards that stay in effect: of some there may only be one at a time, and those of a combat go with it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Id, Name, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monster_town.gangs import find_combat, gang_in_play, same_name
from companion.games.monster_town.state import Effect, Town


@dataclass(frozen=True, eq=False)
class LayEffect:
    """A card that stays in effect; of a combat's, until that ends."""

    seat: SeatNumber
    name: Name
    combat: Id | None = None


@dataclass(frozen=True, eq=False)
class EndEffect:
    """It is in effect no more."""

    effect: Id


@rule
def lay_effect(town: Town, do: LayEffect) -> None:
    gang = gang_in_play(town, do.seat)
    if do.combat is not None:
        find_combat(town, do.combat)
    if any(same_name(do.name, each.name) for each in town.effects):
        raise Rejected("not-stackable", effect=do.name)
    town.effects.append(Effect(town.new_id("e"), do.name, gang.seat, do.combat))
    town.say("effect", player=gang.player, effect=do.name)


@rule
def end_effect(town: Town, do: EndEffect) -> None:
    found = next((each for each in town.effects if each.id == do.effect), None)
    if found is None:
        raise WrongField("no-such-effect", "effect", effect=do.effect)
    town.effects.remove(found)
    town.say("effect-over", effect=found.name)
