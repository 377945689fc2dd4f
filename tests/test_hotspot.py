"""The table's own Wi-Fi: what NetworkManager is told, by an nmcli that writes it down, and what people are told."""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import hotspot
from companion.cli import main
from companion.hotspot import nmcli
from companion.hotspot.wifi import FILE, LETTERS, Wifi, checked, fresh_password

NMCLI = """#!/usr/bin/env python3
import json, pathlib, sys
here = pathlib.Path(__file__).parent
with (here / "told").open("a") as told:
    told.write(json.dumps(sys.argv[1:]) + "\\n")
answers = json.loads((here / "answers").read_text())
code, out, err = answers.get(" ".join(sys.argv[1:3]), [0, "", ""])
print(out, end="")
print(err, end="", file=sys.stderr)
sys.exit(code)
"""
NEW = {"-t -f": [0, "enabled:enabled\n", ""], "connection delete": [10, "", "Error: unknown connection\n"]}


class NetworkManager:
    """Says what the test wants it to say, and remembers what it was told."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        (folder / "nmcli").write_text(NMCLI)
        (folder / "nmcli").chmod(0o755)
        self.says(NEW)

    def says(self, answers: dict[str, list[object]]) -> None:
        (self._folder / "answers").write_text(json.dumps(answers))

    @property
    def told(self) -> list[list[str]]:
        path = self._folder / "told"
        return [["nmcli", *json.loads(line)] for line in path.read_text().splitlines()] if path.exists() else []

    def forgets(self) -> None:
        (self._folder / "told").unlink()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NetworkManager:
    """A machine with a Wi-Fi called wlan7."""
    (tmp_path / "net" / "eth0").mkdir(parents=True)
    (tmp_path / "net" / "wlan7" / "wireless").mkdir(parents=True)
    monkeypatch.setattr(nmcli, "NETWORKS", tmp_path / "net")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return NetworkManager(tmp_path / "bin")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def typed(data: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Type `companion hotspot …` and read what it says."""

    def typed(*words: str) -> str:
        assert main(["hotspot", "--data", str(data), *words]) == 0
        return capsys.readouterr().out

    return typed


