"""Combats: actions, exhaustion, leaving, running, stalemates, skirmishes and ambushes."""

from __future__ import annotations

import pytest
from gangs import GangTable, card
from tables import WORDS

MALL = "The Mall"


@pytest.fixture
def town() -> GangTable:
    """Ann comes to the Mall, which Bob holds; Cleo is elsewhere. It is Ann's turn."""
    gangs = ([card("A1"), card("A2")], [card("B1"), card("B2")], [card("C1"), card("C2")])
    return GangTable().begin(*gangs).all_scouted().fight()


def round_to(town: GangTable, seat: int) -> GangTable:
    while town.seen["turn"] != seat:
        town.do("next-turn")
    return town


def act(town: GangTable, player: str, piece: str | None = None, kind: str = "ability", **more) -> GangTable:
    fields = {"piece": piece} if piece else {}
    return town.play("act", seat=player, combat=MALL, kind=kind, **fields, **more)


# Actions


def test_an_action_exerts_pays_and_uses_this_turns_action_there(town):
    """Combat actions, 1 and 2."""
    act(town, "Ann", "A1", power=2)
    assert town.status("A1", "A2") == ["exerted", "ready"]
    assert town.powers() == [5, 7, 7]
    assert town.combats[0]["acted"] == [1]
    assert town.no("act", seat="Ann", combat=MALL, kind="ability", piece="A2") == "acted-already"
    round_to(town, 2)
    assert town.combats[0]["acted"] == []


def test_an_action_that_cannot_be_paid_does_not_happen(town):
    town.spend("Ann", 6)
    before = town.bytes
    refusal = town.why("act", seat="Ann", combat=MALL, kind="card", piece="A1", power=2)
    assert WORDS.refusal(refusal) == "Ann has 1 power, but this needs 2"
    assert town.bytes == before


@pytest.mark.parametrize(
    ("fields", "code", "status"),
    [
        ({"kind": "ability"}, "who-acts", 422),
        ({"kind": "ability", "piece": "B1"}, "not-controlled", 409),
        ({"kind": "ability", "piece": "p99"}, "no-such-piece", 422),
        ({"kind": "replenish", "piece": "A1"}, "nobody-replenishes", 422),
        ({"kind": "harness", "piece": "A1"}, "nothing-to-harness", 409),
        ({"kind": "card", "hide": True}, "who-acts", 422),
        ({"kind": "dance"}, "wrong-field", 422),
        ({"kind": "card", "seat": "Bob"}, "not-your-turn", 409),
        ({"kind": "card", "seat": "Cleo"}, "not-in-combat", 409),
        ({"kind": "card", "combat": "c999"}, "no-such-combat", 422),
    ],
)
def test_an_action_that_makes_no_sense_says_why(town, fields, code, status):
    refusal = town.why("act", **({"seat": "Ann", "combat": MALL} | fields))
    assert (refusal.code, refusal.status) == (code, status)


def test_a_card_need_not_be_channelled_and_a_hand_is_replenished(town):
    """Combat actions, 2 and 3."""
    act(town, "Ann", kind="card")
    assert town.status("A1", "A2") == ["ready", "ready"]
    act(round_to(town, 2), "Bob", kind="replenish")
    assert town.combats[0]["acted"] == [2]


def test_an_exerted_character_cannot_act(town):
    town.play("exert", piece="A1")
    assert town.no("act", seat="Ann", combat=MALL, kind="ability", piece="A1") == "is-exerted"


def test_passing_instead_of_acting_is_allowed(town):
    assert town.do("next-turn").seen["turn"] == 2


def test_each_combat_has_its_own_action(town):
    """Playing the game, 2: one combat action at each location."""
    town.do("add-character", seat=1, **card("A3")).play("draw-rendezvous", seat=1)
    town.play("start-combat", seat="Ann", against="Cleo", location="Dark Alley")
    act(town, "Ann", "A1")
    other = town.combats[1]["id"]
    town.play("act", seat="Ann", combat=other, kind="ability", piece="A3")
    assert [combat["acted"] for combat in town.combats] == [[1], [1]]


def test_who_a_card_is_channelled_through_is_exerted_even_if_it_goes_on_later(town):
    """FAQ, Overwhelming Firepower and Unstoppable Approach: the initial action exerts."""
    assert act(town, "Ann", "A1", kind="card").status("A1") == ["exerted"]


