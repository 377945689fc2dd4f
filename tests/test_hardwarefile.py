"""hardware.json: small, readable, never half written; and one that makes no sense costs nothing but itself."""

from __future__ import annotations

import json

import pytest

from companion import hardwarefile
from companion.errors import Rejected
from companion.hands import Arrangement, usual_places

WIRED = usual_places(4)


def test_without_a_file_everything_is_where_it_is_wired(tmp_path):
    assert hardwarefile.load(tmp_path, WIRED) == Arrangement(WIRED)
    assert list(tmp_path.iterdir()) == []


def test_the_file_can_be_read_by_a_person(tmp_path):
    arrangement = Arrangement(WIRED).claimed(2, "die-x").named("die-x", "Würfel 🎲").with_buzzer(muted=True)
    hardwarefile.save(tmp_path, arrangement)
    text = (tmp_path / "hardware.json").read_text(encoding="utf-8")
    assert "Würfel 🎲" in text
    assert json.loads(text) == {
        "format": 1,
        "seats": {"2": {"die": "die-x"}},
        "names": {"die-x": "Würfel 🎲"},
        "muted": True,
    }
    assert [path.name for path in tmp_path.iterdir()] == ["hardware.json"]


DAMAGED = {
    "empty": b"",
    "cut short": b'{"format": 1, "seats": {"2": {"di',
    "not UTF-8": b'{"format": 1, "names": {"die-x": "\xff"}}',
    "a list": b"[]",
    "deep": b"[" * 100_000,
    "another format": b'{"format": 2}',
    "an unknown key": b'{"format": 1, "colour": "red"}',
    "a seat too many": b'{"format": 1, "seats": {"6": {"die": "die-x"}}}',
    "an unknown kind": b'{"format": 1, "seats": {"1": {"spoon": "die-x"}}}',
    "an odd device": b'{"format": 1, "seats": {"1": {"die": "Die X"}}}',
    "a long name": b'{"format": 1, "names": {"die-x": "' + b"x" * 31 + b'"}}',
    "one die at two seats": b'{"format": 1, "seats": {"1": {"die": "die-x"}, "2": {"die": "die-x"}}}',
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_kept_aside_with_a_line_in_the_log(tmp_path, caplog, text):
    path = tmp_path / "hardware.json"
    path.write_bytes(text)
    assert hardwarefile.load(tmp_path, WIRED) == Arrangement(WIRED)
    assert f"{path} cannot be used" in caplog.text
    assert "it is kept as hardware.json.damaged" in caplog.text
    assert not path.exists()
    assert (tmp_path / "hardware.json.damaged").read_bytes() == text


def test_a_second_damaged_file_does_not_cost_the_first(tmp_path):
    for text in ("one", "two"):
        (tmp_path / "hardware.json").write_text(text)
        hardwarefile.load(tmp_path, WIRED)
    assert (tmp_path / "hardware.json.damaged").read_text() == "one"
    assert (tmp_path / "hardware.json.damaged-2").read_text() == "two"


def test_a_file_that_cannot_even_be_read_is_a_line_and_not_a_dead_table(tmp_path, caplog):
    (tmp_path / "hardware.json").mkdir()
    assert hardwarefile.load(tmp_path, WIRED) == Arrangement(WIRED)
    assert "cannot be used" in caplog.text


def test_what_cannot_be_written_leaves_the_old_one(tmp_path):
    hardwarefile.save(tmp_path, Arrangement(WIRED).claimed(2, "die-x"))
    (tmp_path / "hardware.json.new").mkdir()
    with pytest.raises(Rejected) as refusal:
        hardwarefile.save(tmp_path, Arrangement(WIRED).claimed(2, "die-y"))
    assert refusal.value.values == {"file": "hardware.json", "why": "Is a directory"}
    assert hardwarefile.load(tmp_path, WIRED).at("die", 2) == "die-x"
