"""What happens to characters: wounds and life, death, turning, curing, recruiting, thralls and items."""

from __future__ import annotations

import pytest
from gangs import GangTable, card
from tables import WORDS

MALL = "The Mall"


@pytest.fixture
def town() -> GangTable:
    """Ann fights Bob at the Mall; each has one more On the Path and one in reserves."""
    reserves = [card("A9", reserve=True)], [card("B9", reserve=True)]
    gangs = [card("A1"), card("A2", 4), *reserves[0]], [card("B1"), card("B2", 4), *reserves[1]]
    town = GangTable().begin(*gangs).all_scouted().fight()
    for seat, name in ((1, "A3"), (2, "B3")):
        town.do("add-character", seat=seat, **card(name))
    return town


# Wounds and life


def test_wounds_and_life_tokens_cancel_each_other(town):
    """Resolving combat actions: Wound Tokens and Life Tokens cancel each other out."""
    town.play("give-life", piece="A1", amount=2)
    assert (town.life("A1"), town.piece("A1")["tracks"]["life"]["baseline"]) == (5, 3)
    town.play("wound", piece="A1", amount=3)
    assert town.life("A1") == 2
    town.play("give-life", piece="A1", amount=2)
    assert town.life("A1") == 4


def test_healing_takes_off_wounds_and_gives_no_life_beyond(town):
    town.play("wound", piece="A1", amount=2).play("heal", piece="A1", amount=9)
    assert town.life("A1") == 3
    town.play("give-life", piece="A1", amount=1).play("heal", piece="A1", amount=1)
    assert town.life("A1") == 4


def test_as_many_wounds_as_life_points_is_dead_within_the_combat(town):
    town.play("wound", piece="B1", amount=7, by="A1")
    assert (town.status("B1"), town.life("B1")) == (["dead"], 0)
    assert "B1 died" in town.text


@pytest.mark.parametrize("fields", [{"to": 0}, {"by": -3}])
def test_no_life_left_is_dead_whatever_moved_it(town, fields):
    piece = town.id("B1")
    town.do("adjust-track", piece=piece, track="life", asker={"device": "knob-2", "seat": 2}, **fields)
    assert town.status("B1") == ["dead"]


def test_outside_a_combat_the_dead_go_to_reserves_at_once(town):
    """FAQ: where do gang members go when they die? Into reserves, to be recruited later."""
    town.play("wound", piece="A3", amount=3)
    assert (town.status("A3"), town.life("A3"), town.where("A3")) == (["reserves"], 3, None)
    assert town.play("recruit", seat="Ann", piece="A3").status("A3") == ["ready"]


def test_the_dead_are_not_wounded_healed_or_exerted(town):
    town.play("kill", pieces=["B1"])
    for command, fields in (("wound", {"amount": 1}), ("heal", {"amount": 1}), ("exert", {}), ("hide", {})):
        refusal = town.why(command, piece="B1", **fields)
        assert (refusal.code, refusal.status) == ("not-living", 409)
    assert "dead" in WORDS.refusal(refusal)


def test_wounds_at_once_are_one_command(town):
    town.play("wound", hits=[{"piece": "A1", "amount": 3, "by": "B1"}, {"piece": "B1", "amount": 3, "by": "A1"}])
    assert town.status("A1", "B1") == ["dead", "dead"]


@pytest.mark.parametrize(
    "fields",
    [{}, {"piece": "A1"}, {"amount": 1}, {"hits": []}, {"piece": "A1", "hits": [{"piece": "A1", "amount": 1}]}],
)
def test_wounds_name_whom_they_hit(town, fields):
    assert town.why("wound", **fields).status == 422


def test_reflected_wounds_go_back_and_forth(town):
    """FAQ: Acidic Blood against Unnatural Reflexes: each is reflected, and normally both die."""
    town.play("wound", piece="B1", amount=1, by="A1").play("wound", piece="A1", amount=1, by="B1")
    hits = [{"piece": name, "amount": 2, "by": by} for name, by in (("A1", "B1"), ("B1", "A1"))]
    assert town.play("wound", hits=hits).status("A1", "B1") == ["dead", "dead"]


