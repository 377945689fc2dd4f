"""Reads table.toml. What is wrong is named with its line, and what nobody knows with the nearest that somebody does."""

from __future__ import annotations

import dataclasses
import re
import tomllib
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.config import AccessConfig, Config, ServerConfig
from companion.engine.plain import Flaw, closest, hints, read
from companion.errors import ConfigError
from companion.wiring import Wiring, clashes

SEATS = [str(seat) for seat in range(1, 6)]


@dataclass(frozen=True)
class TableFile(Wiring):
    """All that table.toml may say."""

    server: ServerConfig = field(default_factory=ServerConfig)
    access: AccessConfig = field(default_factory=AccessConfig)


def load(path: Path) -> tuple[Config, list[str]]:
    """The configuration, and a line about each key that nobody knows: the table still starts."""
    try:
        text = path.read_text(encoding="utf-8")
        plain = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); check the name, or leave out --config") from None
    except (ValueError, RecursionError) as error:  # tomllib has no word of its own for 5000 digits or brackets
        raise ConfigError(f"{path}: this is not TOML: {error}") from None
    remarks = Remarks(path, text)
    _, flaws = read(plain, TableFile)
    unknown = [remarks.about(flaw.field, f"is not known{_hint(flaw)}") for flaw in flaws if flaw.kind == "unknown"]
    wrong = [remarks.about(flaw.field, _what(flaw)) for flaw in flaws if flaw.kind != "unknown"]
    if wrong:
        raise _refused(wrong + unknown)
    file, _ = read(_known(plain, TableFile), TableFile)
    assert file is not None
    wrong = [remarks.about("seat", "is no seat; seats go from 1 to 5", seat) for seat in file.seat if seat not in SEATS]
    wrong += [remarks.about(where, why, *what.split()) for where, what, why in clashes(file)]
    if wrong:
        raise _refused(wrong + unknown)
    wiring = file if any(key in plain for key in ("seat", "button", "buzzer", "cable")) else None
    return Config(file.server, file.access, wiring), [str(remark) for remark in sorted(unknown)]


class Remark(NamedTuple):
    """A sentence about a line, 0 if nobody knows which."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Remarks:
    """`table.toml, line 12: [seat.3] knob push uses pin 5 …`, so that it can be found."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text

    def about(self, field: str, what: str, *parts: str) -> Remark:
        """About a field, `seat.3.lamp`; or about parts of a table, if it is to be named so."""
        *table, key = [*field.split("."), *parts]
        line = line_of(self._text, table, key)
        where = f"{self._path}, line {line}:" if line else f"{self._path}:"
        named = field if parts else ".".join(table)
        rest = " ".join(parts or [key])
        return Remark(line or 0, f"{where} [{named}] {rest} {what}" if named else f"{where} {rest} {what}")


def _refused(remarks: list[Remark]) -> ConfigError:
    """All at once and from top to bottom, the unknown too: what is missing is often what was misspelt."""
    return ConfigError("\n".join(str(remark) for remark in sorted(remarks)))


def _what(flaw: Flaw) -> str:
    if flaw.kind == "missing":
        return f"is missing: it should be {flaw.expected}"
    return f"should be {flaw.expected}, but {flaw.got} came"


def line_of(text: str, table: list[str], key: str) -> int | None:
    """The line of a key, or of the nearest thing around it that has a line of its own."""
    here: list[str] = []
    found = None
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if header:
            here = [part.strip().strip("\"'") for part in header[1].split(".")]
            if here == [*table, key] or (found is None and here[: len(table) + 1] in (table, [*table, key])):
                found = number
        name = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
        if name and here + name[1].split(".") == [*table, key]:
            return number
        # An inline table: knob = { a = 5, … }
        if name and table and here + name[1].split(".") == table:
            found = number
    return found


def _hint(flaw: Flaw) -> str:
    near = closest(flaw.field.rsplit(".", 1)[-1], flaw.expected.split(", "))
    return f"; did you mean {near}?" if near else f"; here go: {flaw.expected}"


def _known(plain: Any, kind: Any) -> Any:
    """Only what this version knows."""
    if not isinstance(plain, dict):
        return plain
    if typing.get_origin(kind) is dict:
        return {key: _known(value, typing.get_args(kind)[1]) for key, value in plain.items()}
    kind = next((each for each in (*typing.get_args(kind), kind) if dataclasses.is_dataclass(each)), kind)
    types = hints(kind)
    return {key: _known(value, types[key]) for key, value in plain.items() if key in types}
