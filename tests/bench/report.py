"""Figures, what they are held against, and how they are told: a table for people, JSON for programs."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path("build/bench.json")
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
WIDTHS = (52, 10, 10, 7, 8)


@dataclass(frozen=True)
class Figure:
    """One measurement, ours and the floor's beside it."""

    name: str
    ours: float
    beside: float | None = None
    goal: str | None = None  # `<= 1.5`: of the ratio where there is one, else of ours
    alone: bool = False  # the goal is an absolute one, and what stands beside is only there to look at

    @property
    def ratio(self) -> float | None:
        # Rounded before it is judged, so that what is printed and what is judged are the same number.
        return None if self.alone or not self.beside else round(self.ours / self.beside, 3)

    @property
    def holds(self) -> bool:
        """Whether the goal is met. Where nothing was claimed, nothing is broken."""
        if self.goal is None:
            return True
        sign, number = self.goal.split()
        return COMPARE[sign](self.ours if self.ratio is None else self.ratio, float(number))

    def plain(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ours": short(self.ours),
            "beside": short(self.beside),
            "ratio": self.ratio,
            "goal": self.goal,
            "holds": self.holds,
        }


def short(number: float | None) -> float | None:
    """Four digits are more than a shared machine can tell."""
    return None if number is None else float(f"{number:.4g}")


def heading() -> str:
    return line("", "ours", "beside", "ratio", "goal", "")


def row(figure: Figure) -> str:
    says = ("holds" if figure.holds else "DOES NOT HOLD") if figure.goal else ""
    return line(figure.name, number(figure.ours), number(figure.beside), number(figure.ratio), figure.goal or "", says)


def line(name: str, *cells: str) -> str:
    first, *rest = WIDTHS
    columns = [f"{cell:>{width}}" for cell, width in zip(cells, rest, strict=False)]
    return "  ".join([f"{name:{first}}", *columns, *cells[len(rest) :]]).rstrip()


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def as_json(figures: Iterable[Figure]) -> str:
    return json.dumps([figure.plain() for figure in figures], indent=1, ensure_ascii=False)


def write(figures: Iterable[Figure]) -> None:
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(as_json(figures) + "\n", encoding="utf-8")