def test_an_outright_kill_causes_no_wounds(town):
    """FAQ: Kill Shot is not reflected; outright kills do not cause wounds."""
    town.play("kill", pieces=["B1"], by="A1")
    assert (town.status("B1"), town.life("B1")) == (["dead"], 3)


def test_ones_own_may_be_targeted(town):
    """FAQ: yes, if the card does not say who can be targeted."""
    assert town.play("wound", piece="A2", amount=1, by="A1").life("A2") == 3


def test_unmodifiable_wounds_say_so(town):
    assert "unmodifiable" in town.play("wound", piece="B1", amount=1, unmodifiable=True).text


# Bonuses


def test_a_berserker_adds_one_for_each_of_its_wounds():
    """Special rules, Berserker; and hiding adds one more."""
    town = GangTable().begin([card("A1", 5, 1, "berserker")], [card("B1")])
    town.play("wound", piece="A1", amount=2)
    assert town.piece("A1")["wound_bonus"] == 2
    assert town.play("hide", piece="A1").piece("A1")["wound_bonus"] == 3
    assert town.play("heal", piece="A1", amount=1).piece("A1")["wound_bonus"] == 2
    assert town.play("give-life", piece="A1", amount=3).piece("A1")["wound_bonus"] == 1


def test_quick_switches_off_berserkers_but_not_hiding():
    town = GangTable().begin([card("A1", 5, 1, "berserker")], [card("B1")], rules="quick")
    assert town.play("wound", piece="A1", amount=2).play("hide", piece="A1").piece("A1")["wound_bonus"] == 1


# Resurrecting


def test_resurrected_within_the_combat_ready_and_with_its_starting_life(town):
    town.play("give-life", piece="B1", amount=4).play("wound", piece="B1", amount=7)
    town.play("resurrect", piece="B1")
    assert (town.status("B1"), town.life("B1"), town.where("B1")) == (["ready"], 3, MALL)


def test_resurrection_only_within_the_same_combat_unless_a_card_says_otherwise(town):
    town.play("kill", pieces=["A3"])
    assert town.no("resurrect", piece="A3") == "only-in-same-combat"
    town.play("resurrect", piece="A3", by_card=True)
    assert (town.status("A3"), town.where("A3")) == (["ready"], None)
    assert town.no("resurrect", piece="A3") == "not-dead"


def test_never_after_turning_or_curing(town):
    town.play("turn", pieces=["B1"], by="A1").play("cure", pieces=["B2"])
    for name in ("B1", "B2"):
        assert town.no("resurrect", piece=name, by_card=True) == "turned-stay-turned"
    town.play("recruit", seat="Bob", piece="B1").play("kill", pieces=["B1"]).play("resurrect", piece="B1", by_card=True)
    assert town.status("B1") == ["ready"]


# Turning and curing


def test_turned_and_cured_go_to_reserves_without_wounds(town):
    town.play("wound", piece="B1", amount=1).play("turn", pieces=["B1"])
    assert (town.status("B1"), town.life("B1"), town.where("B1")) == (["reserves"], 3, None)
    town.play("cure", pieces=["A1"])
    assert town.status("A1") == ["reserves"]


def test_geno_locked_characters_are_neither_turned_nor_cured_but_in_the_quick_rules_they_are():
    """Special rules, Geno-locked."""
    gangs = [card("A1"), card("A2", 3, 1, "geno-locked")], [card("B1")]
    town = GangTable().begin(*gangs)
    for command in ("turn", "cure"):
        refusal = town.why(command, pieces=["A1", "A2"])
        assert (refusal.code, refusal.status) == ("geno-locked", 409)
    town = GangTable().begin(*gangs, rules="quick").play("turn", pieces=["A2"])
    assert town.status("A2") == ["reserves"]


