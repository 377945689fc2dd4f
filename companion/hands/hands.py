"""Signals in, commands out. Lives on the table's own thread; moved only by signals and by instants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from companion.engine.plain import Plain, from_plain
from companion.engine.table import Table
from companion.hands.arrangement import Arrangement
from companion.hands.button import Button
from companion.hands.claim import Claim, Told
from companion.hands.die import DIE_WORDS, Die, question_of
from companion.hands.knob import Knob, Turn, focusable
from companion.hands.place import Place
from companion.hands.seating import Ask, Seating, some
from companion.signals import Signal

T = TypeVar("T")

DOOR_OPEN_S = 120.0  # holding start lets in whoever asks, for so long
REFUSAL_S = 4.0  # how long a refused hand sees why


class Refusal(NamedTuple):
    text: str
    seat: int | None
    at: float


class Felt(NamedTuple):
    """How the hands stand, for screens. What that means depends on the table, so it is worked out when one looks."""

    knobs: dict[str, Knob]
    dice: dict[str, Die]
    buttons: dict[str, bool]  # whether each is down
    refusal: Refusal | None
    lamps: dict[str, int | None]  # each one's seat
    arrangement: Arrangement
    claim: Claim | None
    told: Told | None
    door_until: float | None  # people at the table hold it open until then

    def focus(self, table: Table) -> dict[int, str | None]:
        """Which track each seat's knob turns."""
        return {knob.seat: knob.focus(table) for knob in self.knobs.values()}

    def turning(self, seat: int, table: Table) -> Plain | None:
        """The running change of the seat's knob."""
        turned = (_turn(knob, table) for knob in self.knobs.values() if knob.turn and knob.seat == seat)
        return next((turn for turn in turned if turn), None)

    def turn_to(self, seat: int, table: Table) -> int | None:
        """Where the seat's die should be turned."""
        return next((die.turn_to(table) for die in self.dice.values() if die.seat == seat), None)

    def view(self, table: Table) -> Plain:
        """What devices say of themselves, for the state's `devices`."""
        shown: Plain = {}
        for name, knob in self.knobs.items():
            shown[name] = {"kind": "knob", "seat": knob.seat, "turn": _turn(knob, table)}
        for name, die in self.dice.items():
            about = {"face": die.face, "lies": die.lies, "turn_to": die.turn_to(table)}
            shown[name] = {"kind": "die", "seat": die.seat, **about}
        for name in self.buttons:
            shown[name] = {"kind": "button", "seat": None}
        waiting = self.claim.seat if self.claim else None
        for name, seat in self.lamps.items():
            shown[name] = {"kind": "lamp", "seat": seat, "claiming": waiting is not None and seat == waiting}
        for name, called in self.arrangement.names.items():
            if name in shown:
                shown[name]["name"] = called
        return shown


def _turn(knob: Knob, table: Table) -> Plain | None:
    """The running change: -3, and where that leads."""
    tracks = focusable(table, knob.seat) if knob.turn else {}
    if knob.turn is None or knob.turn.track not in tracks:
        return None
    track = tracks[knob.turn.track]
    to = max(track["min"], min(track["max"], track["value"] + knob.turn.by))
    return {"track": knob.turn.track, "by": knob.turn.by, "to": to}


def usual_places(seats: int = 5) -> dict[str, Place]:
    """A knob, a lamp and a die in front of every seat, three buttons, and the big red one."""
    places = {f"knob-{seat}": Place("knob", seat) for seat in range(1, seats + 1)}
    places |= {f"lamp-{seat}": Place("lamp", seat) for seat in range(1, seats + 1)}
    places |= {f"die-{chr(ord('a') + seat - 1)}": Place("die", seat) for seat in range(1, seats + 1)}
    return places | {name: Place("button") for name in ("start", "next", "undo", "red")}


