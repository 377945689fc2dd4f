-- The journal: append-only. `seq` is given by the one writer, so that a second one is refused by the key itself.

CREATE TABLE entries (
  seq     INTEGER PRIMARY KEY,
  game    TEXT,                -- the id of the game; null for an entry that clears the table
  at      TEXT NOT NULL,       -- wall time, for people
  t       REAL NOT NULL,       -- the game's own clock
  by      TEXT NOT NULL,       -- JSON: who or what asked
  command TEXT NOT NULL,       -- JSON
  said    TEXT NOT NULL,       -- JSON: codes and values of its sentences
  changes TEXT NOT NULL,       -- JSON: [[path, before, after], …]
  version INTEGER NOT NULL,    -- of the game's state
  undo    INTEGER,             -- what undo would take back after this entry
  redo    INTEGER              -- which undo redo would take back after this entry
) STRICT;

-- No index by game: one game is on the table at a time, so a game's entries stand together, and `games` knows where.

CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

-- One line per game, so that a list of a thousand games need not read them all. Follows from the entries.
CREATE TABLE games (
  id      TEXT PRIMARY KEY,
  began   INTEGER NOT NULL,    -- seq of its first entry
  at      TEXT NOT NULL,
  name    TEXT NOT NULL,       -- which game
  players TEXT NOT NULL,       -- JSON: names by seat
  outcome TEXT                 -- JSON, once it has one
) STRICT;
CREATE INDEX games_in_order ON games (began);

-- Answers to commands that carried an id: the same id gets the same answer, also after a restart.
CREATE TABLE answers (
  id    TEXT PRIMARY KEY,
  body  BLOB NOT NULL,         -- digest of the command
  seq   INTEGER NOT NULL,
  entry INTEGER                -- null where there was nothing to do
) STRICT, WITHOUT ROWID;

-- What is in flight, overwritten in place: the game's clock, an unfinished turn of a knob, a picture of the table.
CREATE TABLE inflight (
  what  TEXT PRIMARY KEY,
  value TEXT NOT NULL          -- JSON
) STRICT, WITHOUT ROWID;
