"""table.toml: what is wired where, and what is wrong with it, by line."""

from __future__ import annotations

import pytest

from companion.config import find, load
from companion.errors import ConfigError
from companion.wiring import clashes, pins_of, usual_wiring


@pytest.fixture
def written(tmp_path):
    def write(text: str):
        path = tmp_path / "table.toml"
        path.write_text(text)
        return load(path)

    return write


def test_the_usual_wiring_is_four_knobs_four_buttons_four_lamps_and_a_buzzer():
    wiring = usual_wiring()
    pins = [pin for _, _, pin in pins_of(wiring)]
    assert len(pins) == len(set(pins)) == 21
    assert not {2, 3, 14, 15} & set(pins)  # I2C and the serial console stay free
    assert list(clashes(wiring)) == []
    assert [seat.die for seat in wiring.seat.values()] == ["die-a", "die-b", "die-c", "die-d"]


def test_only_what_is_named_is_there(written):
    config, remarks = written(
        '[seat.2]\nknob = { a = 5, b = 6, push = 7, reversed = true }\ndie = "red"\n[button]\nnext = 4\n'
    )
    assert remarks == []
    assert [(where, what) for where, what, _ in pins_of(config.wiring)] == [
        ("seat.2", "knob a"),
        ("seat.2", "knob b"),
        ("seat.2", "knob push"),
        ("button", "next"),
    ]
    assert config.wiring.seat["2"].knob.reversed is True


def test_a_file_that_says_nothing_of_wires_leaves_the_usual_ones(written):
    assert written("[server]\nport = 80\n")[0].wiring is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[seat.1]\nlamp = 5\n\n[seat.3]\nlamp = 5\n",
            r"line 5: \[seat\.3\] lamp uses pin 5, which \[seat\.1\] lamp has",
        ),
        ("[button]\nnext = 28\n", r"line 2: \[button\] next should be a whole number from 2 to 27, but 28 came"),
        ("[seat.1]\nknob = { a = 5, b = 6 }\n", r"line 2: \[seat\.1\.knob\] push is missing"),
        ("[seat.9]\nlamp = 5\n", r"line 1: \[seat\] 9 there is no such seat; seats go from 1 to 5"),
        ('[buzzer]\npin = 5\nkind = "loud"\n', r"line 3: \[buzzer\] kind should be one of active, passive"),
        ('[buzzer]\npin = 5\nquiet_from = "25:00"\n', r"line 3: \[buzzer\] quiet_from should be"),
        ("seat = 7\n", r"line 1: seat should be an object"),
        ("[server\n", r"not TOML.*line 1"),
    ],
)
def test_what_cannot_be_is_named_with_its_line(written, text, message):
    with pytest.raises(ConfigError, match=message):
        written(text)


def test_an_unknown_key_is_named_with_the_nearest_and_the_rest_counts(written):
    config, remarks = written("[seat.1]\nlamp = 5\nlammp = 6\n[buzer]\npin = 7\n")
    assert config.wiring.seat["1"].lamp == 5
    assert [remark.split("table.toml, ")[1] for remark in remarks] == [
        "line 4: buzer is not known; did you mean buzzer?",
        "line 3: [seat.1] lammp is not known; did you mean lamp?",
    ]


def test_it_is_looked_for_where_it_was_named_then_beside_the_data(tmp_path):
    assert find(None, tmp_path) is None
    (tmp_path / "table.toml").touch()
    assert find(None, tmp_path) == tmp_path / "table.toml"
    assert find(tmp_path / "other.toml", tmp_path) == tmp_path / "other.toml"
