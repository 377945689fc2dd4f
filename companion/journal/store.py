"""The journal in SQLite: one writer that owns the table, any number of readers beside it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine.entry import Entry
from companion.engine.plain import from_json, to_json
from companion.engine.undo import Heads
from companion.errors import JournalError
from companion.journal.migrations import MIGRATIONS, VERSION

FILE = "journal.sqlite3"
SCHEMA = Path(__file__).with_name("schema.sql")
WAL_BYTES = 1000 * (4096 + 24) + 32  # as long as it gets: SQLite moves its pages into the journal after a thousand
COLUMNS = "seq, game, at, t, by, command, said, changes, version, undo, redo"
APPEND = f"INSERT INTO entries ({COLUMNS}) VALUES"
LATEST = 2**62  # no entry has such a number
ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Answered(NamedTuple):
    """What a command with an id was answered the first time."""

    body: bytes
    seq: int
    entry: int | None


class GameLine(NamedTuple):
    """A game in the list of games."""

    id: str
    began: int
    at: str
    name: str
    players: dict[str, str]
    outcome: dict[str, Any] | None
    is_whole: bool = True  # of a damaged line only the rest can be told


class Reader:
    """Reads a journal, beside a running service too."""

    def __init__(self, data: Path) -> None:
        self.path = data / FILE
        if not self.path.is_file():
            raise JournalError(f"there is no journal in {data}; start the companion once, or name another --data")
        # Not read-only: a reader of a write-ahead log may have to make its shared-memory file.
        self._db = _open(self.path, f"file:{_quoted(self.path)}?mode=rw")
        if _check_version(self._db, self.path) < VERSION:
            raise JournalError(f"{self.path} is older than this companion; start it once to bring that up to date")

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def last_seq(self) -> int:
        (seq,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()
        return int(seq)

    def last_line(self) -> tuple[int, str | None, str]:
        """Number, game and wall time of the newest entry, without reading what it says."""
        row = self._db.execute("SELECT seq, game, at FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
        return row or (0, None, "")

    def entry(self, seq: int) -> Entry | None:
        row = self._db.execute(f"SELECT {COLUMNS} FROM entries WHERE seq = ?", (seq,)).fetchone()  # noqa: S608 - our own
        return _entry(row) if row else None

    def entries(self, after: int = 0, limit: int = 500) -> list[Entry]:
        rows = self._db.execute(
            f"SELECT {COLUMNS} FROM entries WHERE seq > ? ORDER BY seq LIMIT ?",  # noqa: S608 - our own
            (after, limit),
        )
        return [_readable(row) for row in rows]

    def entries_of(self, game: str, after: int = 0, *, must_be_whole: bool = True) -> Iterator[Entry]:
        """A game's entries, oldest first."""
        first, end = self._span(game)
        rows = self._db.execute(
            f"SELECT {COLUMNS} FROM entries WHERE seq >= ? AND seq < ? AND game = ? ORDER BY seq",  # noqa: S608 - our own
            (max(first, after + 1), end, game),
        )
        read = _entry if must_be_whole else _readable
        return (read(row) for row in rows)

    def back_from(
        self, game: str, before: int = LATEST, *, after: int = 0, holding: Sequence[str] = ()
    ) -> Iterator[Entry]:
        """A game's entries, newest first; of a damaged one only that it is.

        `holding`: those only that hold one of these texts in who asked, what was asked or what changed. It is a sieve
        for long games, no more: SQLite looks through a row many times quicker than we read it.
        """
        first, end = self._span(game)
        wanted = " OR ".join(["instr(changes, ?) OR instr(command, ?) OR instr(by, ?)"] * len(holding)) or "TRUE"
        rows = self._db.execute(
            f"SELECT {COLUMNS} FROM entries WHERE seq >= ? AND seq < ? AND game = ? AND ({wanted})"  # noqa: S608 - our own
            " ORDER BY seq DESC",
            (max(first, after + 1), min(end, before), game, *(text for text in holding for _ in range(3))),
        )
        return (_readable(row) for row in rows)

    def _span(self, game: str) -> tuple[int, int]:
        """A game's entries stand together, from where it began to where the next one did."""
        began, end = self._db.execute(
            "SELECT began, (SELECT min(began) FROM games AS later WHERE later.began > games.began)"
            " FROM games WHERE id = ?",
            (game,),
        ).fetchone() or (0, None)
        return began, end or LATEST

    def heads_before(self, game: str, seq: int) -> Heads:
        row = self._db.execute("SELECT undo, redo FROM entries WHERE seq = ? AND game = ?", (seq - 1, game)).fetchone()
        return Heads(*row) if row else Heads()

    def games(self, before: int = LATEST) -> Iterator[GameLine]:
        """Every game, newest first; those only that began before this entry."""
        rows = self._db.execute(
            "SELECT id, began, at, name, players, outcome FROM games WHERE began < ? ORDER BY began DESC", (before,)
        )
        return (_game_line(row) for row in rows)

    def game(self, id: str) -> GameLine | None:
        return next((line for line in self.games() if line.id == id), None)

    def inflight(self, what: str) -> Any:
        row = self._db.execute("SELECT value FROM inflight WHERE what = ?", (what,)).fetchone()
        return from_json(row[0]) if row else None


