"""Monster Town's power, by its rulebook."""

from __future__ import annotations

import pytest
from tables import WORDS, TownTable


def test_every_gang_starts_with_seven_power(town):
    """Setup: players set their Power Die to 7."""
    assert town.power("Ann") == town.power("Bob") == (7, 7)


def test_power_is_paid_for_a_combat_action(town):
    """Combat, the note on expending Power."""
    town.spend("Ann", 2)
    assert town.power("Ann") == (5, 7)
    assert town.text == "Ann spent 2 power"
    assert town.last.changes == [["seats/1/tracks/power/value", 7, 5]]


def test_an_action_is_paid_in_full_or_not_at_all(town):
    """Special rules, Power: only if the player can pay the full amount."""
    refusal = town.refused("spend-power", seat=2, amount=8)
    assert (refusal.code, refusal.status) == ("not-enough-power", 409)
    assert WORDS.refusal(refusal) == "Bob has 7 power, but this needs 8"


def test_power_is_spent_in_anyones_turn(town):
    """Cancelling combat actions can be done at any time."""
    assert town.seen["turn"] == 1
    assert town.spend("Bob", 1).power("Bob") == (6, 7)


def test_regenerating_goes_back_to_the_baseline(town):
    """Special rules, Regenerate."""
    town.spend("Ann", 6).regenerate("Ann")
    assert town.power("Ann") == (7, 7)


def test_a_stolen_power_lowers_both_the_die_and_its_baseline(town):
    """FAQ, The Lurker: baseline 7, at 5, one stolen permanently: 4 now, 6 after regenerating."""
    town.spend("Bob", 2).steal_power("Ann", from_="Bob")
    assert town.power("Bob") == (4, 6)
    assert town.power("Ann") == (8, 8)
    town.regenerate("Bob")
    assert town.power("Bob") == (6, 6)


def test_power_given_for_ever_moves_the_baseline(town):
    """Rendezvous, Encounters: increasing your gang's Power for the remainder of the game."""
    town.do("change-power", seat=1, by=2, for_ever=True)
    assert town.power("Ann") == (9, 9)
    town.do("change-power", seat=1, by=-1)
    assert town.power("Ann") == (8, 9)


def test_a_gangs_power_never_goes_above_ten_nor_below_nothing(town):
    """Contents: a gang's total Power may never go above 10. A card's effect stops at the bound."""
    town.do("change-power", seat=1, by=5, for_ever=True).do("change-power", seat=2, by=-9, for_ever=True)
    assert town.power("Ann") == (10, 10)
    assert town.power("Bob") == (0, 0)


def test_what_the_victim_has_not_got_cannot_be_stolen(town):
    town.spend("Bob", 6).steal_power("Ann", from_="Bob", amount=3, for_ever=False)
    assert town.power("Bob") == (0, 7)
    assert town.power("Ann") == (8, 7)
    assert town.text == "Ann stole 1 power from Bob", "as much as was there"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": 1, "by": 1, "from_seat": 1}, "steal-from-self"),
        ({"seat": 1, "by": -1, "from_seat": 2}, "steal-nothing"),
        ({"seat": 1, "by": 1, "from_seat": 3}, "no-such-seat"),
        ({"seat": 3, "by": 1}, "no-such-seat"),
    ],
)
def test_a_theft_that_makes_no_sense_is_refused(town, fields, code):
    refusal = town.refused("change-power", **fields)
    assert (refusal.code, refusal.status) == (code, 422)


# Who begins


def test_seat_one_begins_unless_told_otherwise():
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo", first=3)
    assert (town.seen["turn"], town.seen["phase"]) == (3, "scouting")


def test_the_highest_roll_begins_and_a_nought_counts_as_ten():
    """Setup: each player rolls their Power Die."""
    town = TownTable().start("monster-town", "Ann", "Bob", first="roll")
    assert (town.seen["phase"], town.seen["turn"]) == ("roll-for-first", None)
    town.do("roll-for-first", seat=1, face=9).do("roll-for-first", seat=2, face=0)
    assert (town.seen["phase"], town.seen["turn"]) == ("scouting", 2)
    assert town.text == "Bob rolled 10; Bob goes first"


