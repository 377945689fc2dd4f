"""The doctor and what is kept: table.toml, the data folder, and time."""

from __future__ import annotations

import errno
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from machines import RUNNING, a_laptop, a_pi, bad, good, owned_by_root, raising, says

from companion import places
from companion.config import Config
from companion.doctor.finding import Finding
from companion.doctor.keeping import SYNCHRONISED, clocks, data_folder, table_file
from companion.doctor.machine import Machine, Running

# table.toml


@pytest.fixture
def written(tmp_path):
    def write(text: str) -> Path:
        (tmp_path / "table.toml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_without_a_file_the_usual_wiring_counts(tmp_path):
    config, (finding,) = table_file(None, tmp_path)
    assert config == Config()
    assert "the usual wiring and port 8080" in good(finding)


def test_a_good_file_is_named_with_what_it_says(written):
    data = written("[server]\nport = 8090\n[buzzer]\npin = 5\n")
    config, (finding,) = table_file(None, data)
    assert config.server.port == 8090
    assert good(finding) == f"{data / 'table.toml'}: good, with its own wiring and port 8090"
    assert table_file(data / "table.toml", Path("/nowhere"))[1] == [finding]


def test_each_unknown_key_is_named_with_the_nearest_and_the_rest_counts(written):
    config, findings = table_file(None, written("[server]\nprot = 1\nport = 8090\n[buzer]\npin = 5\n"))
    assert config.server.port == 8090
    assert ["did you mean" in bad(finding)[0] for finding in findings] == [True, True]


def test_each_wrong_line_is_named_and_the_other_checks_go_on(written):
    data = written("[seat.1]\nlamp = 5\n[seat.2]\nlamp = 5\n[seat.3]\nlamp = 5\n")
    config, findings = table_file(None, data)
    assert config == Config()
    assert ["which [seat.1] lamp has already" in bad(finding)[0] for finding in findings] == [True, True]
    assert "was not used" in bad(findings[0])[1]


def test_a_named_file_that_is_not_there_is_a_failure(tmp_path):
    _, (finding,) = table_file(tmp_path / "nope.toml", tmp_path)
    assert "nope.toml: cannot be read" in bad(finding)[0]


def test_a_folder_that_may_not_be_looked_into_is_a_failure_and_no_traceback(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.config.find", raising(PermissionError(errno.EACCES, "no", "/srv/games/table.toml")))
    _, (finding,) = table_file(None, tmp_path)
    assert bad(finding)[0] == "/srv/games/table.toml may not be looked at by this user"


# The data folder


def data_found(machine: Machine, data: Path, running: Running | None = None) -> list[Finding]:
    return list(data_folder(machine, data, running))


def test_a_folder_that_can_be_written_is_good(tmp_path):
    folder, space = data_found(a_laptop(), tmp_path)
    assert good(folder) == f"{tmp_path} can be written"
    assert good(space) == "20 GB free"


def test_a_folder_that_is_not_there_yet_is_no_failure_and_is_not_made(tmp_path):
    folder, _ = data_found(a_laptop(), tmp_path / "new" / "data")
    assert "is not there yet" in good(folder)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_comes_with_the_command(tmp_path):
    (tmp_path / "data").mkdir()
    folder, _ = data_found(a_laptop(may_write=owned_by_root("data")), tmp_path / "data")
    found, step = bad(folder)
    assert found == f"{tmp_path / 'data'} cannot be written by ann"
    assert step.startswith(f"sudo chown -R ann {tmp_path / 'data'};")


def test_nobody_is_told_to_take_its_games_from_the_service(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "DATA", tmp_path)
    folder, _ = data_folder(a_pi(may_write=lambda path: False), tmp_path, None)
    assert good(folder) == f"{tmp_path} belongs to the service"


def test_nobody_is_told_to_chown_the_whole_machine(tmp_path):
    folder, _ = data_found(a_laptop(may_write=lambda path: False), tmp_path / "new" / "data")
    found, step = bad(folder)
    assert found == f"{tmp_path} cannot be written by ann"
    assert step.startswith(f"sudo install -d -o ann {tmp_path / 'new' / 'data'};")


def test_a_folder_that_the_running_table_keeps_may_be_another_users(tmp_path):
    folder, _ = data_found(a_laptop(may_write=lambda path: False), tmp_path, RUNNING)
    assert good(folder) == f"{tmp_path} is kept by the running table (process 612)"


def test_a_journal_left_to_root_by_sudo_is_found(tmp_path):
    (tmp_path / "journal.sqlite3").touch()
    folder, _ = data_found(a_laptop(may_write=owned_by_root("journal.sqlite3")), tmp_path)
    assert "journal.sqlite3 cannot be written by ann" in bad(folder)[0]


def test_a_data_folder_that_is_a_file_is_named(tmp_path):
    (tmp_path / "data").touch()
    folder, _ = data_found(a_laptop(), tmp_path / "data")
    assert bad(folder) == (f"{tmp_path / 'data'} is a file", "name a folder with --data")


def test_a_full_disk_is_a_failure(tmp_path):
    _, space = data_found(a_laptop(free_bytes=lambda path: 12_345_678), tmp_path)
    found, step = bad(space)
    assert found == "12 MB free where the games are; the table wants 50 MB"
    assert "apt clean" in step


# Clocks


def clock_found(**differently: Any) -> list[Finding]:
    return list(clocks(a_laptop(**differently)))


def test_the_clock_of_the_games_is_named():
    assert "CLOCK_BOOTTIME" in good(clock_found()[0])
    assert "CLOCK_MONOTONIC" in good(clock_found(has_boottime=False)[0])


def test_the_wall_clock_says_what_is_known_of_it():
    assert good(clock_found(run=says({"timedatectl": "yes"}))[1]) == "2026-11-18 21:14 UTC, synchronised"
    assert good(clock_found(exists=lambda path: path == SYNCHRONISED)[1]).endswith(", synchronised")
    assert "not synchronised; only dates" in good(clock_found(run=says({"timedatectl": "no"}))[1])
    assert "nothing here tells" in good(clock_found(exists=lambda path: False)[1])


def test_a_wall_clock_from_before_the_companion_was_made_is_wrong():
    found, step = bad(clock_found(wall=datetime(1970, 1, 1, tzinfo=UTC))[1])
    assert found.startswith("1970-01-01 00:00 UTC cannot be")
    assert "date -s" in step
