"""The End Game, and every ending and tie."""

from __future__ import annotations

import pytest
from gangs import GangTable, card


def deep(**options) -> GangTable:
    """Three gangs in the End Game; Ann holds two places, Bob one. Ann had the turn, so Bob begins."""
    gangs = ([card("A1", 3, 2), card("A2", 3, 2)], [card("B1", 3, 3), card("B2", 3, 3)], [card("C1", 3, 4)])
    town = GangTable().begin(*gangs, **options)
    for seat, place in ((1, "The Mall"), (1, "The Docks"), (2, "The Zoo")):
        town.do("gain-location", seat=seat, name=place)
    return town.do("begin-end-game")


# How it begins


def test_when_the_last_card_is_drawn_that_turn_is_finished_and_then_the_end_game_begins_to_the_left():
    """End Game."""
    town = GangTable().begin([card("A1")], [card("B1")], [card("C1")], rendezvous=3).do("next-turn")
    town.spend("Bob", 4).spend("Cleo", 1).do("draw-rendezvous", seat=2).do("draw-rendezvous", seat=2)
    town.play("exert", piece="C1").do("next-turn").do("draw-rendezvous", seat=3)
    assert (town.seen["phase"], town.seen["turn"]) == ("scouting", 3)
    town.do("next-phase").do("next-turn")
    assert (town.seen["phase"], town.seen["turn"], town.seen["round"]) == ("end-game", 1, 2)
    assert (town.powers(), town.status("C1")) == ([7, 7, 7], ["ready"])
    assert town.asked("end-game-decks") == [None]
    (combat,) = town.combats
    assert (combat["kind"], combat["location"], combat["seats"]) == ("end-game", None, [1, 2, 3])
    assert {town.piece(name)["combat"] for name in ("A1", "B1", "C1")} == {combat["id"]}
    assert town.asked("low-deck") == []


def test_a_deck_that_a_knob_or_a_correction_emptied_is_empty_too():
    town = GangTable().begin([card("A1")], [card("B1")], rendezvous=3)
    town.do("adjust-track", track="rendezvous", to=0)
    assert town.seen["phase"] == "scouting"
    assert town.no("draw-rendezvous", seat=1) == "deck-empty"
    assert town.do("next-turn").seen["phase"] == "end-game"


def test_combats_end_in_a_stalemate_and_captured_places_are_kept():
    gangs = ([card("A1"), card("A2")], [card("B1"), card("B2")])
    town = GangTable().begin(*gangs).all_scouted().fight().play("kill", pieces=["A1"])
    town.do("begin-end-game")
    assert (town.holder("The Mall"), town.points()) == ("Bob", [0, 1])
    assert (town.status("A1", "A2"), len(town.combats)) == (["reserves", "ready"], 1)
    assert (town.seen["last_combat"]["how"], town.seen["turn"]) == ("stalemate", 2)
    assert town.no("begin-end-game") == "end-game-already"


def test_a_time_limit_lets_the_turn_be_finished_and_then_begins_it_with_the_seat_to_the_left():
    """End Game, the note: a time limit of, say, 45 minutes."""
    town = GangTable().begin([card("A1")], [card("B1")], [card("C1")], time_limit_min=45)
    town.do("start-timer", timer="clock").do("next-turn").wait(2700)
    town.do("time-up", timer="clock", asker={"companion": "time-up"})
    assert (town.seen["phase"], town.seen["turn"]) == ("scouting", 2)
    town.do("next-turn")
    assert (town.seen["phase"], town.seen["turn"]) == ("end-game", 3)


def test_all_or_nothing_launches_straight_into_it():
    """End Game, the note."""
    town = GangTable().begin([card("A1")], [card("B1")], variant="all-or-nothing", first=2)
    assert (town.seen["phase"], town.seen["turn"], town.asked("end-game-decks")) == ("end-game", 2, [None])
    town = GangTable().begin([card("A1")], [card("B1")], variant="all-or-nothing", first="roll")
    town.do("roll-for-first", seat=1, face=3).do("roll-for-first", seat=2, face=4)
    assert (town.seen["phase"], town.seen["turn"]) == ("end-game", 2)


def test_quick_switches_off_the_variants():
    town = GangTable().begin([card("A1")], [card("B1")], variant="all-or-nothing", rules="quick")
    assert town.seen["phase"] == "scouting"


def test_who_comes_late_is_in_the_last_fight_too():
    town = deep().do("add-character", seat=3, **card("C2"))
    assert town.piece("C2")["combat"] == town.combats[0]["id"]


# In it


def test_nobody_runs_away_nobody_is_resurrected_and_no_other_fight_begins():
    town = deep()
    assert town.no("run-away", seat=2, combat=town.combats[0]["id"]) == "no-running-in-end-game"
    town.play("kill", pieces=["A1"], by="B1")
    assert town.no("resurrect", piece="A1", by_card=True) == "no-resurrection-in-end-game"
    assert town.no("start-combat", seat=1, against=2, location="The Mall") == "one-last-fight"
    assert town.no("draw-rendezvous", seat=2) == "not-scouting-now"


def test_victims_go_to_their_killer_for_their_points_and_never_to_reserves():
    town = deep().play("wound", piece="A1", amount=3, by="B1")
    assert (town.status("A1"), town.points()) == (["claimed"], [2, 3, 0])
    assert "Bob claims A1: +2 conquest" in town.text
    assert town.no("recruit", seat=1, piece="A1") == "not-in-reserves"


