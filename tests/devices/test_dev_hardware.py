"""The devices of a real table, made as its wiring says, here on gpiozero's mock pins."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.clock import ManualClock
from companion.devices.hardware import Hardware, find_usb, finder, places_of, quiet_hours
from companion.hands import Hands, Place
from companion.wiring import CableWiring, usual_wiring


@pytest.fixture
def table():
    factory = MockFactory(pin_class=MockPWMPin)
    clock = ManualClock()
    heard = []
    hardware = Hardware(usual_wiring(), clock, heard.append, pin_factory=factory)
    hardware.start()
    yield SimpleNamespace(hardware=hardware, clock=clock, pin=factory.pin, heard=heard)
    hardware.stop()
    hardware.stop()  # twice is fine
    factory.reset()


def test_every_device_of_the_usual_wiring_opens(table):
    status = table.hardware.status()
    assert {name for name, each in status.items() if each["state"] == "ok"} == {
        *(f"knob-{seat}" for seat in range(1, 5)),
        *(f"lamp-{seat}" for seat in range(1, 5)),
        *("start", "next", "undo", "red", "buzzer"),
    }


def test_a_button_and_a_click_of_a_knob_are_noticed(table):
    table.pin(27).drive_low()
    for pin in (5, 6):
        table.pin(pin).drive_low()
    for pin in (5, 6):
        table.pin(pin).drive_high()
    assert [(signal.device, signal.word, signal.args) for signal in table.heard] == [
        ("next", "pressed", ()),
        ("knob-1", "turned", (1,)),
    ]


def test_places_follow_the_wiring_and_hands_know_them_all():
    places = places_of(usual_wiring())
    assert places["knob-3"] == Place("knob", 3)
    assert places["die-b"] == Place("die", 2)
    assert places["red"] == Place("button")
    assert len(Hands(places).knobs) == 4


def test_a_pin_that_cannot_be_had_is_a_line_and_not_a_dead_table(table):
    second = Hardware(usual_wiring(), table.clock, lambda signal: None, pin_factory=MockFactory())  # pins without PWM
    second.start()
    status = second.status()
    assert status["lamp-1"]["state"] == "failed"
    assert status["lamp-1"]["error"]
    assert status["next"]["state"] == "ok"
    second.stop()


PORTS = [
    SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
    SimpleNamespace(device="/dev/ttyACM3", vid=0x2E8A, pid=0x0005),
    SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523),
]


def test_a_cable_is_found_by_its_usb_id_whatever_it_is_called_today(monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: PORTS)
    assert find_usb("1a86:7523") == "/dev/ttyUSB0"
    assert find_usb(None) == "/dev/ttyACM3"
    assert find_usb("dead:beef") is None
    assert finder(CableWiring(port="/dev/ttyX"))() == "/dev/ttyX"
    assert finder(CableWiring(usb="2e8a:0005"))() == "/dev/ttyACM3"


def test_quiet_hours_need_both_ends():
    assert quiet_hours("22:00", None) is None
    begin, end = quiet_hours("22:00", "07:30")
    assert (begin.hour, end.minute) == (22, 30)
