"""The doctor and the way to the table: addresses, its name, its service."""

from __future__ import annotations

from typing import Any

import pytest
from machines import RUNNING, a_laptop, a_pi, bad, good, never, says, unit

from companion.config import ServerConfig
from companion.doctor.finding import Finding
from companion.doctor.machine import Answer, Machine, Running
from companion.doctor.reach import addresses, mdns_name, running_table, service

# Addresses


def address_found(machine: Machine, running: Running | None = None, **server: Any) -> list[Finding]:
    return list(addresses(machine, ServerConfig(**server), running))


def test_the_room_address_and_a_free_port_are_said():
    room, port = address_found(a_laptop())
    assert good(room) == "http://192.168.7.2:8080"
    assert (port.check, good(port)) == ("port 8080", "free for the table")


def test_without_a_network_other_screens_cannot_come():
    room, _ = address_found(a_pi(room_address=None))
    assert bad(room)[0] == "none: there is no network"
    assert "nmtui" in bad(room)[1]


def test_a_table_that_listens_on_one_address_says_which():
    assert "127.0.0.1 only" in good(address_found(a_laptop(room_address=None), host="127.0.0.1")[0])
    assert good(address_found(a_laptop(), host="10.1.2.3", port=80)[0]) == "http://10.1.2.3"
    elsewhere = a_laptop(trouble_at=lambda host: "Cannot assign requested address")
    found, step = bad(address_found(elsewhere, host="10.1.2.3")[0])
    assert found == "the table cannot listen on 10.1.2.3 (Cannot assign requested address)"
    assert "0.0.0.0" in step


def test_the_running_table_answers_at_its_port():
    assert good(address_found(a_laptop(ask=never), RUNNING)[1]) == "the running table answers"
    assert good(address_found(a_laptop(), Running(612, 8095))[1]) == "free; the running table listens on 8095"
    assert "elsewhere, or is just starting" in good(address_found(a_laptop(), Running(612))[1])


def test_a_port_of_another_program_is_a_failure():
    taken = a_laptop(ask=lambda host, port: Answer("nginx"))
    found, step = bad(address_found(taken)[1])
    assert found == "another program answers (nginx)"
    assert "[server] port" in step
    room, port = address_found(taken, Running(612, 8081))
    assert good(room) == "http://192.168.7.2:8081"
    assert bad(port)[0].endswith(", so the table took 8081")


def test_any_free_port_is_said():
    assert "any free port" in good(address_found(a_laptop(ask=never), port=0)[1])


def test_a_running_table_is_found_by_its_process_or_by_its_answer(tmp_path):
    devices = {"knob-1": {"kind": "knob"}}

    def ask(host: str, port: int) -> Answer | None:
        assert host == "127.0.0.1"
        return {8080: Answer("nginx"), 8083: Answer("companion", devices)}.get(port)

    def found(**differently: Any) -> Running | None:
        return running_table(a_laptop(**differently), tmp_path, ServerConfig())

    assert found() is None
    assert found(ask=ask) is None, "without a process the next ports are not its own"
    assert found(ask=ask, holder=lambda data: 612) == Running(612, 8083, devices)
    assert found(holder=lambda data: 612) == Running(612)
    assert found(ask=lambda host, port: Answer("companion", {})) == Running(None, 8080)


# The name


def test_the_name_is_said_with_avahi():
    assert good(mdns_name(a_pi())) == "kitchen.local, and avahi is running"
    assert "avahi is running" in good(mdns_name(a_pi(run=says({}), exists=lambda path: "avahi" in str(path))))


def test_a_pi_without_avahi_has_no_name_in_the_room():
    assert bad(mdns_name(a_pi(run=says({})))) == (
        "kitchen.local is not heard: avahi is not running",
        "sudo apt install avahi-daemon",
    )
    assert "not heard" in good(mdns_name(a_laptop(hostname="kitchen.home")))


def test_a_pi_called_localhost_is_given_a_name():
    assert "hostnamectl" in bad(mdns_name(a_pi(hostname="localhost")))[1]
    assert "none" in good(mdns_name(a_laptop(hostname="localhost")))


# The service


def test_no_systemd_and_no_unit_are_said_and_do_not_fail():
    assert good(service(a_laptop(), None)) == "there is no systemd here; no table is running"
    missing = good(service(a_pi(run=unit("not-found", "inactive", "")), RUNNING))
    assert missing.startswith("monster-companion.service is not installed")
    assert missing.endswith("a table is running on port 8080 (process 612)")


def test_an_active_unit_is_good():
    assert good(service(a_pi(run=unit()), RUNNING)).startswith("monster-companion.service is active; a table")
    assert "started by hand" in good(service(a_pi(run=unit(active="inactive")), RUNNING))


@pytest.mark.parametrize(
    ("systemd", "found", "step"),
    [
        (unit(active="failed"), "has failed", "journalctl -u monster-companion.service"),
        (unit(active="inactive"), "is inactive", "sudo systemctl start"),
        (unit(file="disabled"), "after a power cut (disabled)", "sudo systemctl enable"),
    ],
)
def test_a_unit_that_does_not_run_comes_with_the_command(systemd, found, step):
    finding = service(a_pi(run=systemd), None)
    assert found in bad(finding)[0]
    assert step in bad(finding)[1]
