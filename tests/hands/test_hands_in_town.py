"""Monster Town through dice, knobs and buttons: the knob turns lives too, and whole games end as by commands."""

from __future__ import annotations

from typing import Any

import pytest
from gangs import NAMES, card
from test_hands import TableWithHands
from town_games import STORIES, ByCommands, Story

from companion.engine.plain import to_plain


class Evening(TableWithHands):
    def breathe(self) -> None:
        """Twice: an answer comes before the hands of its own batch are looked at."""
        super().breathe()
        super().breathe()

    def begin(self, story: Story) -> None:
        seats = [{"player": name, "characters": gang} for name, gang in zip(NAMES, story.gangs, strict=False)]
        self.do("start-game", game="monster-town", seats=seats, options=story.options)

    def play(self, story: Story) -> None:
        for what, *about in story.steps:
            getattr(self, f"{what}_")(*about)

    def id(self, name: str) -> str:
        pieces = [*self.seen["pieces"], *(piece for seat in self.seen["seats"] for piece in seat["pieces"])]
        return next((piece["id"] for piece in pieces if piece["name"] == name), name)

    def power_(self, seat: int, to: int) -> None:
        self.feel(f"die-{'abcd'[seat - 1]}", "settled", to % 10, "set")

    def life_(self, name: str, by: int) -> None:
        """Push until the knob is on that life, and turn it."""
        piece = next(piece for seat in self.seen["seats"] for piece in seat["pieces"] if piece["name"] == name)
        seat = piece["controller"]
        while self.focus[seat - 1] != f"{piece['id']}/life":
            self.push(seat)
        self.turn(seat, by)
        self.wait(1.2)

    def regenerate_(self, seat: int) -> None:
        self.hold(seat)

    def next_(self) -> None:
        self.wait(1)
        self.press("next")

    def start_(self) -> None:
        self.press("start")

    def wait_(self, seconds: float) -> None:
        self.wait(seconds)

    def say_(self, command: str, fields: dict[str, Any]) -> None:
        fields = self._by_id(fields)
        self.do(command, **fields)

    def _by_id(self, fields: dict[str, Any]) -> dict[str, Any]:
        found = dict(fields)
        for name in ("piece", "by"):
            if name in found:
                found[name] = self.id(found[name])
        if "pieces" in found:
            found["pieces"] = [self.id(each) for each in found["pieces"]]
        if "hits" in found:
            found["hits"] = [self._by_id(hit) for hit in found["hits"]]
        if "combat" in found:
            found["combat"] = self.seen["combats"][-1]["id"]
        return found


@pytest.fixture
def evening(tmp_path):
    running = Evening(tmp_path)
    yield running
    running.close()


def without_time(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key != "timers"}


@pytest.mark.parametrize("name", STORIES)
def test_a_whole_game_through_dice_and_knobs_ends_as_by_commands(evening, name):
    story = STORIES[name]
    evening.begin(story)
    evening.play(story)
    outcome = evening.seen["outcome"]
    assert outcome
    assert (outcome["reason"], outcome["winners"]) == (story.reason, story.winners)
    said = ByCommands(story).play(story)
    assert without_time(to_plain(evening.service.now.table.plain)) == without_time(said.table.plain)


# What a knob turns


def lives(evening: Evening) -> list[str]:
    """Where pushing the first seat's knob leads, from power back to power."""
    found = []
    while True:
        evening.push(1)
        if evening.focus[0] == "power":
            return found
        found.append(evening.focus[0])


def test_the_knob_goes_from_power_to_each_living_members_life_and_back(evening):
    gangs = [card("A1"), card("A2"), card("A9", reserve=True)], [card("B1"), card("B2")]
    evening.begin(Story(gangs, {}, [], "", []))
    a1, a2, b1 = (f"{evening.id(name)}/life" for name in ("A1", "A2", "B1"))
    assert lives(evening) == [a1, a2]
    evening.do("kill", pieces=[evening.id("A2")])
    assert lives(evening) == [a1]
    evening.do("thrall", piece=evening.id("B1"), master=evening.id("A1"))
    assert lives(evening) == [a1, b1]
    evening.push(1)
    evening.wait(8)
    assert evening.focus[0] == "power"


def test_a_knob_on_somebody_who_dies_falls_back_to_power(evening):
    evening.begin(Story(([card("A1"), card("A2")], [card("B1")]), {}, [], "", []))
    evening.push(1)
    assert evening.focus[0] == f"{evening.id('A1')}/life"
    evening.turn(1, -9)
    assert evening.running_change(1) == (-3, 0)
    evening.wait(1.2)
    assert evening.focus[0] == "power"
    assert evening.seen["seats"][0]["pieces"][0]["status"] == "reserves"


def test_a_turn_that_was_not_finished_when_its_member_died_hurts_nobody(evening):
    evening.begin(Story(([card("A1"), card("A2")], [card("B1")]), {}, [], "", []))
    evening.push(1)
    evening.turn(1, 1)
    evening.do("kill", pieces=[evening.id("A1")])
    assert evening.running_change(1) is None
    evening.wait(1.2)
    assert evening.seen["seats"][0]["out"] is False


def test_a_gang_without_a_roster_turns_power_and_points(evening):
    evening.begin(Story(([], [card("B1")]), {}, [], "", []))
    assert lives(evening) == ["conquest"]
