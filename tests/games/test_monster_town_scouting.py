"""Scouting: who goes, what is drawn, and what the party finds."""

from __future__ import annotations

import pytest
from gangs import GangTable, card
from tables import WORDS


@pytest.fixture
def town() -> GangTable:
    return GangTable().begin([card("A1"), card("A2")], [card("B1"), card("B2")], [card("C1")], rendezvous=20)


# The party


def test_all_on_the_path_must_join_the_party(town):
    """Playing the game, 1b."""
    refusal = town.why("form-party", seat="Ann", pieces=["A1"])
    assert (refusal.code, refusal.status) == ("must-join", 409)
    assert "A2" in WORDS.refusal(refusal)
    town.play("form-party", seat="Ann", pieces=["A1", "A2"])
    assert town.seat("Ann")["party"] == [town.id("A1"), town.id("A2")]


def test_members_at_a_quiet_place_may_join(town):
    """Playing the game, 1c."""
    town.scout("Ann", "The Mall").do("next-turn").do("next-turn").do("next-turn")
    town.play("form-party", seat="Ann", pieces=["A2"])
    assert town.seat("Ann")["party"] == [town.id("A2")]
    town.scout("Ann", "The Docks")
    assert [town.where("A1"), town.where("A2")] == ["The Mall", "The Docks"]
    assert town.points() == [2, 0, 0]


def test_members_where_a_combat_is_fought_may_not_join(town):
    """Playing the game, 1d."""
    town.fight()
    assert town.no("form-party", seat="Ann", pieces=["A1"]) == "may-not-join"
    assert town.no("draw-rendezvous", seat=1) == "all-in-combat"
    assert town.no("visit-location", seat=1, name="Elsewhere") == "all-in-combat"


def test_from_the_path_to_one_held_place_that_is_not_fought_over(town):
    """Playing the game, 1a."""
    town.do("gain-location", seat=1, name="The Mall").do("gain-location", seat=1, name="The Docks")
    town.do("gain-location", seat=2, name="The Zoo")
    town.play("relocate", seat="Ann", pieces=["A1"], to="The Mall")
    assert town.where("A1") == "The Mall"
    assert town.no("relocate", seat="Ann", pieces=["A1"], to="The Mall") == "not-on-the-path"
    assert town.no("relocate", seat="Ann", pieces=["A2"], to="The Docks") == "one-place-a-turn"
    assert town.no("relocate", seat="Ann", pieces=["A2"], to="The Zoo") == "not-at-your-place"
    assert town.no("relocate", seat="Ann", pieces=["A2"], to="p99") == "no-such-location"
    town.play("form-party", seat="Ann", pieces=["A2"])
    assert town.piece("The Mall")["status"] == "occupied"
    assert town.piece("The Docks")["status"] == "controlled"


def test_nobody_relocates_into_a_fight(town):
    town.fight().do("add-character", seat=2, **card("B3")).do("next-turn")
    assert town.no("relocate", seat="Bob", pieces=["B3"], to="The Mall") == "fought-over"


def test_only_who_has_the_turn_scouts_and_only_while_scouting(town):
    assert town.no("form-party", seat="Bob", pieces=["B1", "B2"]) == "not-your-turn"
    town.do("next-phase")
    for command, fields in (("form-party", {"pieces": []}), ("draw-rendezvous", {})):
        assert town.no(command, seat=1, **fields) == "not-scouting-now"


def test_a_party_is_of_ones_own_living_members(town):
    assert town.no("form-party", seat="Ann", pieces=["A1", "A2", "B1"]) == "not-controlled"
    refusal = town.why("form-party", seat="Ann", pieces=["p77"])
    assert (refusal.code, refusal.status, refusal.fields) == ("no-such-piece", 422, ("pieces",))
    town.play("kill", pieces=["A2"])
    assert town.no("form-party", seat="Ann", pieces=["A2"]) == "not-living"


# Drawing


def test_two_cards_a_turn_and_each_counts_the_deck_down(town):
    """Playing the game: discards the first, draws the next, and must play the second."""
    town.do("draw-rendezvous", seat=1).do("draw-rendezvous", seat=1)
    assert town.seen["tracks"]["rendezvous"]["value"] == 18
    assert town.seat("Ann")["draws"] == 2
    assert town.no("draw-rendezvous", seat=1) == "drawn-enough"
    town.do("next-turn")
    assert town.seat("Ann")["draws"] == 0


def test_a_scout_in_the_party_draws_a_third():
    """Special rules, Scout."""
    town = GangTable().begin([card("A"), card("S", 2, 1, "scout")], [card("B")])
    town.do("gain-location", seat=1, name="The Mall").play("relocate", seat=1, pieces=["S"], to="The Mall")
    town.play("form-party", seat=1, pieces=["A"]).do("draw-rendezvous", seat=1).do("draw-rendezvous", seat=1)
    assert town.no("draw-rendezvous", seat=1) == "drawn-enough"
    town.play("form-party", seat=1, pieces=["A", "S"]).do("draw-rendezvous", seat=1)
    assert town.no("draw-rendezvous", seat=1) == "drawn-enough"


