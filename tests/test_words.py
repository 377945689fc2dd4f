"""Every code has a sentence, every sentence a code, and every value in a sentence is supplied where it is raised."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import companion
from companion.games import GAMES
from companion.server.devicewords import COUNTS
from companion.server.forms import fields_of
from companion.words import Words

PACKAGE = Path(companion.__file__).parent
REFUSALS = ("Rejected", "WrongField", "Unreadable", "NotPaired", "Forbidden", "WrongHost", "TooMany", "NoBoard")
SECTIONS = dict.fromkeys(REFUSALS, "refused")
SECTIONS |= {"say": "log", "tell": "notices", "end": "outcomes", "Told": "hardware"}


def used() -> dict[tuple[str, str], set[str]]:
    """Each (section, code) in the code, and the values it always comes with."""
    found: dict[tuple[str, str], set[str]] = {}

    def add(section: str, code: ast.expr, values: set[str]) -> None:
        if isinstance(code, ast.IfExp):
            add(section, code.body, values)
            add(section, code.orelse, values)
        elif isinstance(code, ast.Constant) and isinstance(code.value, str):
            key = (section, code.value)
            found[key] = found.get(key, values) & values

    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                section = SECTIONS.get(name)
                values = {keyword.arg for keyword in node.keywords if keyword.arg}
                is_sentence = section == "log" and len(node.args) == 3  # Words.say(section, code, values)
                if is_sentence and isinstance(node.args[0], ast.Constant) and isinstance(node.args[2], ast.Dict):
                    keys = {key.value for key in node.args[2].keys if isinstance(key, ast.Constant)}
                    add(node.args[0].value, node.args[1], keys)
                if name == "Offer":
                    about = {keyword.arg: keyword.value for keyword in node.keywords}
                    given = about.get("values")
                    keys = {key.value for key in given.keys} if isinstance(given, ast.Dict) else set()
                    add("offers", about.get("says", node.args[0]), keys)
                    if len(node.args) > 2 and isinstance(node.args[2], ast.Dict):
                        found.update({("fields", key.value): set() for key in node.args[2].keys})
                if section and section != "outcomes" and not is_sentence:
                    add(section, node.args[0], values - {"seat"} if section == "notices" else values)
            # ["undone", {"what": …}] beside an entry
            if isinstance(node, ast.List) and len(node.elts) == 2:
                code, values_ = node.elts
                if isinstance(code, ast.Constant) and isinstance(values_, ast.Dict) and isinstance(code.value, str):
                    add("log", code, {key.value for key in values_.keys if isinstance(key, ast.Constant)})
    found[("log", "set-aside")] = {"game", "why"}  # the fields of its command
    for name in COUNTS:
        found[("counts", name)] = {"times"}
    for game in GAMES.values():
        found.update({("fields", field.name): set() for field in fields_of(game.options)})
        for reason in game.reasons:
            found[("outcomes", reason)] = {"players"}
    return found


def named(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    words = Words().sentences
    written = {(section, code) for section, sentences in words.items() for code in sentences}
    assert written == set(used())


def test_a_sentence_names_only_values_that_are_supplied():
    sentences = Words().sentences
    for (section, code), values in used().items():
        assert named(sentences[section][code]) <= values, f"[{section}] {code}"


def test_a_line_of_an_old_journal_whose_code_is_gone_is_still_shown():
    assert Words().say("log", "danced", {"player": "Ann", "times": 3}) == "danced Ann 3"


def test_a_line_of_an_old_journal_that_had_other_values_is_still_shown():
    assert Words().say("log", "spent-power", {"gang": "Ann", "points": 3}) == "spent-power Ann 3"