def test_whoever_has_the_turn_chooses_the_order_of_combats(town):
    """FAQ: who chooses the order that combats are conducted in?"""
    town.do("add-character", seat=1, **card("A3"))
    town.play("start-combat", seat="Ann", against="Cleo", location="Dark Alley")
    town.play("act", seat="Ann", combat="Dark Alley", kind="card", piece="A3")
    act(town, "Ann", "A1")
    assert [combat["acted"] for combat in town.combats] == [[1], [1]]


# All exerted, so all ready


def test_all_exerted_so_all_ready_once_the_action_is_resolved(town):
    """The note on combat actions."""
    act(town, "Ann", "A1")
    act(round_to(round_to(town, 2), 1), "Ann", "A2")
    assert town.status("A1", "A2") == ["exerted", "exerted"]
    town.play("end-action", combat=MALL)
    assert town.status("A1", "A2") == ["ready", "ready"]
    assert town.no("end-action", combat=MALL) == "no-action-open"


@pytest.mark.parametrize("next_", ["next-turn", "next-phase"])
def test_the_next_phase_or_turn_shows_that_the_action_is_resolved(town, next_):
    act(town, "Ann", "A1")
    act(round_to(round_to(town, 2), 1), "Ann", "A2")
    assert town.do(next_).status("A1", "A2") == ["ready", "ready"]


def test_a_recruit_in_the_same_action_prevents_it():
    """FAQ: a character recruited after the last was exerted must be exerted first."""
    gangs = ([card("A1"), card("A3", reserve=True)], [card("B1")])
    town = GangTable().begin(*gangs).all_scouted().fight()
    act(town, "Ann", "A1").play("recruit", seat="Ann", piece="A3", at=MALL).play("end-action", combat=MALL)
    assert town.status("A1", "A3") == ["exerted", "ready"]
    assert town.piece("A3")["combat"] == town.combats[0]["id"]
    act(round_to(round_to(town, 2), 1), "Ann", "A3").play("end-action", combat=MALL)
    assert town.status("A1", "A3") == ["ready", "ready"]


def test_a_death_can_bring_it_about(town):
    town.play("exert", piece="B1").play("kill", pieces=["B2"])
    assert town.status("B1", "B2") == ["ready", "dead"]


def test_a_death_within_an_action_waits_for_its_end(town):
    town.play("exert", piece="B1")
    act(town, "Ann", "A1").play("kill", pieces=["B2"], by="A1")
    assert town.status("B1") == ["exerted"]
    assert town.play("end-action", combat=MALL).status("B1") == ["ready"]


def test_thralls_count_for_their_controller(town):
    town.play("exert", piece="A1").play("exert", piece="B1")
    town.play("thrall", piece="B2", master="A2")
    assert town.status("B1") == ["ready"]
    town.play("exert", piece="A2")
    assert town.status("A1", "A2", "B2") == ["exerted", "exerted", "ready"]
    town.play("exert", piece="B2")
    assert town.status("A1", "A2", "B2") == ["ready", "ready", "ready"]


def test_a_member_at_another_place_does_not_count(town):
    town.do("add-character", seat=1, **card("A3")).play("exert", piece="A1").play("exert", piece="A2")
    assert town.status("A1", "A2", "A3") == ["ready", "ready", "ready"]


# Hiding


def test_a_hidden_character_is_exerted_at_the_end_of_its_controllers_next_turn_used_or_not(town):
    """Special rules, Hide."""
    act(town, "Ann", "A1", hide=True)
    assert (town.status("A1"), town.piece("A1")["wound_bonus"]) == (["hidden"], 1)
    round_to(round_to(town, 2), 1)
    assert town.status("A1") == ["hidden"]
    town.do("next-turn")
    assert (town.status("A1"), town.piece("A1")["wound_bonus"]) == (["exerted"], 0)


def test_hidden_by_a_card_in_another_players_turn_it_comes_out_after_its_controllers_next(town):
    round_to(town, 3).play("hide", piece="A1").do("next-turn")
    assert town.status("A1") == ["hidden"]
    assert town.do("next-turn").status("A1") == ["exerted"]


def test_a_hidden_character_that_hides_again_goes_back_into_hiding(town):
    """FAQ, Invisible Death: back into hiding instead of being exerted."""
    act(town, "Ann", "A1", hide=True)
    act(round_to(round_to(town, 2), 1), "Ann", "A1", hide=True)
    round_to(round_to(town, 2), 1)
    assert town.status("A1") == ["hidden"]
    assert town.do("next-turn").status("A1") == ["exerted"]


