"""MonstroCity's ending, its stars, and its ways to be played."""

from __future__ import annotations

from itertools import pairwise

import pytest
from city import BOX, CITY, CityTable
from tables import WORDS


def levelled_in(round: int, *players: str, **options: object) -> CityTable:
    """The last building falls in the rampage of this round."""
    city = CityTable().play(*players or ("Ann", "Bob"), **options)
    for _ in range(round - 1):
        city.rampage().to("clean-up").do("next-phase")
    return city.rampage().fell(*CITY)


# Game End


def test_a_levelled_city_ends_the_game_at_clean_up_and_not_at_the_tap():
    """Clean-up Phase, step 3: after the threat and the events."""
    city = levelled_in(2)
    assert city.seen["outcome"] is None
    assert city.text.endswith("The whole city is rubble")
    city.to("clean-up")
    assert (city.seen["outcome"], city.threat) == (None, 37)
    assert city.notices.count("draw-event") == 1
    city.do("next-phase")
    assert city.seen["outcome"]["reason"] == "complete-victory"


@pytest.mark.parametrize(
    ("round", "stars", "reason"),
    [(1, 3, "complete-victory"), (4, 3, "complete-victory"), (5, 2, "victory")],
)
def test_the_third_star_is_for_being_done_by_the_clean_up_of_round_four(round, stars, reason):
    """Game End: one star for City Hall, one for all buildings, one for finishing before the end of round 4."""
    city = levelled_in(round).to("clean-up").do("next-phase")
    assert (city.seen["stars"], city.seen["outcome"]["reason"]) == (stars, reason)
    assert city.seen["outcome"]["winners"] == [1, 2]


@pytest.mark.parametrize(("fallen", "stars"), [([], 0), (["city-hall"], 1), (CITY[:-1], 0)])
def test_after_the_fifth_round_the_stars_decide(fallen, stars):
    """Game End: City Hall is a star; without any the villain escapes."""
    city = CityTable().play("Ann", "Bob").rampage().fell(*fallen, by="Bob")
    for _ in range(4):
        city.to("clean-up").do("next-phase")
    assert (city.seen["round"], city.seen["outcome"]) == (5, None)
    city.to("clean-up").do("next-phase")
    outcome = city.seen["outcome"]
    assert city.seen["stars"] == stars
    assert (outcome["reason"], outcome["winners"]) == (("victory", [1, 2]) if stars else ("defeat", []))
    assert outcome["ranking"][0] == {"seat": 2 if fallen else 1, "felled": len(fallen), "falls": 0}
    assert WORDS.ending(outcome, {1: "Ann", 2: "Bob"})


def test_an_ending_can_be_undone():
    city = levelled_in(1).to("clean-up").do("next-phase").do("undo")
    assert (city.seen["outcome"], city.seen["stars"], city.seen["phase"]) == (None, 0, "clean-up")


def test_the_game_is_five_rounds_of_five_phases():
    """Gameplay."""
    city = CityTable().play("Ann")
    seen = []
    while not city.seen["outcome"]:
        seen.append((city.seen["round"], city.seen["phase"]))
        city.do("next-phase")
    phases = ("spawn", "police", "retaliation", "rampage", "clean-up")
    assert seen == [(round, phase) for round in range(1, 6) for phase in phases]


# Turn-Based Mode, and the tutorial


def test_a_turn_based_rampage_is_six_sets_without_a_clock():
    """Turn-Based Mode, a and b: a set ends when all have finished it."""
    city = CityTable().play("Ann", "Bob", mode="turn-based").rampage()
    assert city.seen["sets"] == {"done": 0, "of": 6}
    assert city.seen["timers"]["rampage"]["state"] == "idle"
    for done in range(6):
        city.roll("Ann").dice("Ann", "city", "rage", "rage", "rage").do("finish-set", seat=1)
        assert city.seen["sets"]["done"] == done
        assert city.refused("roll-dice", seat=1).code == "set-finished"
        assert city.refused("finish-set", seat=1).code == "set-finished"
        city.roll("Bob").do("finish-set", seat=2)
        assert city.seen["sets"]["done"] == done + 1
        assert city.seat("Bob")["dice"] == 0
    assert city.refused("roll-dice", seat=1).code == "sets-over"
    assert city.refused("finish-set", seat=1).code == "sets-over"
    assert city.do("next-phase").seen["phase"] == "clean-up"
    assert city.rampage().seen["sets"] == {"done": 0, "of": 6}