class Journal(Reader):
    """The one writer. Entries are gathered and committed together, each batch durably."""

    def __init__(self, data: Path) -> None:
        try:
            data.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(data)
        except OSError as error:
            if isinstance(error, JournalError):
                raise
            raise JournalError(
                f"the data folder {data} cannot be written ({error.strerror});"
                " make it writable, or name another with --data"
            ) from None
        try:
            self.path = data / FILE
            self._db = _open(self.path, f"file:{_quoted(self.path)}?mode=rwc")
            _migrate(self._db, self.path)
        except BaseException:
            os.close(self._lock)
            raise

    def close(self) -> None:
        """Closing twice is fine."""
        if self._lock is not None:
            super().close()
            os.close(self._lock)
            self._lock = None

    _lock: int | None

    def make_room(self) -> None:
        """Lay out the write-ahead log in full before it is needed. Any thread may.

        A commit that makes a file longer has to bring the file system's own books to the disk as well, and takes half
        as long again as one that writes over what is there; on a memory card more. SQLite passes over what is not its
        own, and starts at the front again after each checkpoint.
        """
        log = Path(f"{self.path}-wal")
        try:
            with log.open("ab") as file:  # appending, so that an entry which is written meanwhile stays whole
                missing = WAL_BYTES - file.tell()
                if missing > 0:
                    file.write(bytes(missing))
                    file.flush()
                    os.fdatasync(file.fileno())
        except OSError:
            return  # a full disk is told by the first commit that cannot be written; this was only for speed

    def begin(self) -> None:
        """Keep what follows together until `commit`. Without it each row is on the disk by itself."""
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def append(self, *entries: Entry) -> None:
        """All of them in one statement: each one lets go of the interpreter, and must wait until it gets it back."""
        rows = ", ".join([ROW] * len(entries))
        self._db.execute(f"{APPEND} {rows}", [value for entry in entries for value in _row(entry)])

    def list_game(self, line: GameLine) -> None:
        """Put a game into the list, or bring its players and outcome up to date."""
        outcome = to_json(line.outcome).decode() if line.outcome else None
        self._db.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET players = excluded.players, outcome = excluded.outcome",
            (line.id, line.began, line.at, line.name, to_json(line.players).decode(), outcome),
        )

    def answered(self, id: str) -> Answered | None:
        row = self._db.execute("SELECT body, seq, entry FROM answers WHERE id = ?", (id,)).fetchone()
        return Answered(*row) if row else None

    def remember_answer(self, id: str, answer: Answered) -> None:
        self._db.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", (id, *answer))

    def keep_inflight(self, what: str, value: Any) -> None:
        self._db.execute("INSERT OR REPLACE INTO inflight VALUES (?, ?)", (what, to_json(value).decode()))


def _open(path: Path, uri: str) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be opened: {error}; restore a backup or name another --data") from None
    try:
        _check_version(db, path)  # before anything is written: even the journal mode stands in the file
        db.execute("PRAGMA journal_mode = WAL")
        # Full: an answer means that it is on the disk, not only on its way there.
        db.execute("PRAGMA synchronous = FULL")
    except JournalError:
        db.close()
        raise
    except sqlite3.Error as error:
        db.close()
        raise JournalError(f"{path} cannot be opened: {error}; restore a backup or name another --data") from None
    return db


def _quoted(path: Path) -> str:
    """A path inside a URI: ?, # and % mean something there."""
    return str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _lock(data: Path) -> int:
    """One service per data folder. The lock goes with the process, however it ends."""
    file = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.pread(file, 20, 0).decode(errors="replace").strip() or "unknown"
        os.close(file)
        raise JournalError(
            f"another companion (process {holder}) uses the data folder {data};"
            " stop it, or give this one a --data of its own"
        ) from None
    os.ftruncate(file, 0)
    os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
    return file


def _check_version(db: sqlite3.Connection, path: Path) -> int:
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        raise JournalError(f"{path} is not a journal: {error}; restore a backup or name another --data") from None
    if version > VERSION:
        raise JournalError(
            f"the journal {path} was written by a newer companion (format {version}, this one knows {VERSION});"
            " install that version again; nothing was changed"
        )
    return int(version)


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring an older journal up to date, all or nothing."""
    version = _check_version(db, path)
    if version == VERSION:
        return
    schema = SCHEMA.read_text(encoding="utf-8")
    steps = [schema] if version == 0 else [MIGRATIONS[each] for each in range(version, VERSION)]
    try:
        db.executescript("\n".join(["BEGIN IMMEDIATE;", *steps, f"PRAGMA user_version = {VERSION};", "COMMIT;"]))
    except sqlite3.Error as error:
        db.close()
        raise JournalError(
            f"{path} could not be brought up to date: {error};"
            " it is as it was, so the companion before this one can read it"
        ) from None


def _row(entry: Entry) -> tuple[Any, ...]:
    return (
        entry.seq,
        entry.game,
        entry.at,
        entry.t,
        to_json(entry.by).decode(),
        to_json(entry.command).decode(),
        to_json(entry.said).decode(),
        to_json(entry.changes).decode(),
        entry.version,
        entry.undo,
        entry.redo,
    )


def _entry(row: tuple[Any, ...]) -> Entry:
    seq, game, at, t, by, command, said, changes, *rest = row
    return Entry(seq, game, at, t, from_json(by), from_json(command), from_json(said), from_json(changes), *rest)


def _game_line(row: tuple[Any, ...]) -> GameLine:
    """One game of the list. A damaged line must not hide all the others."""
    id, began, at, name, players, outcome = row
    try:
        return GameLine(id, began, at, name, from_json(players), from_json(outcome) if outcome else None)
    except ValueError:
        return GameLine(id, began, at, name, {}, None, is_whole=False)


def _readable(row: tuple[Any, ...]) -> Entry:
    """The entry; where a row was damaged, one that says so: one bad spot must not hide all the others."""
    try:
        return _entry(row)
    except ValueError:
        seq, game, at, t = row[:4]
        said = [["unreadable", {"entry": seq}]]
        return Entry(seq, game, at, t, {"companion": "damaged"}, {"command": "unreadable"}, said, [])
