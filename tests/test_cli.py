"""What a person types, and what they read back."""

from __future__ import annotations

import csv
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from server.live import Live

import companion
from companion import places
from companion.cli import COMMANDS, main
from companion.engine.plain import to_json
from companion.journal import Journal

ROOT = Path(companion.__file__).parents[1]
Type = Callable[..., "Said"]


class Said(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Type:
    """Type a command."""

    def typed(*words: object) -> Said:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Said(code, out, err)

    return typed


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Live]:
    """A running table in the middle of its second game."""
    with Live(tmp_path / "data") as live:
        live.start("Ann", "Bob").do("end-game", winners=[2])
        live.start("=1+1", "<b>Bob</b>", turn_s=60)
        live.wait(12.5).do("spend-power", seat=1, amount=2)
        live.wait(5).do("next-turn")
        yield live


@pytest.fixture
def exported(table: Live, typed: Type, tmp_path: Path) -> Path:
    """The second game in a file."""
    path = tmp_path / "tuesday.jsonl"
    assert typed("export", "g3", "--data", table.data, "--format", "jsonl", "--output", path) == Said(0, "", "")
    return path


# Help


@pytest.mark.parametrize("name", [name for name, *_ in COMMANDS])
def test_every_command_explains_itself_with_an_example(typed: Type, name: str) -> None:
    code, out, _ = typed(name, "--help")
    assert code == 0
    assert f"usage: companion {name}" in out
    assert "Example" in out
    assert f"companion {name}" in out.split("Example", 1)[1]
    assert len(out.split("options:")[0].split()) > 25, "like a manual page"


def test_bare_help_lists_the_commands(typed: Type) -> None:
    _, out, _ = typed("--help")
    for name, summary, *_ in COMMANDS:
        assert name in out
        assert summary in out


def test_the_contracts_commands_of_this_issue_are_there() -> None:
    assert {name for name, *_ in COMMANDS} >= {
        *("run", "doctor", "games", "replay", "export", "token", "hotspot", "install", "uninstall"),
    }


@pytest.mark.parametrize("words", [[], ["nope"], ["export"], ["replay"], ["games", "--colour"], ["run", "--port", "x"]])
def test_what_cannot_be_understood_shows_the_usage(typed: Type, words: list[str]) -> None:
    code, _, err = typed(*words)
    assert code == 2
    assert "usage: companion" in err


@pytest.mark.parametrize("port", ["-1", "65536", "80.5", "", "٨٠", "9" * 5000])
def test_a_wrong_port_is_named(typed: Type, port: str) -> None:
    code, _, err = typed("run", f"--port={port}")
    assert code == 2
    assert "a port is a number from 0 to 65535" in err


def test_the_version_is_the_packages_own(typed: Type) -> None:
    assert typed("--version").out == f"companion {companion.__version__}\n"


# Games


def test_games_lists_the_newest_first_beside_a_running_table(table: Live, typed: Type) -> None:
    code, out, err = typed("games", "--data", table.data)
    assert (code, err) == (0, "")
    new, old = out.splitlines()
    assert "g3" in new
    assert "Monster Town: =1+1, <b>Bob</b>. Not finished." in new
    assert "g1" in old
    assert "2026-11-18 21:00" in old
    assert "Bob" in old.split("Ann, Bob.")[1], "who won"


def test_no_games_yet_is_said_in_words(typed: Type, tmp_path: Path) -> None:
    Journal(tmp_path).close()
    assert typed("games", "--data", tmp_path) == Said(0, "No games yet.\n", "")


@pytest.mark.parametrize("words", [["games"], ["export", "g1"]])
def test_a_folder_without_a_journal_is_named(typed: Type, tmp_path: Path, words: list[str]) -> None:
    code, out, err = typed(*words, "--data", tmp_path / "nowhere")
    assert (code, out) == (1, "")
    assert err.startswith("companion: there is no journal in ")
    assert "nowhere" in err
    assert not (tmp_path / "nowhere").exists(), "what only reads makes nothing"


def test_a_journal_that_is_none_is_named(typed: Type, tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"once upon a time" * 300)
    code, _, err = typed("games", "--data", tmp_path)
    assert code == 1
    assert "journal.sqlite3" in err
    assert "restore a backup" in err


