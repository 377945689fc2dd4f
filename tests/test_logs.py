"""The log as a person reads it, at a terminal and in systemd's journal."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion import logs

ROOT = Path(companion.__file__).parents[1]
PROGRAM = """
import logging, sys
from companion import logs
logs.set_up(sys.argv[1])
log = logging.getLogger("companion.devices")
log.info("die-a is here")
log.warning("die-a has gone")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("the table stumbled")
"""


def said(tmp_path: Path, level: str, *, in_journal: bool) -> list[str]:
    """What the journal would get: with its stream named by device and inode, as systemd does it."""
    path = tmp_path / "stderr"
    with path.open("wb") as stderr:
        about = os.fstat(stderr.fileno())
        stream = f"{about.st_dev}:{about.st_ino}" if in_journal else "8:12345"  # somebody else's
        env = os.environ | {"JOURNAL_STREAM": stream}
        subprocess.run([sys.executable, "-c", PROGRAM, level], stderr=stderr, env=env, check=True)
    return path.read_text().splitlines()


def test_at_a_terminal_a_line_says_how_bad_and_who(tmp_path: Path) -> None:
    first, second, *_ = said(tmp_path, "info", in_journal=False)
    assert first == "INFO companion.devices: die-a is here"
    assert second == "WARNING companion.devices: die-a has gone"


def test_in_the_journal_each_line_has_its_weight_and_nothing_that_the_journal_knows(tmp_path: Path) -> None:
    lines = said(tmp_path, "info", in_journal=True)
    assert lines[:3] == ["<6>die-a is here", "<4>die-a has gone", "<3>the table stumbled"]
    assert lines[-1] == "<3>ZeroDivisionError: division by zero"
    assert all(line.startswith("<3>") for line in lines[2:]), "every line of a traceback"


def test_a_table_that_does_not_start_says_why_with_its_weight(tmp_path: Path) -> None:
    settings, path = tmp_path / "table.toml", tmp_path / "stderr"
    settings.write_text("[server]\nport = true\nhost = 5\n")
    words = [sys.executable, "-m", "companion", "run", "--config", settings, "--data", tmp_path / "data"]
    with path.open("wb") as stderr:
        about = os.fstat(stderr.fileno())
        env = os.environ | {"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"}
        assert subprocess.run(words, stderr=stderr, env=env, cwd=ROOT).returncode == 1
    lines = path.read_text().splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"<3>{settings}") for line in lines)


def test_the_level_says_what_is_left_out(tmp_path: Path) -> None:
    assert said(tmp_path, "error", in_journal=True)[0] == "<3>the table stumbled"


def test_every_level_is_one_that_logging_knows() -> None:
    for level in logs.LEVELS:
        assert isinstance(logging.getLevelName(level.upper()), int)


def test_without_a_stderr_it_is_no_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", open(os.devnull, "w"))  # noqa: SIM115, PTH123
    sys.stderr.close()
    assert not logs.is_for_journal()
