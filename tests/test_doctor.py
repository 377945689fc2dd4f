"""The doctor, on machines that a test describes: all checks together, and the report."""

from __future__ import annotations

import json

from machines import PI_4, a_laptop, a_pi, raising

from companion.doctor import examine
from companion.doctor.finding import Finding
from companion.doctor.report import as_json, as_table

# All together


def test_a_healthy_pi_and_a_bare_laptop_pass(tmp_path):
    for machine in (a_pi(), a_laptop()):
        findings = examine(machine, tmp_path)
        assert [finding for finding in findings if not finding.ok] == []
        assert {"table.toml", "service", "data folder", "free space", "clock", "wall clock", "room address"} <= {
            finding.check for finding in findings
        }


def test_a_check_that_breaks_is_one_more_finding(tmp_path):
    findings = examine(a_laptop(free_bytes=raising(RuntimeError("the moon"))), tmp_path)
    (broken,) = [finding for finding in findings if not finding.ok]
    assert (broken.check, broken.found) == ("data folder", "could not be looked at: RuntimeError('the moon')")
    assert "serial ports" in {finding.check for finding in findings}


def test_nothing_is_made_and_nothing_is_locked(tmp_path):
    examine(a_pi(), tmp_path)
    assert list(tmp_path.iterdir()) == []


# The report

TWO = [Finding("clock", "CLOCK_BOOTTIME"), Finding("pin 5", "[seat.1] knob a: GPIO busy", "stop what has it")]


def test_json_is_a_list_of_check_ok_found_next():
    assert json.loads(as_json(TWO)) == [
        {"check": "clock", "ok": True, "found": "CLOCK_BOOTTIME", "next": None},
        {"check": "pin 5", "ok": False, "found": "[seat.1] knob a: GPIO busy", "next": "stop what has it"},
    ]


def test_the_table_has_the_next_step_below_the_failure():
    assert as_table(TWO).splitlines() == [
        "ok      clock  CLOCK_BOOTTIME",
        "FAILED  pin 5  [seat.1] knob a: GPIO busy",
        "         next: stop what has it",
        "",
        "1 of 2 checks failed; the next step stands below each.",
    ]
    assert as_table(TWO[:1]).endswith("All is well.")


def test_a_narrow_terminal_cuts_sentences_but_never_a_command():
    finding = Finding("groups", "ann is neither in the group gpio nor in dialout", "sudo usermod -aG gpio,dialout ann")
    lines = as_table([finding], width=40).splitlines()
    assert all(len(line) <= 46 for line in lines[:2])
    assert any(line.endswith(finding.next) for line in lines)


def test_a_pi_is_known_by_its_model():
    assert [a_pi(model=model).is_a_pi_5 for model in (PI_4, "Raspberry Pi 400 Rev 1.0", "")] == [False] * 3
    assert a_pi().is_a_pi_5