def test_a_hidden_character_that_acts_otherwise_is_exerted(town):
    act(town, "Ann", "A1", hide=True)
    act(round_to(round_to(town, 2), 1), "Ann", "A1")
    assert town.status("A1") == ["exerted"]


# How it ends


def test_a_seat_whose_last_member_dies_leaves_at_once_as_a_loser_and_the_last_one_wins(town):
    """Ending combat, 1 to 7."""
    town.spend("Ann", 3).spend("Bob", 4).do("add-character", seat=2, **card("B3"))
    town.play("exert", piece="A1").play("kill", pieces=["B1", "B2"])
    assert town.combats == []
    assert (town.holder(MALL), town.points(), town.where("A1")) == ("Ann", [1, 0, 0], MALL)
    assert town.status("A1", "A2", "B1", "B2", "B3") == ["ready", "ready", "reserves", "reserves", "ready"]
    assert town.powers() == [7, 7, 7]
    assert town.asked("replenish") == [1]
    assert town.asked("draw-to-five") == [2]
    assert sorted(town.asked("discard-table-cards")) == [1, 2]
    last = town.seen["last_combat"]
    assert (last["how"], last["location"]) == ("won", MALL)
    assert {"what": "captured", "seat": 1, "location": MALL} in last["changes"]
    assert {"what": "power", "seat": 2, "before": 3, "after": 7} in last["changes"]


def test_the_winner_who_held_the_place_retains_it_without_its_benefit(town):
    benefits = town.asked("location-benefit")
    town.do("add-character", seat=1, **card("A3")).play("kill", pieces=["A1", "A2"])
    assert (town.holder(MALL), town.points(), town.status("A1")) == ("Bob", [0, 1, 0], ["reserves"])
    assert town.asked("location-benefit") == benefits


def test_the_winner_replenishes_even_while_fighting_elsewhere_but_regenerates_only_if_not(town):
    """End of combat, 2 and 3."""
    town.do("add-character", seat=1, **card("A3")).do("add-character", seat=2, **card("B3"))
    town.play("start-combat", seat="Ann", against="Bob", location="Dark Alley")
    town.spend("Ann", 2).spend("Bob", 2).play("kill", pieces=["B1", "B2"])
    assert town.powers() == [5, 5, 7]
    assert town.asked("replenish") == [1]
    assert town.asked("draw-to-five") == []
    town.play("kill", pieces=["A3"])
    assert town.powers() == [7, 7, 7]


def test_an_uncapturable_place_is_gone_and_everyone_on_the_path(town):
    """End of combat, 8."""
    town.do("add-character", seat=1, **card("A3"))
    town.play("start-combat", seat="Ann", against="Cleo", location="Dark Alley")
    assert (town.where("A3"), town.where("C1"), town.where("C2")) == ("Dark Alley",) * 3
    town.play("kill", pieces=["A3"])
    assert (town.where("C1"), town.where("C2")) == (None, None)
    assert not [piece for piece in town.all() if piece["name"] == "Dark Alley"]
    assert town.points() == [0, 1, 0]


def test_after_the_holder_left_nobody_holds_it_while_others_fight_and_a_later_win_captures_it(town):
    """FAQ, At the Cross Roads: the one who captures it later gets the original copy."""
    round_to(town, 3).scout("Cleo", MALL).do("add-character", seat=2, **card("B3"))
    town.play("kill", pieces=["B1", "B2"])
    assert (town.holder(MALL), town.points()) == (None, [0, 0, 0])
    assert town.seen["pieces"][0]["status"] == "fought-over"
    assert town.combats[0]["holder"] == 2
    town.do("add-character", seat=1, **card("A3")).play("kill", pieces=["A1", "A2"])
    assert (town.holder(MALL), town.points()) == ("Cleo", [0, 0, 1])
    assert 3 in town.asked("location-benefit")


def test_the_last_on_every_side_dying_at_the_same_moment_is_a_stalemate_that_nobody_wins(town):
    """Stalemate rule, its last sentence; several at once are one command, so ties can be told."""
    town.do("add-character", seat=1, **card("A3")).do("add-character", seat=2, **card("B3"))
    hits = [{"piece": name, "amount": 3} for name in ("A1", "A2", "B1", "B2")]
    town.play("wound", hits=hits)
    assert town.seen["last_combat"]["how"] == "stalemate"
    assert (town.holder(MALL), town.points(), town.seen["outcome"]) == (None, [0, 0, 0], None)


