"""Who has which device at this moment, and how that changes while everyone plays on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.engine.plain import Plain
from companion.errors import Rejected
from companion.hands.arrangement import Arrangement
from companion.hands.button import Button
from companion.hands.claim import Claim, Told
from companion.hands.die import Die
from companion.hands.knob import Knob
from companion.hands.place import Place
from companion.signals import Signal

STRANGERS_MOST = 64  # dice that nobody has; a mad board may invent names


class Ask(NamedTuple):
    """A command that a hand asks for."""

    body: Plain
    by: Plain


class Seating:
    """The devices at their places. Belongs to the table's own thread, like all hands."""

    def __init__(self, arrangement: Arrangement) -> None:
        self.arrangement = arrangement
        self.places: dict[str, Place] = {}
        self.knobs: dict[str, Knob] = {}
        self.dice: dict[str, Die] = {}  # also those that nobody has
        self.buttons: dict[str, Button] = {}
        self.lamps: dict[str, int | None] = {}  # each one's seat
        self.claim: Claim | None = None
        self.told: Told | None = None  # what came of the last claim
        self.keep_arrangement: Callable[[Arrangement], None] = _nowhere  # where it outlives the day; may be refused
        # Called on the table's own thread, so they only hand over.
        self.when_arranged: list[Callable[[Arrangement], None]] = []
        self.when_claimed: list[Callable[[], None]] = []
        self._take_places()

    def _take_places(self) -> None:
        """A device that stays where it was goes on as it was."""
        self.places = self.arrangement.places()
        self.lamps = {name: place.seat for name, place in self.places.items() if place.kind == "lamp"}
        knobs, self.knobs = self.knobs, {}
        for name, place in self.places.items():
            match place:
                case Place("knob", int(seat)):
                    known = knobs.get(name)
                    self.knobs[name] = known if known and known.seat == seat else Knob(seat, place.is_reversed)
                case Place("die"):
                    self.dice.setdefault(name, Die(None, "power"))
                case Place("button"):
                    self.buttons.setdefault(name, Button(name))
        for name, die in self.dice.items():
            die.seat = self.places[name].seat if name in self.places else None

    def meet(self, name: str) -> None:
        """A die speaks on a cable. If nobody has it, it is remembered how it lies: somebody may claim it."""
        if name not in self.places and name not in self.dice and len(self.dice) < len(self.places) + STRANGERS_MOST:
            self.dice[name] = Die(None, "power")

    def by(self, device: str) -> Plain:
        """Who asks, when a device does."""
        place = self.places.get(device)
        return {"device": device} if place is None or place.seat is None else {"device": device, "seat": place.seat}

    # Changing it

    def arrange(self, arrangement: Arrangement) -> list[Ask]:
        """Devices change places, without a restart. Kept first: what cannot be kept does not happen.

        An unfinished turn of a knob that goes to another seat counts for the seat where it was turned: the change has
        been on every screen, so it is finished, not lost.
        """
        if arrangement == self.arrangement:
            return []
        self.keep_arrangement(arrangement)
        places = arrangement.places()
        moved = [(name, knob) for name, knob in self.knobs.items() if places[name].seat != knob.seat]
        asks = [Ask(body, self.by(name)) for name, knob in moved for body in some(knob.finish())]
        self.arrangement = arrangement
        self._take_places()
        for listener in self.when_arranged:
            listener(arrangement)
        return asks

    # Claiming a die

    def begin_claim(self, seat: int, now: float) -> None:
        """The next die that is rolled becomes this seat's. A claim begun before is let go."""
        self.claim, self.told = Claim.of(seat, now), None

    def cancel_claim(self) -> None:
        self.claim = None

    def claimed(self, claim: Claim, signal: Signal) -> list[Ask]:
        """That roll named the die, and means nothing to the game: only where the die lies now is remembered."""
        self.claim = None
        die = self.dice[signal.device]
        die.lies, die.face = "settled", int(signal.args[0])
        try:
            asks = self.arrange(self.arrangement.claimed(claim.seat, signal.device))
        except Rejected as refusal:
            self.told = Told("claim-not-kept", signal.at, seat=claim.seat, why=refusal.values.get("why"))
            return []
        self.told = Told("claimed", signal.at, seat=claim.seat, die=self.arrangement.called(signal.device))
        for listener in self.when_claimed:
            listener()
        return asks

    def let_claim_go(self, now: float) -> None:
        """Nobody rolled: a claim lapses, and says so for a while."""
        if self.told and now >= self.told.until:
            self.told = None
        if self.claim and now >= self.claim.until:
            self.told = Told("claim-lapsed", now, seat=self.claim.seat)
            self.claim = None


def some(body: Plain | None) -> Iterator[Plain]:
    if body is not None:
        yield body


def _nowhere(arrangement: Arrangement) -> None:
    """A table without a data folder forgets."""
