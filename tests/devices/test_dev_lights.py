"""All lamps together: what the table says, and trying one out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.clock import ManualClock
from companion.devices.lamp import Lamp
from companion.devices.lights import Lights

SEAT = {"out": False, "focus": "power", "tracks": {"power": {"value": 7}}}


@pytest.fixture
def table():
    clock = ManualClock()
    factory = MockFactory(pin_class=MockPWMPin)
    lamps = [Lamp(f"lamp-{number}", 10 + number, pin_factory=factory) for number in (1, 2)]
    yield SimpleNamespace(clock=clock, lamps=lamps, lights=Lights(clock, lamps))
    factory.reset()


def view(turn: int, seats: tuple[int, int] = (1, 2), claiming: int | None = None):
    lamps = {
        f"lamp-{number}": {"kind": "lamp", "seat": seat, "claiming": seat == claiming}
        for number, seat in enumerate(seats, 1)
    }
    return {"seats": [SEAT | {"seat": 1}, SEAT | {"seat": 2}], "turn": turn, "notices": [], "devices": lamps}


def shown(table):
    return [lamp.pattern for lamp in table.lamps]


def test_a_lamp_shows_the_seat_it_stands_at_now(table):
    table.lights.show(view(1))
    assert shown(table) == ["on", "off"]
    table.lights.show(view(1, seats=(2, 1)))
    assert shown(table) == ["off", "on"]


def test_where_a_die_is_claimed_the_lamp_blinks_also_without_a_game(table):
    table.lights.show(view(1, claiming=2) | {"seats": [], "turn": None})
    assert shown(table) == ["off", "blink"]


def test_a_lamp_that_is_tried_goes_back_to_what_the_table_says_by_then(table):
    table.lights.show(view(1))
    table.lights.light("lamp-2")
    assert shown(table) == ["on", "on"]
    table.lights.show(view(2))
    assert shown(table) == ["off", "on"], "Bob's turn began meanwhile"
    assert table.lights.next_instant() == table.clock.now() + 3
    table.clock.move(3)
    table.lights.due(table.clock.now())
    assert shown(table) == ["off", "on"]
    assert table.lights.next_instant() is None
    table.lights.show(view(1))
    assert shown(table) == ["on", "off"]


def test_a_lamp_that_is_lit_already_blinks(table):
    table.lights.show(view(1))
    table.lights.light("lamp-1")
    assert shown(table) == ["blink", "off"]


def test_an_unknown_lamp_is_a_sentence(table):
    with pytest.raises(ValueError, match="there is no lamp 'lamp-9'; expected lamp-1, lamp-2"):
        table.lights.light("lamp-9")
