"""The games. One more is a package beside these and a line in GAMES."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from companion.engine.game import Game


class Shelf(Mapping[str, Game]):
    """Games by name, each taken from its box when somebody wants it: a table starts with the one that is played."""

    def __init__(self, boxes: Mapping[str, str]) -> None:
        self._boxes = boxes
        self._open: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in self._open:
            module, _, game = self._boxes[name].partition(":")
            self._open[name] = getattr(import_module(module), game)
        return self._open[name]

    def __contains__(self, name: object) -> bool:
        return name in self._boxes

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes)

    def __len__(self) -> int:
        return len(self._boxes)


GAMES = Shelf(
    {
        "monster-town": "companion.games.monster_town:MONSTER_TOWN",
        "monstrocity": "companion.games.monstrocity:MONSTROCITY",
    }
)
