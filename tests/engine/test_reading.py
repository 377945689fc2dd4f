"""Commands are checked field by field, and every flaw is named at once."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import WORDS, AtTheTable

from companion.engine.plain import Name, Positive, expected, from_json, read, shown


@dataclass(frozen=True)
class Part:
    size: Positive
    label: Name = "x"


@dataclass(frozen=True)
class Whole:
    name: Name
    parts: list[Part] = field(default_factory=list)
    flag: bool = False


def test_every_flaw_is_named_not_only_the_first():
    _, flaws = read({"parts": [{"size": 0}, {"sise": 1}], "flag": 1, "nome": "x"}, Whole)
    assert {(flaw.kind, flaw.field) for flaw in flaws} == {
        ("missing", "name"),
        ("unknown", "nome"),
        ("wrong", "parts[0].size"),
        ("unknown", "parts[1].sise"),
        ("missing", "parts[1].size"),
        ("wrong", "flag"),
    }


def test_what_is_right_is_read_with_its_defaults():
    whole, flaws = read({"name": "Ann", "parts": [{"size": 2}]}, Whole)
    assert (whole, flaws) == (Whole("Ann", [Part(2)]), [])


@pytest.mark.parametrize("wrong", ["", " ", "\t\n", "a" * 61, "a\x00b", "Ann\n", 7, None, True, ["Ann"]])
def test_a_name_needs_something_to_read(wrong):
    _, flaws = read({"name": wrong}, Whole)
    assert [flaw.field for flaw in flaws] == ["name"]


@pytest.mark.parametrize("right", ["A", "a" * 60, "Ölaf", "אבגד", "李小龍", "<b>Bob</b>", "👹", "Ann  Marie"])
def test_a_name_may_be_in_any_script(right):
    assert read({"name": right}, Whole)[1] == []


@pytest.mark.parametrize("wrong", [0, -1, 10**400, 1.5, 2.0, True, "2", None, [1]])
def test_a_number_is_bounded_and_whole(wrong):
    _, flaws = read({"size": wrong}, Part)
    assert [flaw.field for flaw in flaws] == ["size"]


def test_expectations_are_in_words():
    assert expected(Positive) == "a whole number from 1 to 9999"
    assert expected(bool) == "true or false"
    assert expected(Part) == "an object of size, label"
    assert shown(10**400) == "a number of more than 15 digits"
    assert len(shown("x" * 1000)) < 70


@pytest.mark.parametrize(
    "text", [b"NaN", b'"\\ud800"', b"\xff", b"[" * 100_000, b"{", b"", b'{"a": 1e999}', b"1" * 5000]
)
def test_text_that_is_not_json_is_a_value_error_and_nothing_worse(text):
    with pytest.raises(ValueError):
        from_json(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_comes_is_read_or_refused(plain):
    whole, flaws = read(plain, Whole)
    assert (whole is None) == bool(flaws)


@pytest.mark.parametrize("command", ["spnd-power", "time-up", "restart", "set-aside", 7, None, "", ["x"]])
def test_an_unknown_command_names_the_nearest_one(command):
    table = AtTheTable().start("monster-town", "Ann", "Bob")
    refusal = table.refused(command)
    assert (refusal.code, refusal.fields, refusal.status) == ("unknown-command", ("command",), 422)
    if command == "spnd-power":
        assert "did you mean spend-power?" in WORDS.refusal(refusal)


def test_a_misspelt_field_is_told_its_right_name():
    table = AtTheTable().start("monster-town", "Ann", "Bob")
    refusal = table.refused("spend-power", seat=1, amuont=2)
    assert WORDS.refusal(refusal) == (
        "This command has no field amuont; did you mean amount? "
        "The field amount is missing: it should be a whole number from 1 to 9999"
    )