# Recruiting


def test_a_recruit_comes_ready_on_the_path(town):
    town.play("recruit", seat="Ann", piece="A9")
    assert (town.status("A9"), town.where("A9"), town.piece("A9")["combat"]) == (["ready"], None, None)


def test_a_recruit_where_its_seat_fights_comes_into_that_combat(town):
    town.play("recruit", seat="Ann", piece="A9", at=MALL)
    assert town.piece("A9")["combat"] == town.combats[0]["id"]


def test_a_recruit_may_come_to_a_place_its_seat_holds_and_to_no_other(town):
    town.do("gain-location", seat=1, name="The Docks").do("gain-location", seat=2, name="The Zoo")
    assert town.no("recruit", seat="Ann", piece="A9", at="The Zoo") == "not-at-your-place"
    town.play("recruit", seat="Ann", piece="A9", at="The Docks")
    assert (town.where("A9"), town.piece("The Docks")["status"]) == ("The Docks", "occupied")


def test_only_non_leaders_out_of_ones_own_reserves(town):
    """Recruiting characters: a non-Leader character from reserves."""
    town.do("add-character", seat=1, **card("Chief", 3, 1, "leader", reserve=True))
    assert town.no("recruit", seat="Ann", piece="Chief") == "leaders-are-not-recruited"
    assert town.no("recruit", seat="Ann", piece="A1") == "not-in-reserves"
    assert town.no("recruit", seat="Ann", piece="B9") == "not-your-reserve"


def test_necro_blast_recruits_whenever_anybody_dies(town):
    """FAQ: Necro Blast recruits whenever any opposing gang member dies."""
    town.play("act", seat="Ann", combat=MALL, kind="ability", piece="A1").play("kill", pieces=["B1"], by="A1")
    town.play("recruit", seat="Ann", piece="A9", at=MALL).play("end-action", combat=MALL)
    assert town.status("B1", "A9") == ["dead", "ready"]


def test_a_starting_outcast_forbids_recruiting_for_the_whole_game_dead_or_not():
    """Special rules, Outcast."""
    gangs = [card("Loner", 3, 1, "outcast"), card("A1"), card("A9", reserve=True)], [card("B1")]
    town = GangTable().begin(*gangs)
    assert town.seat("Ann")["may_recruit"] is False
    town.play("kill", pieces=["Loner"])
    assert town.no("recruit", seat="Ann", piece="A9") == "outcast-forbids"


def test_an_outcast_is_never_recruited_and_in_reserves_forbids_nothing_else():
    gangs = [card("A1"), card("Loner", 3, 1, "outcast", reserve=True), card("A9", reserve=True)], [card("B1")]
    town = GangTable().begin(*gangs)
    assert town.no("recruit", seat="Ann", piece="Loner") == "outcasts-are-not-recruited"
    assert town.play("recruit", seat="Ann", piece="A9").status("A9") == ["ready"]


def test_quick_switches_off_outcasts():
    gangs = [card("Loner", 3, 1, "outcast"), card("A9", 3, 1, "outcast", reserve=True)], [card("B1")]
    town = GangTable().begin(*gangs, rules="quick")
    assert town.play("recruit", seat="Ann", piece="A9").status("A9") == ["ready"]


# Thralls


def test_a_thrall_is_its_masters_gangs_and_goes_back_where_and_as_it_is_when_the_master_dies(town):
    """FAQ: thralled until the character that thralled it dies or is turned or cured."""
    town.play("exert", piece="B1").play("thrall", piece="B1", master="A3")
    assert (town.piece("B1")["controller"], town.piece("B1")["master"]) == (1, town.id("A3"))
    assert "B1" in [piece["name"] for piece in town.seat("Bob")["pieces"]]
    town.play("kill", pieces=["A3"])
    b1 = town.piece("B1")
    assert (b1["controller"], b1["master"], b1["status"], town.where("B1")) == (2, None, "exerted", MALL)