def test_a_journal_of_a_newer_companion_is_left_alone(typed: Type, tmp_path: Path) -> None:
    newer_journal(tmp_path)
    before = (tmp_path / "journal.sqlite3").read_bytes()
    code, _, err = typed("games", "--data", tmp_path)
    assert code == 1
    assert "newer companion" in err
    assert (tmp_path / "journal.sqlite3").read_bytes() == before


def newer_journal(data: Path) -> None:
    import sqlite3

    Journal(data).close()
    db = sqlite3.connect(data / "journal.sqlite3")
    db.execute("PRAGMA user_version = 99")
    db.commit()
    db.close()


# Export


def test_an_export_is_a_format_line_and_then_the_entries(table: Live, exported: Path) -> None:
    head, *entries = [json.loads(line) for line in exported.read_text(encoding="utf-8").splitlines()]
    assert (head["format"], head["version"], head["game"], head["id"]) == (
        *("monster-companion-game", 1, "monster-town", "g3"),
    )
    assert entries == table.entries(after=2)


def test_an_export_without_an_output_goes_to_the_terminal(table: Live, typed: Type, exported: Path) -> None:
    out = typed("export", "g3", "--data", table.data).out
    assert out == exported.read_text(encoding="utf-8")


def test_a_csv_has_a_header_and_a_line_per_entry(table: Live, typed: Type, tmp_path: Path) -> None:
    path = tmp_path / "tuesday.csv"
    assert typed("export", "g3", "--data", table.data, "--format", "csv", "--output", path).code == 0
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["seq", "at", "t", "by", "seat", "command", "text", "changes"]
    assert [row[5] for row in rows] == ["start-game", "spend-power", "next-turn"]
    assert rows[1][0] == "4"
    assert rows[1][4] == "1"
    assert rows[1][7] == "seats/1/tracks/power/value 7 → 5"


def test_a_player_called_like_a_formula_is_harmless_in_a_spreadsheet(table: Live, typed: Type, tmp_path: Path) -> None:
    for name in ("=1+1", "+1", "-1", "@SUM(A1)", "\u200b=1"):
        table.do("rename-player", seat=1, player=name)
        table.do("note", text=name)
        table.do("spend-power", seat=1, amount=1)
        table.do("regenerate", seat=1)
    table.do("note", text="\t=1+1\n=2+2\r=3+3")
    out = typed("export", "g3", "--data", table.data, "--format", "csv").out
    cells = [cell for row in csv.reader(out.splitlines(keepends=True)) for cell in row]
    assert any("=1+1" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))]


def test_an_unknown_id_is_named_and_nothing_is_written(table: Live, typed: Type, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    code, out, err = typed("export", "g99", "--data", table.data, "--output", path)
    assert (code, out) == (1, "")
    assert err == "companion: there is no game g99 in the journal; `companion games` lists them\n"
    assert not path.exists()


@pytest.mark.parametrize("where", ["a-folder", "a-folder/deeper/x.csv", "a-file/x.csv"])
def test_an_output_that_cannot_be_written_is_named(table: Live, typed: Type, tmp_path: Path, where: str) -> None:
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "a-file").touch()
    code, _, err = typed("export", "g3", "--data", table.data, "--output", tmp_path / where)
    assert code == 1
    assert where in err
    assert "give another --output" in err


def test_a_full_disk_is_said_in_words(table: Live, typed: Type) -> None:
    code, _, err = typed("export", "g3", "--data", table.data, "--output", "/dev/full")
    assert code == 1
    assert "/dev/full cannot be written" in err


