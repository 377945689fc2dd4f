"""The doctor and the pins: the library, who may, and each one of the wiring."""

from __future__ import annotations

import pytest
from machines import PI_4, RUNNING, a_laptop, a_pi, bad, claims, good, never, raising

from companion.doctor.finding import Finding
from companion.doctor.machine import Claim, Machine, Running
from companion.doctor.pins import groups, pin_library, pins
from companion.wiring import Wiring, usual_wiring

# The pin library


def test_a_laptop_needs_no_pin_library_and_is_told_so():
    assert "not a Raspberry Pi" in good(pin_library(a_laptop()))
    assert good(pin_library(a_laptop(modules=frozenset({"lgpio"})))).startswith("lgpio is here, but no pins")


def test_a_pi_uses_lgpio_and_leaves_the_others_alone():
    assert good(pin_library(a_pi())) == "lgpio, on a Raspberry Pi 5 Model B Rev 1.0"
    both = a_pi(modules=frozenset({"lgpio", "RPi.GPIO"}))
    assert good(pin_library(both)).endswith("RPi.GPIO is here too and is not used")


@pytest.mark.parametrize(
    "model", ["Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi 500", "Raspberry Pi Compute Module 5"]
)
def test_rpi_gpio_is_dead_on_a_pi_5(model):
    found, step = bad(pin_library(a_pi(model=model, modules=frozenset({"RPi.GPIO"}))))
    assert "only RPi.GPIO; it is dead on a Pi 5" in found
    assert step == "sudo apt install python3-lgpio"


def test_rpi_gpio_alone_does_not_do_on_an_older_pi_either():
    found, _ = bad(pin_library(a_pi(model=PI_4, modules=frozenset({"RPi.GPIO"}))))
    assert "dead" not in found
    assert "the table uses lgpio" in found


def test_pigpio_is_gone_on_trixie():
    found, step = bad(pin_library(a_pi(modules=frozenset({"pigpio"}))))
    assert "gone from Raspberry Pi OS trixie" in found
    assert "python3-lgpio" in step


def test_a_virtual_environment_behind_a_wall_is_made_anew():
    found, step = bad(pin_library(a_pi(modules=frozenset(), is_walled=True)))
    assert found.startswith("none (this is a Raspberry Pi 5")
    assert "rm -r .venv && make install" in step


# Groups


def test_whoever_is_in_both_groups_may_use_pins_and_ports():
    assert good(groups(a_pi())) == "ann is in gpio and dialout"


@pytest.mark.parametrize("missing", ["gpio", "dialout"])
def test_the_missing_group_is_named_with_the_command_that_gives_it(missing):
    found, step = bad(groups(a_pi(groups=frozenset({"gpio", "dialout"} - {missing}))))
    assert found == f"ann is not in {missing}"
    assert step.startswith(f"sudo usermod -aG {missing} ann; then log out")


def test_a_group_given_a_minute_ago_counts_from_the_next_login():
    found, step = bad(groups(a_pi(groups=frozenset(), granted=frozenset({"gpio", "dialout"}))))
    assert "not since this login" in found
    assert "usermod" not in step


def test_on_a_laptop_groups_are_only_mentioned_and_root_needs_none():
    assert "only with pins" in good(groups(a_laptop()))
    assert "root" in good(groups(a_pi(user="root", groups=frozenset())))


# Pins


def pins_found(machine: Machine, running: Running | None = None, wiring: Wiring | None = None) -> dict[str, Finding]:
    return {finding.check: finding for finding in pins(machine, wiring or usual_wiring(), running)}


def test_every_pin_of_the_wiring_is_tried():
    found = pins_found(a_pi())
    assert len(found) == 21
    assert good(found["pin 5"]) == "[seat.1] knob a: free"
    assert good(found["pin 13"]) == "[buzzer]: free"


def test_without_a_pi_pins_are_not_tried():
    assert good(pins_found(a_laptop(claim=never))["pins"]).startswith("21 in the wiring, not tried")


def test_a_wiring_without_pins_is_said():
    assert good(pins_found(a_pi(claim=never), wiring=Wiring())["pins"]) == "the wiring names none"


def test_pins_that_the_running_table_has_are_as_they_should_be():
    found = pins_found(a_pi(claim=claims(pin5=Claim("GPIO busy", "lg"), pin6=Claim("GPIO busy"))), RUNNING)
    assert good(found["pin 5"]) == (
        "[seat.1] knob a: in use, as it should be while a table is running on port 8080 (process 612)"
    )
    assert "as it should be" in good(found["pin 6"])


def test_a_pin_that_another_program_has_is_named():
    found, step = bad(pins_found(a_pi(claim=claims(pin26=Claim("GPIO busy", "lg"))))["pin 26"])
    assert found == "[button] start: GPIO busy, held by lg"
    assert "forked" in step


def test_spi_keeps_its_pins_even_beside_a_running_table():
    found, step = bad(pins_found(a_pi(claim=claims(pin7=Claim("GPIO busy", "spi0 CS1"))), RUNNING)["pin 7"])
    assert "held by spi0 CS1" in found
    assert "raspi-config" in step


def test_a_pin_that_cannot_be_claimed_at_all_says_why():
    found, step = bad(pins_found(a_pi(claim=claims(pin13=Claim("bad GPIO number"))))["pin 13"])
    assert found == "[buzzer]: cannot be claimed (bad GPIO number)"
    assert "table.toml" in step


@pytest.mark.parametrize(
    ("error", "found", "step"),
    [
        (ModuleNotFoundError("No module named 'lgpio'"), "No module named 'lgpio", "pin library first"),
        (AttributeError("module 'lgpio' has no attribute 'BOTH_EDGES'"), "not whole", "pip uninstall lgpio"),
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"), ".lgd-nfy*", "/tmp"),
        (Exception("can not open gpiochip"), "can not open gpiochip", "group gpio"),
    ],
)
def test_where_no_pin_can_be_had_there_is_one_line_about_it(error, found, step):
    (finding,) = pins_found(a_pi(claim=raising(error))).values()
    assert found in bad(finding)[0]
    assert step in bad(finding)[1]
