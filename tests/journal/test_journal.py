"""The journal: append-only, one writer, readable beside it, refused when it is not ours to read."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace

import pytest

from companion.engine.entry import Entry
from companion.engine.undo import Heads
from companion.errors import JournalError
from companion.journal import Journal, Reader
from companion.journal.migrations import MIGRATIONS
from companion.journal.store import WAL_BYTES, GameLine

ENTRY = Entry(
    1,
    "g1",
    "2026-11-18T21:00:00Z",
    0.0,
    {"screen": "tablet"},
    {"command": "x"},
    [["x", {"n": 1}]],
    [["a", 1, 2]],
    1,
    1,
    None,
)


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path) as journal:
        yield journal


def write(journal, *entries):
    journal.begin()
    for entry in entries:
        journal.append(entry)
    journal.commit()


def test_an_entry_comes_back_as_it_went_in(journal):
    write(journal, ENTRY)
    assert journal.entry(1) == ENTRY
    assert journal.entries() == [ENTRY]
    assert list(journal.entries_of("g1")) == [ENTRY]
    assert journal.last_seq() == 1
    assert journal.entry(2) is None


def test_it_is_durable_before_it_is_answered(journal):
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_nothing_in_it_is_ever_changed_or_taken_away(journal):
    write(journal, ENTRY)
    for statement in ("UPDATE entries SET t = 9", "DELETE FROM entries"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            journal._db.execute(statement)


def test_the_key_refuses_a_second_writer_of_the_same_number(journal):
    write(journal, ENTRY)
    journal.begin()
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(ENTRY)
    journal.roll_back()


def test_what_undo_takes_next_is_asked_of_the_entry_before(journal):
    write(journal, ENTRY, replace(ENTRY, seq=2, undo=2, redo=None), replace(ENTRY, seq=3, game="g3", undo=None))
    assert journal.heads_before("g1", 2) == Heads(1, None)
    assert journal.heads_before("g1", 1) == Heads(None, None)
    assert journal.heads_before("g3", 3) == Heads(None, None)


def test_a_reader_sees_what_is_committed_beside_the_writer(journal, tmp_path):
    write(journal, ENTRY)
    with Reader(tmp_path) as reader:
        assert reader.last_seq() == 1
        write(journal, replace(ENTRY, seq=2))
        assert reader.last_seq() == 2


def test_a_second_service_on_the_same_data_is_told_who_has_it(journal, tmp_path):
    with pytest.raises(JournalError, match=r"another companion \(process \d+\).*stop it, or give this one a --data"):
        Journal(tmp_path)


def test_the_folder_is_free_again_when_the_journal_is_closed(tmp_path):
    journal = Journal(tmp_path)
    journal.close()
    journal.close()  # twice is fine
    Journal(tmp_path).close()


def test_a_journal_of_a_newer_companion_is_left_alone(tmp_path):
    with Journal(tmp_path) as journal:
        journal._db.execute("PRAGMA user_version = 99")
    before = (tmp_path / "journal.sqlite3").read_bytes()
    for door in (Journal, Reader):
        with pytest.raises(JournalError, match=r"newer companion \(format 99, this one knows 1\)"):
            door(tmp_path)
    assert (tmp_path / "journal.sqlite3").read_bytes() == before


@pytest.mark.parametrize("door", [Journal, Reader])
def test_a_file_that_is_no_journal_is_named(tmp_path, door):
    (tmp_path / "journal.sqlite3").write_bytes(b"dear diary, " * 1000)
    with pytest.raises(JournalError, match=r"journal\.sqlite3 .*restore a backup"):
        door(tmp_path)


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match=r"cannot be written .*; make it writable, or name another with --data"):
        Journal(tmp_path / "file")


def test_a_reader_with_nothing_to_read_says_what_to_do(tmp_path):
    with pytest.raises(JournalError, match=r"there is no journal in .*; start the companion once"):
        Reader(tmp_path)


@pytest.mark.parametrize("name", ["a b", "100% sure?", "#1", "Ölpest"])
def test_a_data_folder_may_have_any_name(tmp_path, name):
    with Journal(tmp_path / name) as journal:
        write(journal, ENTRY)
    assert (tmp_path / name / "journal.sqlite3").is_file()
    with Reader(tmp_path / name) as reader:
        assert reader.last_seq() == 1


def test_an_older_journal_is_brought_up_to_date_all_or_nothing(tmp_path, monkeypatch):
    with Journal(tmp_path) as journal:
        write(journal, ENTRY)
    monkeypatch.setattr("companion.journal.store.VERSION", 2)
    monkeypatch.setitem(MIGRATIONS, 1, "CREATE TABLE tables (name TEXT); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(JournalError, match="could not be brought up to date"):
        Journal(tmp_path)
    with pytest.raises(JournalError, match="start it once"):
        Reader(tmp_path)
    monkeypatch.setitem(MIGRATIONS, 1, "CREATE TABLE tables (name TEXT);")
    with Journal(tmp_path) as journal:
        assert journal.entries() == [ENTRY]
        assert journal._db.execute("PRAGMA user_version").fetchone() == (2,)
        assert journal._db.execute("SELECT count(*) FROM tables").fetchone() == (0,)


def test_a_log_that_was_laid_out_in_full_loses_nothing_in_a_power_cut(tmp_path):
    """What is laid out but not written yet is passed over, and so is what an earlier round left there."""
    cut = tmp_path / "cut"
    cut.mkdir()
    with Journal(tmp_path / "data") as journal:
        journal.make_room()
        journal.make_room()  # twice is fine
        assert (tmp_path / "data" / "journal.sqlite3-wal").stat().st_size == WAL_BYTES
        for seq in range(1, 1500):  # past the first checkpoint, into the log from its front again
            journal.append(replace(ENTRY, seq=seq))
        assert (tmp_path / "data" / "journal.sqlite3-wal").stat().st_size < 1.1 * WAL_BYTES
        for file in ("journal.sqlite3", "journal.sqlite3-wal"):
            (cut / file).write_bytes((tmp_path / "data" / file).read_bytes())
    with Journal(cut) as journal:
        assert journal.last_seq() == 1499
        assert len(journal.entries(limit=2000)) == 1499
        assert journal._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_entries_written_while_the_log_is_laid_out_stay_whole(tmp_path):
    with Journal(tmp_path) as journal:
        laying = threading.Thread(target=journal.make_room)
        laying.start()
        for seq in range(1, 60):
            journal.append(replace(ENTRY, seq=seq))
        laying.join()
        assert [entry.seq for entry in journal.entries()] == list(range(1, 60))


def test_a_damaged_row_does_not_hide_the_others(journal):
    write(journal, ENTRY, replace(ENTRY, seq=2), replace(ENTRY, seq=3))
    journal._db.execute("DROP TRIGGER entries_stay")
    journal._db.execute("UPDATE entries SET changes = '[[' WHERE seq = 2")
    assert [entry.said for entry in journal.entries()] == [ENTRY.said, [["unreadable", {"entry": 2}]], ENTRY.said]
    with pytest.raises(ValueError, match="truncated"):
        list(journal.entries_of("g1"))  # a game that goes on must be whole
    assert [entry.seq for entry in journal.entries_of("g1", must_be_whole=False)] == [1, 2, 3]


def test_a_long_game_is_read_from_its_end_and_only_as_far_as_asked(journal):
    journal.append(*[replace(ENTRY, seq=seq, game="g1" if seq < 6 else "g6") for seq in range(1, 9)])
    journal.list_game(GameLine("g1", 1, ENTRY.at, "x", {}, None))
    journal.list_game(GameLine("g6", 6, ENTRY.at, "x", {}, None))
    assert [entry.seq for entry in journal.back_from("g1")] == [5, 4, 3, 2, 1]
    assert [entry.seq for entry in journal.back_from("g1", 4, after=1)] == [3, 2]
    assert [entry.seq for entry in journal.back_from("g6")] == [8, 7, 6]


def test_a_sieve_passes_what_was_asked_by_whom_and_what_changed(journal):
    journal.append(
        ENTRY,
        replace(ENTRY, seq=2, by={"device": "knob-2", "seat": 2}),
        replace(ENTRY, seq=3, command={"command": "undo"}),
        replace(ENTRY, seq=4, changes=[["seats/2/out", False, True]]),
    )
    assert [entry.seq for entry in journal.back_from("g1", holding=['"seat":2', '"seats/2/'])] == [4, 2]
    assert [entry.seq for entry in journal.back_from("g1", holding=['"undo"'])] == [3]


def test_a_damaged_line_of_the_list_does_not_hide_the_other_games(journal):
    for began in (1, 2, 3):
        journal.list_game(GameLine(f"g{began}", began, ENTRY.at, "x", {"1": "Ann"}, None))
    journal._db.execute("UPDATE games SET players = '{' WHERE id = 'g2'")
    assert [(line.id, line.is_whole) for line in journal.games()] == [("g3", True), ("g2", False), ("g1", True)]
    assert [line.id for line in journal.games(before=3)] == ["g2", "g1"]
    assert journal.game("g2").players == {}
