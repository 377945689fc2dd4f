"""What became of entries: which were undone or put right, and who sat where when they were written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.engine.entry import Entry
from companion.engine.undo import TRACK
from companion.journal.store import Reader

MAKERS = ("undo", "redo", "put-right", "reorder-seats")  # what later decides about earlier entries
AS_WRITTEN = {name: f'"{name}"' for name in MAKERS}


class Afterwards(NamedTuple):
    """What was decided about earlier entries."""

    undone: frozenset[int] = frozenset()
    put_right: frozenset[int] = frozenset()
    seats_moved: int = 0  # the last entry by which the seats changed places, if that still counts

    def may_be_put_right(self, entry: Entry) -> bool:
        """Whether put-right would take it, but for bounds: as `companion.engine.undo.to_put_right` sees it."""
        return (
            bool(entry.changes)
            and "companion" not in entry.by
            and entry.command["command"] not in ("undo", "redo")
            and entry.seq not in self.undone | self.put_right
            and entry.seq > self.seats_moved
            and all(TRACK.fullmatch(path) for path, _, _ in entry.changes)
        )


def afterwards(reader: Reader, game: str, after: int = 0) -> Afterwards:
    """What was decided since this entry."""
    makers = list(reader.back_from(game, after=after, holding=list(AS_WRITTEN.values())))[::-1]
    undone = undone_by(makers)
    count = [entry for entry in makers if entry.seq not in undone]
    return Afterwards(
        undone,
        frozenset(entry.command["entry"] for entry in count if is_(entry, "put-right")),
        max((entry.seq for entry in count if is_(entry, "reorder-seats") and entry.changes), default=0),
    )


def undone_by(entries: Iterable[Entry]) -> frozenset[int]:
    """What these, oldest first, undid and did not do again."""
    undone = set()
    for entry in entries:
        match entry.command:
            case {"command": "undo", "entry": int(target)}:
                undone.add(target)
            case {"command": "redo", "entry": int(target)}:
                undone.discard(target)
    return frozenset(undone)


class Move(NamedTuple):
    """An entry by which players changed places: from which number to which."""

    seq: int
    to: dict[int, int]


def moves(reader: Reader, game: str) -> list[Move]:
    """Every change of places, oldest first; undone and done again among them. In most games there is none."""
    seated = {entry.seq: entry for entry in reader.back_from(game, holding=[AS_WRITTEN["reorder-seats"]])}
    orders = {seq: entry.command["order"] for seq, entry in seated.items() if is_(entry, "reorder-seats")}
    if not orders:
        return []
    found = [Move(seq, _numbers(order)) for seq, order in orders.items()]
    for entry in reader.back_from(game, after=min(orders), holding=[AS_WRITTEN["undo"], AS_WRITTEN["redo"]]):
        order = orders.get(entry.command.get("entry", 0))
        if order and is_(entry, "redo"):
            found.append(Move(entry.seq, _numbers(order)))
        elif order and is_(entry, "undo"):
            found.append(Move(entry.seq, {new: old for old, new in _numbers(order).items()}))
    return sorted(found, key=lambda move: move.seq)


def _numbers(order: list[int]) -> dict[int, int]:
    """Those who are named take the places of those who are named."""
    return dict(zip(order, sorted(order), strict=True))


def is_(entry: Entry, name: str) -> bool:
    return bool(entry.command["command"] == name)


def seat_after(moves: list[Move], seq: int, seat: int) -> int:
    """Where the player who sits here now sat after this entry."""
    for move in reversed(moves):
        if move.seq <= seq:
            break
        seat = next((old for old, new in move.to.items() if new == seat), seat)
    return seat
