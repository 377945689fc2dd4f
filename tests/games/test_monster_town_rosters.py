"""Monster Town's rosters: who begins, who waits in reserves, and what may be left out."""

from __future__ import annotations

import pytest
from gangs import GangTable, card
from tables import WORDS

SETUP = {"name": "Rex", "life": 3, "conquest": 2}


def many(count: int, **about):
    return [card(f"N{number}", **about) for number in range(count)]


def test_a_table_that_only_wants_power_and_points_gets_just_that(town):
    """No roster, no questions: nobody is judged out, no deck is counted, the knob turns power and points."""
    town.do("next-turn").do("next-phase").do("adjust-track", seat=1, track="conquest", to=3)
    assert town.seen["tracks"] == {}
    assert town.seen["notices"] == []
    assert [seat["pieces"] for seat in town.seen["seats"]] == [[], []]
    assert town.seen["outcome"] is None


def test_a_roster_is_laid_out_as_its_cards_are_printed():
    """Setup: starting characters in front of the player, the others off to the side as reserves."""
    reserve = {"name": "Ghoul", "life": 2, "conquest": 1, "race": "Zombie", "traits": ["stealth"], "reserve": True}
    town = GangTable().begin([SETUP, reserve], [card("B")], roles=("wolfenpack",), rendezvous=40)
    rex, ghoul = town.seen["seats"][0]["pieces"]
    assert (rex["kind"], rex["status"], rex["at"], rex["controller"]) == ("character", "ready", None, 1)
    assert rex["tracks"]["life"] == {"value": 3, "min": 0, "max": 99, "baseline": 3}
    assert (rex["conquest"], rex["traits"], rex["master"], rex["item"], rex["wound_bonus"]) == (2, [], None, None, 0)
    assert (ghoul["status"], ghoul["race"], ghoul["traits"]) == ("reserves", "Zombie", ["stealth"])
    assert town.seen["tracks"] == {"rendezvous": {"value": 40, "min": 0, "max": 40}}
    assert town.refold() == town.bytes


@pytest.mark.parametrize(
    ("role", "most"),
    [("renegade-militia", 6), ("brotherhood-of-the-fang", 5), ("wolfenpack", 4), ("the-living-undead", 5)],
)
def test_starting_characters_are_a_set_number_more_is_refused_fewer_is_taken_and_completed(role, most):
    """Contents: Character, the table of starting characters."""
    town = GangTable().begin(many(most - 1), [], roles=(role,))
    town.do("add-character", seat=1, **SETUP)
    refusal = town.refused("add-character", seat=1, name="Late", life=1, conquest=0)
    assert (refusal.code, refusal.status) == ("too-many-starting", 409)
    seats = [{"player": "Ann", "role": role, "characters": many(most + 1)}, {"player": "Bob"}]
    assert GangTable().refused("start-game", game="monster-town", seats=seats).code == "too-many-starting"


@pytest.mark.parametrize(
    ("role", "most"), [("brotherhood-of-the-fang", 5), ("wolfenpack", 5), ("the-living-undead", 7)]
)
def test_reserves_are_a_maximum(role, most):
    town = GangTable().begin(many(most, reserve=True), [], roles=(role,))
    refusal = town.refused("add-character", seat=1, reserve=True, **SETUP)
    assert (refusal.code, refusal.status) == ("too-many-reserves", 409)
    assert str(most) in WORDS.refusal(refusal)


def test_the_militia_has_no_limit_of_reserves():
    town = GangTable().begin(many(40, reserve=True), [], roles=("renegade-militia",))
    assert town.do("add-character", seat=1, reserve=True, **SETUP).status("Rex") == ["reserves"]


def test_the_wolfenpack_begins_with_one_brute_at_most_and_has_two_in_reserves_at_most():
    town = GangTable().begin([card("The Brute")], [], roles=("wolfenpack",))
    assert town.no("add-character", seat=1, **card("the  brute")) == "too-many-brutes"
    for _ in range(2):
        town.do("add-character", seat=1, **card("The Brute", reserve=True))
    assert town.no("add-character", seat=1, **card("The Brute", reserve=True)) == "too-many-reserve-brutes"


def test_only_one_leader_per_gang_begins():
    """Setup: only one Leader per gang."""
    town = GangTable().begin([card("Boss", 3, 1, "leader")], [])
    assert town.no("add-character", seat=1, **card("Chief", 3, 1, "leader")) == "one-leader"
    assert town.do("add-character", seat=1, **card("Chief", 3, 1, "leader", reserve=True)).status("Chief") == [
        "reserves"
    ]


def test_a_gang_that_is_not_named_has_no_numbers_to_keep_to():
    assert len(GangTable().begin(many(12), []).seen["seats"][0]["pieces"]) == 12


