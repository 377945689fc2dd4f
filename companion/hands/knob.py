"""A seat's knob: turn to change the track in focus, push to answer, finish or move on, hold for the game's action."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.table import Table

REST_S = 1.2  # after the last click a turn becomes one entry
HOLD_S = 0.8  # longer than any push, shorter than patience
FOCUS_S = 8.0  # after the last touch the focus falls back to the first track


class Turn(NamedTuple):
    """An unfinished turn: the track it moves, and by how much so far."""

    track: str
    by: int
    at: float


@dataclass
class Knob:
    """One seat's knob, with its push button."""

    seat: int
    is_reversed: bool = False
    turn: Turn | None = None
    _focus: str | None = None
    _touched_at: float = 0.0
    _pressed_at: float | None = None
    _held: bool = field(default=False, repr=False)

    # What it is about

    def focus(self, table: Table) -> str | None:
        """The track it turns now: the seat's first unless it was moved and that is still there."""
        tracks = list(focusable(table, self.seat))
        return self._focus if self._focus in tracks else next(iter(tracks), None)

    def is_elsewhere(self, table: Table) -> bool:
        return self._focus is not None and self.focus(table) == self._focus

    # What it notices

    def turned(self, clicks: int, at: float, table: Table) -> None:
        """Preview the change at once; it stops at the bounds, so turning back from there works at the first click."""
        self._touched_at = at
        name = self.focus(table)
        if name is None:
            return
        by = (self.turn.by if self.turn else 0) + (-clicks if self.is_reversed else clicks)
        track = focusable(table, self.seat)[name]
        by = max(track["min"], min(track["max"], track["value"] + by)) - track["value"]
        self.turn = Turn(name, by, at)

    def pressed(self, at: float) -> None:
        self._touched_at = self._pressed_at = at
        self._held = False

    def released(self, at: float) -> bool:
        """Whether that was a push. A hold has done its work before the finger goes."""
        was_push = self._pressed_at is not None and not self._held and at - self._pressed_at < HOLD_S
        self._pressed_at = None
        return was_push

    def move_focus(self, table: Table) -> None:
        tracks = list(focusable(table, self.seat))
        now = self.focus(table)
        if now is not None:
            following = tracks[(tracks.index(now) + 1) % len(tracks)]
            self._focus = None if following == tracks[0] else following

    def forget_focus(self) -> None:
        self._focus = None

    def finish(self) -> dict[str, Any] | None:
        """The command that an unfinished turn becomes."""
        turn, self.turn = self.turn, None
        if turn is None or turn.by == 0:
            return None
        *piece, track = turn.track.split("/")
        whose = {"piece": piece[0]} if piece else {"seat": self.seat}
        return {"command": "adjust-track", **whose, "track": track, "by": turn.by}

    # What time does

    def next_instant(self) -> float | None:
        instants = [self._touched_at + FOCUS_S] if self._focus else []
        if self.turn:
            instants.append(self.turn.at + REST_S)
        if self._pressed_at is not None and not self._held:
            instants.append(self._pressed_at + HOLD_S)
        return min(instants, default=None)

    def is_at_rest(self, now: float) -> bool:
        return self.turn is not None and now >= self.turn.at + REST_S

    def is_held_now(self, now: float) -> bool:
        """True once for each hold."""
        if self._pressed_at is None or self._held or now < self._pressed_at + HOLD_S:
            return False
        self._held = True
        return True

    def let_focus_go(self, now: float) -> bool:
        if self._focus is None or now < self._touched_at + FOCUS_S:
            return False
        self._focus = None
        return True


def focusable(table: Table, seat: int) -> dict[str, Any]:
    """The tracks a seat's knob can turn, in order: its own, then its pieces', unless the game says which."""
    if table.plain is None or table.game is None or str(seat) not in table.plain["seats"] or table.is_over:
        return {}
    tracks = tracks_at(table, str(seat))
    if table.game.knob_tracks is None:
        return tracks
    for other in table.plain["seats"].keys() - {str(seat)}:
        tracks = tracks_at(table, other) | tracks  # a piece of somebody else may be in this seat's hands
    return {name: tracks[name] for name in table.game.knob_tracks(table.plain, seat)}


def tracks_at(table: Table, seat: str) -> dict[str, Any]:
    """A seat's tracks as the game lists them, then those of its pieces."""
    assert table.plain is not None
    assert table.game is not None
    plain = table.plain["seats"][seat]
    tracks = dict(plain["tracks"])
    for kind in table.game.piece_maps:
        for id, piece in plain[kind].items():
            tracks |= {f"{id}/{name}": track for name, track in piece["tracks"].items()}
    return tracks
