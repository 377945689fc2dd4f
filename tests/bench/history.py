"""Years of evenings in seconds: a journal that a service can continue, written row by row from games really played."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.engine.entry import Entry, Stamp
from companion.engine.table import Table, fold, take
from companion.engine.undo import Heads
from companion.games import GAMES
from companion.journal.continuing import keep_picture, last_table, listed
from companion.journal.store import COLUMNS, FILE, GameLine, Journal
from companion.ledger import PICTURE_EVERY

AN_EVENING = 500  # entries of each earlier game
STAMP = Stamp("2026-11-18T21:00:00Z", 0.0, {"screen": "screen"})
START = {
    "command": "start-game",
    "game": "monster-town",
    "seats": [{"player": "Ann", "role": "renegade-militia"}, {"player": "Bob", "role": "wolfenpack"}],
    "instead": True,
}
# After these the table stands as before, so they can be repeated for ever.
A_CYCLE = [
    {"command": "spend-power", "seat": 1, "amount": 2},
    {"command": "spend-power", "seat": 2, "amount": 3},
    {"command": "regenerate", "seat": 1},
    {"command": "regenerate", "seat": 2},
]
END = {"command": "end-game"}


class _Sample:
    """One short game, played through the rules: its rows are the pattern of all others."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._table = Table()
        journal.begin()
        began = self._play(START)
        self.after_a_cycle = self._table
        for body in A_CYCLE:
            self._play(body)
        assert self._table.plain == self.after_a_cycle.plain
        self.going = self._line(began)
        self._play(END)
        self.over = self._line(began)
        journal.list_game(self.over)
        journal.commit()

    def _play(self, body: dict[str, Any]) -> Entry:
        entry = take(self._table, body, STAMP, self._journal, GAMES)
        assert entry is not None
        self._journal.append(entry)
        self._table = fold(self._table, entry, GAMES)
        return entry

    def _line(self, began: Entry) -> GameLine:
        line = listed(self._table, began)
        assert line is not None
        return line


def write_history(data: Path, entries: int) -> None:
    """A journal of this many entries: earlier games for half of them, and one long game still going.

    The service's last picture of the table is as old as it can be, as after a power cut.
    """
    journal = Journal(data)
    try:
        sample = _Sample(journal)
        first = len(A_CYCLE) + 3  # after the sample
        evenings = [range(began, began + AN_EVENING) for began in range(first, entries // 2, AN_EVENING)]
        going = range(evenings[-1].stop if evenings else first, entries + 1)
        _write_rows(data, [*((game, True) for game in evenings), (going, False)])
        journal.begin()
        for game in evenings:
            journal.list_game(sample.over._replace(id=f"g{game.start}", began=game.start))
        journal.list_game(sample.going._replace(id=f"g{going.start}", began=going.start))
        seq = going[(len(going) - PICTURE_EVERY + 3) // len(A_CYCLE) * len(A_CYCLE)]
        keep_picture(journal, replace(sample.after_a_cycle, seq=seq, id=f"g{going.start}", heads=Heads(undo=seq)))
        journal.commit()
        table = last_table(journal, GAMES)
        assert (table.seq, table.id) == (entries, f"g{going.start}"), "the history cannot be continued"
    finally:
        journal.close()
    _sync(data / FILE)


def _write_rows(data: Path, games: list[tuple[range, bool]]) -> None:
    db = sqlite3.connect(data / FILE, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous = OFF")
        begin, *cycle, end = db.execute(f"SELECT {COLUMNS} FROM entries ORDER BY seq").fetchall()
        marks = ", ".join("?" * len(begin))
        db.execute("BEGIN")
        for game, is_over in games:
            rows = _rows(game, begin, cycle, end if is_over else None)
            db.executemany(f"INSERT INTO entries ({COLUMNS}) VALUES ({marks})", rows)
        db.execute("COMMIT")
    finally:
        db.close()


def _rows(game: range, begin: Any, cycle: list[Any], end: Any) -> Iterator[tuple[Any, ...]]:
    id = f"g{game.start}"
    yield (game.start, id, *begin[2:])
    middle = game[1:-1] if end else game[1:]
    for at, seq in enumerate(middle):
        # seq, game, at, t, by … version, undo, redo: everyone's doing, so undo would take back this entry.
        row = cycle[at % len(cycle)]
        yield (seq, id, row[2], at * 0.5, *row[4:-2], seq, None)
    if end:
        yield (game[-1], id, *end[2:-2], game[-1], None)


def write_nothing(data: Path) -> None:
    """A journal that was started once and has no entries."""
    Journal(data).close()
    _sync(data / FILE)


def _sync(path: Path) -> None:
    """So that the disk is at rest before anything is measured."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
