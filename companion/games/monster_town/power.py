"""The power die: spent, changed, stolen and regenerated."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Amount, Positive, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monster_town.gangs import gang_in_play
from companion.games.monster_town.state import Gang, Town


@dataclass(frozen=True, eq=False)
class SpendPower:
    """Pay for a combat action."""

    seat: SeatNumber
    amount: Positive


@dataclass(frozen=True, eq=False)
class ChangePower:
    """A card gives or takes power, for now or for ever, perhaps from someone else."""

    seat: SeatNumber
    by: Amount
    for_ever: bool = False
    from_seat: SeatNumber | None = None


@dataclass(frozen=True, eq=False)
class Regenerate:
    """Set the power die back to its baseline."""

    seat: SeatNumber


@rule
def spend_power(town: Town, do: SpendPower) -> None:
    gang = gang_in_play(town, do.seat)
    pay(gang, do.amount)
    town.say("spent-power", player=gang.player, amount=do.amount)


def pay(gang: Gang, amount: int) -> None:
    """In full or not at all."""
    have = gang.power.value
    if amount > have:
        raise Rejected("not-enough-power", player=gang.player, have=have, need=amount)
    gang.power.value -= amount


@rule
def change_power(town: Town, do: ChangePower) -> None:
    gang = gang_in_play(town, do.seat)
    if do.from_seat is not None:
        steal(town, gang, do)
        return
    gang.power.move(do.by)
    if do.for_ever:
        gang.power.move_baseline(do.by)
        town.say("power-changed-for-ever", player=gang.player, by=signed(do.by))
    else:
        town.say("power-changed", player=gang.player, by=signed(do.by))


def steal(town: Town, thief: Gang, do: ChangePower) -> None:
    """What the victim has not got cannot be taken; what the thief has no room for is lost."""
    victim = gang_in_play(town, do.from_seat or 0, "from_seat")
    if victim is thief:
        raise WrongField("steal-from-self", "from_seat", player=thief.player)
    if do.by < 1:
        raise WrongField("steal-nothing", "by", by=do.by)
    taken = -victim.power.move(-do.by)
    thief.power.move(taken)
    if do.for_ever:
        for_ever = -victim.power.move_baseline(-do.by)
        thief.power.move_baseline(for_ever)
        town.say("power-stolen-for-ever", player=thief.player, victim=victim.player, amount=max(taken, for_ever))
    else:
        town.say("power-stolen", player=thief.player, victim=victim.player, amount=taken)


@rule
def regenerate(town: Town, do: Regenerate) -> None:
    gang = gang_in_play(town, do.seat)
    gang.power.value = gang.power.baseline or 0
    town.say("regenerated", player=gang.player, power=gang.power.value)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")
