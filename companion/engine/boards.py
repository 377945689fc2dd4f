"""Printed numbers that a rulebook does not tell: shipped as a guess, checked once by the owner against their own box.

A game names its own here, and everything around it (the page that asks, the file that keeps what was checked, what new
games begin with) follows without another line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine.plain import Plain

if TYPE_CHECKING:
    from companion.engine.game import Game


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The printed numbers of one game."""

    shipped: Plain
    change: type[Any]  # what may be said about them, all of it optional
    checked: Callable[[Plain, str], Plain]  # the board with these numbers laid over it; a wrong one is a WrongField
    over: Callable[[Plain, Plain], Plain]  # numbers said later laid over those said before
    unchecked: Callable[[Plain], list[str]]  # what is still as shipped beside these
    on: Callable[[Game, Plain], Game]  # the same game, begun on these numbers
