"""How a combat begins, who joins it, how a gang leaves it, and how it ends."""

from __future__ import annotations

from typing import Any, Literal

from companion.games.monster_town.cards import ask_once
from companion.games.monster_town.falling import to_reserves, unfocus
from companion.games.monster_town.gangs import characters, fighters, is_fighting, living, location_with, place_name
from companion.games.monster_town.locations import captured, give_up, hand_over, put_before
from companion.games.monster_town.marks import set_ready
from companion.games.monster_town.state import Character, Combat, CombatKind, Gang, LastCombat, Location, Town

How = Literal["won", "stalemate", "lost", "ran-away"]


def begin_combat(
    town: Town, kind: CombatKind, location: Location | None, holder: Gang | None, seats: list[int]
) -> Combat:
    """The first seat begins it."""
    combat = Combat(
        id=town.new_id("c"),
        kind=kind,
        location=location.id if location else None,
        capturable=bool(location and location.capturable),
        holder=holder.seat if holder else None,
        seats=list(dict.fromkeys(seats)),
        initiator=seats[0],
    )
    town.combats.append(combat)
    return combat


def enter(combat: Combat, gang: Gang, members: list[Character]) -> None:
    """Join, or reinforce those who are there."""
    if gang.seat not in combat.seats:
        combat.seats.append(gang.seat)
    for member in members:
        member.combat = combat.id
        member.at = combat.location


# Leaving it


def leave_combat(town: Town, combat: Combat, gang: Gang, how: Literal["lost", "ran-away"]) -> None:
    """The end of this combat for one gang, as the loser; the others fight on."""
    told = tell_end(town, combat, how)
    drop_out(town, combat, gang)
    if how == "ran-away":
        town.say("ran-away", player=gang.player, location=place_name(town, combat))
    else:
        town.say("lost-combat", player=gang.player, location=place_name(town, combat))
    note(told, "left", seat=gang.seat)
    for member in fighters(town, combat, gang.seat):
        set_ready(member)
        unfocus(town, member)
        member.combat = member.at = None
        note(told, "on-the-path", piece=member.id, seat=gang.seat)
    bury(town, combat, told, gang.seat)
    found = location_with(town, combat.location) if combat.location else None
    if found and found[1] is gang and combat.capturable:
        give_up(town, found[0], gang)
        note(told, "location-lost", seat=gang.seat, location=found[0].name)
    ask_once(town, "discard-table-cards", gang, location=place_name(town, combat))
    if has_a_hand(town, gang) and (how == "ran-away" or not is_fighting(town, gang)):
        ask_once(town, "draw-to-five", gang)
        note(told, "draws", seat=gang.seat)
    rest(town, gang, told)


def drop_out(town: Town, combat: Combat, gang: Gang) -> None:
    for seats in (combat.seats, combat.acted, combat.agreed, combat.had, combat.running):
        if gang.seat in seats:
            seats.remove(gang.seat)
    if combat.action == gang.seat:
        combat.action = None
    forget_free_actions(town, combat, gang.seat)


def forget_free_actions(town: Town, combat: Combat, seat: int | None = None) -> None:
    """Owed to this gang, or for its running away; or all of the combat's."""
    town.notices = {
        id: each
        for id, each in town.notices.items()
        if each.code != "free-action"
        or each.values["combat"] != combat.id
        or (seat is not None and seat not in (each.seat, each.values["runner"]))
    }


def bury(town: Town, combat: Combat, told: LastCombat, seat: int | None = None) -> None:
    """The dead of one gang, or of everybody, are put into reserves."""
    for each in characters(town):
        if each.status == "dead" and each.combat == combat.id and seat in (None, each.owner):
            to_reserves(town, each)
            note(told, "to-reserves", piece=each.id, seat=each.owner)


def rest(town: Town, gang: Gang, told: LastCombat) -> None:
    """Whoever fights nowhere else regenerates."""
    if is_fighting(town, gang) or not has_a_hand(town, gang):
        return
    before, gang.power.value = gang.power.value, gang.power.baseline or 0
    if gang.power.value != before:
        town.say("regenerated", player=gang.player, power=gang.power.value)
        note(told, "power", seat=gang.seat, before=before, after=gang.power.value)


def has_a_hand(town: Town, gang: Gang) -> bool:
    """Whether it is still in the game: nobody who lost all their members draws cards."""
    return not gang.out and (not gang.has_fielded or bool(living(town, gang.seat)))


# Ending it


def win(town: Town, combat: Combat) -> None:
    """One gang is left: it holds the place or captures it."""
    gang = town.seats[combat.seats[0]]
    told = tell_end(town, combat, "won")
    town.say("won-combat", player=gang.player, location=place_name(town, combat))
    note(told, "won", seat=gang.seat)
    found = location_with(town, combat.location) if combat.location else None
    close(town, combat, told)
    if found is None or not combat.capturable:
        return
    location, holder = found
    if holder is not gang:
        if location.id in town.locations or holder is not None:
            hand_over(town, location, holder, gang)
        else:
            put_before(town, location, gang)
        note(told, "captured", seat=gang.seat, location=location.name)
        captured(town, location, gang)


