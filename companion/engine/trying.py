"""Whether something could be done now: the rule itself is asked, on a draft that nobody keeps."""

from __future__ import annotations

from companion.engine.entry import Entry, Stamp
from companion.engine.plain import Plain
from companion.engine.table import Games, Table, take
from companion.engine.undo import Heads
from companion.errors import Rejected


class NoPast:
    """What is tried asks for nothing that was."""

    def entry(self, seq: int) -> Entry | None:
        return None

    def heads_before(self, game: str, seq: int) -> Heads:
        return Heads()


def why_not(table: Table, body: Plain, t: float, games: Games) -> Rejected | None:
    """The refusal that this command would get, if it would."""
    try:
        take(table, body, Stamp("", t), NoPast(), games)
    except Rejected as refusal:
        return refusal
    return None