def test_no_points_for_ones_own():
    assert deep().play("kill", pieces=["B1"], by="B2").points() == [2, 1, 0]


def test_turned_ones_are_not_claimed():
    town = deep().play("turn", pieces=["A1"], by="B1")
    assert (town.status("A1"), town.points()) == (["reserves"], [2, 1, 0])


def test_whoever_acts_is_the_killer_where_nobody_said_who_did_it():
    town = deep().do("adjust-track", piece=deep().id("A1"), track="life", to=0)
    assert town.points() == [2, 3, 0]


def test_turns_go_on_in_the_end_game_and_each_has_one_action():
    town = deep()
    combat = town.combats[0]["id"]
    town.play("act", seat=2, combat=combat, kind="card", piece="B1")
    assert town.no("act", seat=2, combat=combat, kind="card", piece="B2") == "acted-already"
    town.do("next-phase")
    assert (town.seen["phase"], town.seen["turn"]) == ("end-game", 3)
    assert town.play("act", seat=3, combat=combat, kind="ability", piece="C1").do("next-turn").status("C1") == ["ready"]


def test_a_gang_that_is_wiped_out_leaves_and_its_places_are_freed():
    town = deep().play("kill", pieces=["A1", "A2"], by="C1")
    assert (town.seat("Ann")["out"], town.points(), town.holder("The Mall")) == (True, [0, 1, 4], None)
    assert town.combats[0]["seats"] == [2, 3]
    assert "Ann's gang is wiped out" in town.text


# How it ends


def ended(town: GangTable) -> tuple[str, list[int]]:
    outcome = town.seen["outcome"]
    assert town.seen["outcome"], "not over"
    return outcome["reason"], outcome["winners"]


def test_the_last_gang_standing_wins():
    """Objective."""
    town = deep().play("kill", pieces=["A1", "A2"], by="C1").play("kill", pieces=["B1", "B2"])
    assert ended(town) == ("last-gang-standing", [3])


def test_ten_points_win_in_the_middle_of_the_end_game():
    town = deep().do("adjust-track", seat=2, track="conquest", to=8).play("kill", pieces=["A1"], by="B1")
    assert ended(town) == ("conquest-points", [2])


def test_ten_places_win_without_any_fight():
    """Objective: each location held is one conquest point."""
    town = GangTable().begin([card("A1")], [card("B1")])
    for number in range(10):
        town.do("gain-location", seat=1, name=f"Place {number}")
    assert ended(town) == ("conquest-points", [1])


def test_two_at_ten_together_the_most_points_win():
    town = deep().do("adjust-track", seat=1, track="conquest", to=8).do("adjust-track", seat=2, track="conquest", to=8)
    town.play("wound", hits=[{"piece": "A1", "amount": 3, "by": "B1"}, {"piece": "B1", "amount": 3, "by": "A1"}])
    assert ended(town) == ("tie-conquest-points", [1])


def test_the_last_to_die_at_the_same_time_are_compared_by_points():
    """Resolving tied games."""
    town = deep().play("kill", pieces=["C1"], by="A1")
    hits = [{"piece": name, "amount": 3} for name in ("A1", "A2", "B1", "B2")]
    assert ended(town.play("wound", hits=hits)) == ("tie-conquest-points", [1])


def test_then_by_places_compared_among_those_last_to_die_only():
    town = deep().play("kill", pieces=["C1"], by="B1").do("adjust-track", seat=1, track="conquest", to=5)
    hits = [{"piece": name, "amount": 3, "by": name} for name in ("A1", "A2", "B1", "B2")]
    assert town.points() == [5, 5, 0]
    assert ended(town.play("wound", hits=hits)) == ("tie-locations", [1])


def test_and_then_it_is_a_dead_heat_also_outside_the_end_game():
    """FAQ: all remaining players have their last members die at the same time."""
    town = GangTable().begin([card("A1")], [card("B1")], [card("C1")])
    town.do("gain-location", seat=3, name="The Mall").play("kill", pieces=["C1"]).play("kill", pieces=["A1", "B1"])
    assert ended(town) == ("dead-heat", [1, 2])
    assert [each["seat"] for each in town.seen["outcome"]["ranking"]] == [1, 2, 3]


def test_a_stalemate_in_the_end_game_is_decided_like_a_tie_among_those_who_are_left():
    town = deep().play("kill", pieces=["A1", "A2"], by="C1").do("adjust-track", seat=3, track="conquest", to=0)
    combat = town.combats[0]["id"]
    town.do("agree-stalemate", seat=2, combat=combat).do("agree-stalemate", seat=3, combat=combat)
    assert ended(town) == ("tie-conquest-points", [2])


@pytest.mark.parametrize("phase", ["scouting", "end-game"])
def test_an_ending_can_be_taken_back(phase):
    town = deep() if phase == "end-game" else GangTable().begin([card("A1"), card("A2")], [card("B1"), card("B2")])
    before = town.bytes
    others = [name for name in ("B1", "B2", "C1") if any(piece["name"] == name for piece in town.all())]
    town.play("kill", pieces=others)
    assert town.seen["outcome"]
    assert town.do("undo").bytes == before
    assert town.refold() == before
