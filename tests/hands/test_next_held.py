"""Next, held: a rampage that still runs is paused and left, in two entries that everybody can see and take back."""

from __future__ import annotations

from typing import Any

import pytest
from test_hands import TableWithHands


class City(TableWithHands):
    def rampage(self) -> None:
        self.do("start-game", game="monstrocity", seats=[{"player": "Ann"}, {"player": "Bob"}])
        for _ in range(3):
            self.do("next-phase")
        self.press("red")
        self.wait(13)

    @property
    def where(self) -> tuple[str, str]:
        return self.seen["phase"], self.timer("rampage")[0]

    def commands(self, last: int) -> list[Any]:
        seq = self.journal.last_seq()
        return [self.journal.entry(each).command["command"] for each in range(seq - last + 1, seq + 1)]


@pytest.fixture
def city(tmp_path):
    city = City(tmp_path)
    city.rampage()
    yield city
    city.close()


def test_next_pressed_in_a_running_rampage_is_refused_in_words(city):
    city.press("next")
    assert city.where == ("rampage", "running")
    assert city.seen["refusal"]["text"].endswith("pause it first, or hold Next")


def test_next_held_pauses_the_clock_and_goes_on(city):
    city.press("next", 0.9)
    assert city.where == ("clean-up", "idle")
    assert city.commands(2) == ["pause-timer", "next-phase"]
    assert city.last.by == {"device": "next"}
    assert city.seen["refusal"] is None


def test_what_it_did_is_taken_back_step_by_step(city):
    city.press("next", 0.9)
    city.do("undo")
    assert city.where == ("rampage", "paused")
    city.do("undo")
    assert city.where == ("rampage", "running")


def test_next_held_longer_does_not_go_on_and_on(city):
    city.press("next", 5)
    assert city.where == ("clean-up", "idle")


def test_next_held_where_nothing_stands_in_the_way_is_one_step(city):
    city.do("pause-timer", timer="rampage")
    city.press("next", 3)
    assert city.where == ("clean-up", "idle")


def test_letting_go_too_soon_changes_nothing(city):
    city.press("next", 0.7)
    city.wait(2)
    assert city.where == ("rampage", "running")


def test_a_clock_that_somebody_paused_meanwhile_is_left_alone(city):
    city.feel("next", "pressed")
    city.do("pause-timer", timer="rampage")
    city.wait(1)
    assert city.where == ("rampage", "paused")
    city.feel("next", "released")


def test_in_a_game_without_such_a_thing_next_held_is_next(tmp_path):
    table = TableWithHands(tmp_path)
    table.start()
    table.press("next", 2)
    assert (table.seen["turn"], table.seen["round"]) == (2, 1)
    table.close()
