"""MonstroCity's printed numbers: the shipped board file, what an owner lays over it, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from city import BOX, CityTable
from tables import WORDS

from companion.errors import WrongField
from companion.games.monstrocity.board import SHIPPED, laid, over, unchecked
from companion.games.monstrocity.buildings import COMMON, SPECIAL, TURRETS, WORTH


def test_the_shipped_board_is_one_that_can_be():
    assert laid().monsters.keys() == {"furious-george", "torty-shell", "max-horn", "bobzilla"}


def test_the_track_is_as_long_as_the_city_is_worth():
    """Clean-up Phase, the table of the Threat Level Modifiers."""
    assert COMMON * WORTH["common"] + SPECIAL * WORTH["special"] + TURRETS * WORTH["turret"] == 36


def test_what_nobody_has_checked_is_named():
    assert set(CityTable().play("Ann", board={}).seen["unchecked"]) == set(SHIPPED)
    assert CityTable().play("Ann").seen["unchecked"] == []


def test_a_table_is_merged_key_by_key_and_a_list_or_a_number_replaces():
    board = {"spotnik": [3], "monsters": {"torty-shell": {"standard": {"health": 20}}}}
    seen = CityTable().play("Ann", "Bob", board=board).seen
    assert seen["board"]["spotnik"] == [3]
    assert seen["seats"][1]["tracks"]["health"]["max"] == 20
    assert seen["board"]["monsters"]["torty-shell"]["standard"]["rage"] == 4
    assert "spotnik" not in seen["unchecked"]
    assert "monsters.torty-shell.standard.health" not in seen["unchecked"]
    assert {"monsters.torty-shell.standard.rage", "monsters.bobzilla", "newton"} <= set(seen["unchecked"])


def test_what_is_said_to_be_as_shipped_is_checked_too():
    assert "threat_start" not in CityTable().play("Ann", board={"threat_start": 0}).seen["unchecked"]


def test_the_option_of_mission_cards_wins_over_the_board():
    """Enhanced Mode: the cards with the Mission icon are taken out first."""
    city = CityTable().play("Ann", mission_cards=3)
    assert city.seen["decks"]["mystery"]["left"] == 3
    assert city.seen["board"]["mission_cards"] == 3
    assert "mission_cards" not in CityTable().play("Ann", board={}, mission_cards=0).seen["unchecked"]


def test_steps_follow_a_start_that_alone_was_named():
    """Leaving things out never refuses a start."""
    seen = CityTable().play("Ann", board={"threat_start": 8}).seen
    assert seen["tracks"]["threat"] == {"value": 8, "min": 8, "max": 44}
    assert seen["board"]["damage_steps"] == [[8, 2], [12, 3], [24, 4]]
    assert (seen["turret_damage"], seen["board"]["spotnik"]) == (2, [10, 16, 22, 28, 34])


@pytest.mark.parametrize(
    ("key", "value", "code", "field"),
    [
        ("damage_steps", [[1, 1], [7, 3], [13, 2]], "board-falls", "damage_steps"),
        ("damage_steps", [[2, 1]], "board-first-step", "damage_steps"),
        ("damage_steps", [], "board-first-step", "damage_steps"),
        ("card_steps", [[1, 0], [7]], "board-pair", "card_steps"),
        ("card_steps", [[1, 0], [7, 1], [7, 2]], "board-rises", "card_steps"),
        ("card_steps", [[1, 0], [38, 1]], "board-off-track", "card_steps"),
        ("spotnik", [0], "board-off-track", "spotnik"),
        ("newton", [5, 38], "board-off-track", "newton"),
        ("police", [1, 2, 3], "board-police", "police"),
        ("event_rounds", [2, 6], "board-rounds", "event_rounds"),
        ("event_rounds", [2, 2], "board-rounds", "event_rounds"),
        ("mission_cards", 7, "board-mission", "mission_cards"),
        ("turrets", {"mortar": 8}, "board-turrets", "turrets"),
        ("turrets", {"tesla-coil": 0}, "board-name", "turrets"),
        ("monsters", {"king-kong": {}}, "board-name", "monsters"),
        ("monsters", {"bobzilla": {"standard": {"health": 0}}}, "board-least", "monsters.bobzilla.standard.health"),
        ("monsters", {"bobzilla": {"enhanced": {"speed": [2]}}}, "board-speed", "monsters.bobzilla.enhanced.speed"),
        ("monsters", {"bobzilla": {"enhanced": {"legs": 2}}}, "unknown-field", "monsters.bobzilla.enhanced.legs"),
        ("threat_start", "one", "wrong-field", "threat_start"),
        ("threat_strat", 1, "misspelt-field", "threat_strat"),
        ("police", [1] * 11 + [-1], "wrong-field", "police[11]"),
    ],
)
def test_a_wrong_board_is_refused_with_the_key_and_the_reason(key: str, value: Any, code: str, field: str):
    board = BOX | {key: value}
    refusal = CityTable().refused("start-game", game="monstrocity", seats=[{"player": "Ann"}], options={"board": board})
    assert (refusal.code, refusal.status, refusal.fields) == (code, 422, (f"options.board.{field}",))
    assert WORDS.refusal(refusal)


def test_a_damage_that_falls_says_so_in_words():
    with pytest.raises(WrongField) as refusal:
        laid(BOX | {"damage_steps": [[1, 2], [9, 1]]})
    assert WORDS.refusal(refusal.value) == "damage_steps: the numbers may never fall, but 1 at level 9 comes after 2"


def test_layers_lie_over_each_other():
    owner, start = {"threat_start": 1, "newton": [6]}, {"newton": [9]}
    assert laid(owner, start).newton == [9]
    assert "newton" not in unchecked(owner, start)
    assert over(SHIPPED, {}) == SHIPPED


# Marks


def test_an_unchecked_number_is_marked_where_it_decides_something():
    city = CityTable().play("Ann", board={}, enhanced=True).level(13).rampage()
    assert "cards to draw: 1?" in WORDS.lines("log", city.past.entries[5].said)
    city.roll("Ann").die("Ann", "city", turrets=2)
    assert city.text == "Ann, City: 6? health lost to 2 turrets"
    city.die("Ann", "police").die("Ann", "combat")
    assert city.text == "Ann, Combat: 2? damage dealt"
    city.die("Ann", "energy", energy="move")
    assert city.text == "Ann, Energy: up to 3? spaces"
    city.do("raise-threat", by=10)
    assert "(city threat 16?)" in city.seen["notices"][-3]["text"]
    city.to("spawn").to("clean-up")
    assert city.seen["notices"][-1]["text"] == "Draw an Event card and put it into play (round 2?)"


def test_a_checked_number_bears_no_mark():
    city = CityTable().play("Ann").level(13).rampage().roll("Ann").die("Ann", "city", turrets=1).die("Ann", "city")
    assert city.text == "Ann, City: 1 health lost to 0 turrets"
    assert "?" not in "".join(WORDS.lines("log", entry.said) for entry in city.past.entries.values())


def test_that_turrets_add_up_is_our_reading_and_stays_marked():
    city = CityTable().play("Ann").level(13).rampage().roll("Ann").die("Ann", "city", turrets=2)
    assert city.text == "Ann, City: 6? health lost to 2 turrets"
    city.die("Ann", "city", turrets=1)
    assert city.text == "Ann, City: 3 health lost to 1 turrets"