def test_a_set_is_one_roll():
    city = CityTable().play("Ann", "Bob", mode="turn-based").rampage()
    city.roll("Ann").dice("Ann", "rage", "rage", "rage", "rage")
    assert city.refused("roll-dice", seat=1).code == "set-rolled"


def test_who_leaves_holds_up_no_set():
    city = CityTable().play("Ann", "Bob", mode="turn-based").rampage().do("finish-set", seat=1).do("leave", seat=2)
    assert city.seen["sets"]["done"] == 1


def test_a_fall_in_a_turn_based_rampage_is_back_at_once():
    city = CityTable().play("Ann", mode="turn-based").rampage().set_to("Ann", "health", 0)
    assert (city.seat("Ann")["monster"], city.health("Ann"), city.rage("Ann")) == ("on-board", 12, 0)


def test_a_clock_that_somebody_sets_beside_a_turn_based_rampage_ends_nothing():
    city = CityTable().play("Ann", mode="turn-based").rampage().time_up().roll("Ann").set_to("Ann", "health", 0)
    assert (city.seat("Ann")["monster"], city.seat("Ann")["dice"]) == ("on-board", 4)


def test_a_tutorial_is_turn_based_in_its_first_round_only():
    """Turn-Based Mode, the tutorial tip."""
    city = CityTable().play("Ann", mode="tutorial").rampage()
    assert city.seen["sets"]["of"] == 6
    city.do("finish-set", seat=1).to("clean-up").rampage()
    assert city.seen["sets"] == {"done": 0, "of": 0}
    assert city.refused("finish-set", seat=1).code == "no-sets"
    city.do("start-timer", timer="rampage").wait(4)
    assert city.refused("next-phase").code == "rampage-runs"


# Solo


def test_alone_is_one_seat():
    city = CityTable().play("Ann").to("police")
    assert (city.cars, city.seen["x"], city.seen["city"]["turret"]["health"]) == (11, 1, 8)
    assert CityTable().refused("start-game", game="monstrocity", seats=[]).fields == ("seats",)


# Competitive Team Mode


@pytest.fixture
def teams() -> CityTable:
    return CityTable().play("Ann", "Bob", "Cleo", "Dan", mode="competitive", teams=[[1, 3], [2, 4]])


def game_over(city: CityTable, *fallen: str, obstacles: int = 0, threat: int | None = None) -> CityTable:
    """One team's whole game."""
    city.rampage().fell(*fallen)
    if obstacles:
        city.do("place-obstacles", count=obstacles)
        for _ in range(obstacles):
            city.do("destroy-obstacle")
    while city.seen["round"] < 5 or city.seen["phase"] != "clean-up":
        city.do("next-phase")
    if threat is not None:
        city.level(threat)
    return city.do("next-phase")


def test_the_numbers_are_those_of_the_team_that_plays(teams):
    """Competitive Team Mode: X, health and police by the playing team's size."""
    assert (teams.seen["x"], teams.seen["city"]["turret"]["health"]) == (2, 8)
    assert [notice["seat"] for notice in teams.seen["notices"]] == [1, 3]
    teams.to("police")
    assert teams.cars == 10
    assert teams.refused("spawn-monster", seat=2).code == "other-team-plays"


def test_after_the_first_game_the_teams_change_roles(teams):
    """Competitive Team Mode: write down stars, threat and obstacles, then the other team plays."""
    game_over(teams, "city-hall", "common", obstacles=2)
    assert (teams.seen["outcome"], teams.seen["phase"]) == (None, "clean-up")
    assert teams.seen["teams"][0] == {"seats": [1, 3], "stars": 1, "threat": 4, "obstacles": 2}
    teams.do("swap-teams")
    seen = teams.seen
    assert (seen["round"], seen["phase"], seen["team"], teams.threat, teams.cars) == (1, "spawn", 2, 1, 12)
    assert seen["city"]["city-hall"]["left"] == 1
    assert (seen["obstacles"]["destroyed"], seen["decks"]["retaliation"]["left"]) == (0, 10)
    assert [notice["seat"] for notice in seen["notices"]] == [2, 4]
    assert teams.refused("swap-teams").code == "swapped-already"


