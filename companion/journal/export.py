"""A game taken out of the journal: JSON Lines that replay needs nothing else for, and a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine.entry import Entry
from companion.engine.plain import from_json, to_json
from companion.engine.table import Games
from companion.engine.view import entry_view
from companion.errors import JournalError
from companion.journal.store import Reader
from companion.words import Words

FORMAT = "monster-companion-game"
VERSION = 1

CSV_COLUMNS = ("seq", "at", "t", "by", "seat", "command", "text", "changes")


def game_lines(reader: Reader, id: str, games: Games, words: Words) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """The head of an export, and the game's entries as every surface shows them."""
    line = reader.game(id)
    if line is None:
        raise JournalError(f"there is no game {id} in the journal; `companion games` lists them")
    game = games.get(line.name)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": line.name,
        "id": id,
        "at": line.at,
        "players": line.players,
        "outcome": line.outcome,
        "state_version": game.version if game else 1,
    }

    def entries() -> Iterator[dict[str, Any]]:
        for entry in reader.entries_of(id, must_be_whole=False):
            shown = entry_view(entry, words.lines)
            if game and entry.version <= game.version:  # a newer companion's are its own business, and kept as they are
                shown["changes"] = game.read_old(entry.changes, entry.version)
            yield shown

    return head, entries()


def as_jsonl(head: dict[str, Any], entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    for line in (head, *entries):
        yield to_json(line).decode() + "\n"


def as_csv(head: dict[str, Any], entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A header, then a line per entry."""
    yield _csv_line(CSV_COLUMNS)
    for entry in entries:
        by = dict(entry["by"])
        seat = by.pop("seat", entry["command"].get("seat", ""))
        asked = " ".join(f"{kind}:{name}" for kind, name in by.items())
        moved = (change for change in entry["changes"] if change[0])  # not the whole first state
        changes = "; ".join(f"{path} {_cell(before)} → {_cell(after)}" for path, before, after in moved)
        row = (entry["seq"], entry["at"], entry["t"], asked, seat, entry["command"]["command"], entry["text"], changes)
        yield _csv_line(row)


def _csv_line(row: Iterable[Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([_harmless(each) for each in row])
    return out.getvalue()


def _harmless(cell: Any) -> Any:
    """A player may be called `=1+1`; a spreadsheet must not take that for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def _cell(value: Any) -> str:
    return "–" if value is None else value if isinstance(value, str) else to_json(value).decode()


FORMATS: dict[str, Callable[[dict[str, Any], Iterable[dict[str, Any]]], Iterator[str]]] = {
    "jsonl": as_jsonl,
    "csv": as_csv,
}


def read_export(lines: Iterable[str], name: str) -> tuple[dict[str, Any], Iterator[Entry]]:
    """The head and the entries of a JSON Lines export. What is wrong is named with its line."""
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (1, ""))
    head = _line(first, name, 1)
    if head.get("format") != FORMAT:
        raise JournalError(f"{name}, line 1: expected the format {FORMAT}; is this an export of a game?")
    if not isinstance(head.get("version"), int) or head["version"] > VERSION:
        raise JournalError(f"{name}, line 1: format version {head.get('version')} is newer than this companion knows")
    return head, (_entry(_line(line, name, at), head, name, at) for at, line in numbered if line.strip())


def _line(line: str, name: str, at: int) -> dict[str, Any]:
    try:
        plain = from_json(line)
    except ValueError as error:
        raise JournalError(f"{name}, line {at}: expected JSON, but {error}") from None
    if not isinstance(plain, dict):
        raise JournalError(f"{name}, line {at}: expected a JSON object")
    return plain


def _entry(plain: dict[str, Any], head: dict[str, Any], name: str, at: int) -> Entry:
    try:
        if not isinstance(plain["t"], int | float):
            raise JournalError(f"{name}, line {at}: t should be a number of seconds")
        said = [["noted", {"text": plain["text"]}]]
        return Entry(
            seq=plain["seq"],
            game=plain["game"],
            at=plain["at"],
            t=plain["t"],
            by=plain["by"],
            command=plain["command"],
            said=said,
            changes=plain["changes"],
            version=head.get("state_version", 1),
        )
    except KeyError as error:
        raise JournalError(f"{name}, line {at}: the entry has no {error}") from None