class Hands(Seating):
    """All hands at the table."""

    def __init__(self, places: Mapping[str, Place] | Arrangement) -> None:
        super().__init__(places if isinstance(places, Arrangement) else Arrangement(places))
        self.refusal: Refusal | None = None
        self.door_until: float | None = None
        self._stirred: set[str] = set()  # devices that may stand otherwise than when they were last looked at

    # What a signal means

    def feel(self, signal: Signal, table: Table) -> list[Ask]:
        """The commands that a signal asks for; often none."""
        name = signal.device
        self._stirred.add(name)
        if signal.word in DIE_WORDS:
            self.meet(name)
        if self.claim and name in self.dice and self.claim.is_meant(signal):
            return self.claimed(self.claim, signal)
        if name in self.knobs:
            bodies = self._knob(self.knobs[name], signal, table)
        elif name in self.dice:
            bodies = self._die(self.dice[name], signal, table)
        elif name in self.buttons:
            bodies = self._button(self.buttons[name], signal, table)
        else:
            return []
        return [Ask(body, self.by(name)) for body in bodies]

    def _knob(self, knob: Knob, signal: Signal, table: Table) -> Iterator[Plain]:
        match signal.word:
            case "turned":
                knob.turned(int(signal.args[0]), signal.at, table)
            case "pressed":
                knob.pressed(signal.at)
            case "released" if knob.released(signal.at):
                yield from self._push(knob, table)

    def _push(self, knob: Knob, table: Table) -> Iterator[Plain]:
        """In this order: answer the question, finish the turn, move the focus."""
        question = question_of(table, knob.seat)
        if question:
            yield {"command": "answer", "notice": question["id"], "choice": question["chosen"]}
        elif knob.turn:
            yield from some(knob.finish())
        else:
            knob.move_focus(table)

    def _hold(self, knob: Knob, table: Table) -> Iterator[Plain]:
        yield from some(knob.finish())
        if table.game and table.game.hold:
            yield {"command": table.game.hold, "seat": knob.seat}

    def _die(self, die: Die, signal: Signal, table: Table) -> Iterator[Plain]:
        if signal.word == "settled":
            face, how = signal.args
            yield from some(die.settled(int(face), str(how), table))
        elif signal.word in DIE_WORDS:
            die.lies = signal.word

    def _button(self, button: Button, signal: Signal, table: Table) -> Iterator[Plain]:
        if signal.word == "pressed" and button.pressed(signal.at):
            yield from self._pressed(button, table)
        elif signal.word == "released":
            button.released()

    def _pressed(self, button: Button, table: Table) -> Iterator[Plain]:
        match button.name:
            case "undo" if any(knob.turn for knob in self.knobs.values()):
                self.drop_turns()  # what was not finished is the first to be taken back
            case "undo":
                yield {"command": "undo"}
            case "next":
                if _held_next(table):
                    button.insist()
                yield _next(table)
            case "start" | "red":
                yield _start(table)

    # What time does

    def next_instant(self) -> float | None:
        things: list[Knob | Button] = [*self.knobs.values(), *self.buttons.values()]
        instants = [instant for thing in things if (instant := thing.next_instant()) is not None]
        if self.refusal:
            instants.append(self.refusal.at + REFUSAL_S)
        instants += [thing.until for thing in (self.claim, self.told) if thing]
        if self.door_until is not None:
            instants.append(self.door_until)
        return min(instants, default=None)

    def due(self, now: float, table: Table) -> list[Ask]:
        """The commands that time alone brings: turns that have come to rest, and holds."""
        self._stirred |= self.knobs.keys()
        asks = []
        for name, knob in self.knobs.items():
            bodies: Iterable[Plain] = ()
            if knob.is_held_now(now):
                bodies = self._hold(knob, table)
            elif knob.is_at_rest(now):
                bodies = some(knob.finish())
            asks += [Ask(body, self.by(name)) for body in bodies]
            knob.let_focus_go(now)
        for name, button in self.buttons.items():
            if button.is_held_now(now):
                asks += [Ask(body, self.by(name)) for body in self._pressed(button, table)]
            if button.insists_now(now):
                asks += [Ask(body, self.by(name)) for body in _held_next(table)]
            if button.opens_door_now(now):
                self.door_until = now + DOOR_OPEN_S
                if table.game and not table.is_over:
                    asks.append(Ask(_start(table), self.by(name)))  # takes back what the press itself did
        if self.door_until is not None and now >= self.door_until:
            self.door_until = None
        if self.refusal and now >= self.refusal.at + REFUSAL_S:
            self.refusal = None
        self.let_claim_go(now)
        return asks

    # What others do to it

    def drop_turns(self) -> None:
        self._stirred |= self.knobs.keys()
        for knob in self.knobs.values():
            knob.turn = None

    def finish_turns(self) -> list[Ask]:
        """Every unfinished turn counts now."""
        self._stirred |= self.knobs.keys()
        return [Ask(body, self.by(name)) for name, knob in self.knobs.items() for body in some(knob.finish())]

    def begin_anew(self) -> None:
        """Another game: every knob is on its first track again."""
        self.drop_turns()
        for knob in self.knobs.values():
            knob.forget_focus()

    def refused(self, by: Plain, text: str, at: float) -> None:
        """A refused player sees the sentence, also at a knob."""
        self.refusal = Refusal(text, by.get("seat"), at)

    # What is shown and kept

    def felt(self, before: Felt | None = None) -> Felt:
        """How the hands stand, as copies that any thread may look at. What nobody stirred is not copied again."""
        stirred, self._stirred = self._stirred, set()
        if before is None or before.arrangement is not self.arrangement:
            knobs, dice = _copies(self.knobs, self.knobs), _copies(self.dice, self.dice)
        else:
            knobs = before.knobs | _copies(self.knobs, stirred)
            dice = before.dice | _copies(self.dice, stirred)
        buttons = {name: button.is_down for name, button in self.buttons.items()}
        return Felt(
            knobs, dice, buttons, self.refusal, self.lamps, self.arrangement, self.claim, self.told, self.door_until
        )

    def turns(self) -> Plain:
        """Turns that are not finished."""
        return {name: [knob.turn.track, knob.turn.by] for name, knob in self.knobs.items() if knob.turn}

    def keep(self) -> Plain:
        """What must outlive a power cut: unfinished turns, and the faces of the dice."""
        faces = {name: die.face for name, die in self.dice.items() if die.seat is not None and die.face is not None}
        return {"turns": self.turns(), "faces": faces}

    def restore(self, kept: Plain, now: float) -> None:
        self._stirred |= self.knobs.keys() | self.dice.keys()
        for name, (track, by) in kept.get("turns", {}).items():
            if name in self.knobs:
                self.knobs[name].turn = Turn(track, by, now)
        for name, face in kept.get("faces", {}).items():
            if name in self.dice:
                self.dice[name].face = face


