"""All that the checks look at, as one record, so that a test can describe any machine in a few words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion.wiring import CableWiring


class Claim(NamedTuple):
    """What became of asking for a pin: nothing is wrong, or what is, and who has it."""

    trouble: str | None = None
    holder: str | None = None


class SerialPort(NamedTuple):
    path: str
    usb: str | None = None  # 2e8a:0005


class Heard(NamedTuple):
    """Who answered on a port, `{"die-a": "die 0.1.0"}`, and how much came that was no line of ours."""

    boards: dict[str, str]
    bad: int = 0
    last_bad: str | None = None


class Answer(NamedTuple):
    """Somebody answers on a network port. `devices` is there if it is a companion."""

    server: str
    devices: dict[str, Any] | None = None


@dataclass(frozen=True)
class Running:
    """A companion that runs here already, as it can be seen without taking or disturbing anything."""

    process: int | None = None
    port: int | None = None
    devices: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        where = f" on port {self.port}" if self.port else ""
        return f"a table is running{where}{f' (process {self.process})' if self.process else ''}"


@dataclass(frozen=True)
class Machine:
    """A machine seen through its probes. Looking changes nothing, except that a free pin or port is held a moment."""

    model: str  # as the device tree has it; empty on anything but a single-board computer
    user: str
    groups: frozenset[str]  # that this process has
    granted: frozenset[str]  # that the user has been given, from the next login on
    modules: frozenset[str]  # pin libraries that can be imported
    is_walled: bool  # in a virtual environment that does not see the system's packages
    hostname: str
    room_address: str | None
    has_boottime: bool
    wall: datetime
    not_before: datetime  # the wall clock cannot be right if it is earlier
    ports: tuple[SerialPort, ...]
    run: Callable[[Sequence[str]], str | None]  # what a command says; None if it cannot be asked
    exists: Callable[[Path], bool]
    may_write: Callable[[Path], bool]
    free_bytes: Callable[[Path], int]
    holder: Callable[[Path], int | None]  # the process that keeps this data folder
    claim: Callable[[Sequence[int]], dict[int, Claim]]  # raises if there are no pins at all
    find_cables: Callable[[Mapping[str, CableWiring]], dict[str, str | None]]
    listen: Callable[[str], Heard]  # raises OSError if the port cannot be opened
    ask: Callable[[str, int], Answer | None]  # None if nobody listens at this host and port
    trouble_at: Callable[[str], str | None]  # why nobody could listen at this host

    @property
    def is_a_pi(self) -> bool:
        return "Raspberry Pi" in self.model

    @property
    def is_a_pi_5(self) -> bool:
        """Its pins are on a chip of their own, RP1, which only lgpio reaches."""
        return re.search(r"Raspberry Pi (5|500|Compute Module 5)\b", self.model) is not None

    @property
    def is_root(self) -> bool:
        return self.user == "root"
