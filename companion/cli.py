"""What a person types. Parts are imported where they are needed, so that `--help` is quick."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.journal.store import GameLine
    from companion.words import Words


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    do: Callable[[argparse.Namespace], int | None] = args.do
    try:
        return do(args) or 0
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # `companion games | head` is no error. Nothing more can be said on this pipe, so let it be.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="companion",
        description="Keeps count at a table of monster board games, and remembers every game.",
        epilog="`companion COMMAND --help` explains each command with examples.",
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for name, summary, text, build in COMMANDS:
        sub = commands.add_parser(
            name, help=summary, description=text.strip(), formatter_class=argparse.RawDescriptionHelpFormatter
        )
        build(sub)
    return top


def _data(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="where games are kept (default: this user's own place for data)",
    )


def _data_of(args: argparse.Namespace) -> Path:
    if args.data is not None:
        return Path(args.data)
    from platformdirs import user_data_path

    return user_data_path("monster-companion")


# run

RUN_HELP = """
Run the table: keep the game, and serve it to every screen in the room.

The game that was on goes on exactly where it was; a timer that ran comes back
paused. If the port is taken, the next free one is used and named. Without a
network, or without a Raspberry Pi, it says so and goes on. It runs until
Ctrl-C or SIGTERM, and loses nothing if it is simply switched off.

Settings are read from table.toml: the file named with --config, else the one
in the data folder, else /etc/monster-companion/table.toml. What is typed here
wins.

Examples:
  companion run --simulate --demo      try it on a laptop, with Ann and Bob
  companion run --port 80              on the table's own Pi
  companion run --data /srv/games      keep the games somewhere else
"""


def _build_run(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--simulate", action="store_true", help="use no hardware, even on a Raspberry Pi")
    sub.add_argument("--demo", action="store_true", help="seat Ann and Bob for Monster Town if no game is on")
    sub.add_argument("--host", metavar="H", help="the address to listen on (default: 0.0.0.0, the whole room)")
    sub.add_argument("--port", type=_port, metavar="P", help="the port to listen on (default: 8080)")
    sub.add_argument("--config", type=Path, metavar="FILE", help="read settings from this file")
    _data(sub)
    sub.set_defaults(do=_run)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65_535:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")


def _run(args: argparse.Namespace) -> None:
    from companion import config
    from companion.__main__ import run

    data = _data_of(args)
    settings, remarks = config.load(config.find(args.config, data))
    for remark in remarks:
        print(f"companion: {remark}", file=sys.stderr)
    run(config.with_flags(settings, args.host, args.port), data, simulate=args.simulate, demo=args.demo)


# doctor

DOCTOR_HELP = """
Look at everything a table needs, and say what to do about what is wrong: the
settings, the service, the data folder and its free space, clocks, addresses,
the pin library, groups, every pin of the wiring, every serial port and which
boards answer on it. A next step stands below each check that failed.

It only looks, and works beside a running table: what that table uses is said,
and is no failure. On a laptop, pins are left out. A free pin is held for a
moment; a free port on USB for about three seconds, to say hello and listen.

The exit status is 1 if any check failed. With --json it prints a list of
{"check", "ok", "found", "next"}, where next is null for what is good.

Examples:
  companion doctor
  companion doctor --data /srv/games      a table that keeps its games there
  companion doctor --json > findings.json
"""


def _build_doctor(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="print the findings as JSON")
    sub.add_argument("--config", type=Path, metavar="FILE", help="read settings from this file")
    _data(sub)
    sub.set_defaults(do=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    import shutil

    from companion.doctor import examine
    from companion.doctor.here import this_machine
    from companion.doctor.report import as_json, as_table

    findings = examine(this_machine(), _data_of(args), args.config)
    print(as_json(findings) if args.json else as_table(findings, shutil.get_terminal_size((100, 24)).columns))
    return 0 if all(finding.ok for finding in findings) else 1


# games

GAMES_HELP = """
List the games in the journal, newest first: id, when it began, which game,
who played, and how it ended. Works beside a running table.

Example:
  companion games | head
