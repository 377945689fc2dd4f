"""A game told again from its export: every line of its story, and how the table stood at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.engine.entry import Entry
from companion.engine.plain import to_json
from companion.engine.table import Table, fold
from companion.engine.view import view
from companion.errors import JournalError
from companion.games import GAMES
from companion.journal.export import read_export
from companion.words import Words


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[str]]:
    try:
        with path.open(encoding="utf-8") as lines:
            yield lines
    except JournalError:
        raise  # it is an OSError too, and says more
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise JournalError(f"{path} cannot be read: {why}") from None


def replay(path: Path) -> tuple[Table, list[Entry]]:
    """The table at the end, and the entries that led there."""
    table = Table()
    told = []
    with _lines(path) as lines:
        _, entries = read_export(lines, path.name)
        for entry in entries:
            try:
                table = fold(table, entry, GAMES)
            except JournalError:
                raise
            except Exception as error:  # noqa: BLE001 - the file may say anything
                where = f"{path.name}: entry {entry.seq}"
                raise JournalError(f"{where} does not follow from those before it: {error}") from None
            told.append(entry)
    if not told:
        raise JournalError(f"{path.name} holds no entries, so there is no game to replay")
    return table, told


def last_view(table: Table, told: list[Entry]) -> dict[str, Any]:
    return view(table, told[-1].t, Words().say)


def replay_json(path: Path) -> str:
    return to_json(last_view(*replay(path))).decode()


def replay_story(path: Path) -> str:
    table, told = replay(path)
    state = last_view(table, told)
    lines = [f"{_clock(entry.t)}  {entry.said[0][1]['text']}" for entry in told]
    lines.append("")
    for seat in state["seats"]:
        tracks = ", ".join(f"{name} {track['value']}" for name, track in seat["tracks"].items())
        lines.append(f"Seat {seat['seat']}  {seat['player']}: {tracks}{' (out)' if seat['out'] else ''}")
    if not state["outcome"]:
        lines.append("Not finished.")
    return "\n".join(lines)


def _clock(t: float) -> str:
    minutes, seconds = divmod(int(t), 60)
    return f"{minutes:3}:{seconds:02}"
