"""What a Monster Town table holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.engine.game import Options, SeatSetup
from companion.engine.plain import Minutes
from companion.engine.state import Seat, State, track

ROLES = ("renegade-militia", "brotherhood-of-the-fang", "wolfenpack", "the-living-undead")
TO_WIN = 10  # conquest points

Phase = Literal["roll-for-first", "scouting", "combat"]


@dataclass(frozen=True)
class GangSetup(SeatSetup):
    """A player and the gang they lead."""


@dataclass(frozen=True)
class TownOptions(Options):
    time_limit_min: Minutes | None = None


@dataclass(kw_only=True)
class Gang(Seat):
    power = track(7, max=10, baseline=7)  # a gang's total power never goes above 10
    conquest = track(0)
    rolling: bool = False  # still in the roll for the first turn
    rolled: int | None = None  # in that roll, counted: a 0 is a 10


@dataclass(kw_only=True)
class Town(State[Gang]):
    options: TownOptions = field(default_factory=TownOptions)
    phase: Phase
