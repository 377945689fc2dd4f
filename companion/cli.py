"""What a person types. Parts are imported where they are needed, so that `--help` is quick."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__, manual, places
from companion.errors import CompanionError, JournalError, SetupError
from companion.logs import LEVELS, complain

if TYPE_CHECKING:
    from companion.journal.store import GameLine
    from companion.words import Words


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    do: Callable[[argparse.Namespace], int | None] = args.do
    try:
        return do(args) or 0
    except CompanionError as error:
        complain(str(error))
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
        help="where games are kept (default: those of this machine's service, else this user's own place for data)",
    )


def _data_of(args: argparse.Namespace, *, only_looks: bool = False) -> Path:
    """As named; else the games of the service that is installed here; else this user's own."""
    if args.data is not None:
        return Path(args.data)
    if places.is_installed():
        if not (only_looks or os.access(places.DATA, os.R_OK | os.W_OK | os.X_OK)):
            raise JournalError(
                f"the games of this machine are in {places.DATA} and belong to its service;"
                " put sudo before the command, or name another folder with --data"
            )
        return places.DATA
    return _own_data()


def _own_data() -> Path:
    from platformdirs import user_data_path

    return user_data_path(places.NAME)


# run


def _build_run(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--simulate", action="store_true", help="use no hardware, even on a Raspberry Pi")
    sub.add_argument("--demo", action="store_true", help="seat Ann and Bob for Monster Town if no game is on")
    sub.add_argument("--host", metavar="H", help="the address to listen on (default: 0.0.0.0, the whole room)")
    sub.add_argument("--port", type=_port, metavar="P", help="the port to listen on (default: 8080)")
    sub.add_argument("--config", type=Path, metavar="FILE", help="read settings from this file")
    sub.add_argument(
        "--log-level", choices=LEVELS, default="warning", metavar="L", help=f"{', '.join(LEVELS)} (default: warning)"
    )
    _data(sub)
    sub.set_defaults(do=_run)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65_535:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")


def _run(args: argparse.Namespace) -> None:
    import gc

    gc.disable()  # what is imported stays; looking for garbage in it meanwhile is a seventh of the time to start
    from companion import config
    from companion.__main__ import run

    is_beside_service = places.is_installed() and args.data is None
    if is_beside_service and not args.simulate:
        raise SetupError(
            f"the table of this machine is a service, {places.UNIT}, and `companion doctor` says how it is;"
            " to run another one, name a folder for its games with --data"
        )
    # A simulated table is for trying things out: the real games and the real port are left alone.
    data = args.data or _own_data()
    port = config.Config().server.port if is_beside_service and args.port is None else args.port
    settings, remarks = config.load(config.find(args.config, data))
    for remark in remarks:
        complain(remark, logging.WARNING)
    settings = config.with_flags(settings, args.host, port)
    run(settings, data, simulate=args.simulate, demo=args.demo, log_level=args.log_level)


# doctor


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

    findings = examine(this_machine(), _data_of(args, only_looks=True), args.config)
    print(as_json(findings) if args.json else as_table(findings, shutil.get_terminal_size((100, 24)).columns))
    return 0 if all(finding.ok for finding in findings) else 1


# games


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


def _build_replay(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("file", type=Path, metavar="FILE", help="a game in JSON Lines")
    sub.add_argument("--json", action="store_true", help="print only the last state, as JSON")
    sub.set_defaults(do=_replay)


def _replay(args: argparse.Namespace) -> None:
    from companion.journal.replay import replay_json, replay_story

    print(replay_json(args.file) if args.json else replay_story(args.file))


# export


def _build_export(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("id", metavar="ID", help="the game's id, as `companion games` shows it")
    sub.add_argument("--format", choices=("jsonl", "csv"), default="jsonl", help="its form (default: jsonl)")
    sub.add_argument("--output", type=Path, metavar="FILE", help="where to write it (default: the terminal)")
    _data(sub)
    sub.set_defaults(do=_export)


def _export(args: argparse.Namespace) -> None:
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


def _build_token(sub: argparse.ArgumentParser) -> None:
    _data(sub)
    sub.set_defaults(do=_token)


def _token(args: argparse.Namespace) -> None:
    from companion.token import token

    print(token(_data_of(args)))


# pair


def _build_pair(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--viewer", action="store_true", help="a code for a device that may only look on")
    _data(sub)
    sub.set_defaults(do=_pair)


def _pair(args: argparse.Namespace) -> None:
    from companion.access import codes
    from companion.clock import SystemClock

    code = codes.current(_data_of(args), SystemClock(), "viewer" if args.viewer else "player").digits
    print(f"{code[:3]} {code[3:]}")
    print("Open /join on the device that is to be let in, and type this code within ten minutes.")


# install, uninstall


def _build_install(sub: argparse.ArgumentParser) -> None:
    _root(sub)
    sub.set_defaults(do=_install)


def _build_uninstall(sub: argparse.ArgumentParser) -> None:
    _root(sub)
    sub.set_defaults(do=_uninstall)


def _root(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--root", type=Path, metavar="DIR", help="work on the files in this folder, not on this machine")


def _install(args: argparse.Namespace) -> None:
    from companion.install import install

    install(args.root)


def _uninstall(args: argparse.Namespace) -> None:
    from companion.install import uninstall

    uninstall(args.root)


# hotspot


def _build_hotspot(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--name", metavar="SSID", help="what the Wi-Fi is called (default: Monster Table)")
    sub.add_argument("--password", metavar="P", help="its password, 8 to 63 characters (default: one is made and kept)")
    sub.add_argument("--off", action="store_true", help="go back to the Wi-Fi that this machine knows")
    sub.add_argument("--dry-run", action="store_true", help="only print the commands for NetworkManager")
    _data(sub)
    sub.set_defaults(do=_hotspot)


def _hotspot(args: argparse.Namespace) -> None:
    from companion.hotspot import turn_off, turn_on

    data = _data_of(args, only_looks=args.dry_run)
    if args.off:
        turn_off(data, dry_run=args.dry_run)
    else:
        turn_on(data, args.name, args.password, dry_run=args.dry_run)


COMMANDS: list[tuple[str, str, str, Callable[[argparse.ArgumentParser], None]]] = [
    ("run", "run the table", manual.RUN, _build_run),
    ("doctor", "find out what is wrong, and what to do about it", manual.DOCTOR, _build_doctor),
    ("games", "list the games in the journal", manual.GAMES, _build_games),
    ("replay", "replay an exported game", manual.REPLAY, _build_replay),
    ("export", "write a game into a file", manual.EXPORT, _build_export),
    ("token", "print the token for scripts", manual.FOR_SCRIPTS, _build_token),
    ("pair", "show the code that lets a device in", manual.PAIR, _build_pair),
    ("hotspot", "let the table make its own Wi-Fi", manual.HOTSPOT, _build_hotspot),
    ("install", "make the table a service of this machine", manual.INSTALL, _build_install),
    ("uninstall", "remove the service, and keep the games", manual.UNINSTALL, _build_uninstall),
]
