"""Imports point inward: games and engine are pure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent

OUTSIDE = ["flask", "waitress", "gpiozero", "serial", "sqlite3", "threading", "socket", "platformdirs"]


def test_engine_and_games_work_without_flask_gpiozero_and_pyserial():
    program = f"""
import sys
for name in {OUTSIDE!r}:
    sys.modules[name] = None  # any import of it now fails
import companion.games, companion.engine.table, companion.engine.view
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=PACKAGE.parent)


def test_one_module_of_the_engine_knows_msgspec():
    rooms = [*(PACKAGE / "engine").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")]
    assert [path.name for path in rooms if "import msgspec" in path.read_text(encoding="utf-8")] == ["plain.py"]


def test_rules_have_no_clock_and_no_chance():
    rooms = [*(PACKAGE / "engine").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")]
    for path in rooms:
        text = path.read_text(encoding="utf-8")
        for module in ("time", "random", "datetime"):
            assert f"import {module}" not in text, f"{path.name} reaches for {module}"
            assert f"from {module} " not in text, f"{path.name} reaches for {module}"
