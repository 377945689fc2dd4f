"""The journal writes universal time; people at the table read their own clock."""

from __future__ import annotations

from datetime import datetime


def time_of_day(at: str) -> str:
    """`2026-11-18T21:14:05Z` as the clock on the wall shows it: 22:14."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except (ValueError, OverflowError):
        return ""
