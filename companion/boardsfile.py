"""boards.json in the data folder: the printed numbers that an owner has checked against their own box, by game.

It lies over the numbers that a game is shipped with; what a start-game says under `options.board` lies over both.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import keptfile
from companion.engine.game import Game
from companion.engine.plain import Plain, from_json, read
from companion.engine.table import checked
from companion.errors import Rejected

if TYPE_CHECKING:
    from companion.service import Service

log = logging.getLogger(__name__)

FILE = "boards.json"
FORMAT = 1


class Boards:
    """What was checked. A value per game: every change is a new one, on the disk before it counts."""

    def __init__(self, data: Path | None, games: Mapping[str, Game]) -> None:
        self._path = data / FILE if data else None  # a table without a data folder forgets
        self._games = games
        self._boards: dict[str, Plain] = self._load()

    def of(self, game: str) -> Plain:
        return self._boards.get(game, {})

    def check(self, game: str, numbers: Plain) -> None:
        """These were compared with the box, too."""
        printed = self._games[game].printed
        assert printed is not None
        checked(*read(numbers, printed.change, "board"))
        self.keep(game, printed.over(self.of(game), _without_nulls(numbers)))

    def keep(self, game: str, board: Plain) -> None:
        """These numbers and no others are checked from now on. Wrong ones are refused with the key and the reason."""
        boards = self._boards | {game: self._sound(game, board)}
        if self._path:
            plain = {"format": FORMAT, "boards": {name: each for name, each in boards.items() if each}}
            keptfile.write(self._path, json.dumps(plain, ensure_ascii=False, indent=2) + "\n")
        self._boards = boards

    def lay_under(self, service: Service) -> None:
        """From now on games begin on what was checked."""
        for game, board in self._boards.items():
            service.begin_on(game, board)

    def _sound(self, game: str, board: Plain) -> Plain:
        printed = self._games[game].printed
        assert printed is not None
        checked(*read(board, printed.change, "board"))
        said = _without_nulls(board)
        printed.checked(said, "board")
        return said

    def _load(self) -> dict[str, Plain]:
        """A file that makes no sense is kept aside, and nothing counts as checked."""
        if self._path is None:
            return {}
        try:
            plain = from_json(self._path.read_bytes())
            if (
                not isinstance(plain, dict)
                or plain.get("format") != FORMAT
                or not isinstance(plain.get("boards"), dict)
            ):
                raise ValueError(f"it is not of format {FORMAT}")  # noqa: TRY301 - one answer to all that is wrong
            known = {game: board for game, board in plain["boards"].items() if self._asks_for(game)}
            return {game: self._sound(game, board) for game, board in known.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, Rejected) as error:
            aside = keptfile.set_aside(self._path)
            log.warning("%s cannot be used (%s), so no printed number counts as checked; %s", self._path, error, aside)
            return {}

    def _asks_for(self, game: str) -> bool:
        return game in self._games and self._games[game].printed is not None


def _boards_in(plain: Any) -> dict[str, Plain]:
    boards = plain.get("boards") if isinstance(plain, dict) and plain.get("format") == FORMAT else None
    if not isinstance(boards, dict) or not all(isinstance(board, dict) for board in boards.values()):
        raise ValueError(f"it is not of format {FORMAT}")
    return boards


def _without_nulls(tree: Plain) -> Plain:
    return {
        key: _without_nulls(value) if isinstance(value, dict) else value
        for key, value in tree.items()
        if value is not None
    }
