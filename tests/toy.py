"""A toy game with everything the engine offers: pieces of two kinds, phases, a count-in, a question, consequences."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.common import find_piece
from companion.engine.game import Game, Options, SeatSetup, end, rules_of
from companion.engine.game import rule as rule_
from companion.engine.state import Notice, Piece, Seat, State, track
from companion.engine.timers import Timer, TimerKind


@dataclass(kw_only=True)
class Monster(Piece):
    life = track(3, max=5, baseline=3)


@dataclass(kw_only=True)
class Tower(Piece):
    floors = track(2, max=9)


@dataclass(kw_only=True)
class Keeper(Seat):
    rage = track(0, max=6)
    monsters: dict[str, Monster] = field(default_factory=dict)


@dataclass(kw_only=True)
class Zoo(State[Keeper]):
    options: Options = field(default_factory=Options)
    alarm = track(0, max=3)
    towers: dict[str, Tower] = field(default_factory=dict)
    loudest: Tower | None = None


@dataclass(frozen=True)
class Hatch:
    """Put a monster and two towers on the table."""

    seat: int


@dataclass(frozen=True)
class Bite:
    """Take a monster's life."""

    piece: str
    amount: int


@dataclass(frozen=True)
class AskRage:
    """Ask how much rage it is."""

    seat: int


@dataclass(frozen=True)
class Break:
    """A rule with a bug in it."""

    how: str


@rule_
def hatch(zoo: Zoo, do: Hatch) -> None:
    monster = Monster(id=zoo.new_id("p"), kind="monster", name="Egg", status="ready")
    zoo.seat(do.seat).monsters[monster.id] = monster
    for _ in range(2):
        tower = Tower(id=zoo.new_id("p"), kind="tower", name="Tower")
        zoo.towers[tower.id] = tower
    zoo.loudest = tower


@rule_
def bite(zoo: Zoo, do: Bite) -> None:
    find_piece(zoo, do.piece).tracks["life"].move(-do.amount)


@rule_
def ask_rage(zoo: Zoo, do: AskRage) -> None:
    notice = zoo.tell("rage", seat=do.seat)
    notice.choices, notice.chosen = [0, 6], 6


@rule_
def break_it(zoo: Zoo, do: Break) -> None:
    keeper = zoo.seat(1)
    keeper.rage.value = 5
    if do.how == "raise":
        raise ZeroDivisionError
    if do.how == "bounds":
        keeper.rage.value = 7
    if do.how == "for-ever":
        zoo.round += 1


def answer_rage(zoo: Zoo, notice: Notice, choice: int | str) -> None:
    assert notice.seat is not None
    zoo.seat(notice.seat).rage.value = int(choice)


def begin(seats: list[SeatSetup], options: Options) -> Zoo:
    keepers = {n: Keeper(seat=n, player=seat.player, role=seat.role) for n, seat in enumerate(seats, 1)}
    timers = {"feeding": Timer.of(120)}
    return Zoo(game="zoo", phase="day", turn=1, first=1, seats=keepers, options=options, timers=timers)


def lay_out(zoo: Zoo, seats: list[SeatSetup]) -> None:
    """Everybody brings an egg."""
    for number in range(1, len(seats) + 1):
        hatch(zoo, Hatch(number))


def next_turn(zoo: Zoo) -> None:
    zoo.turn = zoo.after(zoo.turn or 0)


def next_phase(zoo: Zoo) -> None:
    zoo.phase = "night" if zoo.phase == "day" else "day"


def settle(zoo: Zoo) -> None:
    """Two steps that follow one from the other: no life, so gone; all gone, so the alarm rises; alarm at 3, so over."""
    if zoo.round > 1:
        zoo.round += 1  # the bug of break(how="for-ever")
    for keeper in zoo.playing():
        for monster in keeper.monsters.values():
            monster.status = "gone" if monster.life.value == 0 else "ready"
        if keeper.monsters and all(monster.status == "gone" for monster in keeper.monsters.values()):
            zoo.alarm.value = 3
    if zoo.alarm.value == 3 and not zoo.outcome:
        end(zoo, "alarm", [])


def zoo(**changes: object) -> Game:
    import sys

    parts: dict[str, object] = {
        "name": "zoo",
        "title": "Zoo",
        "players": range(1, 5),
        "roles": ("lion", "whale"),
        "state": Zoo,
        "rules": rules_of(sys.modules[__name__]) | {"break": break_it},
        "begin": begin,
        "again": lambda zoo: [SeatSetup(player=each.player, role=each.role) for each in zoo.seats.values()],
        "next_turn": next_turn,
        "next_phase": next_phase,
        "settle": settle,
        "answers": {"rage": answer_rage},
        "timers": {
            "feeding": TimerKind(
                count_in_s=3, phase="day", sounds=((60, "ten"), (2, "tick"), (1, "tick"), (0, "time-up"))
            )
        },
        "reasons": ("alarm",),
    }
    return Game(**(parts | changes))  # type: ignore[arg-type]
