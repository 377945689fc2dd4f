"""The doctor's own eyes and ears, on this machine: a real pseudo-terminal, a real table, gpiozero's own factory."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from devices.device_rig import FarEnd, descriptors, threads, until
from devices.fake_lgpio import a_pi_with_lgpio
from machines import a_laptop, a_pi, good, never
from server.live import Live

import companion
from companion.cli import main
from companion.clock import SystemClock
from companion.config import Config
from companion.devices.port import Port, is_taken
from companion.devices.serial_link import SerialLink
from companion.devices.virtual_board import VirtualBoard
from companion.doctor import examine, here
from companion.doctor.cables import serial_ports
from companion.doctor.listening import who_answers
from companion.doctor.machine import Answer, Claim, Heard, Running
from companion.journal import Journal
from companion.wiring import CableWiring, Wiring

# Serial ports


@pytest.fixture
def far_end() -> Iterator[FarEnd]:
    end = FarEnd()
    yield end
    end.close()


@pytest.fixture
def board() -> Iterator[VirtualBoard]:
    board = VirtualBoard(SystemClock(), ["die-a", "die-b"])
    board.start()
    yield board
    board.stop()


def test_a_whole_board_on_a_pseudo_terminal_is_named(board: VirtualBoard) -> None:
    path = board.path()
    assert path is not None
    before = (descriptors(), threads())
    config = Config(wiring=Wiring(cable={"dice": CableWiring(port=path)}))
    (finding,) = serial_ports(a_pi(listen=who_answers), config, None)
    assert finding.ok
    assert finding.found.startswith(f"{path}: bridge-a (bridge ")
    assert "die-a (die " in finding.found
    assert "die-b (die " in finding.found
    assert (descriptors(), threads()) == before


def heard_from(far_end: FarEnd, say: Callable[[], object]) -> Heard:
    """Who is heard if the board says this once it has been greeted: what came before a port is opened is gone."""
    with ThreadPoolExecutor(1) as doctor:
        listening = doctor.submit(who_answers, far_end.path)
        far_end.hears("hello", companion.__version__)
        say()
        return listening.result()


def test_hello_is_said_and_nothing_is_acknowledged(far_end: FarEnd) -> None:
    """What a die has to tell is the table's: acknowledged, it would never tell it again."""

    def say() -> None:
        far_end.says("die-a", "hello", "die", "2b")
        far_end.says("die-a", "settled", 5, "set")

    assert heard_from(far_end, say).boards == {"die-a": "die 2b"}
    far_end.close()  # a line left over is a failure


def test_a_board_that_reads_nothing_is_known_by_its_beat(far_end: FarEnd) -> None:
    assert heard_from(far_end, lambda: far_end.says("knob-1", "beat", 12)) == ({"knob-1": ""}, 0, None)


def test_nobody_is_nobody(far_end: FarEnd) -> None:
    assert who_answers(far_end.path, listen_s=0.05) == ({}, 0, None)
    far_end.hears("hello", companion.__version__)


def test_nonsense_is_counted_and_our_own_echo_is_nobody(far_end: FarEnd) -> None:
    def say() -> None:
        far_end.says("table", "hello", "0.1.0")
        far_end.writes(b"T=21.5 C\n" + b"x" * 500 + b"\n")
        far_end.says("knob-1", "beat", 12)

    heard = heard_from(far_end, say)
    assert (heard.boards, heard.bad) == ({"knob-1": ""}, 2)
    assert "T=21.5 C" in str(heard.last_bad)


def test_a_port_that_is_held_is_left_alone(far_end: FarEnd) -> None:
    held = Port(far_end.path)
    try:
        with pytest.raises(OSError, match="lock") as refusal:
            who_answers(far_end.path)
        assert is_taken(refusal.value)
    finally:
        held.close()


def test_a_port_of_the_running_table_is_known_by_what_its_link_says(board: VirtualBoard) -> None:
    path = board.path()
    assert path is not None
    link = SerialLink("dice", path, lambda signal: None, clock=SystemClock())
    link.start()
    try:
        until(lambda: link.statuses().keys() >= {"bridge-a", "die-a", "die-b"})
        config = Config(wiring=Wiring(cable={"dice": CableWiring(port=path)}))
        (finding,) = serial_ports(a_pi(listen=never), config, Running(612, 8080, link.statuses()))
    finally:
        link.stop()
    assert good(finding) == f"{path}: the running table has it and hears bridge-a, die-a, die-b"


# Pins


def test_pins_are_claimed_through_gpiozero_and_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with a_pi_with_lgpio({7: "spi0 CS1", 5: "lg"}) as lgpio:
        assert here.claim([5, 6, 7]) == {5: Claim("GPIO busy", "lg"), 6: Claim(), 7: Claim("GPIO busy", "spi0 CS1")}
        assert lgpio.open_chips == 0
        assert not Path(os.environ["LG_WD"]).exists(), "the pipe's room was the doctor's own"
    assert list(tmp_path.iterdir()) == []


def test_without_lgpio_the_whole_header_is_one_finding(tmp_path: Path) -> None:
    with a_pi_with_lgpio(chip="can not open gpiochip"):
        findings = examine(a_pi(claim=here.claim), tmp_path)
    (failed,) = [finding for finding in findings if not finding.ok]
    assert (failed.check, failed.found) == ("pins", "none can be opened: can not open gpiochip")


