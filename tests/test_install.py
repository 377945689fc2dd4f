"""Installing into a folder, looked at by systemd's own tools; and what people are told when it cannot be done."""

from __future__ import annotations

import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion
from companion import config, paths, places
from companion.cli import main, parser
from companion.config import Config, ServerConfig
from companion.errors import SetupError
from companion.install import doing, environment, files, installing

pytestmark = pytest.mark.xdist_group("install")

UNIT = "etc/systemd/system/monster-companion.service"
SETTINGS = "etc/monster-companion/table.toml"
HOME = "opt/monster-companion"
COMMAND = "usr/local/bin/companion"


@pytest.fixture(scope="module", autouse=True)
def offline() -> Iterator[None]:
    """pip asks nobody: what the program needs is left out, and hatchling is here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_DEPS", "1")
        patch.setenv("PIP_NO_INDEX", "1")
        yield


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pristine")
    root.chmod(0o755)
    before = os.umask(0o077)  # an administrator who trusts nobody
    try:
        assert main(["install", "--root", str(root)]) == 0
    finally:
        os.umask(before)
    return root


@pytest.fixture
def stage(pristine: Path, tmp_path: Path) -> Path:
    """A folder that it was installed into."""
    return shutil.copytree(pristine, tmp_path / "stage", symlinks=True)


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Type a command that succeeds, and read what it says."""

    def typed(*words: object) -> str:
        assert main([str(word) for word in words]) == 0
        return capsys.readouterr().out

    return typed


def ended(*command: object, cwd: Path | None = None) -> tuple[int, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=env, cwd=cwd)
    return done.returncode, done.stdout + done.stderr


# What systemd thinks of it


@pytest.fixture
def unit(stage: Path) -> Path:
    """The staged unit, its program in the stage: verify looks whether it is there."""
    path = stage / UNIT
    path.write_text(path.read_text().replace(f"={places.HOME}/", f"={stage}{places.HOME}/"))
    return path


def test_systemd_has_nothing_to_say_about_the_unit(unit: Path) -> None:
    assert ended("systemd-analyze", "verify", "--man=no", unit) == (0, ""), "it only remarks on unknown keys"


def test_the_unit_is_closed_to_all_it_does_not_need(unit: Path) -> None:
    code, said = ended("systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", unit)
    assert code == 0, said


