"""Rosters in the data folder: the characters of a gang, entered once from their cards and used in every game.

One file each, `rosters/<name>.toml`, that a person can read, mend, send to a friend and put back.
"""

from __future__ import annotations

import json
import logging
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Literal

from companion.engine.plain import Name, Plain, read, to_plain
from companion.engine.table import Table, checked
from companion.engine.trying import why_not
from companion.errors import Rejected, Unreadable, WrongField
from companion.games import GAMES
from companion.games.monster_town.state import CharacterSetup

log = logging.getLogger(__name__)

FOLDER = "rosters"
MOST_ROSTERS = 100
MOST_CHARACTERS = 60

Role = Literal["renegade-militia", "brotherhood-of-the-fang", "wolfenpack", "the-living-undead"]


@dataclass(frozen=True)
class Roster:
    """A gang's characters as their cards print them."""

    name: Name
    role: Role | None = None
    treaty: Name | None = None
    characters: list[CharacterSetup] = field(default_factory=list)


class Rosters:
    """The files of one table. Without a folder nothing is kept."""

    def __init__(self, data: Path | None) -> None:
        self._folder = data / FOLDER if data else None

    def all(self) -> dict[str, Roster]:
        """By the name of the file. One that makes no sense is left alone, and said."""
        found = {}
        for path in self._files():
            try:
                found[path.stem] = parsed(path.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                log.warning("%s cannot be used: %s", path, error)
        return found

    def get(self, slug: str) -> Roster:
        known = self.all()
        if slug not in known:
            raise WrongField("no-such-roster", "roster", roster=slug[:60])
        return known[slug]

    def save(self, roster: Roster) -> str:
        """One of the same name is replaced. Refused before it is written if no gang could begin like that."""
        check(roster)
        known = self.all()
        slug = next((each for each, other in known.items() if other.name == roster.name), None)
        if slug is None:
            if len(known) >= MOST_ROSTERS:
                raise Rejected("too-many-rosters", most=MOST_ROSTERS)
            slug = self._free(slug_of(roster.name))
        self._write(slug, written(roster))
        return slug

    def delete(self, slug: str) -> None:
        self.get(slug)
        assert self._folder is not None
        try:
            (self._folder / f"{slug}.toml").unlink(missing_ok=True)
        except OSError as error:
            raise Rejected("not-kept", file=FOLDER, why=error.strerror or str(error)) from None

    def _files(self) -> list[Path]:
        if self._folder is None or not self._folder.is_dir():
            return []
        return sorted(self._folder.glob("*.toml"))

    def _free(self, slug: str) -> str:
        taken = {path.stem for path in self._files()}
        names: Iterator[str] = (slug if number == 1 else f"{slug}-{number}" for number in count(1))
        return next(name for name in names if name not in taken)

    def _write(self, slug: str, text: str) -> None:
        """Whole beside the old one before it takes its name: a power cut leaves the one or the other."""
        if self._folder is None:
            raise Rejected("not-kept", file=FOLDER, why="this table has no data folder")
        path, draft = self._folder / f"{slug}.toml", self._folder / f"{slug}.new"
        try:
            self._folder.mkdir(exist_ok=True)
            with draft.open("w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(path)
        except OSError as error:
            log.warning("%s cannot be written: %s", path, error)
            raise Rejected("not-kept", file=FOLDER, why=error.strerror or str(error)) from None


def slug_of(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "roster"


def parsed(text: str) -> Roster:
    """A roster as TOML says it; what is wrong is named field by field."""
    try:
        plain = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable("not-toml", why=error) from None
    roster: Roster = checked(*read(plain, Roster))
    if len(roster.characters) > MOST_CHARACTERS:
        raise WrongField("roster-too-long", "characters", most=MOST_CHARACTERS)
    return roster


def check(roster: Roster) -> None:
    """Whether a gang could begin a game like that: the rules themselves are asked."""
    if len(roster.characters) > MOST_CHARACTERS:
        raise WrongField("roster-too-long", "characters", most=MOST_CHARACTERS)
    seats = [as_seat(roster), {"player": "-"}]
    refusal = why_not(Table(), {"command": "start-game", "game": "monster-town", "seats": seats}, 0.0, GAMES)
    if refusal:
        raise refusal


def as_seat(roster: Roster) -> Plain:
    """As a seat of `start-game`, with the gang's own name for a player."""
    plain: Plain = to_plain(roster)
    return {"player": plain.pop("name"), **plain}


def written(roster: Roster) -> str:
    """TOML that reads like the cards. JSON's strings and numbers are TOML's too."""
    lines = [f"name = {_said(roster.name)}"]
    lines += [f"role = {_said(roster.role)}"] if roster.role else []
    lines += [f"treaty = {_said(roster.treaty)}"] if roster.treaty else []
    for each in roster.characters:
        lines += ["", "[[characters]]"]
        lines += [f"{key} = {_said(value)}" for key, value in to_plain(each).items() if not _is_usual(value)]
    return "\n".join(lines) + "\n"


def _is_usual(value: Any) -> bool:
    """What a card mostly does not have; a nought is a number like any other."""
    return value is None or value is False or value == []


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