# Beside a running table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Live]:
    with Live(tmp_path / "data") as live:
        live.start("Ann", "Bob")
        (live.data / "table.toml").write_text(f'[server]\nhost = "127.0.0.1"\nport = {live.port}\n')
        yield live


def test_a_running_table_is_recognised_and_not_disturbed(table: Live) -> None:
    before = (table.state(), table.entries(), sorted(table.data.iterdir()))
    findings = {each.check: each for each in examine(a_laptop(holder=here.holder, ask=here.ask), table.data)}
    assert [finding for finding in findings.values() if not finding.ok] == []
    assert findings[f"port {table.port}"].found == "the running table answers"
    assert findings["service"].found.endswith(f"a table is running on port {table.port} (process {os.getpid()})")
    assert (table.state(), table.entries(), sorted(table.data.iterdir())) == before


def test_the_lock_tells_who_has_it_and_is_not_taken(tmp_path: Path) -> None:
    assert here.holder(tmp_path) is None
    journal = Journal(tmp_path)
    assert here.holder(tmp_path) == os.getpid()
    journal.close()
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n", "left behind, as by every table that has ended"
    assert here.holder(tmp_path) is None
    Journal(tmp_path).close()


@pytest.mark.parametrize("left", ["", "nonsense", "999999999", "-1", "1"])
def test_a_lock_from_before_the_last_power_cut_is_nobodys(tmp_path: Path, left: str) -> None:
    (tmp_path / "lock").write_text(left)
    assert here.holder(tmp_path) is None


def test_who_answers_at_a_port_is_told_apart(table: Live) -> None:
    answer = here.ask("127.0.0.1", table.port)
    assert answer is not None
    assert (answer.server, answer.devices) == ("companion", table.state()["devices"])


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (b"HTTP/1.0 404 no\r\nServer: nginx\r\n\r\n", Answer("nginx")),
        (b"HTTP/1.0 200 ok\r\nServer: companion\r\n\r\n[]", Answer("companion")),
        (b"HTTP/1.0 200 ok\r\nServer: companion\r\n\r\nnot json", Answer("")),
        (b"SSH-2.0\r\n", Answer("")),
        (b"", Answer("")),
    ],
)
def test_another_program_at_the_port_is_no_table(reply: bytes, answer: Answer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def serve() -> None:
            visitor, _ = listener.accept()
            with visitor:
                visitor.recv(4096)
                visitor.sendall(reply)

        serving = threading.Thread(target=serve)
        serving.start()
        assert here.ask("127.0.0.1", port) == answer
        serving.join()
    assert here.ask("127.0.0.1", port) is None


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    assert here.trouble_at("127.0.0.1") is None
    assert here.trouble_at("203.0.113.9") == "Cannot assign requested address"
    assert here.trouble_at(".wrong.") is not None
    assert here.ask(".wrong.", 8080) is None


def test_a_command_that_is_not_there_says_nothing() -> None:
    assert here.run(["no-such-command-anywhere"]) is None
    assert here.run(["true"]) is None
    assert here.run(["sh", "-c", "echo inactive; exit 3"]) == "inactive"


# What is typed


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Type `companion doctor`, on this machine or on one that is described."""
    monkeypatch.setattr("serial.tools.list_ports.comports", list)

    def typed(*words: object, machine: Any = None) -> tuple[int, str]:
        if machine:
            monkeypatch.setattr("companion.doctor.here.this_machine", lambda: machine)
        code = main(["doctor", *(str(word) for word in words)])
        out, err = capsys.readouterr()
        assert err == ""
        return code, out

    return typed


def test_the_exit_status_says_whether_all_is_well(typed: Any, tmp_path: Path) -> None:
    code, out = typed("--data", tmp_path, machine=a_pi())
    assert (code, out.splitlines()[-1]) == (0, "All is well.")
    code, out = typed("--data", tmp_path, machine=a_pi(modules=frozenset()))
    assert code == 1
    assert "next: sudo apt install python3-lgpio" in out
    assert out.splitlines()[-1].startswith("1 of ")


def test_json_has_the_same_exit_status_and_only_json(typed: Any, tmp_path: Path) -> None:
    code, out = typed("--json", "--data", tmp_path, machine=a_pi(groups=frozenset()))
    findings = json.loads(out)
    assert code == 1
    assert all(list(finding) == ["check", "ok", "found", "next"] for finding in findings)
    assert all((finding["next"] is None) == finding["ok"] for finding in findings)
    assert [finding["check"] for finding in findings if not finding["ok"]] == ["groups"]


def test_settings_are_read_from_where_they_are_named(typed: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[server]\nprot = 1\n")
    code, out = typed("--config", tmp_path / "mine.toml", "--data", tmp_path, machine=a_pi())
    assert code == 1
    assert "did you mean port?" in " ".join(out.split())


def test_it_works_on_whatever_machine_runs_this_test(typed: Any, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('[server]\nhost = "127.0.0.1"\nport = 0\n')
    code, out = typed("--json", "--data", tmp_path)
    findings = json.loads(out)
    assert code == (0 if all(finding["ok"] for finding in findings) else 1)
    checks = {finding["check"]: finding for finding in findings}
    assert checks["table.toml"]["ok"]
    assert checks["data folder"]["ok"]
    assert "CLOCK_BOOTTIME" in checks["clock"]["found"]
    assert {"service", "free space", "wall clock", "mDNS name", "pin library", "groups"} <= checks.keys()
    assert not [finding for finding in findings if "could not be looked at" in finding["found"]]
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"], "it only looks"