# Running away


def test_a_runner_is_owed_one_free_action_by_each_other_and_then_leaves(town):
    """Running away."""
    round_to(town, 3).scout("Cleo", MALL)
    round_to(town, 1).play("run-away", seat="Ann", combat=MALL)
    assert sorted(town.asked("free-action")) == [2, 3]
    assert town.combats[0]["seats"] == [1, 2, 3]
    act(town, "Bob", "B1", power=1, free=True).play("kill", pieces=["A1"], by="B1")
    assert (town.status("A1", "B1"), town.powers()[1]) == (["dead", "exerted"], 6)
    assert town.combats[0]["acted"] == [1]
    (owed,) = [notice for notice in town.seen["notices"] if notice["code"] == "free-action"]
    town.do("dismiss-notice", notice=owed["id"])
    assert town.combats[0]["seats"] == [2, 3]
    assert (town.status("A1", "A2"), town.where("A2")) == (["reserves", "ready"], None)
    assert town.asked("draw-to-five") == [1]


def test_a_runner_leaves_at_the_latest_when_the_turn_ends_and_the_last_one_wins(town):
    town.play("run-away", seat="Ann", combat=MALL).do("next-turn")
    assert (town.combats, town.holder(MALL), town.points()) == ([], "Bob", [0, 1, 0])
    assert town.asked("free-action") == []
    assert (town.where("A1"), town.where("B1")) == (None, MALL)


def test_a_runner_draws_to_five_even_while_fighting_elsewhere_but_does_not_regenerate(town):
    town.do("add-character", seat=1, **card("A3"))
    town.play("start-combat", seat="Ann", against="Cleo", location="Dark Alley").spend("Ann", 4)
    town.play("run-away", seat="Ann", combat=MALL).do("next-turn")
    assert (town.asked("draw-to-five"), town.powers()[0]) == ([1], 3)


def test_a_holder_who_runs_loses_the_place_to_the_one_who_stays(town):
    round_to(town, 2).play("run-away", seat="Bob", combat=MALL).do("next-turn")
    assert (town.holder(MALL), town.points()) == ("Ann", [1, 0, 0])


def test_running_is_this_turns_action_and_nobody_runs_twice(town):
    assert town.no("run-away", seat="Bob", combat=MALL) == "not-your-turn"
    town.play("run-away", seat="Ann", combat=MALL)
    assert town.no("run-away", seat="Ann", combat=MALL) == "runs-already"
    assert town.no("act", seat="Ann", combat=MALL, kind="card", free=True) == "runs-already"
    act(town.do("undo"), "Ann", "A1")
    assert town.no("run-away", seat="Ann", combat=MALL) == "acted-already"


def test_all_of_the_runners_members_dying_to_the_free_actions_is_the_end_of_it(town):
    town.do("add-character", seat=1, **card("A3")).play("run-away", seat="Ann", combat=MALL)
    act(town, "Bob", "B1", free=True).play("kill", pieces=["A1", "A2"], by="B1")
    assert (town.combats, town.asked("free-action"), town.holder(MALL)) == ([], [], "Bob")


# Stalemate


def test_a_stalemate_needs_everybody_and_everybody_acts_as_a_winner(town):
    """Stalemate rule."""
    town.spend("Ann", 3).play("exert", piece="A1")
    town.play("agree-stalemate", seat="Bob", combat=MALL)
    assert town.combats[0]["agreed"] == [2]
    assert town.no("agree-stalemate", seat="Bob", combat=MALL) == "agreed-already"
    town.play("agree-stalemate", seat="Ann", combat=MALL)
    assert town.seen["last_combat"]["how"] == "stalemate"
    assert sorted(town.asked("replenish")) == [1, 2]
    assert (town.holder(MALL), town.where("A1"), town.where("B1")) == ("Bob", None, MALL)
    assert (town.powers(), town.status("A1")) == ([7, 7, 7], ["ready"])


def test_only_who_held_it_before_and_is_still_in_the_fight_keeps_it(town):
    round_to(town, 3).scout("Cleo", MALL)
    round_to(town, 2).play("run-away", seat="Bob", combat=MALL).do("next-turn")
    town.play("agree-stalemate", seat="Ann", combat=MALL).play("agree-stalemate", seat="Cleo", combat=MALL)
    assert (town.holder(MALL), town.points(), town.where("C1")) == (None, [0, 0, 0], None)


