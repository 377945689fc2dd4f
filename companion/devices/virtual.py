"""A whole table without wires: the very same devices, on gpiozero's mock pins and on a pseudo-terminal."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]

from companion.clock import Clock
from companion.devices.button import Button
from companion.devices.buzzer import Buzzer
from companion.devices.device import Device, Emit, Report, Status, report_to_log
from companion.devices.knob import Knob
from companion.devices.lamp import Lamp
from companion.devices.lights import Lights
from companion.devices.rgb_lamp import RgbLamp
from companion.devices.serial_link import SerialLink
from companion.devices.status import Devices
from companion.devices.virtual_board import VirtualBoard, garbled, truncated
from companion.devices.virtual_die import VirtualDie
from companion.devices.virtual_hands import HOLD_S, PUSH_S, VirtualHands

BUTTONS = ("start", "next", "undo", "red")
SEATS_MOST = 5
RGB_SEAT = 2  # has a lamp of three colours, so that both kinds are seen
# Contacts first: GPIO 2 and 3 have resistors of their own, and 0 and 1 exist only for want of others.
PINS = (*range(4, 28), 3, 2, 1, 0)
CLICKS_MOST = 99
FAULTS = ("bounce", "chatter", "garbled", "truncated", "silent", "unplugged", "flood")
SOUNDS_KEPT = 20


class Simulator:
    """What hands could do at a real table, as functions; and what they would see and hear.

    Any thread may call; wrong names and numbers are a ValueError with a sentence. `spare` are dice that lie in the box
    and belong to nobody until somebody claims them.
    """

    def __init__(
        self, clock: Clock, emit: Emit, seats: int = 4, report: Report = report_to_log, spare: Sequence[str] = ()
    ) -> None:
        if seats not in range(1, SEATS_MOST + 1):
            raise ValueError(f"the simulator has 1 to {SEATS_MOST} seats, not {seats!r}")
        self._factory = MockFactory(pin_class=MockPWMPin)
        self._hands = VirtualHands(clock, self._factory)
        self._is_running = False
        pins = iter(PINS)
        about: dict[str, Any] = {"clock": clock, "pin_factory": self._factory}
        made: list[Device] = []
        for name in BUTTONS:
            self._hands.pins[name] = pin = next(pins)
            made.append(Button(name, pin, emit, report=report, **about))
        self._seats = range(1, seats + 1)
        for seat in self._seats:
            name = f"knob-{seat}"
            a, b, push = next(pins), next(pins), next(pins)
            self._hands.pins |= {f"{name} a": a, f"{name} b": b, name: push}
            made.append(Knob(name, a, b, push, emit, report=report, **about))
        self._pushables = (*BUTTONS, *(f"knob-{seat}" for seat in self._seats))
        self._lamps = {seat: self._lamp(seat, pins) for seat in self._seats}
        self.buzzer = Buzzer(next(pins), active=False, **about)
        self._sounds: deque[tuple[float, str]] = deque(maxlen=SOUNDS_KEPT)
        self.buzzer.when_played.append(lambda instant, pattern: self._sounds.append((instant, pattern)))
        self._board = VirtualBoard(clock, [*(f"die-{chr(ord('a') + seat - 1)}" for seat in self._seats), *spare])
        self.link = SerialLink("cable-1", self._board.path, emit, clock=clock, report=report)
        self._lights = Lights(clock, self._lamps.values())
        others = [self.buzzer, self.link, self._hands, self._lights]
        self._devices = Devices(clock, [*made, *self._lamps.values(), *others])

    def _lamp(self, seat: int, pins: Iterator[int]) -> Lamp:
        if seat == RGB_SEAT:
            return RgbLamp(f"lamp-{seat}", (next(pins), next(pins), next(pins)), pin_factory=self._factory)
        return Lamp(f"lamp-{seat}", next(pins), pin_factory=self._factory)

    def start(self) -> None:
        self._board.start()
        self._devices.start()
        self._is_running = True

    def stop(self) -> None:
        """Twice is fine."""
        self._is_running = False
        self._devices.stop()
        self._board.stop()

    # Knobs and buttons

    def turn(self, seat: int, clicks: int) -> None:
        """Turn a seat's knob, clockwise if the clicks are more than nought."""
        name = f"knob-{_whole('seat', seat, 1, len(self._seats))}"
        _whole("clicks", clicks, -CLICKS_MOST, CLICKS_MOST)
        with self._running():
            self._hands.turn(name, clicks)

    def press(self, name: str) -> None:
        """Finger down, on a button or on a knob."""
        with self._running():
            self._hands.touch(self._pushable(name), True)

    def release(self, name: str) -> None:
        with self._running():
            self._hands.release(self._pushable(name))

    def push(self, name: str) -> None:
        """Down and up, as quickly as a finger can."""
        with self._running():
            self._hands.hold(self._pushable(name), PUSH_S)

    def hold(self, name: str) -> None:
        """Down, and up after a second of the table's clock."""
        with self._running():
            self._hands.hold(self._pushable(name), HOLD_S)

    def _pushable(self, name: str) -> str:
        if name not in self._pushables:
            raise ValueError(f"there is no button {name!r}; expected {', '.join(self._pushables)}")
        return name

    # Dice

    def set_die(self, name: str, face: int) -> None:
        """Turn a die by hand and put it down."""
        self._with_die(name, "set", _face(face))

    def roll_die(self, name: str, face: int | None = None) -> None:
        """Roll it; without a face, as chance will have it."""
        self._with_die(name, "roll", random.randrange(10) if face is None else _face(face))  # noqa: S311 - a toy

    def bump_die(self, name: str, face: int | None = None) -> None:
        """Knock against the table: nobody meant anything. Without a face it lies as before."""
        self._with_die(name, "bump", self._die(name).face if face is None else _face(face))

    def cock_die(self, name: str) -> None:
        """Roll it against the box, where it leans and shows no face."""
        self._with_die(name, "cock")

    def handle_die(self, name: str) -> None:
        """Take it into the hand."""
        self._with_die(name, "handle")

    def _die(self, name: str) -> VirtualDie:
        if name not in tuple(self._board.dice):  # a tuple, because odd input may not even be hashable
            raise ValueError(f"there is no die {name!r}; expected {', '.join(self._board.dice)}")
        return self._board.dice[name]

    def _with_die(self, name: str, deed: str, *face: int) -> None:
        do = getattr(self._die(name), deed)
        with self._running():
            self._board.do(lambda now: do(*face, now))

    # Faults

    def fault(self, kind: str, on: bool = True, device: str | None = None) -> None:
        """Let something go wrong, or be right again. Without a device: with any, or with the first that can."""
        if kind not in FAULTS:
            raise ValueError(f"there is no fault {kind!r}; expected {', '.join(FAULTS)}")
        known = self._pushables if kind in ("bounce", "chatter") else tuple(self._board.dice)
        if device is not None and device not in known:
            raise ValueError(f"{device!r} cannot be {kind}; expected {', '.join(known)}")
        with self._running():
            match kind:
                case "bounce":
                    self._hands.bouncing = _switched(self._hands.bouncing, device, on)
                case "silent":
                    self._board.silent = _switched(self._board.silent, device, on)
                case "unplugged" if on:
                    self._board.unplug()
                case "unplugged":
                    self._board.plug()
                case "chatter" if on:
                    self._hands.chatter(device or known[0])
                case "garbled" if on:
                    self._board.spoil_next(device, garbled)
                case "truncated" if on:
                    self._board.spoil_next(device, truncated)
                case "flood" if on:
                    self._board.flood(device or known[0])

    def faults(self) -> dict[str, bool]:
        """Those that last until they are switched off, and whether they are on."""
        silent, bouncing = bool(self._board.silent), bool(self._hands.bouncing)
        return {"bounce": bouncing, "silent": silent, "unplugged": not self._board.is_plugged}

    # What would be seen and heard

    def show(self, view: dict[str, Any]) -> None:
        """Light the lamps for the table as everyone sees it."""
        self._lights.show(view)

    def light(self, lamp: str) -> None:
        """Try a lamp, to see which it is."""
        self._lights.light(lamp)

    def lamps(self) -> dict[str, str]:
        return {lamp.name: lamp.pattern for lamp in self._lamps.values()}

    @property
    def sounds(self) -> list[tuple[float, str]]:
        """The last twenty that were played, oldest first: the instant each was meant for, and its pattern."""
        return list(self._sounds)

    def faces(self) -> dict[str, int]:
        return {name: die.face for name, die in self._board.dice.items()}

    def status(self) -> dict[str, Status]:
        return self._devices.status()

    # Odd input

    @contextmanager
    def _running(self) -> Iterator[None]:
        with self._hands.lock:
            if not self._is_running:
                raise ValueError("the simulator is not running; start it first")
            yield


def _switched(devices: set[str | None], device: str | None, on: bool) -> set[str | None]:
    if on:
        return devices | {device}
    return set() if device is None else devices - {device}


def _whole(what: str, number: int, low: int, high: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise ValueError(f"{what} must be a whole number from {low} to {high}, not {number!r}")
    return number


def _face(face: int) -> int:
    return _whole("face", face, 0, 9)