def test_no_party_formed_blocks_nothing(town):
    """Whoever must go is the party where nobody was picked."""
    town.do("draw-rendezvous", seat=1).scout("Ann", "The Mall")
    assert (town.where("A1"), town.where("A2")) == ("The Mall", "The Mall")


def test_no_deck_size_no_countdown():
    town = GangTable().begin([card("A")], [card("B")])
    town.do("draw-rendezvous", seat=1)
    assert (town.seen["tracks"], town.seat("Ann")["draws"]) == ({}, 1)


def test_a_low_deck_is_told_with_how_many_are_left():
    town = GangTable().begin([card("A")], [card("B")], rendezvous=6)
    town.do("draw-rendezvous", seat=1).do("draw-rendezvous", seat=1)
    (notice,) = town.seen["notices"]
    assert (notice["code"], "4" in notice["text"]) == ("low-deck", True)
    town.do("dismiss-notice", notice=notice["id"]).do("next-turn")
    assert town.seen["notices"] == []


# What the party finds


def test_the_benefit_of_a_place_comes_with_its_capture_and_not_with_a_return(town):
    """FAQ: when does a player get the benefits of capturing a location?"""
    town.scout("Ann", "The Mall").scout("Ann", "The Mall")
    assert town.asked("location-benefit") == [1]


def test_a_place_that_nobody_holds_is_captured_with_all_of_the_party(town):
    """Capturing a location: not controlled or occupied by a player."""
    town.scout("Ann", "The Mall")
    mall = town.piece("The Mall")
    assert (mall["kind"], mall["status"], town.holder("The Mall")) == ("location", "occupied", "Ann")
    assert town.points() == [1, 0, 0]
    assert town.seen["seats"][0]["scouted"] is True
    assert town.asked("location-benefit") == [1]


def test_ones_own_place_takes_the_party_in_and_the_second_card_is_gone(town):
    """Capturing a location: controlled or occupied by the scouting player."""
    town.scout("Ann", "The Mall").scout("Ann", " the mall ")
    assert town.points() == [1, 0, 0]
    assert town.asked("location-benefit") == [1]
    assert len([piece for piece in town.all() if piece["kind"] == "location"]) == 1


def test_a_place_that_nobody_guards_is_snaked(town):
    """Capturing a location: controlled by another player."""
    town.do("gain-location", seat=2, name="The Mall").scout("Ann", "The Mall")
    assert (town.holder("The Mall"), town.points()) == ("Ann", [1, 0, 0])
    assert town.asked("location-benefit") == [1]
    assert "snakes" in town.text


def test_an_occupied_place_is_fought_for_by_the_party_and_those_who_are_there(town):
    """Capturing a location: occupied by another player and not being fought over."""
    town.fight()
    (combat,) = town.combats
    assert (combat["kind"], combat["seats"], combat["holder"]) == ("combat", [1, 2], 2)
    assert (combat["location"], combat["capturable"]) == (town.id("The Mall"), True)
    assert [town.piece(name)["combat"] for name in ("A1", "A2", "B1", "B2", "C1")] == [*[combat["id"]] * 4, None]
    assert town.piece("The Mall")["status"] == "fought-over"


def test_a_fought_over_place_is_joined_and_then_reinforced(town):
    """Capturing a location: currently being fought over."""
    town.fight().do("next-turn").do("next-turn").scout("Cleo", "The Mall")
    (combat,) = town.combats
    assert combat["seats"] == [1, 2, 3]
    town.do("add-character", seat=3, **card("C2"))
    for _ in range(3):
        town.do("next-turn")
    town.scout("Cleo", "The Mall")
    assert town.piece("C2")["combat"] == combat["id"]
    assert "more into the fight" in town.text


def test_a_fought_over_place_still_counts_for_its_holder(town):
    assert town.fight().points() == [0, 1, 0]


def test_an_uncapturable_place_is_played_out_and_gone(town):
    town.play("visit-location", seat=1, name="The Dark Alley", capturable=False)
    assert town.where("A1") is None
    assert not [piece for piece in town.all() if piece["kind"] == "location"]


def test_a_gang_without_a_roster_takes_places_for_its_points():
    town = GangTable().begin([], []).scout("Ann", "The Mall").do("next-turn").scout("Bob", "The Mall")
    assert town.points() == [0, 1]


# First scouting protects