def test_who_reads_only_the_first_line_sees_no_traceback(table: Live) -> None:
    for _ in range(2):  # more than a pipe holds
        for _ in range(60):
            table.do("note", text="x" * 1000)
    words = [sys.executable, "-m", "companion", "export", "g3", "--data", str(table.data)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline()
        running.stdout.close()
        err = running.stderr.read()
        code = running.wait(timeout=30)
    assert (code, err) == (0, b"")


# Replay


def test_a_replay_tells_the_story_and_how_it_stood(typed: Type, exported: Path) -> None:
    code, out, _ = typed("replay", exported)
    assert code == 0
    assert out.splitlines() == [
        "  0:00  Monster Town began: =1+1, <b>Bob</b>",
        "  0:12  =1+1 spent 2 power",
        "  0:17  <b>Bob</b>'s turn",
        "",
        "Seat 1  =1+1: power 5, conquest 0",
        "Seat 2  <b>Bob</b>: power 7, conquest 0",
        "Not finished.",
    ]


def test_the_replayed_state_is_the_live_state(table: Live, typed: Type, exported: Path) -> None:
    replayed = json.loads(typed("replay", exported, "--json").out)
    live = {key: value for key, value in table.state().items() if key in replayed}
    assert live == replayed | {"devices": live["devices"]}
    assert not table.state().keys() - replayed.keys() - {"undo", "refusal"}


def test_a_replay_needs_no_data_folder_and_no_table(table: Live, typed: Type, exported: Path) -> None:
    before = typed("replay", exported, "--json").out
    table.close()
    (table.data / "journal.sqlite3").unlink()
    assert typed("replay", exported, "--json").out == before


def test_a_finished_game_replays_to_its_ending(table: Live, typed: Type, tmp_path: Path) -> None:
    path = tmp_path / "monday.jsonl"
    typed("export", "g1", "--data", table.data, "--output", path)
    replayed = json.loads(typed("replay", path, "--json").out)
    assert replayed["outcome"]["winners"] == [2]
    assert "Not finished" not in typed("replay", path).out


def test_half_a_line_is_named_with_its_number(typed: Type, exported: Path) -> None:
    exported.write_text(exported.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    code, out, err = typed("replay", exported)
    assert (code, out) == (1, "")
    assert err.startswith("companion: tuesday.jsonl, line 4: expected JSON")


def test_a_missing_line_is_found_out(typed: Type, exported: Path) -> None:
    head, _, *rest = exported.read_text(encoding="utf-8").splitlines(keepends=True)
    exported.write_text(head + "".join(rest), encoding="utf-8")
    code, _, err = typed("replay", exported)
    assert code == 1
    assert "tuesday.jsonl" in err
    assert "beginning is not here" in err


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "line 1"),
        (b"\n\n", "line 1"),
        (b"hello\n", "line 1"),
        (b"[]\n", "line 1"),
        (b"{}\n", "monster-companion-game"),
        (b'{"format": "monster-companion-game"}\n', "version"),
        (b'{"format": "monster-companion-game", "version": 2}\n', "newer"),
        (b'{"format": "monster-companion-game", "version": "x"}\n', "version"),
        (b'{"format": "monster-companion-game", "version": 1}\n', "no entries"),
        (b'{"format": "monster-companion-game", "version": 1}\n{}\n', "line 2"),
        (b'{"format": "monster-companion-game", "version": 1}\n7\n', "line 2"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"\x00" * 1000, "line 1"),
        (b"[" * 100_000, "line 1"),
    ],
)
def test_what_is_no_export_is_named(typed: Type, tmp_path: Path, content: bytes, named: str) -> None:
    path = tmp_path / "garbage.jsonl"
    path.write_bytes(content)
    for more in ([], ["--json"]):
        code, out, err = typed("replay", path, *more)
        assert (code, out) == (1, "")
        assert "garbage.jsonl" in err
        assert named in err


SPOILT: dict[str, list[Any]] = {
    "seq": ["x", None, -1, 1.5],
    "game": [5, [], "g9"],
    "t": ["x", None, [], -1, 1e300],
    "text": [None, 5, {}],
    "command": [None, "next-turn"],
    "changes": [
        None,
        5,
        "x",
        [[]],
        [["a"]],
        [["seats/9/tracks/power/value", 1, 2]],
        [["", None, None]],
        [["", None, {}]],
    ],
    "by": [None, 7],
    "at": [None, 7],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in SPOILT.items() for value in values])
@pytest.mark.parametrize("line", [1, 2, 3], ids=["first", "middle", "last"])
def test_a_spoilt_entry_never_ends_in_a_traceback(
    typed: Type, export_lines: list[Any], tmp_path: Path, line: int, key: str, value: Any
) -> None:
    """Either the file is refused by name, or what was spoilt does not matter."""
    spoilt = [dict(each) for each in export_lines]
    spoilt[line][key] = value
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(b"".join(to_json(each) + b"\n" for each in spoilt))
    for more in ([], ["--json"]):
        code, _, err = typed("replay", path, *more)
        assert code == 0 or (code == 1 and "spoilt.jsonl" in err), err


