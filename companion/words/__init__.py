"""Sentences by code, one file per language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.errors import Rejected

FOLDER = Path(__file__).parent


class Words:
    """One language. A sentence is asked for by its section and code, with the values it names."""

    def __init__(self, language: str = "en") -> None:
        text = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
        self.sentences: dict[str, dict[str, str]] = tomllib.loads(text)

    def say(self, section: str, code: str, values: dict[str, Any]) -> str:
        sentence = self.sentences[section].get(code)
        with suppress(KeyError):
            if sentence is not None:
                return sentence.format_map({name: self._word(value) for name, value in values.items()})
        # A line of an old journal whose code is gone, or has other values now: better bare than lost.
        return " ".join([code, *(str(value) for value in values.values())])

    def _word(self, value: Any) -> Any:
        """A value may itself be lines of another section, such as what was undone."""
        if not isinstance(value, dict):
            return value
        return "; ".join(self.lines(section, lines) for section, lines in value.items())

    def lines(self, section: str, lines: Iterable[Any]) -> str:
        return "; ".join(self.say(section, code, values) for code, values in lines)

    def ending(self, outcome: dict[str, Any], players: dict[Any, str]) -> str:
        """How a game ended, in a sentence."""
        winners = ", ".join(players[seat] for seat in outcome["winners"])
        if outcome["reason"] in self.sentences["outcomes"]:
            return self.say("outcomes", outcome["reason"], {"players": winners})
        return self.say("log", "ended-with-winners" if winners else "ended", {"players": winners})

    def refusal(self, error: Rejected) -> str:
        sentences = [self.say("refused", each.code, each.values) for each in (error, *error.more)]
        return " ".join(each if each.endswith("?") else f"{each}." for each in sentences).removesuffix(".")
