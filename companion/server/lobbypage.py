"""What the lobby shows: the game on the table, and a new one to begin."""

from __future__ import annotations

import dataclasses
import logging
import threading
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.engine.entry import Entry
from companion.engine.game import Game
from companion.engine.plain import Plain
from companion.engine.table import Games, Table
from companion.hands import SEATS_MOST, Felt
from companion.journal.store import Reader
from companion.server.forms import fields_of
from companion.server.live import Region
from companion.server.parts import claim_region, symbol
from companion.service import Service
from companion.words import Words

log = logging.getLogger(__name__)

GAMES_BACK = 200  # how far back somebody still counts as a regular
NAMES_MOST = 24


class Regulars:
    """Who has played here, whoever played last first, and how the last game was seated."""

    def __init__(self, service: Service, reader: Reader) -> None:
        self._lock = threading.Lock()
        self._names: dict[str, None] = {}
        try:
            lines = list(islice(reader.games(), GAMES_BACK))
        except ValueError:
            log.exception("the list of games cannot be read")  # the table starts all the same
            lines = []
        for line in reversed(lines):
            self._meet(line.players.values())
        service.when_published.append(self._heard)

    def _heard(self, table: Table, entries: list[Entry]) -> None:
        if table.plain and any(path == "" or path.endswith("player") for e in entries for path, _, _ in e.changes):
            self._meet([seat["player"] for seat in table.plain["seats"].values()])

    def _meet(self, players: Any) -> None:
        with self._lock:
            for player in reversed(list(players)):
                self._names.pop(player, None)
                self._names[player] = None

    def names(self) -> list[str]:
        with self._lock:
            return list(self._names)[: -NAMES_MOST - 1 : -1]


@dataclass(frozen=True)
class NewGame:
    """What a new game is begun from. The games are taken from their boxes only when this is drawn."""

    names: list[str]
    seated: list[Plain]
    last: str | None
    devices: list[str] | None
    _games: Games = field(compare=False)
    _words: Words = field(compare=False)

    @property
    def games(self) -> list[Plain]:
        return [_game(game, self._words) for game in self._games.values()]

    @property
    def chairs(self) -> Plain:
        symbols = [symbol(seat) for seat in range(1, SEATS_MOST + 1)]
        game = self.last or next(iter(self._games))
        return {"names": self.names, "seats": self.seated, "game": game, "symbols": symbols, "devices": self.devices}


def lobby_regions(service: Service, regulars: Regulars) -> list[Region]:
    table, felt, state = service.glance()
    seated = [{"player": seat["player"], "role": seat["role"]} for seat in state["seats"] if not seat["out"]]
    devices = [_devices(felt, seat) for seat in range(1, SEATS_MOST + 1)] if felt.arrangement.wired else None
    new = NewGame(regulars.names(), seated, state["game"], devices, service.games, service.words)
    puts_aside = table.game.title if table.game and not table.is_over else None
    return [
        Region("frame", "regions/lobby-frame.html", {}),
        Region("on", "regions/lobby-on.html", _on(service, table, state)),
        claim_region(service, felt, table),
        Region("new", "regions/lobby-new.html", {"new": new}, can_wait=True, comes_later=True),
        Region("begin", "regions/lobby-begin.html", {"puts_aside": puts_aside}, can_wait=True, comes_later=True),
    ]


def _on(service: Service, table: Table, state: Plain) -> Plain:
    if table.game is None:
        return {"title": None}
    players = {seat["seat"]: seat["player"] for seat in state["seats"]}
    ending = service.words.ending(state["outcome"], players) if state["outcome"] else None
    return {"title": table.game.title, "players": list(players.values()), "round": state["round"], "ending": ending}


def _game(game: Game, words: Words) -> Plain:
    """What a game lets people choose before it begins."""
    return {
        "name": game.name,
        "title": game.title,
        "least": min(game.players),
        "most": max(game.players),
        "seats": list(range(1, max(game.players) + 1)),
        "roles": list(game.roles),
        "has_rosters": any(field.name == "characters" for field in dataclasses.fields(game.setup)),
        "has_board": game.printed is not None,
        "options": [
            field._asdict() | {"label": words.say("fields", field.name, {})} for field in fields_of(game.options)
        ],
    }


def _devices(felt: Felt, seat: int) -> str:
    """What stands in front of a seat, as people call it."""
    here = [felt.arrangement.at(kind, seat) for kind in ("die", "knob")]
    return " · ".join(felt.arrangement.called(device) for device in here if device)
