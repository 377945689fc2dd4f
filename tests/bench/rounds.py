"""Measured in turns: a machine is shared, so ours and the floor take turns and each one's median counts."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

Measure = Callable[[], float]


def in_turns(rounds: int, *measures: Measure) -> list[float]:
    """The median of each. Every round begins with another one, and a first round that only warms up is thrown away."""
    for measure in measures:
        measure()
    found: list[list[float]] = [[] for _ in measures]
    for each in range(rounds):
        for step in range(len(measures)):
            at = (each + step) % len(measures)
            found[at].append(measures[at]())
    return [median(values) for values in found]
