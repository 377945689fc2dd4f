"""Hands on the table: knobs, dice and buttons, by the table's own clock."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from test_service import Running

from companion.errors import Rejected
from companion.games import GAMES
from companion.hands import Hands, usual_places
from companion.journal import Journal
from companion.service import Service
from companion.signals import Signal
from companion.words import Words


class TableWithHands(Running):
    """Ann at seat 1, Bob at seat 2, each with a knob and a die; three buttons in the middle."""

    def open(self) -> None:
        self.journal = Journal(self.data)
        self.service = Service(self.journal, self.clock, GAMES, Words(), Hands(usual_places()))
        self.service.start()

    def feel(self, device: str, word: str, *args: Any) -> None:
        self.service.signal(Signal(device, word, args, self.clock.now()))
        self.breathe()

    def turn(self, seat: int, clicks: int) -> None:
        self.feel(f"knob-{seat}", "turned", clicks)

    def press(self, device: str, for_s: float = 0.1) -> None:
        self.feel(device, "pressed")
        self.wait(for_s)
        self.feel(device, "released")

    def push(self, seat: int) -> None:
        self.press(f"knob-{seat}")

    def hold(self, seat: int) -> None:
        self.press(f"knob-{seat}", 0.9)

    def die(self, seat: int, face: int, how: str = "set") -> None:
        self.feel(f"die-{'ab'[seat - 1]}", "settled", face, how)

    def running_change(self, seat: int) -> tuple[int, int] | None:
        turn = self.seen["devices"][f"knob-{seat}"]["turn"]
        return (turn["by"], turn["to"]) if turn else None

    def turn_to(self, seat: int) -> int | None:
        return self.seen["devices"][f"die-{'ab'[seat - 1]}"]["turn_to"]

    @property
    def focus(self) -> list[str]:
        return [seat["focus"] for seat in self.seen["seats"]]

    @property
    def last(self) -> Any:
        return self.journal.entry(self.journal.last_seq())

    @property
    def question(self) -> dict[str, Any] | None:
        return next((notice for notice in self.seen["notices"] if "choices" in notice), None)


@pytest.fixture
def table(tmp_path):
    running = TableWithHands(tmp_path)
    running.start()
    yield running
    running.close()


# Knob


def test_a_turn_is_shown_at_once_and_becomes_one_entry_when_it_rests(table):
    for _ in range(3):
        table.turn(1, -1)
        table.wait(0.3)
    assert table.running_change(1) == (-3, 4)
    assert table.power() == [7, 7]
    table.wait(0.8)
    assert table.power() == [7, 7]
    table.wait(0.2)
    assert table.power() == [4, 7]
    assert table.running_change(1) is None
    assert table.last.command == {"command": "adjust-track", "seat": 1, "track": "power", "by": -3}
    assert table.last.by == {"device": "knob-1", "seat": 1}
    assert table.last.seq == 2


def test_a_turn_stops_at_the_bounds_and_turns_back_at_the_first_click(table):
    table.turn(1, 9)
    assert table.running_change(1) == (3, 10)
    table.turn(1, -1)
    assert table.running_change(1) == (2, 9)


def test_a_turn_is_cut_to_the_bounds_if_the_track_moved_meanwhile_and_never_refused(table):
    table.turn(1, -5)
    table.do("spend-power", seat=1, amount=4)
    assert table.running_change(1) == (-5, 0)
    table.wait(1.2)
    assert table.power() == [0, 7]
    assert table.seen["refusal"] is None


def test_turning_there_and_back_leaves_no_entry(table):
    table.turn(1, 2)
    table.turn(1, -2)
    table.wait(2)
    assert table.last.seq == 1


def test_a_push_finishes_the_turn(table):
    table.turn(2, -2)
    table.push(2)
    assert table.power() == [7, 5]


def test_a_push_moves_the_focus_and_the_knob_turns_that_track(table):
    table.push(1)
    assert table.focus == ["conquest", "power"]
    table.turn(1, 2)
    table.wait(1.2)
    assert table.seen["seats"][0]["tracks"]["conquest"]["value"] == 2
    table.push(1)
    assert table.focus == ["power", "power"]


def test_the_focus_falls_back_eight_seconds_after_the_last_touch(table):
    table.push(1)
    table.wait(5)
    table.turn(1, 1)
    table.wait(7.9)
    assert table.focus == ["conquest", "power"]
    table.wait(0.2)
    assert table.focus == ["power", "power"]


def test_holding_the_knob_regenerates_before_the_finger_goes(table):
    table.do("spend-power", seat=1, amount=5)
    table.feel("knob-1", "pressed")
    table.wait(0.79)
    assert table.power() == [2, 7]
    table.wait(0.01)
    assert table.power() == [7, 7]
    table.wait(3)
    table.feel("knob-1", "released")
    assert table.focus == ["power", "power"]  # a hold is not also a push
    assert table.last.seq == 3


def test_a_hold_finishes_the_turn_first(table):
    table.turn(1, -3)
    table.hold(1)
    assert table.power() == [7, 7]
    assert [entry.command["command"] for entry in table.journal.entries()][1:] == ["adjust-track", "regenerate"]


def test_a_knob_may_turn_the_other_way_round(table):
    table.service.hands.knobs["knob-1"].is_reversed = True
    table.turn(1, 2)
    assert table.running_change(1) == (-2, 5)


def test_an_unfinished_turn_outlives_a_power_cut(table):
    table.turn(1, -3)
    table.power_cut()
    table.open()
    assert table.running_change(1) == (-3, 4)
    table.wait(1.2)
    assert table.power() == [4, 7]


def test_a_power_cut_right_after_its_entry_does_not_turn_the_knob_twice(table):
    """A finished turn and its entry are one: they were two writes once, and a cut between them counted it twice."""
    table.turn(1, -3)
    kept: list[Any] = []
    table.service.when_published.append(lambda *_: kept.append(inflight(table)))
    table.wait(1.2)
    table.breathe()  # what is published comes after the answers of its batch
    assert kept == [{}], "when the entry is there, the turn is not"
    table.power_cut()
    table.open()
    table.wait(1.2)
    assert table.power() == [4, 7]


def inflight(table: TableWithHands) -> Any:
    return table.journal.inflight("hands")["turns"]


def test_undo_on_a_screen_drops_the_turn_too(table):
    table.do("spend-power", seat=2, amount=1)
    table.turn(1, -3)
    table.do("undo")
    table.wait(2)
    assert table.power() == [7, 7]


# Buttons


def test_next_is_the_end_of_the_turn(table):
    table.press("next")
    assert table.seen["turn"] == 2


def test_a_press_repeated_within_seven_tenths_is_one_press(table):
    table.press("next", 0.3)
    table.press("next", 0.3)
    assert table.seen["turn"] == 2
    table.wait(0.2)
    table.press("next")
    assert table.seen["turn"] == 1


def test_the_undo_button_drops_an_unfinished_turn_before_anything_else(table):
    table.do("spend-power", seat=2, amount=1)
    table.turn(1, -3)
    table.press("undo")
    table.wait(2)
    assert table.power() == [7, 6]
    table.press("undo")
    assert table.power() == [7, 7]


def test_children_hammer_so_undo_must_be_held_after_three(table):
    for _ in range(6):
        table.do("spend-power", seat=1, amount=1)
    for _ in range(5):
        table.press("undo", 0.1)
        table.wait(0.7)
    assert table.power() == [4, 7]
    table.press("undo", 0.9)
    assert table.power() == [5, 7]
    table.wait(6)
    table.press("undo")
    assert table.power() == [6, 7]


def test_start_pauses_the_table_where_the_game_has_no_clock_and_the_clock_where_it_has_one(table):
    table.press("start")
    assert table.seen["paused"] is True
    table.wait(1)
    table.press("start")
    assert table.seen["paused"] is False
    table.do(
        "start-game",
        game="monster-town",
        seats=[{"player": "A"}, {"player": "B"}],
        instead=True,
        options={"time_limit_min": 5},
    )
    states = []
    for _ in range(3):
        table.wait(1)
        table.press("start")
        states.append(table.timer("clock")[0])
    assert states == ["running", "paused", "running"]


def test_the_big_red_button_starts_and_pauses_too(table):
    table.press("red")
    assert table.seen["paused"] is True
    table.wait(1)
    table.press("red")
    assert table.seen["paused"] is False


def test_a_refused_hand_sees_why_for_a_moment(table):
    table.press("undo")
    assert table.seen["refusal"] == {"text": "There is nothing to undo", "seat": None}
    table.wait(4)
    assert table.seen["refusal"] is None


# Die


def test_a_die_and_its_entry_are_one_change_for_the_eye(table):
    """Between the two, screens would say for a moment that the die should be turned back."""
    shown: list[Any] = []
    table.service.when_changed.append(lambda: shown.append((table.power()[0], table.turn_to(1))))
    table.die(1, 4)
    table.breathe()
    assert shown == [(4, None)]


def test_a_die_turned_by_hand_is_the_power(table):
    table.die(1, 5)
    assert table.power() == [5, 7]
    assert table.last.by == {"device": "die-a", "seat": 1}
    assert table.turn_to(1) is None


def test_a_die_that_shows_the_power_already_says_nothing_new(table):
    table.die(1, 7)
    assert table.last.seq == 1


def test_a_bumped_die_changes_nothing_but_is_told_where_it_belongs(table):
    table.die(1, 3, "bumped")
    assert table.power() == [7, 7]
    assert table.turn_to(1) == 7


def test_when_power_changed_another_way_the_seat_is_told_where_to_turn_the_die(table):
    table.die(1, 7)
    table.do("spend-power", seat=1, amount=2)
    assert table.turn_to(1) == 5
    table.die(1, 5)
    assert table.turn_to(1) is None
    assert table.last.seq == 2


def test_a_nought_is_asked_about_with_the_likelier_answer_chosen(table):
    table.die(1, 0)
    assert table.power() == [7, 7]
    assert (table.question["choices"], table.question["chosen"], table.question["seat"]) == ([0, 10], 10, 1)
    assert table.turn_to(1) is None
    table.push(1)
    assert table.power() == [10, 7]
    assert table.question is None
    assert table.turn_to(1) is None


def test_spending_the_last_power_is_the_likelier_nought(table):
    table.do("spend-power", seat=1, amount=5)
    table.die(1, 0)
    assert table.question["chosen"] == 0
    table.do("answer", notice=table.question["id"], choice=10)
    assert table.power() == [10, 7]


def test_a_nought_that_agrees_with_the_power_asks_nothing(table):
    table.do("adjust-track", seat=1, track="power", to=10)
    table.die(1, 0)
    assert table.question is None
    table.do("adjust-track", seat=1, track="power", to=0)
    table.die(1, 0)
    assert table.question is None


def test_a_new_reading_replaces_the_question_and_the_question_outlives_a_power_cut(table):
    table.die(1, 0)
    table.power_cut()
    table.open()
    assert table.question is not None
    table.die(1, 4)
    assert table.question is None
    assert table.power() == [4, 7]


def test_turning_the_die_back_withdraws_the_question(table):
    table.die(1, 0)
    table.die(1, 7)
    assert table.question is None
    assert table.power() == [7, 7]


def test_a_question_can_be_undone(table):
    table.die(1, 0)
    table.do("undo")
    assert table.question is None
    assert table.turn_to(1) == 7


def test_a_roll_in_play_asks_and_means_nothing_until_it_is_answered(table):
    table.die(2, 3, "rolled")
    assert (table.question["choices"], table.question["chosen"]) == (["no", 3], "no")
    table.push(2)
    assert table.power() == [7, 7]
    assert table.turn_to(2) == 7
    table.die(2, 3, "rolled")
    table.do("answer", notice=table.question["id"], choice=3)
    assert table.power() == [7, 3]


def test_a_roll_counts_when_one_is_awaited(table):
    table.do("end-game")
    table.start(first="roll")
    table.die(1, 0, "rolled")
    table.die(2, 9, "rolled")
    assert (table.seen["phase"], table.seen["turn"]) == ("scouting", 1)
    assert table.power() == [7, 7]


def test_a_push_answers_before_it_finishes_a_turn_before_it_moves_the_focus(table):
    table.turn(1, -1)
    table.die(1, 0)
    table.push(1)
    assert table.power() == [10, 7]
    assert table.running_change(1) == (-1, 9)
    table.push(1)
    assert table.power() == [9, 7]
    assert table.focus == ["power", "power"]
    table.push(1)
    assert table.focus == ["conquest", "power"]


def test_a_die_of_nobody_and_a_table_without_a_game_are_no_trouble(table):
    table.do("clear-table")
    table.die(1, 5)
    table.turn(1, 3)
    table.hold(1)
    table.press("start")
    table.feel("die-e", "settled", 3, "set")
    table.feel("toaster", "pressed")
    assert table.seen["game"] is None


# The door


def test_holding_start_for_three_seconds_opens_the_door_for_two_minutes(table):
    table.feel("start", "pressed")
    assert table.seen["paused"], "a press acts at once"
    table.wait(2.9)
    assert not table.service.door_is_open()
    table.wait(0.1)
    table.breathe()
    assert table.service.door_is_open()
    assert not table.seen["paused"], "and what it did is taken back: opening the door was meant"
    table.feel("start", "released")
    table.wait(119)
    assert table.service.door_is_open()
    table.wait(1)
    table.breathe()
    assert not table.service.door_is_open()


def test_a_long_press_opens_the_door_once(table):
    table.feel("start", "pressed")
    table.wait(3)
    table.wait(60)
    table.wait(60)
    table.breathe()
    assert not table.service.door_is_open(), "an elbow on the button does not hold it open all night"


def test_other_buttons_open_nothing(table):
    for name in ("next", "undo", "red"):
        table.press(name, 4)
    table.breathe()
    assert not table.service.door_is_open()


# Turns and what happens around them


@pytest.mark.parametrize("command", ["rematch", "clear-table", "end-game"])
def test_a_turn_belongs_to_the_game_in_which_it_was_made(table, command):
    table.turn(1, -3)
    table.do(command)
    table.wait(1.2)
    table.breathe()
    assert [entry.command["command"] for entry in table.journal.entries()][1:] == ["adjust-track", command]
    assert table.seen["refusal"] is None


def test_a_turn_counts_for_whoever_sat_there(table):
    table.turn(1, -3)
    table.do("reorder-seats", order=[2, 1])
    table.wait(1.2)
    assert [(seat["player"], seat["tracks"]["power"]["value"]) for seat in table.seen["seats"]] == [
        ("Bob", 7),
        ("Ann", 4),
    ]


def test_an_undo_that_is_refused_or_stale_leaves_turns_alone(table):
    table.turn(1, -3)
    with pytest.raises(Rejected):
        table.do("undo", foo=1)
    assert table.do("undo", entry=99).entries == []
    assert table.running_change(1) == (-3, 4)


def test_another_game_begins_with_every_knob_on_its_first_track(table):
    table.push(1)
    assert table.focus[0] == "conquest"
    table.do("rematch")
    assert table.focus[0] == "power"


def test_a_hand_whose_entry_could_not_be_saved_is_told(table, monkeypatch):
    table.turn(1, -3)
    monkeypatch.setattr(table.journal, "append", lambda entry: full())
    table.wait(1.2)
    table.breathe()
    assert "could not be saved" in table.seen["refusal"]["text"]


def full() -> None:
    raise sqlite3.OperationalError("database or disk is full")