def _copies(things: dict[str, T], names: Iterable[str]) -> dict[str, T]:
    return {name: _copy(things[name]) for name in names if name in things}


def _copy(thing: T) -> T:
    """What `copy.copy` does, without asking the thing how to: this is done for every touch."""
    made = object.__new__(type(thing))
    made.__dict__.update(thing.__dict__)
    return made


def _next(table: Table) -> Plain:
    command = table.game.next_button if table.game else "next-turn"
    seen: Any = table.plain["turn" if command == "next-turn" else "phase"] if table.plain else None
    return {"command": command} if seen is None else {"command": command, "seen": seen}


def _held_next(table: Table) -> list[Plain]:
    """What the game lets a held Next do where a pressed one is refused. Each is an entry of its own, nothing hidden."""
    if table.game is None or table.plain is None or table.is_over:
        return []
    return table.game.held_next(from_plain(table.plain, table.game.state))


def _start(table: Table) -> Plain:
    """Start or pause the game's main timer; without one, the table itself."""
    if table.paused:
        return {"command": "resume-table"}
    timer = table.timers().get(table.game.main_timer or "") if table.game else None
    if timer is None:
        return {"command": "pause-table"}
    assert table.game is not None
    return {"command": "pause-timer" if timer.is_going() else "start-timer", "timer": table.game.main_timer}