def test_quick_switches_off_reserve_maxima_but_no_number_differs():
    town = GangTable().begin(many(8, reserve=True), [], roles=("wolfenpack",), rules="quick")
    town.do("add-character", seat=1, **card("The Brute"))
    assert town.no("add-character", seat=1, **card("The Brute")) == "too-many-brutes"
    for number in range(3):
        town.do("add-character", seat=1, **card(f"S{number}"))
    assert town.no("add-character", seat=1, **SETUP) == "too-many-starting"


# Treaties


def test_a_starting_diplomat_may_bring_a_treaty():
    """Special rules, Diplomat."""
    seats = [{"player": "Ann", "characters": [card("Envoy", 2, 1, "diplomat")], "treaty": "Blood Pact"}]
    town = GangTable().do("start-game", game="monster-town", seats=[*seats, {"player": "Bob"}])
    assert town.seen["seats"][0]["treaties"] == ["Blood Pact"]
    town.do("end-game").do("rematch")
    assert town.seen["seats"][0]["treaties"] == ["Blood Pact"]


def test_without_a_diplomat_a_treaty_must_be_drawn_and_signed():
    seats = [{"player": "Ann", "characters": [card("Envoy", reserve=True)], "treaty": "Pact"}, {"player": "Bob"}]
    assert GangTable().refused("start-game", game="monster-town", seats=seats).code == "treaty-needs-diplomat"
    town = GangTable().begin([card("A")], [])
    assert town.do("sign-treaty", seat=1, name="Pact").seen["seats"][0]["treaties"] == ["Pact"]
    assert town.no("sign-treaty", seat=1, name="pact") == "treaty-signed"


def test_the_quick_rules_know_no_treaties():
    seats = [{"player": "Ann", "characters": [card("A")], "treaty": "Pact"}, {"player": "Bob"}]
    town = GangTable().do("start-game", game="monster-town", seats=seats, options={"rules": "quick"})
    assert town.seen["seats"][0]["treaties"] == []
    assert town.no("sign-treaty", seat=1, name="Pact") == "not-in-quick"


# Later


def test_a_roster_is_taken_at_once_and_undone_at_once():
    town = GangTable().begin([], [card("B")])
    before = town.bytes
    town.do("take-roster", seat=1, characters=[card("X"), card("Y", reserve=True)])
    assert town.status("X", "Y") == ["ready", "reserves"]
    assert town.do("undo").bytes == before


def test_a_seat_is_judged_only_once_it_had_members():
    town = GangTable().begin([card("A", reserve=True)], [card("B")])
    assert town.seen["outcome"] is None
    town.play("recruit", seat=1, piece="A").play("kill", pieces=["A"])
    assert town.seen["outcome"]["winners"] == [2]


def test_a_rematch_begins_with_the_same_rosters_everybody_alive():
    town = GangTable().begin([card("A"), card("C", reserve=True)], [card("B", 4, 2, "stealth")], rendezvous=30)
    town.play("kill", pieces=["B"])
    assert town.seen["outcome"]["reason"] == "last-gang-standing"
    town.do("rematch")
    assert town.status("A", "B", "C") == ["ready", "ready", "reserves"]
    assert (town.life("B"), town.piece("B")["conquest"], town.piece("B")["traits"]) == (4, 2, ["stealth"])
    assert (town.seen["turn"], town.seen["tracks"]["rendezvous"]["value"]) == (2, 30)


def test_who_leaves_takes_their_gang_along():
    town = GangTable().begin([card("A")], [card("B")], [card("C")])
    town.play("thrall", piece="A", master="B").play("thrall", piece="C", master="B")
    town = GangTable().begin([card("A"), card("A2")], [card("B")], [card("C"), card("C2")])
    town.play("thrall", piece="C", master="A").do("leave", seat=1)
    assert town.status("A", "A2", "C") == ["vanished", "vanished", "ready"]
    assert (town.piece("C")["controller"], town.seen["turn"]) == (3, 2)


def test_who_leaves_in_their_own_turn_has_no_extra_one():
    town = GangTable().begin([], [], []).do("extra-turn", seat=1).do("leave", seat=1)
    assert town.seen["turn"] == 2


def test_players_change_places_with_all_that_is_theirs():
    town = GangTable().begin([card("A"), card("A2")], [card("B"), card("B2")], [card("C")]).all_scouted()
    town.fight().play("thrall", piece="C", master="A").play("run-away", seat="Ann", combat="The Mall")
    before = town.bytes
    town.do("reorder-seats", order=[3, 1, 2])
    assert [town.piece(name)["controller"] for name in ("A", "B", "C")] == [2, 3, 2]
    (combat,) = town.combats
    assert (combat["seats"], combat["holder"], combat["running"], combat["initiator"]) == ([2, 3], 3, [2], 2)
    town.do("next-turn")
    assert town.combats == []
    assert town.holder("The Mall") == "Bob"
    town.do("undo").do("undo")
    assert town.bytes == before
