"""A seat's power die: where it came to rest, and where it should be turned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine.table import Table

DIE_WORDS = ("settled", "rolling", "cocked", "handled", "asleep")  # nothing else says these


@dataclass
class Die:
    """One power die. It shows 0 to 9; a 0 may stand for ten. One that is nobody's only says how it lies."""

    seat: int | None
    track: str
    lies: str = "unknown"  # then settled, rolling, cocked, handled or asleep
    face: int | None = None

    def settled(self, face: int, how: str, table: Table) -> dict[str, Any] | None:
        """The command that this reading asks for. A die that was only bumped says nothing about power."""
        self.lies, self.face = "settled", face
        if how == "bumped" or table.game is None or "read-die" not in table.game.rules or table.is_over:
            return None
        if self.seat is None:
            return None
        if how == "set" and not self.stands_for_a_track(table):
            return None
        if how == "set" and self.agrees(table) and question_of(table, self.seat) is None:
            return None
        return {"command": "read-die", "seat": self.seat, "face": face, "how": how}

    def value(self, table: Table) -> int | None:
        if table.plain is None or table.game is None or "read-die" not in table.game.rules:
            return None
        seat = table.plain["seats"].get(str(self.seat))  # a die that nobody has finds none
        if seat is None or seat["out"] or not self.stands_for_a_track(table):
            return None
        return int(seat["tracks"][self.track]["value"])

    def stands_for_a_track(self, table: Table) -> bool:
        """In some games a die is only rolled: turning it by hand is fidgeting then."""
        return table.game is not None and self.track in table.game.seat_tracks

    def agrees(self, table: Table) -> bool:
        value = self.value(table)
        return value is not None and value % 10 == self.face

    def turn_to(self, table: Table) -> int | None:
        """The face it should show, while it shows another and nobody has been asked about it."""
        value = self.value(table)
        if self.face is None or value is None or table.is_over or question_of(table, self.seat) is not None:
            return None
        return None if self.agrees(table) else value % 10


def question_of(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The question that waits for this seat's answer."""
    notices = table.plain["notices"].values() if table.plain else ()
    return next((notice for notice in notices if notice["seat"] == seat and notice["choices"]), None)
