"""Random games: whatever is asked, no rule breaks, nobody is in two places, and all of it can be taken back."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from gangs import NAMES, GangTable
from tables import WORDS
from town_player import move, roster

from companion.errors import Rejected

GAMES = 4000 if os.environ.get("COMPANION_SOAK") else 80
MOST = 250  # commands in a game
LIVING = ("ready", "exerted", "hidden")


def play_game(seed: int) -> str | None:
    """Until somebody wins, and how; then everything is undone to the start."""
    chance = Random(seed)
    options: dict[str, Any] = {"rules": chance.choice(["full", "full", "quick"])}
    if chance.random() < 0.5:
        options["rendezvous"] = chance.randint(4, 30)
    if chance.random() < 0.1:
        options["variant"] = "all-or-nothing"
    seats = [{"player": name, "characters": roster(chance)} for name in NAMES[: chance.randint(2, 4)]]
    if chance.random() < 0.1:
        seats[0]["characters"] = []
    town = GangTable().do("start-game", game="monster-town", seats=seats, options=options)
    first = town.bytes
    for _ in range(MOST):
        if town.table.is_over:
            break
        before = town.table
        try:
            town.ask(**move(chance, town.table.plain))
        except Rejected as refusal:
            assert town.table is before
            sentence = WORDS.refusal(refusal)
            assert len(sentence.split()) >= 4, sentence
        check(town)
    assert town.refold() == town.bytes
    outcome = town.table.plain["outcome"]
    undo_all(town, first)
    return outcome["reason"] if outcome else None


def undo_all(town: GangTable, first: bytes) -> None:
    while True:
        try:
            town.ask("undo")
        except Rejected:
            break
    assert town.bytes == first


def check(town: GangTable) -> None:
    plain = town.table.plain
    combats = {combat["id"]: combat for combat in plain["combats"]}
    held = [id for seat in plain["seats"].values() for id in seat["locations"]]
    places = {*held, *plain["locations"]}
    assert len(held) == len(set(held)), "a place held twice"
    in_fights = Counter()
    for seat in plain["seats"].values():
        assert 0 <= seat["tracks"]["power"]["value"] <= 10
        assert 0 <= seat["tracks"]["power"]["baseline"] <= 10
        for each in seat["characters"].values():
            check_character(each, plain, combats, places)
            if each["status"] in LIVING and each["combat"]:
                in_fights[each["combat"], each["controller"]] += 1
    for combat in combats.values():
        assert len(combat["seats"]) == len(set(combat["seats"]))
        assert plain["outcome"] or len(combat["seats"]) >= 2 or combat["kind"] == "end-game"
        for number in combat["seats"]:
            gang = plain["seats"][str(number)]
            assert plain["outcome"] or not gang["has_fielded"] or in_fights[combat["id"], number], "nobody fights"
    check_points(plain)


def check_character(each: Any, plain: Any, combats: Any, places: set[str]) -> None:
    is_living = each["status"] in LIVING
    assert is_living == (is_living and each["tracks"]["life"]["value"] > 0), "ready and dead"
    assert each["combat"] is None or is_living or each["status"] == "dead", "gone, and fighting"
    if plain["outcome"] is None and is_living:
        assert each["at"] is None or each["at"] in places, "nowhere"
        if each["combat"]:
            combat = combats[each["combat"]]
            assert combat["kind"] == "end-game" or each["at"] == combat["location"], "in two places"
            assert each["controller"] in combat["seats"]
        assert not plain["seats"][str(each["controller"])]["out"], "led by somebody who is out"
    if not is_living:
        assert (each["item"], each["master"], each["focused_on"]) == (None, None, None)
        assert each["controller"] == each["owner"]
    if each["focused_on"]:
        other = next(
            seat["characters"][each["focused_on"]]
            for seat in plain["seats"].values()
            if each["focused_on"] in seat["characters"]
        )
        assert other["focused_on"] == each["id"]


def check_points(plain: Any) -> None:
    """Places held and victims claimed: nobody corrects points in these games."""
    if plain["outcome"]:
        return  # what a wiped-out gang held is not cleared away any more
    claimed = Counter()
    for seat in plain["seats"].values():
        for each in seat["characters"].values():
            if each["claimed_by"] is not None:
                claimed[each["claimed_by"]] += each["conquest"]
    for number, seat in plain["seats"].items():
        assert seat["tracks"]["conquest"]["value"] == len(seat["locations"]) + claimed[int(number)]


@pytest.mark.soak
def test_random_games_keep_every_rule_and_can_be_undone_to_the_start():
    ended = Counter()
    for seed in range(GAMES):
        try:
            ended[play_game(seed)] += 1
        except Exception as error:
            error.add_note(f"in the game of seed {seed}")
            raise
    assert ended.total() > ended[None] > 0  # some to an ending, some left in the middle
