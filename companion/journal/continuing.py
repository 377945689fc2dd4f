"""How a table continues where it was: the game in progress is read, however long the history, and nothing else."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from companion.engine.entry import Entry, Stamp
from companion.engine.plain import complete
from companion.engine.table import Games, Table, fold, fold_all, take
from companion.engine.undo import Heads
from companion.journal.store import GameLine, Journal

log = logging.getLogger(__name__)


def last_table(journal: Journal, games: Games) -> Table:
    """The table as the last entry left it. A game that cannot be read is set aside by name, and the table starts."""
    seq, game, at = journal.last_line()
    if game is None:
        return Table(seq=seq)
    try:
        picture = _picture(journal, game, games)
        return fold_all(journal.entries_of(game, picture.seq), games, picture)
    except sqlite3.Error:
        raise
    except Exception as error:
        log.exception("game %s cannot be read", game)
        body = {"command": "set-aside", "game": game, "why": str(error) or type(error).__name__}
        return _set_aside(journal, Table(seq=seq), body, at, games)


def _set_aside(journal: Journal, table: Table, body: dict[str, Any], at: str, games: Games) -> Table:
    entry = take(table, body, Stamp(at, 0.0, {"companion": "restart"}), journal, games)
    assert entry is not None
    journal.begin()
    journal.append(entry)
    journal.commit()
    return fold(table, entry, games)


def last_time(journal: Journal, table: Table) -> float:
    """Where the game's clock stood: the last entry knows, or what was kept in flight since then."""
    if table.id is None:
        return 0.0
    last = journal.entry(table.seq)
    kept = journal.inflight("time") or {}
    return max(last.t if last else 0.0, kept["t"] if kept.get("game") == table.id else 0.0)


def keep_picture(journal: Journal, table: Table) -> None:
    """A picture of the table, so that a start need not fold a whole evening: never the truth, only a short cut."""
    if table.game and table.plain:
        version = table.game.version
        picture = {"seq": table.seq, "id": table.id, "plain": table.plain, "heads": table.heads, "version": version}
        journal.keep_inflight("table", picture)


def _picture(journal: Journal, id: str, games: Games) -> Table:
    kept: dict[str, Any] = journal.inflight("table") or {}
    if kept.get("id") != id:
        return Table()
    game = games.get(kept["plain"]["game"])
    if game is None or kept["version"] != game.version:
        return Table()
    return Table(kept["seq"], id, game, complete(kept["plain"], game.state), Heads(*kept["heads"]))


def touches_the_list(entry: Entry) -> bool:
    """Whether a game begins, ends or goes on, or somebody sits down, changes places or is called something else."""
    return entry.begins or any(
        path.startswith("outcome") or path.endswith("/player") or (path.startswith("seats") and path.count("/") < 2)
        for path, _, _ in entry.changes
    )


def listed(table: Table, entry: Entry) -> GameLine | None:
    """The game's line in the list of games, as this table shows it."""
    if table.plain is None or table.id is None:
        return None
    players = {number: seat["player"] for number, seat in table.plain["seats"].items()}
    return GameLine(table.id, entry.seq, entry.at, table.plain["game"], players, table.plain["outcome"])