def test_nobody_attacks_who_has_not_scouted_yet(town):
    """Rendezvous, the note: not before their first scouting action of the game."""
    fight = {"seat": 1, "against": 2, "location": "On the Path"}
    refusal = town.refused("start-combat", **fight)
    assert (refusal.code, refusal.status) == ("not-scouted-yet", 409)
    town.do("next-turn").do("draw-rendezvous", seat=2)
    assert len(town.do("start-combat", **fight).combats) == 1


def test_a_place_given_by_a_card_is_safe_until_its_holder_has_scouted(town):
    town.do("gain-location", seat=2, name="The Mall").do("next-turn")
    town.play("relocate", seat=2, pieces=["B1"], to="The Mall").do("next-turn").do("next-turn")
    assert town.no("visit-location", seat=1, name="The Mall") == "not-scouted-yet"


# By cards


def test_locations_come_and_go_by_cards(town):
    town.scout("Ann", "The Mall").do("gain-location", seat=2, name="The Mall")
    assert (town.points(), town.where("A1")) == ([0, 1, 0], None)
    assert town.no("gain-location", seat=2, name="The Mall") == "holds-already"
    assert town.no("lose-location", seat=1, name="The Mall") == "holds-no-such"
    town.do("lose-location", seat=2, name="The Mall")
    assert (town.points(), town.holder("The Mall")) == ([0, 0, 0], None)


def test_a_place_nobody_holds_leaves_the_table_unless_it_is_fought_over(town):
    town.fight().do("lose-location", seat=2, name="The Mall")
    assert town.points() == [0, 0, 0]
    assert [piece["name"] for piece in town.seen["pieces"]] == ["The Mall"]
    town.do("agree-stalemate", seat=1, combat=town.combats[0]["id"])
    town.do("agree-stalemate", seat=2, combat=town.combats[0]["id"])
    assert town.seen["pieces"] == []


# Who does not scout


def test_the_others_may_demand_that_somebody_scouts_within_three_of_their_turns_or_loses(town):
    """FAQ: what happens if a player decides not to scout?"""
    assert town.no("demand-scouting", seat=2, agreed=[1]) == "not-all-agreed"
    town.do("demand-scouting", seat=2, agreed=[1, 3])
    assert (town.seat("Bob")["scout_within"], town.asked("must-scout")) == (3, [2])
    assert town.no("demand-scouting", seat=2, agreed=True) == "demanded-already"
    for left in (2, 1):
        for _ in range(3):
            town.do("next-turn")
        assert town.seat("Bob")["scout_within"] == left
    for _ in range(2):
        assert not town.seat("Bob")["out"]
        town.do("next-turn")
    assert town.seat("Bob")["out"]
    assert "loses" in town.text
    assert town.asked("must-scout") == []


def test_scouting_in_time_is_the_end_of_it(town):
    town.do("demand-scouting", seat=1, agreed=True).do("draw-rendezvous", seat=1)
    assert (town.seat("Ann")["scout_within"], town.asked("must-scout")) == (None, [])
    for _ in range(12):
        town.do("next-turn")
    assert not town.seat("Ann")["out"]


def test_the_quick_rules_know_no_such_demand():
    town = GangTable().begin([], [], rules="quick")
    assert town.no("demand-scouting", seat=2, agreed=True) == "not-in-quick"


# Missed and extra turns


def test_a_missed_turn_is_passed_over(town):
    town.do("miss-turn", seat=2).do("next-turn")
    assert (town.seen["turn"], town.seat("Bob")["missed"]) == (3, 0)
    assert "Bob misses a turn" in town.text
    town.do("next-turn").do("next-turn")
    assert town.seen["turn"] == 2


def test_an_extra_turn_comes_right_after_and_begins_with_scouting(town):
    town.do("extra-turn", seat=1).do("next-phase").do("next-turn")
    assert (town.seen["turn"], town.seen["phase"], town.seen["round"]) == (1, "scouting", 1)
    assert town.do("next-turn").seen["turn"] == 2


def test_missed_and_extra_turns_cancel_each_other(town):
    """FAQ, the last sentence."""
    town.do("miss-turn", seat=2).do("extra-turn", seat=2)
    assert (town.seat("Bob")["missed"], town.seat("Bob")["extra"]) == (0, 0)
    town.do("extra-turn", seat=2).do("miss-turn", seat=2)
    assert (town.seat("Bob")["missed"], town.seat("Bob")["extra"]) == (0, 0)


def test_an_extra_turn_has_the_time_of_a_turn():
    town = GangTable().begin([], [], turn_s=60).do("extra-turn", seat=1).wait(50).do("next-turn")
    assert town.timer("turn") == ("running", 60)


def test_when_all_miss_their_turn_somebody_has_one_at_last(town):
    for seat in (1, 2, 3):
        town.do("miss-turn", seat=seat)
    assert (town.do("next-turn").seen["turn"], town.seen["round"]) == (2, 2)