def test_the_tied_roll_again_and_the_others_wait():
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo", first="roll")
    for seat, face in ((1, 8), (2, 3), (3, 8)):
        town.do("roll-for-first", seat=seat, face=face)
    assert town.text == "Cleo rolled 8; A tie: Ann, Cleo roll again"
    assert town.refused("roll-for-first", seat=2, face=9).code == "rolled-already"
    town.do("roll-for-first", seat=1, face=1).do("roll-for-first", seat=3, face=2)
    assert town.seen["turn"] == 3


def test_nothing_left_undone_blocks_the_next_turn():
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo", first="roll")
    town.do("roll-for-first", seat=2, face=4).do("next-turn")
    assert (town.seen["turn"], town.seen["phase"]) == (2, "scouting")


def test_nobody_rolls_for_the_first_turn_later(town):
    assert town.refused("roll-for-first", seat=1, face=3).code == "no-roll-for-first"


# Turns


def test_play_goes_clockwise_and_a_round_ends_where_it_began():
    """Setup: play continues clockwise around the table."""
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo", first=2)
    turns = []
    for _ in range(6):
        turns.append((town.seen["round"], town.seen["turn"]))
        town.do("next-turn")
    assert turns == [(1, 2), (1, 3), (1, 1), (2, 2), (2, 3), (2, 1)]


def test_a_turn_is_scouting_then_combat_then_the_next_gangs(town):
    """Playing the game: scouting, then combat, in that order."""
    phases = []
    for _ in range(4):
        phases.append((town.seen["turn"], town.seen["phase"]))
        town.do("next-phase")
    assert phases == [(1, "scouting"), (1, "combat"), (2, "scouting"), (2, "combat")]


def test_a_gang_that_is_out_has_no_turn_and_no_power_to_spend():
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo").do("leave", seat=2).do("next-turn")
    assert town.seen["turn"] == 3
    assert town.refused("spend-power", seat=2, amount=1).code == "seat-out"
    assert town.do("leave", seat=1).seen["round"] == 1


def test_the_last_gang_standing_wins(town):
    """Objective: the primary way to win is to be the last gang standing."""
    town.do("leave", seat=1)
    assert town.seen["outcome"]["winners"] == [2]
    assert town.seen["outcome"]["reason"] == "last-gang-standing"


def test_ten_conquest_points_win(town):
    """Objective: 10 or more conquest points."""
    town.do("adjust-track", seat=2, track="conquest", to=9)
    assert town.seen["outcome"] is None
    town.do("adjust-track", seat=2, track="conquest", by=1)
    assert town.seen["outcome"] == {
        "winners": [2],
        "reason": "conquest-points",
        "ranking": [{"seat": 2, "conquest": 10}, {"seat": 1, "conquest": 0}],
    }
    assert town.text == "Bob: conquest corrected from 9 to 10; Bob won with ten conquest points"


def test_a_newcomer_sits_down_at_the_next_number_while_there_is_a_gang_left(town):
    town.do("join", player="Cleo", role="wolfenpack").do("join", player="Dan")
    assert [seat["player"] for seat in town.seen["seats"]] == ["Ann", "Bob", "Cleo", "Dan"]
    assert town.power("Cleo") == (7, 7)
    assert town.refused("join", player="Eve").code == "table-full"


def test_a_gang_is_played_once():
    town = TownTable().start("monster-town", "Ann", "Bob", roles=("wolfenpack",))
    assert town.refused("join", player="Cleo", role="wolfenpack").code == "role-taken"
    assert town.refused("join", player="Cleo", role="sharks").code == "no-such-role"


@pytest.mark.parametrize("players", [["Ann"], ["A", "B", "C", "D", "E"]])
def test_it_is_a_game_for_two_to_four(players):
    refusal = TownTable().refused("start-game", game="monster-town", seats=[{"player": name} for name in players])
    assert (refusal.code, refusal.fields) == ("wrong-number-of-seats", ("seats",))


def test_a_time_limit_is_a_clock_that_waits_to_be_started():
    """End Game, the note: a time limit of, say, 45 minutes."""
    town = TownTable().start("monster-town", "Ann", "Bob", time_limit_min=45)
    assert town.timer("clock") == ("idle", 2700)
    assert town.do("start-timer", timer="clock").wait(60).timer("clock") == ("running", 2640)
