"""Combat actions: one at each combat of the gang whose turn it is; running away and calling it a stalemate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.game import rule
from companion.engine.plain import FromNone, Id, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monster_town import combats
from companion.games.monster_town.gangs import find_combat, gang_in_play, living_one, place_name
from companion.games.monster_town.marks import set_exerted, set_hidden
from companion.games.monster_town.power import pay
from companion.games.monster_town.state import Character, Combat, Gang, Town


@dataclass(frozen=True, eq=False)
class Act:
    """A combat action: a character's ability, a Combat card, a replenished hand, or harnessed power."""

    seat: SeatNumber
    combat: Id
    kind: Literal["ability", "card", "replenish", "harness"]
    piece: Id | None = None
    power: FromNone | None = None
    hide: bool = False
    free: bool = False


@dataclass(frozen=True, eq=False)
class EndAction:
    """The action is resolved: whoever is all exerted is readied now."""

    combat: Id


@dataclass(frozen=True, eq=False)
class RunAway:
    """Leave a combat; the others may strike once more."""

    seat: SeatNumber
    combat: Id


@dataclass(frozen=True, eq=False)
class AgreeStalemate:
    """Call it a stalemate; it ends when everybody in it says so."""

    seat: SeatNumber
    combat: Id


@rule
def act(town: Town, do: Act) -> None:
    gang, combat = gang_in_play(town, do.seat), find_combat(town, do.combat)
    check_in(gang, combat)
    if not do.free:
        check_turn(town, gang, combat)
    place = place_name(town, combat)
    end_actions(town)  # first: it may ready whoever acts now
    if combat not in town.combats:
        raise Rejected("combat-just-ended", location=place)
    member = acting(town, gang, combat, do)
    if do.power:
        pay(gang, do.power)
    combat.agreed = []
    if do.free:
        take_free_action(town, combat, gang)
    else:
        combat.acted.append(gang.seat)
    combat.action = gang.seat
    if member and do.hide:
        set_hidden(town, member)
    elif member:
        set_exerted(member)
    say_action(town, gang, member, do)
    if do.kind == "harness" and member:
        member.item = None
        gang.power.value = gang.power.baseline or 0
        town.say("regenerated", player=gang.player, power=gang.power.value)


def check_in(gang: Gang, combat: Combat) -> None:
    if gang.seat not in combat.seats:
        raise Rejected("not-in-combat", player=gang.player)
    if gang.seat in combat.running:
        raise Rejected("runs-already", player=gang.player)


def check_turn(town: Town, gang: Gang, combat: Combat) -> None:
    """One action at each combat in one's own turn; of an ambush there is only one in all."""
    if town.turn != gang.seat:
        raise Rejected("not-your-turn", player=gang.player)
    if combat.kind == "ambush" and gang.seat != combat.initiator:
        raise Rejected("ambush-is-one-action", player=town.seats[combat.initiator].player)
    if gang.seat in combat.acted:
        raise Rejected("acted-already", player=gang.player, location=place_name(town, combat))


def acting(town: Town, gang: Gang, combat: Combat, do: Act) -> Character | None:
    """Who does it. A card need not be channelled, and a hand is replenished by nobody."""
    if do.piece is None:
        if do.kind in ("ability", "harness") or do.hide:
            raise WrongField("who-acts", "piece")
        return None
    if do.kind == "replenish":
        raise WrongField("nobody-replenishes", "piece")
    member = living_one(town, do.piece)
    if member.controller != gang.seat:
        raise Rejected("not-controlled", name=member.name, player=gang.player)
    if member.combat != combat.id:
        raise Rejected("fights-elsewhere", name=member.name, location=place_name(town, combat))
    if member.status == "exerted":
        raise Rejected("is-exerted", name=member.name)
    if do.kind == "harness" and (member.item is None or member.item.kind == "augmentation"):
        raise Rejected("nothing-to-harness", name=member.name)
    return member


def take_free_action(town: Town, combat: Combat, gang: Gang) -> None:
    """One that is owed is used up. A card may give one that nobody knew of."""
    for id, each in town.notices.items():
        if each.code == "free-action" and each.seat == gang.seat and each.values["combat"] == combat.id:
            del town.notices[id]
            return


def say_action(town: Town, gang: Gang, member: Character | None, do: Act) -> None:
    spent = do.power or 0
    match do.kind:
        case "ability" if member:
            town.say("used-ability", player=gang.player, name=member.name, power=spent)
        case "card" if member:
            town.say("played-card-through", player=gang.player, name=member.name, power=spent)
        case "card":
            town.say("played-card", player=gang.player, power=spent)
        case "replenish":
            town.say("replenished", player=gang.player)
        case "harness" if member and member.item:
            town.say("harnessed", player=gang.player, name=member.name, item=member.item.name)


@rule
def end_action(town: Town, do: EndAction) -> None:
    combat = find_combat(town, do.combat)
    if combat.action is None:
        raise Rejected("no-action-open", location=place_name(town, combat))
    town.say("action-resolved", player=town.seats[combat.action].player)
    resolve(town, combat)


def resolve(town: Town, combat: Combat) -> None:
    """An ambush is over with its one action."""
    combat.action = None
    if combat.kind == "ambush" and combat.initiator in combat.acted:
        combats.stalemate(town, combat)


def end_actions(town: Town) -> None:
    """The next action, phase or turn shows that the one before is resolved."""
    for combat in list(town.combats):
        if combat.action is not None:
            resolve(town, combat)
    combats.settle_exerted(town)


@rule
def run_away(town: Town, do: RunAway) -> None:
    gang, combat = gang_in_play(town, do.seat), find_combat(town, do.combat)
    if combat.kind == "end-game":
        raise Rejected("no-running-in-end-game", player=gang.player)
    check_in(gang, combat)
    check_turn(town, gang, combat)
    end_actions(town)
    if combat not in town.combats:
        return
    combat.acted.append(gang.seat)
    combat.running.append(gang.seat)
    place = place_name(town, combat)
    town.say("runs-away", player=gang.player, location=place)
    for seat in combat.seats:
        if seat not in combat.running:
            player = town.seats[seat].player
            notice = town.tell("free-action", seat=seat, player=player, runner_name=gang.player, location=place)
            notice.values |= {"combat": combat.id, "runner": gang.seat}


@rule
def agree_stalemate(town: Town, do: AgreeStalemate) -> None:
    gang, combat = gang_in_play(town, do.seat), find_combat(town, do.combat)
    check_in(gang, combat)
    if gang.seat in combat.agreed:
        raise Rejected("agreed-already", player=gang.player)
    combat.agreed.append(gang.seat)
    town.say("agreed", player=gang.player, location=place_name(town, combat))
