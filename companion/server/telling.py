"""Entries as people read them: in words, by the clock on the wall, and who or what asked."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any

from companion.engine.entry import Entry
from companion.engine.plain import Plain
from companion.words import Words

log = logging.getLogger(__name__)


def local(at: str) -> datetime | None:
    """The wall's time where the table stands. The journal keeps it as it is in Greenwich."""
    try:
        return datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError):
        return None


def clock_time(at: str) -> str:
    """21:14"""
    when = local(at)
    return f"{when:%H:%M}" if when else ""


def day(at: str) -> str:
    """18 November 2026"""
    when = local(at)
    return f"{when.day} {when:%B %Y}" if when else ""


def took(seconds: float, words: Words) -> str:
    """How long something took, as one would say it."""
    minutes = round(seconds / 60)
    if seconds < 60:
        return words.say("past", "took-seconds", {"seconds": int(seconds)})
    if minutes < 60:
        return words.say("past", "took-minutes", {"minutes": minutes})
    return words.say("past", "took-hours", {"hours": minutes // 60, "minutes": minutes % 60})


def asker(by: Plain, words: Words) -> str:
    """Who or what asked. A screen is called by its own name."""
    match by:
        case {"screen": str(name)}:
            return name
        case {"token": _}:
            return words.say("past", "by-script", {})
        case {"companion": _}:
            return words.say("past", "by-companion", {})
        case {"device": str(name)}:
            match name.partition("-")[0]:
                case "knob":
                    return words.say("past", "by-knob", {})
                case "die":
                    return words.say("past", "by-die", {})
                case "start" | "next" | "undo" | "red":
                    return words.say("past", "by-button", {"name": name})
            return words.say("past", "by-device", {"name": name})
    return words.say("past", "by-nobody", {})


def line(entry: Entry, words: Words) -> Plain:
    """One entry for a template."""
    return {
        "seq": entry.seq,
        "at": entry.at,
        "time": clock_time(entry.at),
        "day": day(entry.at),
        "text": in_words(entry, words),
        "who": asker(entry.by, words),
    }


def in_words(entry: Entry, words: Words) -> str:
    """What an entry says. One that makes no sense says so: it must not hide all the others."""
    try:
        return words.lines("log", entry.said)
    except (LookupError, TypeError, ValueError, AttributeError):
        log.warning("entry %d cannot be put into words", entry.seq)
        return words.say("log", "unreadable", {"entry": entry.seq})


def by_day(lines: Iterable[Plain]) -> list[dict[str, Any]]:
    """Lines under the day on which they were written."""
    return [{"day": day, "lines": list(of_day)} for day, of_day in groupby(lines, key=lambda line: line["day"])]