def test_next_begins_the_second_game_too(teams):
    game_over(teams).do("next-phase")
    assert (teams.seen["team"], teams.seen["phase"]) == (2, "spawn")


def test_a_team_may_give_up_and_swap_early(teams):
    teams.rampage().fell("city-hall").do("swap-teams")
    assert teams.seen["teams"][0] == {"seats": [1, 3], "stars": 1, "threat": 1, "obstacles": 0}


@pytest.mark.parametrize(
    ("first", "second", "reason", "winners"),
    [
        ({"fallen": ["city-hall"]}, {"fallen": ["common"] * 9, "obstacles": 3}, "stars", [1, 3]),
        ({"fallen": ["common"]}, {"fallen": ["turret"]}, "threat-level", [2, 4]),
        ({"fallen": ["common"], "obstacles": 1}, {"fallen": ["common"], "obstacles": 2}, "obstacles", [2, 4]),
        ({"fallen": ["turret"]}, {"fallen": ["turret"]}, "shared", [1, 2, 3, 4]),
    ],
)
def test_stars_then_threat_then_obstacles_decide(teams, first, second, reason, winners):
    """Competitive Team Mode, the last paragraph; tied on all three they share it."""
    game_over(teams, *first["fallen"], obstacles=first.get("obstacles", 0)).do("swap-teams")
    game_over(teams, *second["fallen"], obstacles=second.get("obstacles", 0))
    outcome = teams.seen["outcome"]
    assert (outcome["reason"], sorted(outcome["winners"])) == (reason, winners)
    assert {row["seat"] for row in outcome["ranking"]} == {1, 2, 3, 4}
    assert WORDS.ending(outcome, {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dan"})


def test_police_cars_are_not_counted_as_obstacles(teams):
    teams.to("rampage").do("return-police", count=2)
    assert teams.seen["obstacles"]["destroyed"] == 0


def test_without_teams_named_the_first_half_plays_first():
    city = CityTable().play("Ann", "Bob", mode="competitive")
    assert [team["seats"] for team in city.seen["teams"]] == [[1], [2]]


@pytest.mark.parametrize("teams", [[[1, 2], [3]], [[1, 2], [2, 3]], [[1, 2, 3, 4]], [[1, 2], [3, 5]], []])
def test_unequal_teams_are_refused(teams):
    seats = [{"player": name} for name in ("Ann", "Bob", "Cleo", "Dan")]
    options = {"mode": "competitive", "teams": teams}
    if teams == []:
        seats = seats[:3]
    refusal = CityTable().refused("start-game", game="monstrocity", seats=seats, options=options)
    assert (refusal.code, refusal.status) == ("unequal-teams", 422)


def test_teams_are_for_the_competitive_mode():
    seats = [{"player": "Ann"}, {"player": "Bob"}]
    refusal = CityTable().refused("start-game", game="monstrocity", seats=seats, options={"teams": [[1], [2]]})
    assert refusal.fields == ("options.teams",)
    assert CityTable().play("Ann").refused("swap-teams").code == "no-teams"


def test_nobody_joins_a_team_game():
    city = CityTable().play("Ann", "Bob", mode="competitive")
    assert city.refused("join", player="Cleo").code == "teams-are-set"


# Police numbers with modes


def test_the_station_of_a_game_with_four_is_emptied_in_three_rounds():
    city = CityTable().play("Ann", "Bob", "Cleo", "Dan")
    left = []
    for _ in range(4):
        left.append(city.to("police").cars)
        city.to("spawn")
    assert left == [8, 4, 0, 0]
    assert all(after <= before for before, after in pairwise(left))
    assert city.notices.count("station-empty") == 1
    assert city.seen["police"]["threat"] == max(BOX["police"])
