"""The printed numbers: the shipped board file, what an owner or a start lays over it, and what cannot be."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.engine.plain import Count, Plain, from_plain, to_plain
from companion.errors import WrongField

ROLES = ("furious-george", "torty-shell", "max-horn", "bobzilla")
TURRETS = ("freeze-ray", "mortar", "plasma-cannon", "rocket-launcher")
ROUNDS = 5
TRACK = 36  # what the whole city is worth: 12 common at 1, 4 special and 8 turrets at 2
CARS = 12
TURRETS_IN_ALL = 8
MYSTERY_CARDS = 6


@dataclass(frozen=True, eq=False)
class Side:
    """The standard side of a Player Board."""

    health: int
    rage: int
    speed: int


@dataclass(frozen=True, eq=False)
class EnhancedSide:
    """The other side: speed for an Energy die and for free, damage of a Combat die."""

    health: int
    rage: int
    speed: list[int]
    damage: int


@dataclass(frozen=True, eq=False)
class PlayerBoard:
    standard: Side
    enhanced: EnhancedSide


@dataclass(frozen=True, eq=False)
class Board:
    """All of it, as it counts in one game."""

    threat_start: int
    spotnik: list[int]
    newton: list[int]
    damage_steps: list[list[int]]
    card_steps: list[list[int]]
    police: list[int]
    event_rounds: list[int]
    city_hall_special: bool
    mission_cards: int
    turrets: dict[str, int]
    monsters: dict[str, PlayerBoard]


@dataclass(frozen=True, eq=False)
class SideChange:
    health: Count | None = None
    rage: Count | None = None
    speed: Count | None = None


@dataclass(frozen=True, eq=False)
class EnhancedChange:
    health: Count | None = None
    rage: Count | None = None
    speed: list[Count] | None = None
    damage: Count | None = None


@dataclass(frozen=True, eq=False)
class PlayerBoardChange:
    standard: SideChange | None = None
    enhanced: EnhancedChange | None = None


@dataclass(frozen=True, eq=False)
class BoardChange:
    """Printed numbers as they stand in somebody's own box; everything may be left out."""

    threat_start: Count | None = None
    spotnik: list[Count] | None = None
    newton: list[Count] | None = None
    damage_steps: list[list[Count]] | None = None
    card_steps: list[list[Count]] | None = None
    police: list[Count] | None = None
    event_rounds: list[Count] | None = None
    city_hall_special: bool | None = None
    mission_cards: Count | None = None
    turrets: dict[str, Count] | None = None
    monsters: dict[str, PlayerBoardChange] | None = None


SHIPPED: Plain = tomllib.loads((Path(__file__).parent / "board.toml").read_text(encoding="utf-8"))
STEPS = ("damage_steps", "card_steps")
ICONS = ("spotnik", "newton")


def given(change: BoardChange | None) -> Plain:
    """Only what was said."""
    return _without_nulls(to_plain(change)) if change else {}


def _without_nulls(tree: Plain) -> Plain:
    return {
        key: _without_nulls(value) if isinstance(value, dict) else value
        for key, value in tree.items()
        if value is not None
    }


def laid(*layers: Plain, at: str = "options.board") -> Board:
    """The board in use: each layer over those before it, the shipped file beneath them all.

    A wrong one is refused with the key and the reason.
    """
    board = SHIPPED
    for layer in layers:
        board = over(board, layer)
    _check(board, at)
    return from_plain(board, Board)


def over(below: Plain, layer: Plain) -> Plain:
    """A table is merged key by key; a list or a number replaces. Steps that nobody named follow the track's start."""
    board = merged(below, layer)
    start = board.get("threat_start")
    if "threat_start" in layer and isinstance(start, int):
        for key in STEPS:
            if key not in layer and key in board:
                board[key] = _begun_at(start, board[key])
        for key in ICONS:
            if key not in layer and key in board:
                board[key] = [level for level in board[key] if start <= level <= start + TRACK]
    return board


