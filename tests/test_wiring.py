"""table.toml: what is wired where, and what is wrong with it, by line."""

from __future__ import annotations

import pytest

from companion.cli import main
from companion.config import find, load
from companion.errors import ConfigError
from companion.wiring import CableWiring, RgbWiring, clashes, pins_of, usual_wiring


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
    assert wiring.cable == {"cable-1": CableWiring()}  # whatever is plugged in first


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


def test_a_lamp_may_have_three_colours(written):
    config, remarks = written(
        '[seat.1]\nlamp = { red = 5, green = 6, blue = 12 }\n[seat.2.lamp]\nred=7\ngreen=8\nblue=9\ncommon="anode"\n'
    )
    assert remarks == []
    assert config.wiring.seat["1"].lamp == RgbWiring(5, 6, 12, "cathode")
    assert config.wiring.seat["2"].lamp == RgbWiring(7, 8, 9, "anode")
    assert list(pins_of(config.wiring))[3:] == [
        ("seat.2", "lamp red", 7),
        ("seat.2", "lamp green", 8),
        ("seat.2", "lamp blue", 9),
    ]


def test_a_file_that_says_nothing_of_wires_leaves_the_usual_ones(written):
    assert written("[server]\nport = 80\n")[0].wiring is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[seat.1]\nlamp = 5\n\n[seat.3]\nlamp = 5\n",
            r"line 5: \[seat\.3\] lamp uses pin 5, which \[seat\.1\] lamp has",
        ),
        (
            "[seat.1]\nknob = { a = 5, b = 6, push = 7 }\n[seat.2.knob]\na = 8\nb = 9\npush = 7\n",
            r"line 6: \[seat\.2\] knob push uses pin 7, which \[seat\.1\] knob push has already",
        ),
        (
            "[buzzer]\npin = 6\n[seat]\n1.lamp = { red = 5, green = 6, blue = 5 }\n",
            r"line 2: \[buzzer\] pin uses pin 6, which \[seat\.1\] lamp green has already.*\n"
            r".*line 4: \[seat\.1\] lamp blue uses pin 5, which \[seat\.1\] lamp red has already",
        ),
        ("[button]\nnext = 28\n", r"line 2: \[button\] next should be a GPIO number from 2 to 27 .*, but 28 came"),
        ("[buzzer]\npin = 1\n", r"line 2: \[buzzer\] pin should be a GPIO number from 2 to 27 .*, but 1 came"),
        (
            "[seat.1]\nlamp = 99\n",
            r"line 2: \[seat\.1\] lamp should be a GPIO number .* or an object of red, green, blue",
        ),
        (
            "[seat.1]\nlamp = { red = 5, gren = 6, blue = 12 }\n",
            r"\[seat\.1\.lamp\] green is missing: .*\n.*line 2: .* gren is not known; did you mean green\?",
        ),
        (
            '[seat.1]\nlamp = { red = 5, green = 6, blue = 12, common = "anod" }\n',
            r"line 2: \[seat\.1\.lamp\] common should be one of anode, cathode",
        ),
        ("[seat.1]\nlamp = true\n", r"line 2: \[seat\.1\] lamp should be"),
        ('[seat.1]\ndie = "Die A"\n', r'line 2: \[seat\.1\] die should be 1 to 20 characters of a-z.*"Die A" came'),
        (
            '[seat.1]\ndie = "die-a"\n[seat.2]\ndie = "die-a"\n',
            r"line 4: \[seat\.2\] die is called die-a, as \[seat\.1\] die is already",
        ),
        ("[buzzer]\npin = 5\n[cable.buzzer]\n", r"line 3: \[cable\] buzzer is called buzzer, as \[buzzer\] pin is"),
        (
            '[cable.a]\nport = "/dev/ttyX"\n[cable.b]\nport = "/dev/ttyX"\n',
            r"line 4: \[cable\.b\] port is /dev/ttyX, which \[cable\.a\] port has already",
        ),
        (
            '[cable.a]\nusb = "pico"\n',
            r'line 2: \[cable\.a\] usb should be a USB id as lsusb shows it, "2e8a:0005", but',
        ),
        (
            '[buzzer]\npin = 5\nquiet_from = "22:00"\n',
            r"line 3: \[buzzer\] quiet_from needs quiet_until beside it",
        ),
        ("[seat.1]\nknob = { a = 5, b = 6 }\n", r"line 2: \[seat\.1\.knob\] push is missing"),
        ("[seat.9]\nlamp = 5\n", r"line 1: \[seat\] 9 is no seat; seats go from 1 to 5"),
        ('[buzzer]\npin = 5\nkind = "loud"\n', r"line 3: \[buzzer\] kind should be one of active, passive"),
        ('[buzzer]\npin = 5\nquiet_from = "25:00"\n', r"line 3: \[buzzer\] quiet_from should be a time such as"),
        ("seat = 7\n", r"line 1: seat should be an object"),
        ("[server\n", r"not TOML.*line 1"),
    ],
)
def test_what_cannot_be_is_named_with_its_line(written, text, message):
    with pytest.raises(ConfigError, match=message):
        written(text)


def test_an_unknown_key_is_named_with_the_nearest_and_the_rest_counts(written):
    config, remarks = written("[seat.1]\nlamp = 5\nlammp = 6\n[buzer]\npin = 7\n[cabel.x]\n")
    assert config.wiring.seat["1"].lamp == 5
    assert [remark.split("table.toml, ")[1] for remark in remarks] == [
        "line 3: [seat.1] lammp is not known; did you mean lamp?",
        "line 4: buzer is not known; did you mean buzzer?",
        "line 6: cabel is not known; did you mean cable?",
    ]


def test_it_is_read_when_simulating_too(tmp_path, capsys):
    path = tmp_path / "table.toml"
    path.write_text("[seat.1]\nlamp = 40\n")
    assert main(["run", "--simulate", "--config", str(path), "--data", str(tmp_path / "data")]) == 1
    assert "line 2: [seat.1] lamp should be a GPIO number from 2 to 27" in capsys.readouterr().err


def test_it_is_looked_for_where_it_was_named_then_beside_the_data(tmp_path):
    assert find(None, tmp_path) is None
    (tmp_path / "table.toml").touch()
    assert find(None, tmp_path) == tmp_path / "table.toml"
    assert find(tmp_path / "other.toml", tmp_path) == tmp_path / "other.toml"