@pytest.fixture(scope="module")
def export_lines(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """An export as its lines."""
    from companion.games import GAMES
    from companion.journal.export import game_lines
    from companion.words import Words

    with Live(tmp_path_factory.mktemp("lines")) as live:
        live.start("Ann", "Bob", turn_s=60)
        live.wait(3).do("spend-power", seat=1, amount=2)
        live.wait(3).do("next-turn")
        head, entries = game_lines(live.reader, "g1", GAMES, Words())
        return [json.loads(to_json(line)) for line in (head, *entries)]


@pytest.mark.parametrize("where", ["nowhere.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(typed: Type, tmp_path: Path, where: str) -> None:
    code, _, err = typed("replay", tmp_path / where)
    assert code == 1
    assert f"{tmp_path / where} cannot be read: " in err
    assert "None" not in err


# Token


def test_the_token_is_made_once_and_only_its_owner_can_read_it(typed: Type, tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    first = typed("token", "--data", data)
    assert (first.code, first.err) == (0, "")
    assert len(first.out.strip()) >= 32
    assert first.out == first.out.strip() + "\n", "the token and nothing else"
    assert typed("token", "--data", data) == first
    (file,) = [each for each in data.iterdir() if first.out.strip() in each.read_text()]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_umask_makes_the_token_no_more_open(typed: Type, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        token = typed("token", "--data", tmp_path).out.strip()
    finally:
        os.umask(before)
    (file,) = [each for each in tmp_path.iterdir() if token in each.read_text()]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_token_is_there_beside_a_running_table(table: Live, typed: Type) -> None:
    assert len(typed("token", "--data", table.data).out.strip()) >= 32


def test_a_token_file_left_empty_by_a_power_cut_is_no_token(typed: Type, tmp_path: Path) -> None:
    token = typed("token", "--data", tmp_path).out.strip()
    (file,) = [each for each in tmp_path.iterdir() if token in each.read_text()]
    file.write_text("")
    again = typed("token", "--data", tmp_path)
    assert again.code == 0
    assert len(again.out.strip()) >= 32


def test_two_who_ask_at_once_get_the_same_token(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "token", "--data", str(tmp_path)]
    asked = [subprocess.Popen(words, stdout=subprocess.PIPE, cwd=ROOT) for _ in range(4)]
    said = {each.communicate(timeout=30)[0] for each in asked}
    assert len(said) == 1
    assert len(said.pop().strip()) >= 32


def test_a_data_folder_that_is_a_file_is_named(typed: Type, tmp_path: Path) -> None:
    file = tmp_path / "a-file"
    file.touch()
    code, out, err = typed("token", "--data", file)
    assert (code, out) == (1, "")
    assert "a-file" in err


def test_without_a_folder_the_platforms_own_place_is_used(
    typed: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "UNIT_FILE", tmp_path / "none")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert typed("token").code == 0
    assert list((tmp_path / "monster-companion").iterdir())


# Beside an installed service


@pytest.fixture
def service_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose table is a service, and where that keeps its games."""
    unit, data = tmp_path / "monster-companion.service", tmp_path / "var" / "monster-companion"
    unit.touch()
    data.mkdir(parents=True)
    monkeypatch.setattr(places, "UNIT_FILE", unit)
    monkeypatch.setattr(places, "DATA", data)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    return data


def test_people_see_the_games_of_the_service(typed: Type, service_data: Path) -> None:
    Journal(service_data).close()
    assert typed("games") == Said(0, "No games yet.\n", "")
    assert typed("token").code == 0
    assert (service_data / "secrets.token").is_file()


def test_who_may_not_is_told_to_use_sudo(typed: Type, service_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code, out, err = typed("games")
    assert (code, out) == (1, "")
    assert err.startswith(f"companion: the games of this machine are in {service_data} and belong to its service;")
    assert "put sudo before the command" in err


def test_a_token_made_with_sudo_belongs_to_the_service(
    typed: Type, service_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", lambda file, user, group: given.append((user, group)))
    assert typed("token").code == 0
    about = service_data.stat()
    assert given == [(about.st_uid, about.st_gid)]


def test_a_table_that_is_tried_out_leaves_the_real_games_alone(
    typed: Type, service_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr("companion.config.SYSTEM", tmp_path)
    (tmp_path / "table.toml").write_text("[server]\nport = 80\n")
    monkeypatch.setattr("companion.__main__.run", lambda config, data, **_: seen.append((data, config.server.port)))
    assert typed("run", "--simulate", "--demo").code == 0
    assert seen == [(tmp_path / "own" / "monster-companion", 8080)]
    code, _, err = typed("run")
    assert code == 1
    assert "is a service, monster-companion.service" in err
    assert "--data" in err
    assert typed("run", "--data", service_data).code == 0, "as the unit does it"
    assert seen[1:] == [(service_data, 80)]


# Configuration


@pytest.fixture
def config(tmp_path: Path, typed: Type, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Said]:
    """Start with this table.toml, only as far as the settings being read."""
    started: list[Any] = []

    def run(settings: Any, data: Path, **_: Any) -> None:
        started.append(settings)
        print("host", settings.server.host, "port", settings.server.port)

    monkeypatch.setattr("companion.__main__.run", run)

    def config(text: str) -> Said:
        path = tmp_path / "table.toml"
        path.write_text(text, encoding="utf-8")
        return typed("run", "--config", path, "--data", tmp_path / "data")

    return config


def test_a_misspelt_key_is_named_with_the_nearest_and_the_table_starts(config: Callable[[str], Said]) -> None:
    code, out, err = config('[server]\nprot = 8081\nhost = "127.0.0.1"\n[serve]\nx = 1\n')
    assert (code, out) == (0, "host 127.0.0.1 port 8080\n")
    assert "[server] prot is not known; did you mean port?" in err
    assert "line 4: serve is not known; did you mean server?" in err


def test_what_is_typed_wins_over_what_is_written(typed: Type, config: Callable[[str], Said], tmp_path: Path) -> None:
    assert config("[server]\nport = 8081\n").out.endswith("port 8081\n")
    assert typed("run", "--config", tmp_path / "table.toml", "--port", "9000").out.endswith("port 9000\n")


def test_the_data_folder_may_hold_the_settings(config: Callable[[str], Said], typed: Type, tmp_path: Path) -> None:
    config("")
    (tmp_path / "table.toml").write_text("[server]\nport = 8082\n")
    assert typed("run", "--data", tmp_path).out.endswith("port 8082\n")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[server]\nport = "x"\n', "[server] port should be a whole number from 0 to 65535"),
        ("[server]\nport = 65536\n", "[server] port should be"),
        ("[server]\nport = true\n", "[server] port should be"),
        ("[server]\nport = nan\n", "[server] port should be"),
        ("[server]\nport = 2026-11-18\n", "[server] port should be"),
        (f"[server]\nport = {'9' * 400}\n", "[server] port should be"),
        (f"[server]\nport = [{'9' * 400}]\n", "[server] port should be"),
        ('[server]\nhost = ""\n', "[server] host should be"),
        ("[server]\nhost = 127\n", "[server] host should be"),
        ("server = 5\n", "server should be"),
        ("[server\n", "not TOML"),
        (f"[server]\nport = {'9' * 5000}\n", "table.toml"),
        ("a = " + "[" * 5000, "table.toml"),
    ],
    ids=range(13),
)
def test_a_wrong_value_is_named_with_its_place(config: Callable[[str], Said], text: str, named: str) -> None:
    code, out, err = config(text)
    assert (code, out) == (1, "")
    assert "table.toml" in err
    assert named in err
    assert len(err) < 1000


def test_a_key_with_a_dot_in_it_is_only_an_unknown_key(config: Callable[[str], Said]) -> None:
    code, _, err = config('"ser.ver" = 1\n[server]\n"a.b" = 1\n')
    assert code == 0
    assert err.count("is not known") == 2


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\x00"])
def test_settings_that_are_no_text_are_named(
    typed: Type, config: Callable[[str], Said], tmp_path: Path, content: bytes
) -> None:
    config("")
    (tmp_path / "table.toml").write_bytes(content)
    code, _, err = typed("run", "--config", tmp_path / "table.toml")
    assert code == 1
    assert "not TOML" in err


@pytest.mark.parametrize("where", ["nowhere.toml", "."])
def test_settings_that_cannot_be_read_are_named(typed: Type, tmp_path: Path, where: str) -> None:
    code, _, err = typed("run", "--config", tmp_path / where, "--data", tmp_path)
    assert code == 1
    assert "cannot be read" in err
    assert "--config" in err
