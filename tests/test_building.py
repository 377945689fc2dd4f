"""hardware/: what people build by. Drawings, table.toml and links are compared with what the companion does."""

from __future__ import annotations

import dataclasses
import importlib.util
import re
import tomllib
import types
import typing
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.config import Config, load
from companion.engine.plain import hints
from companion.tablefile import TableFile
from companion.wiring import CableWiring, RgbWiring, SeatWiring, pins_of, usual_wiring

ROOT = Path(__file__).parent.parent
HARDWARE = ROOT / "hardware"
EXAMPLE = HARDWARE / "table.toml"


@pytest.fixture(scope="module")
def draw() -> Any:
    spec = importlib.util.spec_from_file_location("draw", HARDWARE / "draw.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Picture and table of pins


def test_picture_and_table_of_pins_are_fresh(draw):
    for path, text in draw.drawn().items():
        assert path.read_text(encoding="utf-8") == text, f"hardware/{path.name} is stale; run: make wiring"


def test_they_show_every_pin_of_the_usual_wiring_and_no_other(draw):
    drawn = list(draw.wired(tomllib.loads(draw.USUAL.read_text(encoding="utf-8"))))
    assert [each.pin for each in drawn] == [pin for _, _, pin in pins_of(usual_wiring())]
    svg = ET.fromstring(draw.PICTURE.read_text(encoding="utf-8"))
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    for each in drawn:
        assert texts.count(each.label) == 1
        assert f"| {each.whose} | {each.what} | {each.pin} | {draw.position(each.pin)} |" in draw.PAGE.read_text()


def test_a_lamp_of_three_colours_is_drawn_too(draw):
    lamp = {"red": 5, "green": 6, "blue": 12, "common": "anode"}
    assert [each.label for each in draw.wired({"seat": {"1": {"lamp": lamp}}})] == [
        "seat 1: lamp red",
        "seat 1: lamp green",
        "seat 1: lamp blue",
    ]


def test_the_header_is_the_one_that_gpiozero_knows(draw):
    pins = MockFactory().board_info.headers["J8"].pins
    names = {"3V3": "3.3 V", "5V": "5 V", "GND": "ground"}
    known = [names.get(pins[at].name) or int(pins[at].name.removeprefix("GPIO")) for at in range(1, 41)]
    assert list(draw.HEADER) == known


def test_a_page_without_its_marks_is_said_in_words(draw):
    with pytest.raises(SystemExit, match=r"WIRING\.md: a mark is gone; put <!-- pins"):
        draw.page("# Wiring\n", [])


# The commented table.toml


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example with every # taken away that stands right before a key or a table."""
    path = tmp_path / "table.toml"
    path.write_text(re.sub(r"^#(?=[\w\[])", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return path


def test_the_example_as_it_stands_changes_nothing():
    assert load(EXAMPLE) == (Config(), [])


def test_every_key_of_the_example_is_known_and_no_key_is_missing(example):
    _, remarks = load(example)
    assert remarks == []
    assert set(keys_of(TableFile)) == set(shown(tomllib.loads(example.read_text()), TableFile))


def test_the_example_shows_the_usual_wiring_and_every_default(example):
    config, _ = load(example)
    usual = usual_wiring()
    assert dataclasses.replace(config.server, name=None) == Config().server
    assert config.access == Config().access
    fifth = SeatWiring(lamp=RgbWiring(4, 14, 15), die="die-e")
    assert config.wiring.seat == usual.seat | {"5": fifth}
    assert config.wiring.button == usual.button
    assert dataclasses.replace(config.wiring.buzzer, quiet_from=None, quiet_until=None) == usual.buzzer
    assert config.wiring.cable["cable-1"] == usual.cable["cable-1"] == CableWiring()


def parts_of(kind: Any) -> list[Any]:
    """The dataclasses that a field may hold."""
    if typing.get_origin(kind) is dict:
        return parts_of(typing.get_args(kind)[1])
    kinds = typing.get_args(kind) if typing.get_origin(kind) in (typing.Union, types.UnionType) else [kind]
    return [each for each in kinds if dataclasses.is_dataclass(each)]


def keys_of(kind: Any) -> typing.Iterator[str]:
    """Every key that table.toml may have: `KnobWiring.push`."""
    for name, field in hints(kind).items():
        yield f"{kind.__name__}.{name}"
        for part in parts_of(field):
            yield from keys_of(part)


def shown(plain: dict[str, Any], kind: Any) -> typing.Iterator[str]:
    for name, value in plain.items():
        yield f"{kind.__name__}.{name}"
        field = hints(kind)[name]
        tables = value.values() if typing.get_origin(field) is dict else [value]
        for table in tables:
            if isinstance(table, dict):
                yield from shown(table, parts_of(field)[0])


# The pages


@pytest.mark.parametrize("page", sorted([*HARDWARE.glob("*.md"), ROOT / "README.md"]), ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_every_file_is_in_the_table_of_contents():
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    for path in HARDWARE.iterdir():
        assert path.name in ("README.md", "__pycache__") or f"]({path.name})" in text


def test_the_settings_in_the_wiring_page_can_be_used(tmp_path):
    text = (HARDWARE / "WIRING.md").read_text(encoding="utf-8")
    example = re.search(r"^    \[seat.*?(?=^\S)", text, re.MULTILINE | re.DOTALL)
    assert example
    path = tmp_path / "table.toml"
    path.write_text(re.sub(r"^    ", "", example[0], flags=re.MULTILINE))
    config, remarks = load(path)
    assert remarks == []
    assert isinstance(config.wiring.seat["1"].lamp, RgbWiring)