@pytest.mark.parametrize("command", ["turn", "cure"])
def test_a_thrall_is_free_when_its_master_is_turned_or_cured(town, command):
    town.play("thrall", piece="B1", master="A3").play(command, pieces=["A3"])
    assert town.piece("B1")["controller"] == 2


def test_master_and_thrall_need_not_be_in_one_place(town):
    """FAQ: the gang members can be at different locations."""
    town.play("thrall", piece="B3", master="A1")
    assert (town.where("B3"), town.where("A1"), town.piece("B3")["controller"]) == (None, MALL, 1)


def test_the_thrall_of_a_gang_that_is_gone_vanishes():
    """FAQ: it vanishes into the shadows, and its gang cannot re-join the game."""
    town = GangTable().begin([card("A1")], [card("B1"), card("B2")], [card("C1")])
    town.play("thrall", piece="B1", master="A1").play("kill", pieces=["B2"])
    assert town.seat("Bob")["out"]
    town.do("add-character", seat=1, **card("A2")).play("kill", pieces=["A1"])
    assert town.status("B1") == ["vanished"]
    assert town.seat("Bob")["out"]


def test_when_the_last_unthralled_die_their_thralls_are_gone_too_and_the_gang_has_lost():
    """FAQ: what happens if all of my last surviving unthralled characters die?"""
    town = GangTable().begin([card("A1")], [card("B1"), card("B2")], [card("C1")])
    town.play("thrall", piece="B1", master="A1").play("kill", pieces=["A1"])
    assert (town.seat("Ann")["out"], town.piece("B1")["controller"]) == (True, 2)


def test_nobody_takes_their_own_in_thrall_and_the_quick_rules_know_none(town):
    assert town.no("thrall", piece="A1", master="A2") == "thrall-own"
    quick = GangTable().begin([card("A1")], [card("B1")], rules="quick")
    assert quick.no("thrall", piece="B1", master="A1") == "not-in-quick"


def test_a_thrall_fights_its_own_gang_and_is_counted_in_that_combat(town):
    town.play("thrall", piece="B1", master="A1").play("kill", pieces=["B2"])
    assert (town.combats, town.holder(MALL)) == ([], "Ann")


# Items


def test_one_item_at_a_time_lost_with_its_bearer_and_not_back_with_it(town):
    """Special items."""
    town.play("equip", piece="B1", item="Axe", kind="weapon")
    assert town.piece("B1")["item"] == {"name": "Axe", "kind": "weapon"}
    refusal = town.why("equip", piece="B1", item="Bow", kind="weapon")
    assert (refusal.code, "Axe" in WORDS.refusal(refusal)) == ("one-item", True)
    town.play("kill", pieces=["B1"]).play("resurrect", piece="B1")
    assert town.piece("B1")["item"] is None
    town.play("equip", piece="B1", item="Axe", kind="weapon").play("turn", pieces=["B1"])
    assert town.piece("B1")["item"] is None
    assert town.no("lose-item", piece="A1") == "no-item"


# Effects on the cards


def test_one_of_each_of_two_gangs_may_be_exerted_at_once(town):
    """FAQ, Intimidating Howl: one member from each of two opposing gangs."""
    town.play("exert", piece="B1").play("exert", piece="A3")
    assert town.status("B1", "A3") == ["exerted", "exerted"]
    assert town.play("ready", piece="B1").status("B1") == ["ready"]


def test_the_lurker_steals_for_ever_with_rosters_too(town):
    """FAQ: baseline 7, at 5, one stolen: 4 now, and 6 when regenerating next."""
    town.spend("Bob", 2).steal_power("Ann", from_="Bob")
    assert town.power("Bob") == (4, 6)
    assert town.regenerate("Bob").power("Bob") == (6, 6)
