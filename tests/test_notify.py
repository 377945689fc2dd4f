"""What systemd is told, on a real datagram socket: ready, alive while the table's thread is, stopping."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.live import PATIENCE_S, Live
from server.process import Running

from companion import notify
from companion.clock import SystemClock


class Systemd:
    """The other end of NOTIFY_SOCKET."""

    def __init__(self, address: str) -> None:
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.settimeout(PATIENCE_S)
        self._ear.bind(address)

    def hears(self) -> list[str]:
        return self._ear.recv(4096).decode().split("\n")

    def hears_until(self, fact: str) -> None:
        while fact not in self.hears():
            pass

    def close(self) -> None:
        self._ear.close()


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    path = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    systemd = Systemd(path)
    yield systemd
    systemd.close()


def test_it_is_told_in_one_datagram(systemd: Systemd) -> None:
    notify.send("READY=1", "STATUS=Open at http://table.local")
    assert systemd.hears() == ["READY=1", "STATUS=Open at http://table.local"]


def test_a_socket_without_a_file_is_known_by_its_at_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"companion-test-{os.getpid()}"
    systemd = Systemd("\0" + name)
    monkeypatch.setenv("NOTIFY_SOCKET", "@" + name)
    notify.send("WATCHDOG=1")
    assert systemd.hears() == ["WATCHDOG=1"]
    systemd.close()


def test_started_by_hand_nothing_is_said(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify.send("READY=1")
    assert caplog.messages == []


def test_a_socket_that_is_gone_is_logged_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nowhere"))
    notify.send("READY=1")
    (said,) = caplog.messages
    assert said.startswith("systemd cannot be told READY=1 (")


@pytest.mark.parametrize(
    ("microseconds", "process", "expected"),
    [
        ("30000000", None, 30.0),
        ("30000000", "this one", 30.0),
        ("30000000", "1", None),  # meant for another
        (None, None, None),
        ("0", None, None),
        ("soon", None, None),
    ],
)
def test_how_long_it_waits_stands_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, microseconds: str | None, process: str | None, expected: float | None
) -> None:
    for name, value in (("WATCHDOG_USEC", microseconds), ("WATCHDOG_PID", process)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value.replace("this one", str(os.getpid())))
    assert notify.watchdog_s() == expected


# The table's own thread


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Live]:
    with Live(tmp_path / "data", SystemClock()) as live:
        yield live.start("Ann", "Bob")


@pytest.fixture
def hang(table: Live) -> Iterator[Callable[[], threading.Event]]:
    """Let the table's thread hang in a listener, until the event is set."""
    free = threading.Event()

    def hang() -> threading.Event:
        is_hanging = threading.Event()

        def listener(*_: object) -> None:
            is_hanging.set()
            free.wait()

        table.service.when_published.append(listener)
        threading.Thread(target=lambda: table.ask("note", text="the last one"), daemon=True).start()
        assert is_hanging.wait(PATIENCE_S)
        table.service.when_published.remove(listener)
        return free

    yield hang
    free.set()


def test_a_table_that_answers_writes_nothing_down(table: Live) -> None:
    before = table.entries()
    assert table.service.is_answering(PATIENCE_S)
    assert table.entries() == before


def test_a_table_whose_thread_hangs_does_not_answer(table: Live, hang: Callable[[], threading.Event]) -> None:
    free = hang()
    assert not table.service.is_answering(0.05)
    free.set()
    assert table.service.is_answering(PATIENCE_S)


@pytest.fixture
def watchdog(table: Live) -> Iterator[notify.Watchdog]:
    watchdog = notify.Watchdog(table.service, within_s=0.2)
    yield watchdog
    watchdog.stop()


def test_the_watchdog_is_fed_only_while_the_tables_thread_answers(
    table: Live,
    hang: Callable[[], threading.Event],
    systemd: Systemd,
    watchdog: notify.Watchdog,
    caplog: pytest.LogCaptureFixture,
) -> None:
    watchdog.start()
    systemd.hears_until("WATCHDOG=1")
    systemd.hears_until("WATCHDOG=1")
    free = hang()
    silence = "STATUS=The table does not answer."
    notify.send("STATUS=from here on")
    systemd.hears_until("STATUS=from here on")
    systemd.hears_until(silence)
    assert table.get("/api/state").status == 200, "the web server alone would not have noticed"
    assert [systemd.hears() for _ in range(5)] == [[silence]] * 5, "and no WATCHDOG=1 among them"
    why = next(line for line in caplog.messages if "called by listener (test_notify.py:" in line)
    assert "s and systemd will restart it; it is in wait (threading.py:" in why
    free.set()
    systemd.hears_until("WATCHDOG=1")
    assert "the table answers again" in caplog.messages


# The process


def test_a_table_under_systemd_says_when_it_is_ready_alive_and_stopping(
    tmp_path: Path, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    with Running(tmp_path / "data") as table:
        heard = systemd.hears()
        if heard == ["WATCHDOG=1"]:  # the watchdog's thread may have been quicker
            heard = systemd.hears()
        assert heard == ["READY=1", f"STATUS=Open at http://127.0.0.1:{table.port}"]
        assert table.get("/api/state").status == 200
        systemd.hears_until("WATCHDOG=1")
        assert table.stop() == 0
        systemd.hears_until("STOPPING=1")
        assert table.complaints == ""
