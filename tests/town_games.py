"""Whole games of Monster Town, told once and played in several ways: by commands, by dice and knobs, on screens.

A step is what a player does: `power` turns the die, `life` turns a knob (or taps a card), `regenerate` holds it, `next`
is the button, and `say` is what only a screen can be told.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gangs import GangTable, card

Step = tuple[Any, ...]


class Story(NamedTuple):
    """A game from the first turn to its ending."""

    gangs: tuple[list[dict[str, Any]], ...]
    options: dict[str, Any]
    steps: list[Step]
    reason: str
    winners: list[int]


NEXT: Step = ("next",)


def power(seat: int, to: int) -> Step:
    return ("power", seat, to)


def life(name: str, by: int) -> Step:
    return ("life", name, by)


def regenerate(seat: int) -> Step:
    return ("regenerate", seat)


def say(command: str, **fields: Any) -> Step:
    return ("say", command, fields)


def visit(seat: int, name: str) -> Step:
    return say("visit-location", seat=seat, name=name)


def act(seat: int, piece: str, **more: Any) -> Step:
    return say("act", seat=seat, combat="The Mall", kind="ability", piece=piece, **more)


PAIR = [card("Ace", 3, 2, "leader"), card("Bee", 2, 1)], [card("Fang", 3, 2, "leader"), card("Grim", 2, 1)]
FOUR = (
    [card("Ace", 3, 2), card("Bee", 2, 3)],
    [card("Fang", 3, 4), card("Grim", 2, 2)],
    [card("Howl", 4, 3)],
    [card("Rot", 3, 2), card("Moan", 1, 1)],
)

# Bob holds the Mall, Ann comes to fight for it, and wipes him out.
A_FIGHT_FOR_THE_MALL = [
    visit(1, "The Docks"),
    NEXT,
    visit(2, "The Mall"),
    NEXT,
    say("form-party", seat=1, pieces=["Ace", "Bee"]),
    visit(1, "The Mall"),
    act(1, "Ace"),
    power(1, 5),
    life("Grim", -2),
    NEXT,
    act(2, "Fang"),
    power(2, 4),
    life("Ace", -1),
    regenerate(2),
    NEXT,
    act(1, "Bee"),
    life("Fang", -3),
]

PLACES = [f"Place {number}" for number in range(1, 11)]
ROUND_OF_DRAWS = [step for seat in (1, 2, 3, 4) for step in (say("draw-rendezvous", seat=seat), NEXT)]

STORIES = {
    "two-to-the-last-gang": Story(PAIR, {}, A_FIGHT_FOR_THE_MALL, "last-gang-standing", [1]),
    "two-to-ten-places": Story(
        PAIR,
        {},
        [step for at, place in enumerate(PLACES) for step in (visit(1, place), NEXT, power(2, 5 + at % 2), NEXT)][:-3],
        "conquest-points",
        [1],
    ),
    "two-in-a-dead-heat": Story(
        PAIR,
        {"variant": "all-or-nothing"},
        [
            power(1, 6),
            life("Grim", -2),
            NEXT,
            life("Bee", -2),
            NEXT,
            say("agree-stalemate", seat=1, combat="last"),
            say("agree-stalemate", seat=2, combat="last"),
        ],
        "dead-heat",
        [1, 2],
    ),
    "two-after-the-time-limit": Story(
        PAIR,
        {"time_limit_min": 45},
        [
            ("start",),
            visit(1, "The Docks"),
            NEXT,
            ("wait", 2700),
            visit(2, "The Mall"),
            NEXT,
            power(1, 3),
            life("Fang", -3),
            NEXT,
            life("Bee", -2),
            NEXT,
            life("Grim", -2),
        ],
        "last-gang-standing",
        [1],
    ),
    "four-to-ten-points-in-the-end-game": Story(
        FOUR,
        {"rendezvous": 4},
        [
            visit(1, "The Mall"),
            *ROUND_OF_DRAWS,
            power(1, 4),
            life("Fang", -3),
            life("Howl", -3),
            NEXT,
            life("Moan", -1),
            NEXT,
            regenerate(1),
            NEXT,
            NEXT,
            life("Howl", -1),
            say("wound", piece="Rot", amount=3, by="Ace"),
        ],
        "conquest-points",
        [1],
    ),
    "four-to-the-last-gang-in-the-end-game": Story(
        FOUR,
        {"variant": "all-or-nothing", "first": 3},
        [
            life("Ace", -3),
            NEXT,
            life("Grim", -2),
            NEXT,
            life("Howl", -4),
            NEXT,
            life("Bee", -2),
            NEXT,
            life("Fang", -3),
        ],
        "last-gang-standing",
        [4],
    ),
    "four-tied-by-points": Story(
        FOUR,
        {"variant": "all-or-nothing"},
        [
            life("Howl", -4),
            life("Moan", -1),
            NEXT,
            life("Rot", -3),
            power(2, 9),
            say(
                "wound",
                hits=[
                    {"piece": name, "amount": 3, "by": by}
                    for name, by in (("Ace", "Ace"), ("Bee", "Bee"), ("Fang", "Fang"), ("Grim", "Grim"))
                ],
            ),
        ],
        "tie-conquest-points",
        [1],
    ),
    "four-tied-by-places": Story(
        FOUR,
        {},
        [
            visit(1, "The Mall"),
            NEXT,
            visit(2, "The Docks"),
            NEXT,
            visit(3, "The Zoo"),
            NEXT,
            visit(4, "The Crypt"),
            say("begin-end-game"),
            say("wound", piece="Moan", amount=1, by="Howl"),
            say("wound", piece="Rot", amount=3, by="Rot"),
            say("wound", piece="Ace", amount=3, by="Ace"),
            say("wound", piece="Bee", amount=2, by="Bee"),
            say("lose-location", seat=2, name="The Docks"),
            say("wound", piece="Grim", amount=2, by="Howl"),
            say("adjust-track", seat=2, track="conquest", to=4),
            say(
                "wound",
                hits=[{"piece": "Fang", "amount": 3, "by": "Fang"}, {"piece": "Howl", "amount": 4, "by": "Howl"}],
            ),
        ],
        "tie-locations",
        [3],
    ),
}


class ByCommands:
    """Everything is said on a screen."""

    def __init__(self, story: Story) -> None:
        self.town = GangTable().begin(*story.gangs, **story.options)

    def play(self, story: Story) -> GangTable:
        for what, *about in story.steps:
            getattr(self, what)(*about)
        return self.town

    def power(self, seat: int, to: int) -> None:
        self.town.do("adjust-track", seat=seat, track="power", to=to)

    def life(self, name: str, by: int) -> None:
        self.town.do("adjust-track", piece=self.town.id(name), track="life", by=by)

    def regenerate(self, seat: int) -> None:
        self.town.regenerate(f"{self.town.seen['seats'][seat - 1]['player']}")

    def next(self) -> None:
        self.town.do("next-turn", seen=self.town.seen["turn"])

    def start(self) -> None:
        self.town.do("start-timer", timer="clock")

    def wait(self, seconds: float) -> None:
        self.town.wait(seconds).do("time-up", timer="clock", asker={"companion": "time-up"})

    def say(self, command: str, fields: dict[str, Any]) -> None:
        if fields.get("combat") == "last":
            fields = {**fields, "combat": self.town.combats[-1]["id"]}
        self.town.play(command, **fields)