def test_who_agreed_has_not_agreed_to_what_happened_since(town):
    town.play("agree-stalemate", seat="Bob", combat=MALL)
    assert act(town, "Ann", "A1").combats[0]["agreed"] == []


# Skirmish and ambush


def skirmish(kind: str = "skirmish") -> GangTable:
    gangs = ([card("A1"), card("A2")], [card("B1"), card("B2")], [card("C1")])
    town = GangTable().begin(*gangs).all_scouted().do("next-turn").scout("Bob", MALL).do("next-turn").do("next-turn")
    return town.play("start-combat", seat="Ann", against="Bob", location=MALL, kind=kind)


def test_a_skirmish_lasts_until_each_in_it_has_had_a_turn_and_ends_as_a_stalemate():
    """Skirmish."""
    town = skirmish()
    assert (town.combats[0]["kind"], town.where("A1")) == ("skirmish", MALL)
    town.do("next-turn")
    assert len(town.combats) == 1
    town.do("next-turn")
    assert (town.combats, town.seen["last_combat"]["how"]) == ([], "stalemate")
    assert (town.holder(MALL), town.where("A1"), town.where("B1")) == ("Bob", None, MALL)


def test_a_skirmish_counts_a_missed_turn():
    town = skirmish().do("miss-turn", seat=2).do("next-turn")
    assert (town.seen["turn"], town.combats) == (3, [])


def test_a_skirmish_is_a_stalemate_even_if_all_others_died():
    town = skirmish().do("add-character", seat=2, **card("B3")).play("kill", pieces=["B1", "B2"])
    assert (town.combats, town.seen["last_combat"]["how"]) == ([], "stalemate")
    assert (town.holder(MALL), town.points(), town.where("A1")) == (None, [0, 0, 0], None)


def test_a_skirmish_is_a_stalemate_even_if_all_others_ran():
    """FAQ: running away from a Skirmish, and whether it still ends using the Stalemate Rule."""
    town = skirmish().play("run-away", seat="Ann", combat=MALL)
    assert town.asked("free-action") == [2]
    town.do("next-turn")
    assert (town.combats, town.seen["last_combat"]["how"], town.holder(MALL)) == ([], "stalemate", "Bob")


def test_a_skirmish_begun_by_a_card_in_anothers_turn_runs_from_its_initiator():
    town = skirmish().do("undo").do("next-turn")
    town.play("start-combat", seat="Ann", against="Bob", location=MALL, kind="skirmish")
    town.do("next-turn").do("next-turn").do("next-turn")
    assert (town.seen["turn"], len(town.combats)) == (2, 1)
    assert town.do("next-turn").combats == []


def test_an_ambush_is_one_action_resolved_as_a_stalemate():
    """Ambush."""
    town = skirmish("ambush")
    assert town.no("act", seat="Ann", combat=MALL, kind="ability", piece="B1") == "not-controlled"
    act(town, "Ann", "A1").play("wound", piece="B1", amount=1, by="A1").play("end-action", combat=MALL)
    assert (town.combats, town.holder(MALL), town.where("A1")) == ([], "Bob", None)
    assert town.life("B1") == 2


def test_an_ambush_is_not_the_others_to_act_in():
    town = skirmish().do("undo").do("next-turn")
    town.play("start-combat", seat="Ann", against="Bob", location=MALL, kind="ambush")
    assert town.no("act", seat="Bob", combat=MALL, kind="ability", piece="B1") == "ambush-is-one-action"


def test_an_ambush_that_nobody_springs_is_over_with_the_turn():
    assert skirmish("ambush").do("next-turn").combats == []


# Begun and joined by cards


def test_the_pieces_of_both_sides_may_be_listed_and_the_rest_stay_out(town):
    town.do("add-character", seat=1, **card("A3")).do("add-character", seat=1, **card("A4"))
    pieces = ["A3", "C2"]
    town.play("start-combat", seat="Ann", against="Cleo", location="Dark Alley", pieces=pieces)
    alley = town.combats[1]["id"]
    assert [town.piece(name)["combat"] for name in ("A3", "A4", "C1", "C2")] == [alley, None, None, alley]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"against": 1}, "fight-self"),
        ({"against": 9}, "no-such-seat"),
        ({"location": "p99"}, "no-such-location"),
        ({"pieces": ["A1"]}, "fights-already"),
        ({"pieces": ["C1", "p99"]}, "no-such-piece"),
        ({}, "nobody-there"),
    ],
)
def test_a_combat_that_cannot_begin_says_why(town, fields, code):
    body = {"seat": 1, "against": 3, "location": "Dark Alley"} | fields
    assert town.no("start-combat", **body) == code


