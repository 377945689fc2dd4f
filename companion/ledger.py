"""From commands to what is on the disk: a batch at a time, each durably, none at the cost of another."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.clock import Clock
from companion.engine.entry import Entry, Stamp
from companion.engine.plain import Plain, canonical, shown
from companion.engine.table import Games, Table, fold, take
from companion.engine.undo import Past
from companion.errors import Rejected, WrongField
from companion.gametime import GameTime
from companion.journal.batch import Batch
from companion.journal.continuing import keep_picture, last_table, last_time, listed, touches_the_list
from companion.journal.store import Answered, Journal

log = logging.getLogger(__name__)

PICTURE_EVERY = 256  # entries between two pictures of the table, so that a start reads no more than that


class Answer(NamedTuple):
    """What an accepted command is answered: the newest entry's number, and the entry it made, if any."""

    seq: int
    entries: list[Entry]


class Now(NamedTuple):
    """The table, its clock and what undo would take back, swapped together."""

    table: Table
    time: GameTime
    undo: Entry | None = None


class Taken(NamedTuple):
    """What became of a batch."""

    now: Now
    answers: list[Answer | Rejected]
    entries: list[Entry]


class Ledger:
    """Used by the one thread that owns the table."""

    def __init__(self, journal: Journal, clock: Clock, games: Games) -> None:
        self.journal = journal
        self.clock = clock
        self.games = games
        self._pictured = 0

    def open(self) -> Now:
        """The table as it was left."""
        table = last_table(self.journal, self.games)
        stands = table.paused or table.id is None
        self._pictured = table.seq
        time = GameTime(last_time(self.journal, table), self.clock.now(), stands)
        return Now(table, time, self._undoable(table, self.journal))

    def take(self, batch: Sequence[tuple[Any, Plain]], now: Now, hands: Plain | None = None) -> Taken:
        """Take each command, from where the one before left the table; then one commit.

        `hands`: how they are to be remembered from now on. A finished turn of a knob and its entry are one: a power
        cut between the two would turn it twice.

        Raises sqlite3.Error where that fails: then nothing of the batch has happened.
        """
        answers: list[Answer | Rejected] = []
        done = Batch(self.journal)
        try:
            for body, by in batch:
                answer, now = self._one(body, by, now, done)
                answers.append(answer)
            now = now._replace(undo=self._undoable(now.table, done))
            done.write(hands)
        except sqlite3.Error:
            self.journal.roll_back()
            raise
        self._picture(now.table)
        return Taken(now, answers, done.entries)

    def _picture(self, table: Table) -> None:
        """Now and then, so that the next start is short. Without one it is only longer."""
        if table.seq - self._pictured < PICTURE_EVERY:
            return
        self._pictured = table.seq
        try:
            keep_picture(self.journal, table)
        except sqlite3.Error:
            log.exception("the picture of the table could not be saved")

    def _one(self, body: Any, by: Plain, now: Now, done: Batch) -> tuple[Answer | Rejected, Now]:
        """One command of a batch. A refused or broken one leaves no trace and harms no other."""
        try:
            id, digest = _id_of(body)
            if id and (known := self._known_answer(id, digest, done)):
                return known, now
            entry, after = self._entry(body, by, now, done)
        except Rejected as refusal:
            return refusal, now
        except sqlite3.Error:
            raise
        except Exception:
            log.exception("a rule broke on %s", shown(body))
            return Rejected("rule-failed"), now
        if entry:
            done.add(entry, listed(after.table, entry) if touches_the_list(entry) else None)
        if id:
            done.remember_answer(id, Answered(digest, after.table.seq, entry.seq if entry else None))
        return Answer(after.table.seq, [entry] if entry else []), after

    def _entry(self, body: Any, by: Plain, now: Now, past: Past) -> tuple[Entry | None, Now]:
        instant = self.clock.now()
        stamp = Stamp(self.clock.written(), now.time.at(instant), by)
        entry = take(now.table, body, stamp, past, self.games)
        if entry is None:
            return None, now
        table = fold(now.table, entry, self.games)
        return entry, Now(table, GameTime.after(entry, table, now.time, instant))

    def _known_answer(self, id: str, digest: bytes, past: Batch) -> Answer | Rejected | None:
        known = past.answered(id)
        if known is None:
            return None
        if known.body != digest:
            return Rejected("id-reused", id=id)
        entry = past.entry(known.entry) if known.entry else None
        return Answer(known.seq, [entry] if entry else [])

    def _undoable(self, table: Table, past: Past) -> Entry | None:
        """What undo would take back: mostly the newest entry, which is at hand."""
        seq = table.heads.undo
        return past.entry(seq) if seq else None


def _id_of(body: Any) -> tuple[str | None, bytes]:
    """The sender's own id for a command, and what the command says."""
    if not isinstance(body, dict) or body.get("id") is None:
        return None, b""
    id = body["id"]
    if not isinstance(id, str) or not 1 <= len(id) <= 200:
        raise WrongField("bad-id", "id", got=shown(id))
    return id, hashlib.sha256(canonical(body)).digest()
