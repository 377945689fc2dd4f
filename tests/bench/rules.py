"""How long the rules think: in memory, without disk or network."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from random import Random
from statistics import median
from typing import Any

from companion.engine.entry import Entry, Stamp
from companion.engine.game import Game
from companion.engine.plain import Plain
from companion.engine.table import Table, fold, take
from companion.engine.undo import Heads
from companion.errors import Rejected
from companion.games import GAMES
from tests.bench.players import PLAYERS, Player
from tests.bench.report import Figure

ROUNDS = 15
TIMES = 500  # in a round
MOST_COMMANDS = 200  # in a game
PLAYING_S = 2.0
NAMES = ("Ann", "Bob", "Cas", "Dora", "Eve", "Finn", "Gus", "Hal")
STAMP = Stamp("2026-11-18T21:00:00Z", 1.0, {"screen": "screen"})


class Memory:
    """A journal of one game that nobody keeps."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def append(self, entry: Entry) -> None:
        self._entries.append(entry)

    def entry(self, seq: int) -> Entry | None:
        return self._entries[seq - 1] if 1 <= seq <= len(self._entries) else None

    def heads_before(self, game: str, seq: int) -> Heads:
        before = self.entry(seq - 1)
        return Heads(before.undo, before.redo) if before else Heads()


class Evening:
    """A table in memory."""

    def __init__(self, game: Game, seats: int) -> None:
        self.past = Memory()
        self.table = Table()
        people = [{"player": name} for name in NAMES[:seats]]
        for person, role in zip(people, game.roles, strict=False):
            person["role"] = role
        self.play({"command": "start-game", "game": game.name, "seats": people})

    def ask(self, body: Plain) -> Entry | None:
        return take(self.table, body, STAMP, self.past, GAMES)

    def play(self, body: Plain) -> None:
        entry = self.ask(body)
        if entry:
            self.past.append(entry)
            self.table = fold(self.table, entry, GAMES)


def each_us(act: Callable[[Any], object], things: list[Any]) -> float:
    """The median over rounds of what one takes."""
    took = []
    for _ in range(ROUNDS):
        todo = [thing for thing, _ in zip(cycle(things), range(TIMES), strict=False)]
        begun = time.perf_counter()
        for thing in todo:
            act(thing)
        took.append((time.perf_counter() - begun) / TIMES * 1e6)
    return median(took)


def thinking() -> Iterator[Figure]:
    """The table stays as it is, so each command is asked of the same one again."""
    town = GAMES["monster-town"]
    for seats in (2, 4):
        evening = Evening(town, seats)
        spend: Plain = {"command": "spend-power", "seat": 1, "amount": 2}
        bodies: list[Plain] = [spend, {"command": "adjust-track", "track": "conquest", "seat": 2, "by": 1}]
        yield Figure(f"rule, {seats} seats: µs with settle and comparison", each_us(evening.ask, bodies))
        entries = [evening.ask(body) for body in bodies]
        folded = each_us(lambda entry, table=evening.table: fold(table, entry, GAMES), entries)
        yield Figure(f"rule, {seats} seats: µs to fold its entry", folded)


def whole_games() -> Iterator[Figure]:
    for name, game in GAMES.items():
        if name not in PLAYERS:
            print(f"{name}: nobody plays it yet; add a player to tests/bench/players.py", file=sys.stderr)
            continue
        games, commands = 0, 0
        begun = now = time.perf_counter()
        while now < begun + PLAYING_S:
            commands += play_out(game, PLAYERS[name], Random(games))
            games += 1
            now = time.perf_counter()
        yield Figure(f"games, {name}: whole ones a second", games / (now - begun))
        yield Figure(f"games, {name}: commands a second in them", commands / (now - begun))


def play_out(game: Game, player: Player, chance: Random) -> int:
    """Until somebody wins; says how many commands it took."""
    evening = Evening(game, chance.choice(game.players))
    for asked in range(MOST_COMMANDS):
        if evening.table.is_over:
            return asked
        with suppress(Rejected):  # rules grow, and a refusal takes its time too
            evening.play(player(chance, evening.table))
    return MOST_COMMANDS
