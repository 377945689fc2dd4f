"""Undo, redo and put-right: a recorded change swapped, with no rule asked.

What undo takes next is kept with each entry, so that a game undoes to any depth after any restart without anyone
remembering a stack: below an entry lies what could be undone just before it.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Protocol

from companion.engine.changes import Changes, again, opposite
from companion.engine.entry import Entry
from companion.engine.game import Game
from companion.engine.plain import Plain
from companion.engine.state import HasTracks, State, Track
from companion.errors import Rejected, WrongField


class Heads(NamedTuple):
    """What undo and redo would take now."""

    undo: int | None = None
    redo: int | None = None


class Past(Protocol):
    """What the engine asks of the journal."""

    def entry(self, seq: int) -> Entry | None: ...

    def heads_before(self, game: str, seq: int) -> Heads: ...


def heads_after(heads: Heads, seq: int, by: Plain, name: str, changes: Changes) -> Heads:
    """What undo and redo take after an ordinary entry. Notes, empty ones and the companion's own are passed over."""
    if not changes or name == "note" or "companion" in by:
        return heads
    return Heads(undo=seq, redo=None)


def undo(game: Game, plain: Plain, heads: Heads, seq: int, past: Past) -> tuple[Entry, Changes, Heads]:
    if heads.undo is None:
        raise Rejected("nothing-to-undo")
    target = _must(past, heads.undo)
    below = past.heads_before(str(target.game), target.seq)
    return target, opposite(changes_of(target, game), plain), Heads(undo=below.undo, redo=seq)


def redo(game: Game, plain: Plain, heads: Heads, past: Past) -> tuple[Entry, Changes, Heads]:
    if heads.redo is None:
        raise Rejected("nothing-to-redo")
    undoing = _must(past, heads.redo)
    target = _must(past, undoing.command["entry"])
    below = past.heads_before(str(undoing.game), undoing.seq)
    return target, again(changes_of(target, game), plain), Heads(undo=target.seq, redo=below.redo)


def changes_of(entry: Entry, game: Game) -> Changes:
    return game.read_old(entry.changes, entry.version)


TRACK = re.compile(r"(?:.*/)?tracks/[^/]+/(?:value|baseline)")


def to_put_right(number: int, game: str, heads: Heads, past: Past) -> Entry:
    """The entry to correct, if it still counts and only moved tracks."""
    target = past.entry(number)
    if target is None or target.game != game:
        raise WrongField("no-such-entry", "entry", entry=number)
    # Down the undo steps: what is not among them was undone, or was never anybody's doing.
    seq = heads.undo
    while seq is not None and seq > number:
        above = _must(past, seq)
        if above.command["command"] == "put-right" and above.command["entry"] == number:
            raise Rejected("already-put-right", entry=number)
        if above.command["command"] == "reorder-seats":
            raise Rejected("seats-moved", entry=number)  # its tracks belong to other players now
        seq = past.heads_before(game, seq).undo
    if seq != number:
        raise Rejected("not-in-effect", entry=number)
    if not all(TRACK.fullmatch(path) for path, _, _ in target.changes):
        raise Rejected("not-only-tracks", entry=number)
    return target


def put_right(table: State[Any], game: Game, target: Entry) -> None:
    """Move each track back by as far as the entry moved it, from where it stands now."""
    for path, before, after in changes_of(target, game):
        *way, which = path.split("/")
        track = _find(table, way)
        value = getattr(track, which) + before - after
        if not track.holds(value):
            raise Rejected("cannot-put-right", track=way[-1], min=track.min, max=track.max, value=value)
        setattr(track, which, value)


def _find(table: HasTracks, way: list[str]) -> Track:
    node: Any = table
    for key in way:
        node = node[int(key) if key.isdigit() else key] if isinstance(node, dict) else getattr(node, key)
    assert isinstance(node, Track)
    return node


def _must(past: Past, seq: int) -> Entry:
    entry = past.entry(seq)
    assert entry is not None, f"the journal has no entry {seq}"
    return entry
