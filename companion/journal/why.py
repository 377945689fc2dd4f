"""Why a number is what it is: its story, out of what the entries changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.changes import look
from companion.engine.entry import Entry
from companion.engine.game import Game
from companion.engine.plain import Plain, complete
from companion.engine.undo import changes_of
from companion.journal.afterwards import AS_WRITTEN, Move, is_, seat_after


class Number(NamedTuple):
    """Which number: a track of the table, of a seat as it is numbered now, or of a piece."""

    track: str
    seat: int | None = None
    piece: str | None = None


class Stand(NamedTuple):
    """What a track showed, and what it goes back to."""

    value: int
    baseline: int | None = None


class Step(NamedTuple):
    """From one stand to the next, and by which entry; by none where the journal is damaged."""

    entry: Entry | None
    before: Stand
    after: Stand | None  # none where the thing itself went away
    again: int | None = None  # the entry that a redo did once more

    @property
    def by(self) -> int:
        return (self.after.value if self.after else 0) - self.before.value


@dataclass
class Story:
    """What it was when it came to the table, and every step since that was not undone. They add up to what it is."""

    start: Stand
    began: Entry
    steps: list[Step] = field(default_factory=list)
    undone: int = 0  # steps that were taken back, and are left out

    def takes_back(self, entry: Entry, after: Stand | None) -> bool:
        """Whether this entry undid the last step: then neither is told."""
        last = self.steps[-1] if self.steps else None
        if last is None or not is_(entry, "undo") or after != last.before:
            return False
        if entry.command.get("entry") not in (last.entry.seq if last.entry else None, last.again):
            return False
        self.steps.pop()
        self.undone += 1
        return True


def sieve(number: Number, game: Game) -> list[str]:
    """What the entries hold that can belong to a number's story. Older versions may have called it something else."""
    if game.migrations:
        return []
    whole = [f'"{number.track}":{{', '["",null']  # a thing that came with its tracks; the first state
    thing = [f'/{number.piece}"'] if number.piece is not None else []
    return [f"tracks/{number.track}/", *whole, *thing, AS_WRITTEN["reorder-seats"]]


def story(
    entries: Iterable[Entry], number: Number, game: Game, moves: list[Move], now: Stand, seats: int
) -> Story | None:
    """The story of a number that stands at `now`, from entries in their order; none if they do not tell."""
    follow = _Follow(number, game, moves, seats)
    told: Story | None = None
    for entry in entries:
        before, recorded, after = follow.past(entry)
        if told and told.takes_back(entry, after):
            continue
        if told is None or before is None or recorded is None:
            told = Story(after, entry) if after else told  # here it came to the table, or came back to it
            continue
        if before != recorded:
            told.steps.append(Step(None, before, recorded))
        if recorded != after:
            told.steps.append(Step(entry, recorded, after, entry.command.get("entry") if is_(entry, "redo") else None))
    last = follow.stand()
    if told is None or last is None:
        return None
    if last != now:
        told.steps.append(Step(None, last, now))
    return told


class _Follow:
    """Keeps every place in sight where the number may stand: players change places, and pieces change hands."""

    def __init__(self, number: Number, game: Game, moves: list[Move], seats: int) -> None:
        self._game = game
        self._moves = moves
        self._seat = number.seat
        self._is_seat = number.piece is None and number.seat is not None
        end = f"tracks/{number.track}"
        homes = [f"seats/{seat}/" for seat in range(1, seats + 1)]
        if number.piece is not None:
            places = [f"{home}{kind}/{number.piece}/" for home in homes for kind in game.piece_maps]
            places += [f"{kind}/{number.piece}/" for kind in game.table_piece_maps]
        else:
            places = homes if self._is_seat else [""]
        self._stands: dict[str, Stand | None] = {place + end: None for place in places}
        self._end = end
        self._seq = 0

    def _at(self) -> str | None:
        """Where it stands, if it is on the table."""
        if self._is_seat and self._seat is not None:
            return f"seats/{seat_after(self._moves, self._seq, self._seat)}/{self._end}"
        return next((at for at, stand in self._stands.items() if stand), None)

    def stand(self) -> Stand | None:
        return self._stands.get(self._at() or "")

    def past(self, entry: Entry) -> tuple[Stand | None, Stand | None, Stand | None]:
        """What it was before this entry, what that entry says it was, and what it was afterwards."""
        self._seq = entry.seq - 1
        here = self._at()
        before = recorded = self.stand()
        for path, was, becomes in changes_of(entry, self._game):
            for at, stand in self._stands.items():
                if f"{at}/".startswith(f"{path}/" if path else ""):
                    self._stands[at] = self._found(path, becomes, at)
                elif stand and path in (f"{at}/value", f"{at}/baseline"):
                    which = path.rpartition("/")[2]
                    self._stands[at] = stand._replace(**{which: becomes})
                    if at == here and recorded:
                        recorded = recorded._replace(**{which: was})
        self._seq = entry.seq
        return before, recorded, self.stand()

    def _found(self, path: str, thing: Any, at: str) -> Stand | None:
        """The track in something that was put down as a whole."""
        if not isinstance(thing, dict):
            return None
        shape = self._game.shape
        for key in path.split("/") if path else []:
            shape = shape.of(key)
        # What was put down long ago may lack what came later.
        whole = complete(thing, shape.kind) if shape.kind else thing
        rest = at[len(path) :].strip("/")
        track = look(whole, rest) if rest else whole
        return Stand(track["value"], track["baseline"]) if isinstance(track, dict) else None


def find(plain: Plain, game: Game, number: Number) -> tuple[Plain, Plain] | None:
    """Whose number it is, and its track, as they stand now."""
    for thing in _things(plain, game, number):
        track = thing["tracks"].get(number.track)
        if track is not None:
            return thing, track
    return None


def _things(plain: Plain, game: Game, number: Number) -> Iterator[Plain]:
    seats = plain["seats"]
    if number.piece is not None:
        maps = [plain[kind] for kind in game.table_piece_maps]
        maps += [seat[kind] for seat in seats.values() for kind in game.piece_maps]
        yield from (things[number.piece] for things in maps if number.piece in things)
    elif number.seat is None:
        yield plain
    elif str(number.seat) in seats:
        yield seats[str(number.seat)]
