"""Players change places: every seat number that the table remembers changes with them."""

from __future__ import annotations

from companion.games.monster_town.gangs import characters
from companion.games.monster_town.state import Town


def reseat(town: Town, moved: dict[int, int]) -> None:
    def of(seat: int | None) -> int | None:
        return None if seat is None else moved[seat]

    def each_of(seats: list[int]) -> list[int]:
        return [moved[seat] for seat in seats]

    for character in characters(town):
        character.owner = moved[character.owner]
        character.controller = moved[character.controller]
        character.claimed_by = of(character.claimed_by)
    for combat in town.combats:
        combat.holder, combat.action, combat.initiator = of(combat.holder), of(combat.action), moved[combat.initiator]
        combat.seats, combat.acted, combat.agreed = each_of(combat.seats), each_of(combat.acted), each_of(combat.agreed)
        combat.had, combat.running = each_of(combat.had), each_of(combat.running)
    for effect in town.effects:
        effect.seat = moved[effect.seat]
    for change in town.last_combat.changes if town.last_combat else ():
        if "seat" in change:
            change["seat"] = moved[change["seat"]]
    for notice in town.notices.values():
        if "runner" in notice.values:
            notice.values["runner"] = moved[int(notice.values["runner"])]
