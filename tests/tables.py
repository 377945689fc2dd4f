"""A table in memory for tests: commands in, entries out, and time that moves when the test says so."""

from __future__ import annotations

from typing import Any, Self

import pytest

from companion.engine.entry import Entry, Stamp
from companion.engine.plain import to_json
from companion.engine.table import Games, Table, fold, fold_all, take
from companion.engine.undo import Heads
from companion.engine.view import view
from companion.errors import Rejected
from companion.games import GAMES
from companion.words import Words

WORDS = Words()


class Memory:
    """The journal's promise to the engine, kept in a dict."""

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}

    def entry(self, seq: int) -> Entry | None:
        return self.entries.get(seq)

    def heads_before(self, game: str, seq: int) -> Heads:
        for each in range(seq - 1, 0, -1):
            if self.entries[each].game == game:
                return Heads(self.entries[each].undo, self.entries[each].redo)
        return Heads()


class AtTheTable:
    """Plays commands on a table and looks at what became of it."""

    def __init__(self, games: Games = GAMES) -> None:
        self.games = games
        self.past = Memory()
        self.table = Table()
        self.t = 0.0

    def start(self, game: str, *players: str, roles: tuple[str, ...] = (), **options: Any) -> Self:
        seats = [{"player": player} for player in players]
        for seat, role in zip(seats, roles, strict=False):
            seat["role"] = role
        self.t = 0.0
        return self.do("start-game", game=game, seats=seats, options=options)

    def do(self, command: str, *, asker: dict[str, Any] | None = None, **fields: Any) -> Self:
        self.ask(command, asker=asker, **fields)
        return self

    def ask(self, command: str, *, asker: dict[str, Any] | None = None, **fields: Any) -> Entry | None:
        stamp = Stamp("2026-11-18T21:00:00Z", self.t, asker or {"screen": "tablet"})
        entry = take(self.table, {"command": command, **fields}, stamp, self.past, self.games)
        if entry:
            self.past.entries[entry.seq] = entry
            self.table = fold(self.table, entry, self.games)
        return entry

    def refused(self, command: str, **fields: Any) -> Rejected:
        """The refusal, with nothing changed."""
        before = self.table
        with pytest.raises(Rejected) as refusal:
            self.ask(command, **fields)
        assert self.table is before
        assert WORDS.refusal(refusal.value)
        return refusal.value

    def wait(self, seconds: float) -> Self:
        self.t += seconds
        return self

    @property
    def seen(self) -> dict[str, Any]:
        return view(self.table, self.t, WORDS.say)

    @property
    def last(self) -> Entry:
        return self.past.entries[self.table.seq]

    @property
    def text(self) -> str:
        return WORDS.lines("log", self.last.said)

    @property
    def bytes(self) -> bytes:
        """The state to the last byte."""
        return to_json(self.table.plain)

    def refold(self) -> bytes:
        """The state again, from the journal alone."""
        return to_json(fold_all(self.past.entries.values(), self.games).plain)

    def seat(self, player: str) -> dict[str, Any]:
        return next(seat for seat in self.seen["seats"] if seat["player"] == player)

    def number(self, player: str) -> int:
        return int(self.seat(player)["seat"])

    def timer(self, name: str) -> tuple[str, float]:
        timer = self.seen["timers"][name]
        return timer["state"], timer["left_s"]


class TownTable(AtTheTable):
    """Monster Town, spoken as its players do."""

    def spend(self, player: str, amount: int) -> Self:
        return self.do("spend-power", seat=self.number(player), amount=amount)

    def regenerate(self, player: str) -> Self:
        return self.do("regenerate", seat=self.number(player))

    def steal_power(self, thief: str, *, from_: str, amount: int = 1, for_ever: bool = True) -> Self:
        victim = self.number(from_)
        return self.do("change-power", seat=self.number(thief), by=amount, for_ever=for_ever, from_seat=victim)

    def power(self, player: str) -> tuple[int, int]:
        """Power now, and what it regenerates to."""
        power = self.seat(player)["tracks"]["power"]
        return power["value"], power["baseline"]
