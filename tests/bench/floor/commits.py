"""The barest durable command: its body becomes a row in SQLite, on the disk before it is answered."""

from __future__ import annotations

import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, request

from tests.bench.floor.page import serve


class Rows:
    """One connection behind a lock: SQLite has one writer anyway."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)")
        self._lock = threading.Lock()

    def add(self, body: str) -> int:
        with self._lock:
            return self._db.execute("INSERT INTO rows (body) VALUES (?)", (body,)).lastrowid or 0


def commits(rows: Rows) -> Flask:
    app = Flask(__name__)

    @app.post("/api/commands")
    def command() -> dict[str, object]:
        body = request.get_json()
        return {"seq": rows.add(request.get_data(as_text=True)), "entries": [body]}

    return app


if __name__ == "__main__":
    serve(commits(Rows(Path(sys.argv[2]))), int(sys.argv[1]))
