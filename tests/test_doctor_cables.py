"""The doctor and the serial ports: what answers, what does not, and what the running table has."""

from __future__ import annotations

import errno
from typing import Any

import pytest
from machines import RUNNING, a_laptop, a_pi, bad, good, never, raising

from companion.config import Config
from companion.doctor.cables import serial_ports
from companion.doctor.finding import Finding
from companion.doctor.machine import Heard, Machine, Running, SerialPort
from companion.wiring import CableWiring, Wiring

DICE = Heard({"bridge-a": "bridge 0.1.0", "die-a": "die 0.1.0"})
USB = SerialPort("/dev/ttyACM0", "2e8a:0005")
NO_CABLE = Config(wiring=Wiring())
CABLE = Config(wiring=Wiring(cable={"dice": CableWiring(port="/dev/ttyACM0")}))


def ports_found(machine: Machine, config: Config | None = None, running: Running | None = None) -> list[Finding]:
    return list(serial_ports(machine, config or Config(), running))


def heard(what: Heard) -> Any:
    return lambda path: what


def test_nothing_plugged_in_is_no_failure():
    (finding,) = ports_found(a_pi())
    assert good(finding) == "nothing is plugged in on USB; without dice a table goes on by knob and screen"
    (finding,) = ports_found(a_pi(), NO_CABLE)
    assert good(finding) == "none; a bridge for dice would be on USB"


def test_the_first_board_on_usb_is_heard_without_any_setting():
    (finding,) = ports_found(a_pi(ports=(USB,), listen=heard(DICE)))
    assert finding.check == "cable cable-1"
    assert "bridge-a" in good(finding)


def test_whoever_answers_on_a_cable_is_named():
    (finding,) = ports_found(a_pi(ports=(USB,), listen=heard(DICE)), CABLE)
    assert finding.check == "cable dice"
    assert good(finding) == "/dev/ttyACM0: bridge-a (bridge 0.1.0) and die-a (die 0.1.0) answer"


def test_a_board_that_only_beats_is_named_too():
    (finding,) = ports_found(a_pi(listen=heard(Heard({"knob-1": ""}))), CABLE)
    assert good(finding).endswith("knob-1 answers")


def test_a_cable_on_which_nobody_answers_is_a_failure():
    (finding,) = ports_found(a_pi(listen=heard(Heard({}))), CABLE)
    found, step = bad(finding)
    assert found == "/dev/ttyACM0: nobody answers"
    assert "power" in step


def test_lines_that_nobody_can_read_point_at_the_program_on_the_board():
    (finding,) = ports_found(a_pi(listen=heard(Heard({}, 3, "expected a checksum, came 'hello'"))), CABLE)
    found, step = bad(finding)
    assert "3 lines came that the table cannot read (expected a checksum, came 'hello')" in found
    assert "115200 baud" in step


def test_a_board_that_the_table_does_not_listen_to_comes_with_the_lines_to_add():
    (finding,) = ports_found(a_pi(ports=(USB,), listen=heard(DICE)), NO_CABLE)
    found, step = bad(finding)
    assert "nobody listens" in found
    assert step == 'add to table.toml: [cable.bridge-a] usb = "2e8a:0005"'
    second = SerialPort("/dev/ttyACM1", "2e8a:0006")
    _, finding = ports_found(a_pi(ports=(USB, second), listen=heard(DICE)))
    assert "only what is named is there" in bad(finding)[1], "or the usual knobs would be gone"


def test_on_a_laptop_a_board_is_only_named():
    (finding,) = ports_found(a_laptop(ports=(USB,), listen=heard(DICE)))
    assert (finding.check, good(finding)[:8]) == ("port /dev/ttyACM0", "bridge-a")


def test_a_stranger_on_usb_is_no_failure():
    (finding,) = ports_found(a_pi(ports=(USB,)), NO_CABLE)
    assert good(finding).startswith("nobody answers: no board of the table")


def test_a_console_is_left_alone():
    ports = tuple(SerialPort(f"/dev/ttyS{n}") for n in range(5))
    (finding,) = ports_found(a_pi(ports=ports, listen=never), NO_CABLE)
    assert good(finding).startswith("/dev/ttyS0, /dev/ttyS1, /dev/ttyS2 and 2 more: left alone")


def test_a_cable_that_is_not_plugged_in_is_named_with_its_usb_id():
    config = Config(wiring=Wiring(cable={"dice": CableWiring(usb="2e8a:0005")}))
    (finding,) = ports_found(a_pi(listen=never), config)
    found, step = bad(finding)
    assert found == "nothing is plugged in with the USB id 2e8a:0005"
    assert "[cable.dice]" in step


@pytest.mark.parametrize(
    ("number", "found", "step"),
    [
        (errno.EACCES, "may not be opened by this user", "dialout"),
        (errno.EAGAIN, "is used by another program", "fuser"),
        (errno.EBUSY, "is used by another program", "fuser"),
        (errno.ENOENT, "nothing is plugged in at /dev/ttyACM0", "plug"),
        (errno.EIO, "was lost", "cable"),
    ],
)
@pytest.mark.parametrize("config", [CABLE, NO_CABLE, Config()], ids=["named", "spare", "usual"])
def test_a_port_that_cannot_be_opened_says_why(number, found, step, config):
    (finding,) = ports_found(a_pi(ports=(USB,), listen=raising(OSError(number, "no"))), config)
    assert found in bad(finding)[0]
    assert step in bad(finding)[1]


@pytest.mark.parametrize("config", [CABLE, NO_CABLE, Config()], ids=["named", "spare", "usual"])
def test_a_port_that_is_held_while_a_table_runs_is_no_failure(config):
    (finding,) = ports_found(a_pi(ports=(USB,), listen=raising(OSError(errno.EAGAIN, "no"))), config, RUNNING)
    assert "in use, as it should be" in good(finding)


def the_table_has(state: str, **more: Any) -> Running:
    cable = {"kind": "serial", "state": state, "port": "/dev/ttyACM0", "error": None} | more
    return Running(612, 8080, {"dice": cable, "die-a": {"kind": "die", "state": state, "link": "dice"}})


@pytest.mark.parametrize("config", [CABLE, NO_CABLE, Config()], ids=["named", "spare", "usual"])
def test_a_port_of_the_running_table_is_not_touched_but_asked_about(config):
    machine = a_pi(ports=(USB,), listen=never)
    (finding,) = ports_found(machine, config, the_table_has("ok"))
    assert good(finding) == "/dev/ttyACM0: the running table has it and hears die-a"
    (finding,) = ports_found(machine, config, the_table_has("lost", error="dice: nothing answers at /dev/ttyACM0"))
    assert "dice: nothing answers" in bad(finding)[0]
