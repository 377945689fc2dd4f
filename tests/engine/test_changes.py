"""What changed is found by comparing, applied without rules, taken back by swapping."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.changes import again, apply, compare, in_order, look, opposite, shape_of
from companion.engine.plain import complete, to_json


@dataclass
class Egg:
    name: str = "egg"
    owner: int | None = None


@dataclass
class Nest:
    eggs: dict[str, Egg] = field(default_factory=dict)
    best: Egg | None = None
    marks: list[int] = field(default_factory=list)
    note: str | None = None


SHAPE = shape_of(Nest)

eggs = st.fixed_dictionaries({"name": st.text(max_size=3), "owner": st.none() | st.integers(1, 4)})
ids = st.from_regex(r"p[1-9][0-9]?(-[2-9])?", fullmatch=True)
nests = st.fixed_dictionaries(
    {
        "eggs": st.dictionaries(ids, eggs, max_size=5).map(in_order),
        "best": st.none() | eggs,
        "marks": st.lists(st.integers(0, 9), max_size=3),
        "note": st.none() | st.text(max_size=3),
    }
).map(lambda nest: complete(nest, Nest))


@given(nests, nests)
def test_the_difference_leads_from_one_table_to_the_other_and_back(before, after):
    changes = compare(before, after, SHAPE)
    assert apply(before, changes, SHAPE) == after
    there = apply(before, changes, SHAPE)
    back = apply(there, opposite(changes, there), SHAPE)
    assert to_json(back) == to_json(before)
    assert apply(back, again(changes, back), SHAPE) == after


@given(nests)
def test_no_difference_means_no_changes(nest):
    assert compare(nest, nest, SHAPE) == []


def test_a_field_may_become_null_and_a_key_of_a_map_goes_away():
    before = {"eggs": {"p1": {"name": "a", "owner": 1}}, "best": None, "marks": [], "note": "x"}
    after = {"eggs": {}, "best": None, "marks": [], "note": None}
    changes = compare(before, after, SHAPE)
    assert changes == [["eggs/p1", {"name": "a", "owner": 1}, None], ["note", "x", None]]
    assert apply(before, changes, SHAPE) == after


def test_a_list_is_one_value_recorded_whole():
    before = {"eggs": {}, "best": None, "marks": [1, 2], "note": None}
    assert compare(before, before | {"marks": [1, 2, 3]}, SHAPE) == [["marks", [1, 2], [1, 2, 3]]]


def test_a_key_with_a_slash_would_break_paths_and_is_refused():
    with pytest.raises(ValueError, match="slash"):
        compare({"eggs": {}}, {"eggs": {"a/b": {"name": "x"}}}, SHAPE)


def test_things_stand_in_the_order_of_their_ids():
    assert list(in_order(dict.fromkeys(["p10", "p2", "p41-2", "p41", "p41-10"]))) == [
        "p2",
        "p10",
        "p41",
        "p41-2",
        "p41-10",
    ]


def test_what_did_not_change_is_shared_with_the_table_before():
    before = {"eggs": {"p1": {"name": "a", "owner": 1}}, "best": None, "marks": [], "note": None}
    after = apply(before, [["note", None, "x"]], SHAPE)
    assert after["eggs"] is before["eggs"]
    assert before["note"] is None


def test_a_thing_written_before_a_field_existed_gets_its_default():
    nest = apply({"eggs": {}, "best": None, "marks": [], "note": None}, [["eggs/p1", None, {"name": "old"}]], SHAPE)
    assert nest["eggs"]["p1"] == {"name": "old", "owner": None}
    assert complete({}, Nest) == {"eggs": {}, "best": None, "marks": [], "note": None}


def test_looking_at_a_path_that_is_not_there_finds_nothing():
    assert look({"eggs": {}}, "eggs/p1/name") is None
    assert look({"note": "x"}, "note/deeper") is None
