"""What a batch of commands has done so far, before any of it is on the disk."""

from __future__ import annotations

from companion.engine.entry import Entry
from companion.engine.plain import Plain
from companion.engine.undo import Heads
from companion.journal.store import Answered, GameLine, Journal


class Batch:
    """The journal as the next command of the batch sees it. `write` brings all of it to the disk at once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.entries: list[Entry] = []
        self._answers: dict[str, Answered] = {}
        self._lines: list[GameLine] = []

    # What the next command may ask

    def entry(self, seq: int) -> Entry | None:
        return next((entry for entry in reversed(self.entries) if entry.seq == seq), None) or self._journal.entry(seq)

    def heads_before(self, game: str, seq: int) -> Heads:
        before = next((entry for entry in self.entries if entry.seq == seq - 1 and entry.game == game), None)
        return Heads(before.undo, before.redo) if before else self._journal.heads_before(game, seq)

    def answered(self, id: str) -> Answered | None:
        return self._answers.get(id) or self._journal.answered(id)

    # What a command has done

    def add(self, entry: Entry, line: GameLine | None) -> None:
        self.entries.append(entry)
        if line:
            self._lines.append(line)

    def remember_answer(self, id: str, answer: Answered) -> None:
        self._answers[id] = answer

    def write(self, hands: Plain | None) -> None:
        """One commit. A lone statement is a transaction by itself, and quicker."""
        journal = self._journal
        if hands is not None or self._answers or self._lines:
            journal.begin()
        if self.entries:
            journal.append(*self.entries)
        for line in self._lines:
            journal.list_game(line)
        for id, answer in self._answers.items():
            journal.remember_answer(id, answer)
        if hands is not None:
            journal.keep_inflight("hands", hands)
        journal.commit()