def test_who_is_on_the_path_is_attacked_only_by_a_card(town):
    """FAQ: only by The Dark Alley or On the Path; they fight where that card lies."""
    town.do("add-character", seat=1, **card("A3"))
    town.play("start-combat", seat="Ann", against="Cleo", location="On the Path")
    assert (town.where("C1"), town.combats[1]["capturable"], town.combats[1]["holder"]) == ("On the Path", False, None)


def test_joining_by_a_card_takes_any_turn(town):
    assert town.no("join-combat", seat="Cleo", combat=MALL, pieces=[]) == "nobody-named"
    assert town.no("join-combat", seat="Cleo", combat=MALL, pieces=["A1"]) == "not-controlled"
    town.play("join-combat", seat="Cleo", combat=MALL, pieces=["C1"])
    assert (town.combats[0]["seats"], town.where("C1"), town.where("C2")) == ([1, 2, 3], MALL, None)
    assert town.no("join-combat", seat="Cleo", combat=MALL, pieces=["C1"]) == "fights-already"
    town.play("join-combat", seat="Cleo", combat=MALL, pieces=["C2"])
    assert "more into the fight" in town.text


# Harness, focus, effects


def test_harnessing_takes_a_weapon_or_armour_never_an_augmentation_and_regenerates(town):
    """Special items: Harness Power."""
    town.spend("Ann", 5).play("equip", piece="A1", item="Wings", kind="augmentation")
    assert town.no("act", seat="Ann", combat=MALL, kind="harness", piece="A1") == "nothing-to-harness"
    town.play("lose-item", piece="A1").play("equip", piece="A1", item="Axe", kind="weapon")
    act(town, "Ann", "A1", kind="harness")
    assert (town.powers()[0], town.piece("A1")["item"], town.status("A1")) == (7, None, ["exerted"])


def test_power_regenerated_in_one_combat_is_there_for_the_next(town):
    """Regenerating: during one combat, for use during another in the same turn."""
    town.do("add-character", seat=1, **card("A3"))
    town.play("start-combat", seat="Ann", against="Cleo", location="Dark Alley").spend("Ann", 7)
    town.play("equip", piece="A1", item="Plate", kind="armour")
    act(town, "Ann", "A1", kind="harness")
    town.play("act", seat="Ann", combat="Dark Alley", kind="card", piece="A3", power=6)
    assert town.powers()[0] == 1


def test_focus_entwines_two_until_one_falls_or_the_combat_ends(town):
    """Focussing."""
    town.play("focus", piece="A1", on="B1")
    assert town.piece("A1")["focused_on"] == town.id("B1")
    assert town.piece("B1")["focused_on"] == town.id("A1")
    town.play("focus", piece="A2", on="B1")
    assert town.piece("A1")["focused_on"] is None
    town.play("cure", pieces=["A2"])
    assert town.piece("B1")["focused_on"] is None
    town.play("focus", piece="A1", on="B1").play("kill", pieces=["B2"]).play("run-away", seat="Ann", combat=MALL)
    town.do("next-turn")
    assert town.piece("A1")["focused_on"] is None
    assert town.no("focus", piece="A1", on="B1") == "not-in-one-combat"


def test_a_card_in_effect_cannot_be_played_again_but_another_can(town):
    """FAQ, Light of Day and Darkness of Night: not another of the same type, but the other one."""
    town.do("lay-effect", seat=1, name="Light of Day", combat=town.combats[0]["id"])
    assert town.no("lay-effect", seat=2, name="light of day") == "not-stackable"
    town.do("lay-effect", seat=2, name="Darkness of Night")
    town.do("add-character", seat=2, **card("B3")).play("kill", pieces=["B1", "B2"])
    assert [effect["name"] for effect in town.seen["effects"]] == ["Darkness of Night"]
    town.do("end-effect", effect=town.seen["effects"][0]["id"])
    assert town.seen["effects"] == []
    assert town.no("end-effect", effect="e1") == "no-such-effect"
