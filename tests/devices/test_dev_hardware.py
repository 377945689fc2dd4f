"""The devices of a real table, made as its wiring says, here on gpiozero's mock pins."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from device_rig import until
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.clock import ManualClock
from companion.devices.hardware import Hardware, places_of
from companion.devices.rgb_lamp import RgbLamp
from companion.devices.sockets import Sockets, find_usb
from companion.hands import Hands, Place
from companion.quiet import hours_of
from companion.wiring import CableWiring, RgbWiring, SeatWiring, Wiring, usual_wiring


@pytest.fixture
def usb(monkeypatch):
    """What is plugged in, to be changed at will: nothing yet."""
    ports = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(ports))
    return ports


@pytest.fixture
def table(usb):
    factory = MockFactory(pin_class=MockPWMPin)
    clock = ManualClock()
    heard, reports = [], []
    hardware = Hardware(usual_wiring(), clock, heard.append, pin_factory=factory, report=reports.append)
    hardware.start()
    yield SimpleNamespace(hardware=hardware, clock=clock, pin=factory.pin, heard=heard, reports=reports)
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


def test_nothing_plugged_in_is_one_quiet_line_all_evening(table):
    link = table.hardware._devices["cable-1"]
    for _ in range(60):
        until(lambda: link._again_at > table.clock.now())
        table.clock.move(60)
    assert table.reports == ["cable-1: nothing is plugged in"]
    assert table.hardware.status()["cable-1"]["state"] == "lost"


def test_a_lamp_of_three_colours_is_made_where_it_is_wired():
    wiring = Wiring({"1": SeatWiring(lamp=RgbWiring(5, 6, 12, "anode")), "2": SeatWiring(lamp=RgbWiring(7, 8, 9))})
    factory = MockFactory(pin_class=MockPWMPin)
    hardware = Hardware(wiring, ManualClock(), lambda signal: None, pin_factory=factory)
    first, second = hardware._lamps.values()
    assert isinstance(first, RgbLamp)
    assert (first.pins, first.is_anode) == ((5, 6, 12), True)
    assert (second.pins, second.is_anode) == ((7, 8, 9), False)
    hardware.start()
    assert hardware.status()["lamp-1"]["state"] == "ok"
    assert [factory.pin(pin).state for pin in (5, 6, 12)] == [1, 1, 1]  # an anode is dark when its pins are high
    hardware.stop()


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


# Cables


def board(device, id):
    vid, pid = (int(part, 16) for part in id.split(":"))
    return SimpleNamespace(device=device, vid=vid, pid=pid)


CONSOLE = SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None)
PICO, ARDUINO, SECOND_PICO = (
    board("/dev/ttyACM3", "2e8a:0005"),
    board("/dev/ttyUSB0", "1a86:7523"),
    board("/dev/ttyACM4", "2e8a:0005"),
)


def test_a_cable_is_found_by_its_usb_id_whatever_it_is_called_today(usb):
    usb += [CONSOLE, PICO, ARDUINO]
    assert find_usb("1a86:7523") == "/dev/ttyUSB0"
    assert find_usb(None) == "/dev/ttyACM3"
    assert find_usb("dead:beef") is None
    sockets = Sockets({"named": CableWiring(port="/dev/ttyX"), "pico": CableWiring(usb="2e8a:0005")})
    assert sockets.finder("named")() == "/dev/ttyX"
    assert sockets.finder("pico")() == "/dev/ttyACM3"


def test_two_cables_that_name_nothing_never_reach_for_the_same_board(usb):
    usb += [CONSOLE, PICO]
    sockets = Sockets({"a": CableWiring(), "b": CableWiring()})
    a, b = sockets.finder("a"), sockets.finder("b")
    assert (a(), b()) == ("/dev/ttyACM3", None)
    usb.append(ARDUINO)
    assert (b(), b(), a()) == ("/dev/ttyUSB0", "/dev/ttyUSB0", "/dev/ttyACM3")


def test_a_board_pulled_out_and_plugged_in_elsewhere_finds_a_cable_again(usb):
    usb += [PICO, ARDUINO]
    sockets = Sockets({"a": CableWiring(), "b": CableWiring()})
    a, b = sockets.finder("a"), sockets.finder("b")
    assert (a(), b()) == ("/dev/ttyACM3", "/dev/ttyUSB0")
    usb[:] = [ARDUINO]
    assert a() is None
    usb.append(SECOND_PICO)
    assert (a(), b()) == ("/dev/ttyACM4", "/dev/ttyUSB0")


def test_two_boards_of_one_kind_go_to_the_two_cables_that_name_it(usb):
    usb += [PICO, SECOND_PICO]
    sockets = Sockets({"a": CableWiring(usb="2e8a:0005"), "b": CableWiring(usb="2e8a:0005")})
    assert {sockets.finder("a")(), sockets.finder("b")()} == {"/dev/ttyACM3", "/dev/ttyACM4"}


def test_a_cable_that_names_nothing_leaves_to_others_what_they_name(usb, tmp_path):
    by_id = tmp_path / "usb-arduino"
    by_id.symlink_to("/dev/ttyUSB0")
    usb += [PICO, ARDUINO]
    sockets = Sockets(
        {"any": CableWiring(), "pico": CableWiring(usb="2e8a:0005"), "arduino": CableWiring(port=str(by_id))}
    )
    assert sockets.finder("any")() is None
    assert sockets.finder("pico")() == "/dev/ttyACM3"
    assert sockets.finder("arduino")() == str(by_id)


def test_quiet_hours_need_both_ends():
    assert hours_of("22:00", None) is None
    begin, end = hours_of("22:00", "07:30")
    assert (begin.hour, end.minute) == (22, 30)