"""


def _build_games(sub: argparse.ArgumentParser) -> None:
    _data(sub)
    sub.set_defaults(do=_games)


def _games(args: argparse.Namespace) -> None:
    from companion.games import GAMES
    from companion.journal import Reader
    from companion.words import Words

    words = Words()
    with Reader(_data_of(args)) as reader:
        lines = list(reader.games())
    if not lines:
        print("No games yet.")
    for line in lines:
        title = GAMES[line.name].title if line.name in GAMES else line.name
        players = ", ".join(line.players.values())
        print(f"{line.id:8} {line.at[:16].replace('T', ' ')}  {title}: {players}. {_ending(line, words)}")


def _ending(line: GameLine, words: Words) -> str:
    if line.outcome is None:
        return "Not finished."
    return words.ending(line.outcome, {int(seat): name for seat, name in line.players.items()}) + "."


# replay

REPLAY_HELP = """
Replay a game from a file that `companion export --format jsonl` wrote: its
story line by line, then how the table stood at the end. The file is all that
is needed; no rule is asked, so an old game replays as it was played.

Examples:
  companion replay tuesday.jsonl
  companion replay tuesday.jsonl --json    the last state, as /api/state shows it
"""


def _build_replay(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("file", type=Path, metavar="FILE", help="a game in JSON Lines")
    sub.add_argument("--json", action="store_true", help="print only the last state, as JSON")
    sub.set_defaults(do=_replay)


def _replay(args: argparse.Namespace) -> None:
    from companion.journal.replay import replay_json, replay_story

    print(replay_json(args.file) if args.json else replay_story(args.file))


# export

EXPORT_HELP = """
Write one game out of the journal into a file. Any game can be exported at any
time, also the one being played, beside a running table.

  jsonl   a line about the format, then every entry: `companion replay` needs
          nothing else
  csv     a header and a line per entry, for a spreadsheet

Examples:
  companion games
  companion export g1 --format csv --output tuesday.csv
"""


def _build_export(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("id", metavar="ID", help="the game's id, as `companion games` shows it")
    sub.add_argument("--format", choices=("jsonl", "csv"), default="jsonl", help="its form (default: jsonl)")
    sub.add_argument("--output", type=Path, metavar="FILE", help="where to write it (default: the terminal)")
    _data(sub)
    sub.set_defaults(do=_export)


def _export(args: argparse.Namespace) -> None:
    from companion.errors import JournalError
    from companion.games import GAMES
    from companion.journal import Reader
    from companion.journal.export import FORMATS, game_lines
    from companion.words import Words

    with Reader(_data_of(args)) as reader:
        head, entries = game_lines(reader, args.id, GAMES, Words())
        text = FORMATS[args.format](head, entries)
        if args.output is None:
            sys.stdout.writelines(text)
            return
        try:
            with args.output.open("w", encoding="utf-8", newline="") as out:
                out.writelines(text)
        except OSError as error:
            why = f"{args.output} cannot be written ({error.strerror}); give another --output"
            raise JournalError(why) from None


# token

SCRIPTS_HELP = """
Print the token with which scripts may change the table, and nothing else. One
is made when there is none. Keep it to yourself: whoever has it can play for
everyone.

Example:
  curl -H "Authorization: Bearer $(companion token)" \\
       -d '{"command": "next-turn"}' http://127.0.0.1:8080/api/commands
"""


def _build_token(sub: argparse.ArgumentParser) -> None:
    _data(sub)
    sub.set_defaults(do=_token)


def _token(args: argparse.Namespace) -> None:
    from companion.token import token

    print(token(_data_of(args)))


COMMANDS: list[tuple[str, str, str, Callable[[argparse.ArgumentParser], None]]] = [
    ("run", "run the table", RUN_HELP, _build_run),
    ("doctor", "find out what is wrong, and what to do about it", DOCTOR_HELP, _build_doctor),
    ("games", "list the games in the journal", GAMES_HELP, _build_games),
    ("replay", "replay an exported game", REPLAY_HELP, _build_replay),
    ("export", "write a game into a file", EXPORT_HELP, _build_export),
    ("token", "print the token for scripts", SCRIPTS_HELP, _build_token),
]