def stalemate(town: Town, combat: Combat) -> None:
    """Everybody acts as a winner, but only who held the place before and still fights for it keeps it."""
    told = tell_end(town, combat, "stalemate")
    town.say("stalemate", location=place_name(town, combat))
    keeper = combat.holder if combat.holder in combat.seats and combat.capturable else None
    if keeper is not None and town.seats[keeper].has_fielded and not fighters(town, combat, keeper):
        keeper = None  # nobody is left to keep it
    for seat in combat.seats:
        for member in fighters(town, combat, seat):
            if seat != keeper:
                member.at = None
                note(told, "on-the-path", piece=member.id, seat=seat)
    found = location_with(town, combat.location) if combat.location else None
    close(town, combat, told)
    if found and found[1] and found[1].seat != keeper and combat.capturable:
        give_up(town, found[0], found[1])
        note(told, "location-lost", seat=found[1].seat, location=found[0].name)


def close(town: Town, combat: Combat, told: LastCombat) -> None:
    """What every end of a combat brings to those who are still in it."""
    name = place_name(town, combat)
    town.combats.remove(combat)
    forget_free_actions(town, combat)
    town.effects = [each for each in town.effects if each.combat != combat.id]
    for each in characters(town):
        if each.combat == combat.id and each.is_living:
            set_ready(each)
            unfocus(town, each)
            each.combat = None
            if not combat.capturable:
                each.at = None
                note(told, "on-the-path", piece=each.id, seat=each.controller)
    bury(town, combat, told)
    for seat in combat.seats:
        gang = town.seats[seat]
        if not has_a_hand(town, gang):
            continue
        ask_once(town, "discard-table-cards", gang, location=name)
        ask_once(town, "replenish", gang)
        note(told, "replenishes", seat=seat)
        rest(town, gang, told)


def tell_end(town: Town, combat: Combat, how: How) -> LastCombat:
    """One list for all that one entry brings to its end, also where several gangs leave at once."""
    last = town.last_combat
    if last and last.entry == town.moment.seq and last.combat == combat.id:
        last.how = how
        return last
    name = place_name(town, combat) if combat.location else None
    told = LastCombat(entry=town.moment.seq, combat=combat.id, location=name, how=how)
    town.last_combat = told
    return told


def note(told: LastCombat, what: str, **values: Any) -> None:
    told.changes.append({"what": what, **values})


# What follows by itself


def settle_combats(town: Town) -> None:
    """Who has nobody left to fight leaves at once; whoever ran leaves when no blow is owed; the last one wins."""
    for combat in list(town.combats):
        for each in characters(town):
            if each.combat == combat.id and each.is_living and each.controller not in combat.seats:
                combat.seats.append(each.controller)  # a thrall set free fights on for its owner
    for combat in list(town.combats):
        beaten = [seat for seat in combat.seats if is_beaten(town, combat, seat)]
        if combat.kind == "end-game":
            for seat in beaten:
                drop_out(town, combat, town.seats[seat])
            continue
        if len(beaten) == len(combat.seats):
            stalemate(town, combat)  # the last on every side died at the same moment
            continue
        for seat in beaten:
            leave_combat(town, combat, town.seats[seat], "lost")
        for seat in list(combat.running):
            if not is_owed(town, combat, seat) and len(combat.seats) > 1:
                leave_combat(town, combat, town.seats[seat], "ran-away")
        settle_agreement(town, combat)


def settle_agreement(town: Town, combat: Combat) -> None:
    staying = [seat for seat in combat.seats if seat not in combat.running]
    is_agreed = bool(staying) and all(seat in combat.agreed for seat in staying)
    if len(combat.seats) == 1 and combat.kind == "combat":
        win(town, combat)
    elif len(combat.seats) <= 1 or (is_agreed and not combat.running):
        stalemate(town, combat)


def is_beaten(town: Town, combat: Combat, seat: int) -> bool:
    """A gang that never had characters is in it for the points: nobody can tell when it is beaten."""
    gang = town.seats[seat]
    return gang.out or (gang.has_fielded and not fighters(town, combat, seat))


def is_owed(town: Town, combat: Combat, runner: int) -> bool:
    """Whether a free action against the gang that runs away is still open."""
    return any(
        each.code == "free-action" and each.values["combat"] == combat.id and each.values["runner"] == runner
        for each in town.notices.values()
    )


def settle_exerted(town: Town) -> None:
    """When all of a gang in one combat are exerted, all are readied: once the action is resolved."""
    for combat in town.combats:
        if combat.action is not None:
            continue
        for seat in combat.seats:
            members = fighters(town, combat, seat)
            if members and all(member.status == "exerted" for member in members):
                for member in members:
                    set_ready(member)
                town.say("all-readied", player=town.seats[seat].player)
