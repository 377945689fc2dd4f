"""lgpio is let in with care: its pipe has a room of its own, and nobody is moved elsewhere."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest
from devices.fake_lgpio import a_pi_with_lgpio

from companion.__main__ import wired
from companion.clock import SystemClock
from companion.devices.pins import open_pins, room_for_lgpio
from companion.games import GAMES
from companion.journal import Journal
from companion.service import Service
from companion.wiring import usual_wiring
from companion.words import Words


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """No environment but the test's own."""
    for name in ("LG_WD", "RUNTIME_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)


def test_the_pipe_lies_in_its_room_and_not_where_the_table_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, room = tmp_path / "started", tmp_path / "data" / "run"
    started.mkdir()
    monkeypatch.chdir(started)
    with a_pi_with_lgpio() as lgpio:
        factory = open_pins(room)
        assert [path.name for path in room.iterdir()] == [".lgd-nfy0"]
        assert list(started.iterdir()) == []
        assert Path.cwd() == started, "a relative --data would point elsewhere"
        factory.pin(5)
        factory.close()
        assert 5 in lgpio.claimed
        assert lgpio.open_chips == 0


def test_a_relative_room_is_found_by_whoever_goes_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with a_pi_with_lgpio():
        open_pins(Path("games/run")).close()
        assert os.environ["LG_WD"] == str(tmp_path / "games" / "run")


def test_where_there_is_no_lgpio_nobody_is_moved_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with a_pi_with_lgpio(chip="can not open gpiochip"), pytest.raises(Exception, match="can not open gpiochip"):
        open_pins(tmp_path / "run")
    assert Path.cwd() == tmp_path


def test_the_service_takes_systemds_folder_before_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert room_for_lgpio(tmp_path) == tmp_path / "run"
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/monster-companion:/run/other")
    assert room_for_lgpio(tmp_path) == Path("/run/monster-companion")
    monkeypatch.setenv("LG_WD", "/run/mine")
    assert room_for_lgpio(tmp_path) == Path("/run/mine")


def test_a_table_whose_pins_cannot_be_used_goes_on_and_says_where_to_ask(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(Journal(tmp_path / "data"), SystemClock(), GAMES, Words())
    with a_pi_with_lgpio(chip="can not open gpiochip"), caplog.at_level(logging.WARNING):
        hardware = wired(service, SystemClock(), usual_wiring(), tmp_path)
        hardware.start()
        status = hardware.status()
        hardware.stop()
    assert status["knob-1"]["state"] == "failed", "a line on the screen, not a dead table"
    assert "the pins cannot be used" in status["knob-1"]["error"]
    assert status["cable-1"]["state"] == "lost", "dice hang on cables, and go on"
    assert "can not open gpiochip" in caplog.text
    assert "companion doctor" in caplog.text
    assert (tmp_path / "run" / ".lgd-nfy0").exists()
