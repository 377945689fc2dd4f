"""Timers are instants on the game's own clock."""

from __future__ import annotations

import pytest
from tables import AtTheTable
from toy import zoo

from companion.engine.timers import TURN, Timer, TimerKind, sounds_ahead


@pytest.fixture
def table() -> AtTheTable:
    game = zoo()
    return AtTheTable({game.name: game}).start("zoo", "Ann", "Bob", turn_s=30)


def test_a_timer_is_there_from_the_start_and_idle_until_it_runs(table):
    assert table.timer("feeding") == ("idle", 120)
    assert table.seen["timers"]["feeding"]["of_s"] == 120


def test_counting_in_becomes_running_by_itself(table):
    table.do("start-timer", timer="feeding")
    assert table.timer("feeding") == ("counting-in", 120)
    assert table.wait(2.9).timer("feeding") == ("counting-in", 120)
    assert table.wait(0.1).timer("feeding") == ("running", 120)
    assert table.wait(50).timer("feeding") == ("running", 70)
    assert table.wait(500).timer("feeding") == ("running", 0)  # until the companion says that time is up


def test_starting_what_runs_already_does_nothing(table):
    assert table.ask("start-timer", timer="feeding") is not None
    assert table.ask("start-timer", timer="feeding") is None
    assert table.wait(10).ask("start-timer", timer="feeding") is None
    assert table.ask("resume-timer", timer="feeding") is None


def test_pausing_and_running_on_loses_no_seconds(table):
    table.do("start-timer", timer="feeding").wait(23).do("pause-timer", timer="feeding").wait(600)
    assert table.timer("feeding") == ("paused", 100)
    table.do("resume-timer", timer="feeding").wait(1)
    assert table.timer("feeding") == ("running", 99)


def test_start_runs_a_paused_one_on_and_starts_a_done_one_afresh(table):
    table.do("start-timer", timer="feeding").wait(23).do("pause-timer", timer="feeding")
    table.do("start-timer", timer="feeding")
    assert table.timer("feeding") == ("running", 100)
    table.do("time-up", timer="feeding", asker={"companion": "time-up"})
    assert table.timer("feeding") == ("done", 0)
    table.do("start-timer", timer="feeding").wait(3)
    assert table.timer("feeding") == ("running", 120)


def test_undoing_a_wrong_pause_runs_on_as_if_it_had_not_stopped(table):
    table.do("start-timer", timer="feeding").wait(13).do("pause-timer", timer="feeding").wait(5).do("undo")
    assert table.timer("feeding") == ("running", 105)


def test_undoing_a_wrong_next_gives_the_seconds_back(table):
    table.wait(10).do("next-turn").wait(2).do("undo")
    assert table.timer("turn") == ("running", 18)


def test_a_paused_table_stands_and_runs_on_only_what_pausing_stopped(table):
    # The service keeps t standing while the table is paused; here t is simply not moved.
    table.do("start-timer", timer="feeding").wait(13).do("pause-table")
    assert table.timer("feeding") == ("paused", 110)
    assert table.seen["paused"] is True
    assert table.refused("start-timer", timer="feeding").code == "table-paused"
    assert table.refused("resume-timer", timer="feeding").code == "table-paused"
    table.do("pause-timer", timer="turn").do("resume-table")
    assert table.timer("feeding") == ("running", 110)
    assert table.timer("turn") == ("paused", 17)


@pytest.mark.parametrize("command", ["start-timer", "pause-timer", "resume-timer"])
def test_a_timer_that_is_not_there_is_named(table, command):
    refusal = table.refused(command, timer="rampage")
    assert (refusal.code, refusal.fields, refusal.status) == ("no-such-timer", ("timer",), 422)


def test_an_idle_timer_is_neither_paused_nor_resumed(table):
    assert table.refused("pause-timer", timer="feeding").code == "timer-not-running"
    assert table.refused("resume-timer", timer="feeding").code == "timer-not-paused"