@pytest.fixture
def refused(data: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def refused(*words: str) -> str:
        assert main(["hotspot", "--data", str(data), *words]) == 1
        return capsys.readouterr().err

    return refused


# On and off


def test_it_is_switched_on_and_says_how_to_join(manager: NetworkManager, typed: Callable[..., str], data: Path) -> None:
    said = typed()
    wifi = hotspot.joining(data)
    assert wifi
    assert wifi.ssid == "Monster Table"
    assert f"Network    {wifi.ssid}\n" in said
    assert f"Password   {wifi.password}\n" in said
    assert "http://10.42.0.1:8080" in said
    assert "ssh" in said, "whoever came by Wi-Fi is warned"
    assert manager.told[1:] == [nmcli.delete(), nmcli.add(wifi, "wlan7"), nmcli.up()]


def test_the_password_is_made_once_and_only_its_owner_can_read_it(
    manager: NetworkManager, typed: Callable[..., str], data: Path
) -> None:
    typed()
    first = hotspot.joining(data)
    typed("--off")
    typed()
    assert hotspot.joining(data) == first
    assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600


def test_what_is_typed_is_kept_for_the_next_time(
    manager: NetworkManager, typed: Callable[..., str], data: Path
) -> None:
    typed("--name", "Café Kaiju", "--password", "rampage tonight")
    typed("--off")
    typed()
    assert hotspot.joining(data) == Wifi("Café Kaiju", "rampage tonight", is_on=True)


def test_the_port_of_the_address_is_the_tables(manager: NetworkManager, typed: Callable[..., str], data: Path) -> None:
    data.mkdir()
    (data / "table.toml").write_text("[server]\nport = 80\n")
    assert "Then open  http://10.42.0.1 or" in typed()


def test_off_takes_it_away_and_guests_are_no_more_asked_to_join(
    manager: NetworkManager, typed: Callable[..., str], data: Path
) -> None:
    typed()
    manager.forgets()
    manager.says({})
    assert "goes back to one that it knows" in typed("--off")
    assert manager.told == [nmcli.delete()]
    assert hotspot.joining(data) is None
    manager.says(NEW)
    assert "off already" in typed("--off")


# Dry run


def test_a_dry_run_prints_the_exact_commands_and_does_nothing(
    manager: NetworkManager, typed: Callable[..., str], data: Path
) -> None:
    printed = [shlex.split(line) for line in typed("--dry-run", "--password", "it's a secret").splitlines()]
    assert manager.told == []
    assert not data.exists()
    typed("--password", "it's a secret")
    assert manager.told[1:] == printed


def test_a_dry_run_off_prints_what_takes_it_away(manager: NetworkManager, typed: Callable[..., str]) -> None:
    assert typed("--dry-run", "--off") == "nmcli connection delete id monster-companion-hotspot\n"
    assert manager.told == []


def test_a_dry_run_needs_neither_networkmanager_nor_wifi(
    typed: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(nmcli, "NETWORKS", tmp_path / "none")
    _, add, _ = typed("--dry-run").splitlines()
    assert " ifname wlan0 " in add


def test_guests_get_an_address_and_the_password_is_asked_for() -> None:
    words = nmcli.add(Wifi("Monster Table", "k7mf-3qzt-w9ab"), "wlan0")
    settings = dict(zip(words[3::2], words[4::2], strict=True))
    assert settings["type"] == "wifi"
    assert settings["ifname"] == "wlan0"
    assert settings["802-11-wireless.mode"] == "ap"
    assert settings["ipv4.method"] == "shared"
    assert settings["wifi-sec.key-mgmt"] == "wpa-psk"
    assert settings["wifi-sec.psk"] == "k7mf-3qzt-w9ab"
    assert settings["autoconnect"] == "yes"


# What keeps it from being on


def test_without_nmcli_it_says_what_to_install(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "sudo apt install network-manager" in refused()
    assert "sudo apt install network-manager" in refused("--off")


@pytest.mark.parametrize(
    ("radio", "expected"),
    [
        ([0, "enabled:disabled\n", ""], "blocked by rfkill, as on every new Pi until it knows its country"),
        ([0, "disabled:enabled\n", ""], "blocked by a switch"),
        ([0, "missing:enabled\n", ""], "no Wi-Fi"),
        ([8, "", "Error: NetworkManager is not running.\n"], "sudo systemctl enable --now NetworkManager"),
    ],
)
def test_a_wifi_that_cannot_be_used_is_left_alone(
    manager: NetworkManager, refused: Callable[..., str], data: Path, radio: list[object], expected: str
) -> None:
    manager.says({"-t -f": radio})
    assert expected in refused()
    assert len(manager.told) == 1
    assert not data.exists()


def test_a_machine_without_wifi_is_told(
    manager: NetworkManager, refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nmcli, "NETWORKS", tmp_path / "none")
    assert "this machine has no Wi-Fi" in refused()


@pytest.mark.parametrize(
    ("error", "step"),
    [
        ("Error: Failed to add 'x' connection: Insufficient privileges.", "Put sudo before the command."),
        ("Error: Connection activation failed: the device is busy.", "journalctl -u NetworkManager"),
    ],
)
def test_what_networkmanager_refuses_is_said_and_nothing_is_left_behind(
    manager: NetworkManager, refused: Callable[..., str], data: Path, error: str, step: str
) -> None:
    manager.says(NEW | {"connection up": [4, "", error + "\n"]})
    said = refused()
    assert error.removeprefix("Error: ") in said
    assert step in said
    assert manager.told[-1] == nmcli.delete()
    assert hotspot.joining(data) is None


@pytest.mark.parametrize("name", ["", "x" * 33, "é" * 17, "two\nlines", "\udcff"])
def test_a_name_that_no_wifi_can_have_is_refused(
    manager: NetworkManager, refused: Callable[..., str], name: str
) -> None:
    assert "give another --name" in refused("--name", name)


@pytest.mark.parametrize("password", ["", "1234567", "x" * 64, "pässword1", "line\nbreak"])
def test_a_password_that_no_wifi_can_have_is_refused(
    manager: NetworkManager, refused: Callable[..., str], password: str
) -> None:
    assert "give another --password" in refused("--password", password)


# For the page that guests see


def test_the_code_for_a_camera_is_escaped() -> None:
    assert Wifi("Monster Table", "k7mf-3qzt-w9ab").qr == "WIFI:T:WPA;S:Monster Table;P:k7mf-3qzt-w9ab;;"
    assert Wifi('a;b,c:d"e', "back\\slash").qr == 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e;P:back\\\\slash;;'


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[]", b"{}", b'{"ssid": 5, "password": 5, "is_on": 1}', b'{"ssid": "x", "password": "y"}'],
)
def test_a_file_that_makes_no_sense_is_no_wifi(data: Path, content: bytes) -> None:
    data.mkdir()
    (data / FILE).write_bytes(content)
    assert hotspot.joining(data) is None


def test_a_fresh_password_can_be_read_out() -> None:
    passwords = {fresh_password() for _ in range(50)}
    assert len(passwords) == 50
    for password in passwords:
        assert re.fullmatch(f"([{LETTERS}]{{4}}-){{2}}[{LETTERS}]{{4}}", password)
        assert checked(Wifi("x", password))
    assert not set("ilo01") & set(LETTERS)


def test_a_folder_that_cannot_be_written_is_named(manager: NetworkManager, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"secrets\.hotspot cannot be written"):
        hotspot.turn_on(tmp_path / "file", None, None, dry_run=False)
    assert len(manager.told) == 1, "nothing is switched on that nobody could join"
