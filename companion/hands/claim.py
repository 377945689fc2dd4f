"""Claiming a die: "pick up the die for seat 2 and roll it"."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.signals import Signal

CLAIM_S = 30.0  # long enough to find the die under the sofa, short enough not to catch a roll of the next round
TOLD_S = 15.0  # how long it is said what came of it


class Claim(NamedTuple):
    """A seat that waits for its die."""

    seat: int
    until: float  # instant of the table's clock

    @classmethod
    def of(cls, seat: int, now: float) -> Claim:
        return cls(seat, now + CLAIM_S)

    def is_meant(self, signal: Signal) -> bool:
        """Only a roll: dice are turned and knocked all evening."""
        return signal.word == "settled" and signal.args[1] == "rolled"


class Told:
    """What came of a claim, by code: the words file makes it a sentence."""

    def __init__(self, code: str, at: float, **values: Any) -> None:
        self.code = code
        self.until = at + TOLD_S
        self.values = values