def test_seconds_are_added_and_taken(table):
    table.do("start-timer", timer="feeding").wait(13).do("add-time", timer="feeding", seconds=10)
    assert table.timer("feeding") == ("running", 120)
    table.do("add-time", timer="feeding", seconds=-200)
    assert table.timer("feeding") == ("running", 0)


def test_seconds_before_the_start_change_its_length(table):
    table.do("add-time", timer="feeding", seconds=-20)
    assert table.seen["timers"]["feeding"] == {"state": "idle", "left_s": 100, "of_s": 100}


def test_seconds_after_time_was_up_wait_to_be_started(table):
    table.do("start-timer", timer="feeding").do("time-up", timer="feeding", asker={"companion": "time-up"})
    table.do("add-time", timer="feeding", seconds=-5)
    assert table.timer("feeding") == ("done", 0)
    table.do("add-time", timer="feeding", seconds=5)
    assert table.timer("feeding") == ("paused", 5)


def test_leaving_its_phase_makes_a_timer_idle(table):
    table.do("start-timer", timer="feeding").wait(60).do("next-phase")
    assert table.timer("feeding") == ("idle", 120)


def test_the_turn_timer_runs_from_the_start_and_starts_again_with_each_turn(table):
    assert table.wait(12).timer("turn") == ("running", 18)
    assert table.do("next-turn").timer("turn") == ("running", 30)


def test_a_game_that_ends_pauses_all_its_timers_and_undo_runs_them_on(table):
    table.do("start-timer", timer="feeding").wait(13).do("end-game").wait(100)
    assert (table.timer("feeding"), table.timer("turn")) == (("paused", 110), ("paused", 17))
    table.do("undo")
    assert table.timer("feeding") == ("running", 10)


def test_a_restart_pauses_what_ran_and_undo_passes_over_it(table):
    table.do("start-timer", timer="feeding").wait(13).do("restart", asker={"companion": "restart"})
    assert (table.timer("feeding"), table.timer("turn")) == (("paused", 110), ("paused", 17))
    assert table.table.heads.undo == 2
    table.do("undo")
    assert table.timer("feeding") == ("idle", 120)


def test_undoing_a_start_after_time_was_up_gives_back_the_whole_timer(table):
    table.do("start-timer", timer="feeding").wait(123).do("time-up", timer="feeding", asker={"companion": "time-up"})
    table.do("undo")
    assert table.timer("feeding") == ("idle", 120)


# Sounds


def test_the_sounds_of_a_countdown_are_known_when_it_starts():
    kind = TimerKind(count_in_s=3, sounds=((60, "minute"), (1, "tick"), (0, "time-up")))
    timer = Timer.of(120)
    timer.start(100.0, kind.count_in_s)
    counted = [(100.0, "tick"), (101.0, "tick"), (102.0, "tick"), (103.0, "start")]
    assert sounds_ahead(timer, kind, 99.0) == [*counted, (163.0, "minute"), (222.0, "tick"), (223.0, "time-up")]
    assert sounds_ahead(timer, kind, 170.0) == [(222.0, "tick"), (223.0, "time-up")]


def test_a_paused_timer_is_silent_and_one_that_runs_on_does_not_repeat_itself():
    timer = Timer.of(120)
    timer.start(0.0)
    timer.pause(115.0)
    assert sounds_ahead(timer, TURN, 115.0) == []
    timer.run_on(200.0)
    assert sounds_ahead(timer, TURN, 200.0) == [(202.0, "tick"), (203.0, "tick"), (204.0, "tick"), (205.0, "time-up")]


def test_changing_places_is_not_another_turn():
    town = AtTheTable().start("monster-town", "Ann", "Bob", "Cid", turn_s=60).wait(2)
    town.do("reorder-seats", order=[2, 1, 3])
    assert town.timer("turn") == ("running", 58.0)
    town.do("pause-timer", timer="turn").do("reorder-seats", order=[2, 1, 3])
    assert town.timer("turn") == ("paused", 58.0)