def merged(below: Plain, layer: Plain) -> Plain:
    both = dict(below)
    for key, value in layer.items():
        old = both.get(key)
        both[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both


def _begun_at(start: int, steps: list[list[int]]) -> list[list[int]]:
    here = [number for level, number in steps if level <= start] or [steps[0][1]]
    return [[start, here[-1]], *([level, number] for level, number in steps if start < level <= start + TRACK)]


def unchecked(*layers: Plain) -> list[str]:
    """What is still as shipped: `police`, or `monsters.bobzilla.standard` where only a part of a table is."""
    said: Plain = {}
    for layer in layers:
        said = merged(said, layer)
    return list(_left(SHIPPED, said))


def _left(shipped: Plain, said: Plain, prefix: str = "") -> Iterable[str]:
    for key, value in shipped.items():
        if key not in said:
            yield prefix + key
        elif isinstance(value, dict):
            yield from _left(value, said[key], f"{prefix}{key}.")


def is_unchecked(names: Iterable[str], *keys: str) -> bool:
    """Whether any of these keys, or a part of one, is still as shipped."""
    return any(f"{name}.".startswith(f"{key}.") or f"{key}.".startswith(f"{name}.") for name in names for key in keys)


def checked(change: Plain, at: str) -> Plain:
    """The whole board with these numbers on it, as plain data."""
    plain: Plain = to_plain(laid(change, at=at))
    return plain


# What cannot be


def _check(board: Plain, at: str) -> None:
    _check_names(board, at)
    start = board["threat_start"]
    for key in STEPS:
        _check_steps(key, board[key], start, at)
    for key in ICONS:
        _check_on_track(key, board[key], start, at)
    if len(board["police"]) != CARS:
        raise WrongField("board-police", f"{at}.police", places=CARS, got=len(board["police"]))
    rounds = board["event_rounds"]
    if len(set(rounds)) < len(rounds) or not set(rounds) <= set(range(1, ROUNDS + 1)):
        raise WrongField("board-rounds", f"{at}.event_rounds", rounds=ROUNDS, got=_listed(rounds))
    if board["mission_cards"] > MYSTERY_CARDS:
        raise WrongField("board-mission", f"{at}.mission_cards", most=MYSTERY_CARDS, got=board["mission_cards"])
    if sum(board["turrets"].values()) != TURRETS_IN_ALL:
        raise WrongField("board-turrets", f"{at}.turrets", all=TURRETS_IN_ALL, got=sum(board["turrets"].values()))
    for role, sides in board["monsters"].items():
        for side, numbers in sides.items():
            _check_side(f"{at}.monsters.{role}.{side}", numbers)


def _check_names(board: Plain, at: str) -> None:
    known: Mapping[str, tuple[str, ...]] = {"turrets": TURRETS, "monsters": ROLES}
    for key, names in known.items():
        for name in board[key]:
            if name not in names:
                raise WrongField("board-name", f"{at}.{key}", name=name[:60], key=key, known=", ".join(names))


def _check_steps(key: str, steps: list[list[int]], start: int, at: str) -> None:
    for step in steps:
        if len(step) != 2:
            raise WrongField("board-pair", f"{at}.{key}", key=key, got=_listed(step))
    if not steps or steps[0][0] != start:
        raise WrongField("board-first-step", f"{at}.{key}", key=key, start=start)
    _check_on_track(key, [level for level, _ in steps], start, at)
    for (below, before), (level, number) in pairwise(steps):
        if level <= below:
            raise WrongField("board-rises", f"{at}.{key}", key=key, level=level, before=below)
        if number < before:
            raise WrongField("board-falls", f"{at}.{key}", key=key, number=number, level=level, before=before)


def _check_on_track(key: str, levels: list[int], start: int, at: str) -> None:
    for level in levels:
        if not start <= level <= start + TRACK:
            raise WrongField("board-off-track", f"{at}.{key}", key=key, level=level, start=start, end=start + TRACK)


def _check_side(where: str, numbers: Plain) -> None:
    for track in ("health", "rage"):
        if numbers[track] < 1:
            raise WrongField("board-least", f"{where}.{track}", track=track)
    if isinstance(numbers["speed"], list) and len(numbers["speed"]) != 2:
        raise WrongField("board-speed", f"{where}.speed", got=_listed(numbers["speed"]))


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values) or "none"
