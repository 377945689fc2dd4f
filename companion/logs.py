"""How the log reads: a line for a person at a terminal, or one with its weight for systemd's journal."""

from __future__ import annotations

import logging
import os
import sys

LEVELS = ("debug", "info", "warning", "error")
# What syslog calls these; journalctl colours by them, and `journalctl -p warning` picks by them.
WEIGHTS = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


def set_up(level: str) -> None:
    handler = logging.StreamHandler()
    if is_for_journal():
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=level.upper())


def is_for_journal() -> bool:
    """Whether stderr leads straight into systemd's journal, which knows the time and the program by itself."""
    try:
        about = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{about.st_dev}:{about.st_ino}"


def complain(sentence: str, level: int = logging.ERROR) -> None:
    """What a person can do something about: as it is at a terminal, with its weight in the journal."""
    if is_for_journal():
        print(weighed(sentence, level), file=sys.stderr)
    else:
        print(f"companion: {sentence}", file=sys.stderr)


def weighed(text: str, level: int) -> str:
    """`<4>` before every line: the journal takes each line of a traceback as an entry of its own."""
    return "\n".join(f"<{WEIGHTS.get(level, 5)}>{line}" for line in text.splitlines() or [""])


class JournalFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return weighed(super().format(record), record.levelno)