def settings_of(unit: Path) -> dict[str, list[str]]:
    """Its keys, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            found.setdefault(key, []).append(value)
    return found


def test_pins_and_serial_ports_stay_within_reach(stage: Path) -> None:
    unit = settings_of(stage / UNIT)
    assert {f"char-{kind} rw" for kind in ("gpiochip", "ttyACM", "ttyUSB", "ttyAMA")} <= set(unit["DeviceAllow"])
    assert unit["DevicePolicy"] == ["closed"]
    assert unit["SupplementaryGroups"] == ["gpio dialout"]
    assert "PrivateDevices" not in unit, "it would hide them"
    assert "ProcSubset" not in unit, "the model of a Pi stands in /proc/device-tree"


def test_the_unit_and_the_companion_mean_the_same_places(stage: Path) -> None:
    unit = settings_of(stage / UNIT)
    assert unit["User"] == [places.USER]
    assert [Path("/var/lib") / name for name in unit["StateDirectory"]] == [places.DATA]
    assert unit["Environment"] == [f"LG_WD=%t/{unit['RuntimeDirectory'][0]}"]
    program, *words = unit["ExecStart"][0].replace("%S", "/var/lib").split()
    assert Path(program).is_relative_to(places.HOME)
    args = parser().parse_args(words[words.index("companion") + 1 :])
    assert args.data == places.DATA
    assert not args.simulate


# The files


def version_of(stage: Path) -> str:
    """What the installed program says of itself, from a folder where no other is."""
    program = "from companion.cli import main; main(['--version'])"
    return ended(stage / HOME / "bin/python", "-c", program, cwd=stage)[1].removeprefix("companion ").strip()


def test_the_program_runs_from_its_own_environment(stage: Path) -> None:
    assert version_of(stage) == companion.__version__


def test_it_will_run_where_it_is_carried_to(stage: Path) -> None:
    assert (stage / COMMAND).readlink() == Path("/opt/monster-companion/bin/companion")
    assert (stage / HOME / "bin/companion").read_text().startswith("#!/opt/monster-companion/bin/python")


def test_the_environment_carries_all_that_stands_beside_the_package(stage: Path) -> None:
    (carried,) = (stage / HOME).glob("lib/python*/site-packages/companion/_data")
    assert {path.name for path in carried.iterdir()} == {"web", "firmware", "systemd", "hardware"}


def test_the_settings_are_the_usual_ones_on_port_80(stage: Path) -> None:
    assert config.load(stage / SETTINGS) == (Config(ServerConfig(port=80)), [])


def test_the_service_may_read_it_whatever_the_administrators_umask(pristine: Path) -> None:
    assert all(path.stat().st_mode & 0o004 for path in pristine.rglob("*") if path.exists())


def test_the_avahi_entry_announces_the_port_of_the_settings(stage: Path) -> None:
    entry = stage / "etc/avahi/services/monster-companion.service"
    assert ET.parse(entry).findtext("service/port") == "80"
    (stage / SETTINGS).write_text("[server]\nport = 8081\n")
    files.put_service_files(stage, files.port_of(stage))
    assert ET.parse(entry).findtext("service/port") == "8081"


def test_the_udev_rule_names_bridges_by_serial_number_or_by_socket(stage: Path) -> None:
    rules = (stage / "etc/udev/rules.d/70-monster-companion.rules").read_text()
    lines = [line for line in rules.splitlines() if line and not line.startswith("#")]
    assert 'GROUP="dialout", MODE="0660"' in lines
    assert sum('SYMLINK+="monster-bridge-$env{' in line for line in lines) == 2
    assert {line.split('GOTO="')[1] for line in lines if "GOTO" in line} == {lines[-1].split('LABEL="')[1]}


def test_the_user_is_in_both_groups(stage: Path, tmp_path: Path) -> None:
    conf = stage / "etc/sysusers.d/monster-companion.conf"
    (tmp_path / "machine/etc").mkdir(parents=True)
    code, said = ended("systemd-sysusers", f"--root={tmp_path / 'machine'}", conf)
    assert code == 0, said
    members = (tmp_path / "machine/etc/group").read_text().splitlines()
    assert {line.split(":")[0] for line in members if line.endswith(":monster-companion")} == {"gpio", "dialout"}


# Again, and away


def test_a_second_run_changes_nothing_and_says_so(stage: Path, typed: Callable[..., str]) -> None:
    before = {path: path.read_bytes() for path in (stage / "etc").rglob("*") if path.is_file()}
    said = typed("install", "--root", stage)
    assert f"Found the environment in {stage / HOME}." in said
    assert f"Kept {stage / SETTINGS} as it is." in said
    assert f"Found {stage / UNIT}." in said
    assert f"Found {stage / COMMAND}." in said
    assert {path: path.read_bytes() for path in (stage / "etc").rglob("*") if path.is_file()} == before


def test_a_second_run_brings_all_up_to_date_but_games_and_settings(stage: Path, typed: Callable[..., str]) -> None:
    (old,) = (stage / HOME).glob("lib/python*/site-packages/companion/cli.py")
    old.write_text("raise SystemExit('an old version')\n")
    (stage / UNIT).write_text("[Unit]\nDescription=Old\n")
    (stage / SETTINGS).write_text("[buzzer]\npin = 13\n")
    journal = stage / "var/lib/monster-companion/journal.sqlite3"
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"all games")
    assert f"Renewed {stage / UNIT}." in typed("install", "--root", stage)
    assert version_of(stage) == companion.__version__
    assert settings_of(stage / UNIT)["Type"] == ["notify"]
    assert (stage / SETTINGS).read_text() == "[buzzer]\npin = 13\n"
    assert journal.read_bytes() == b"all games"


def test_an_environment_whose_python_is_gone_is_no_good_any_more(stage: Path) -> None:
    """As after an upgrade from bookworm to trixie."""
    assert environment.is_sound(stage / HOME, sees_system=False)
    (stage / HOME / "bin/python").unlink()
    (stage / HOME / "bin/python").symlink_to("/usr/bin/python3.7-is-gone")
    assert not environment.is_sound(stage / HOME, sees_system=False)


def test_on_a_pi_the_environment_is_made_anew_to_see_the_distributions_lgpio(
    stage: Path, typed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.__main__.is_a_pi", lambda: True)
    said = typed("install", "--root", stage)
    assert "Making an environment" in said
    assert "include-system-site-packages = true" in (stage / HOME / "pyvenv.cfg").read_text()
    has_lgpio = environment.answers(stage / HOME / "bin/python", "import lgpio")
    assert ("sudo apt install python3-lgpio" in said) != has_lgpio
    assert version_of(stage) == companion.__version__


def test_uninstalling_keeps_games_and_settings_and_says_where(stage: Path, typed: Callable[..., str]) -> None:
    data = stage / "var/lib/monster-companion"
    data.mkdir(parents=True)
    (data / "journal.sqlite3").write_bytes(b"all games")
    said = typed("uninstall", "--root", stage)
    left = [str(path.relative_to(stage)) for path in stage.rglob("*") if not path.is_dir() or path.is_symlink()]
    assert sorted(left) == [SETTINGS, "var/lib/monster-companion/journal.sqlite3"]
    assert f"Kept all games, in {data}, and the user monster-companion" in said
    assert f"Kept {stage / SETTINGS}." in said
    assert "Removed" not in typed("uninstall", "--root", stage), "twice is fine"


def test_another_program_called_companion_is_left_alone(stage: Path, typed: Callable[..., str]) -> None:
    (stage / COMMAND).unlink()
    (stage / COMMAND).write_text("#!/bin/sh\necho I was here first\n")
    assert f"Left {stage / COMMAND} alone" in typed("install", "--root", stage)
    typed("uninstall", "--root", stage)
    assert "first" in (stage / COMMAND).read_text()


# On the machine itself


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """systemctl, udevadm and systemd-sysusers that only write down what they are told."""
    told = tmp_path / "told"
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("systemctl", "udevadm", "systemd-sysusers"):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {told}\n')
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return told


def test_the_service_is_started_after_everybody_knows_of_it(programs: Path) -> None:
    installing.make_user()
    installing.start()
    assert programs.read_text().splitlines() == [
        "systemd-sysusers /etc/sysusers.d/monster-companion.conf",
        "udevadm control --reload",
        "udevadm trigger --subsystem-match=tty --action=change",
        "systemctl daemon-reload",
        "systemctl enable monster-companion.service",
        "systemctl restart monster-companion.service",
    ]


def test_without_udev_the_table_still_starts(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (programs.parent / "bin/udevadm").write_text("#!/bin/sh\nexit 1\n")
    installing.start()
    assert programs.read_text().endswith("systemctl restart monster-companion.service\n")
    assert "Not all is done: bridges get their names only after" in capsys.readouterr().out


def test_a_service_that_does_not_start_comes_with_the_way_to_its_log(programs: Path) -> None:
    systemctl = programs.parent / "bin/systemctl"
    systemctl.write_text('#!/bin/sh\nif [ "$1" = restart ]; then echo Job failed >&2; exit 1; fi\n')
    with pytest.raises(SetupError, match=r"did not start; read why with `journalctl -u .*\(systemctl: Job failed\)"):
        installing.start()


def test_the_last_words_say_where_everything_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "table")
    monkeypatch.setattr("companion.__main__.room_address", lambda: "192.168.7.2")
    said = "\n".join(installing.welcome(80))
    assert "http://table.local or http://192.168.7.2\n" in said
    for place in ("/var/lib/monster-companion", "/etc/monster-companion/table.toml", "companion doctor"):
        assert place in said


# When it cannot be done


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def refused(*words: object) -> str:
        assert main([str(word) for word in words]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return refused


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_who_is_no_administrator_is_told_what_to_type(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str
) -> None:
    monkeypatch.setattr(doing, "BOOTED", tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("sys.argv", [".venv/bin/companion", verb])
    assert refused(verb) == (f"companion: only an administrator can {verb} it; type: sudo .venv/bin/companion {verb}\n")


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_without_systemd_there_is_no_service(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str
) -> None:
    monkeypatch.setattr(doing, "BOOTED", tmp_path / "nowhere")
    assert f"no service to {verb}" in refused(verb)


def test_an_installed_companion_sends_its_owner_to_the_clone(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(paths, "_CLONE", tmp_path)
    said = refused("install", "--root", tmp_path / "stage")
    assert "installed from a clone" in said
    assert "sudo .venv/bin/companion install" in said
    assert not (tmp_path / "stage").exists()


def test_without_a_network_nothing_is_changed_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)  # no hatchling: pip must fetch it
    assert main(["install", "--root", str(tmp_path / "stage")]) == 1
    assert "the wheel could not be built, and nothing was changed: is there a network?" in capsys.readouterr().err
    assert not (tmp_path / "stage").exists()


def test_settings_that_make_no_sense_are_named_before_anything_is_changed(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / SETTINGS
    path.parent.mkdir(parents=True)
    path.write_text('[server]\nport = "eighty"\n')
    assert "[server] port should be" in refused("install", "--root", tmp_path)
    assert not (tmp_path / "opt").exists()


def test_a_python_that_the_service_cannot_see_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(environment, "answers", lambda python, program: asked.append(python) or False)
    monkeypatch.setattr("sys.base_prefix", "/home/ann/.pyenv/versions/3.13.0")
    with pytest.raises(SetupError, match="sudo apt install python3 python3-venv"):
        environment.python_for(Path("/"))
    assert asked == [Path("/usr/bin/python3")]
    with pytest.raises(SetupError):
        environment.python_for(Path("/tmp/stage"))
    assert Path("/home/ann/.pyenv/versions/3.13.0/bin/python3") in asked, "for a folder any will do"
