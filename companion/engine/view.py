"""The table as everyone sees it: one shape for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine.changes import by_id
from companion.engine.entry import Entry
from companion.engine.plain import Plain
from companion.engine.table import Table

Say = Callable[[str, str, dict[str, Any]], str]  # section, code, values to a sentence

EMPTY: Plain = {
    "game": None,
    "id": None,
    "seq": 0,
    "round": None,
    "phase": None,
    "turn": None,
    "paused": False,
    "seats": [],
    "tracks": {},
    "pieces": [],
    "timers": {},
    "notices": [],
    "outcome": None,
    "devices": {},
}


def view(table: Table, t: float, say: Say) -> Plain:
    """What `/api/state`, the screens and a replay show."""
    if table.game is None or table.plain is None:
        return EMPTY | {"seq": table.seq}
    plain = table.plain
    kinds, seat_kinds = table.game.table_piece_maps, table.game.piece_maps
    shown = {key: value for key, value in plain.items() if key not in kinds}
    return (
        EMPTY
        | shown
        | {
            "id": table.id,
            "seq": table.seq,
            "seats": [_seat(seat, seat_kinds) for seat in plain["seats"].values()],
            "tracks": _tracks(plain["tracks"]),
            "pieces": _pieces(plain, kinds),
            "timers": {name: timer_view(table, name, t) for name in plain["timers"]},
            "notices": [_notice(notice, say) for notice in plain["notices"].values()],
        }
    )


def timer_view(table: Table, name: str, t: float) -> Plain:
    timer = table.timers()[name]
    state = timer.state_at(t)
    if table.paused and timer.is_going():
        state = "paused"  # it stands with the game's clock, and runs on by itself when the table does
    return {"state": state, "left_s": timer.left_at(t), "of_s": timer.of_s}


def _seat(seat: Plain, kinds: list[str]) -> Plain:
    return {key: value for key, value in seat.items() if key not in kinds} | {
        "focus": next(iter(seat["tracks"]), None),
        "tracks": _tracks(seat["tracks"]),
        "pieces": _pieces(seat, kinds),
    }


def _tracks(tracks: Plain) -> Plain:
    return {
        name: {key: value for key, value in track.items() if value is not None or key != "baseline"}
        for name, track in tracks.items()
    }


def _pieces(holder: Plain, kinds: list[str]) -> list[Plain]:
    """All kinds of pieces in one list, in the order of their ids."""
    pieces = [piece | {"tracks": _tracks(piece["tracks"])} for kind in kinds for piece in holder[kind].values()]
    return sorted(pieces, key=lambda piece: by_id(piece["id"]))


def _notice(notice: Plain, say: Say) -> Plain:
    shown = {
        "id": notice["id"],
        "code": notice["code"],
        "text": say("notices", notice["code"], notice["values"]),
        "seat": notice["seat"],
    }
    if notice["choices"]:
        shown |= {"choices": notice["choices"], "chosen": notice["chosen"]}
    return shown


def entry_view(entry: Entry, lines: Callable[[str, Iterable[Any]], str]) -> Plain:
    """An entry as every surface shows it."""
    return {
        "seq": entry.seq,
        "game": entry.game,
        "at": entry.at,
        "t": entry.t,
        "by": entry.by,
        "command": entry.command,
        "text": lines("log", entry.said),
        "changes": entry.changes,
    }
