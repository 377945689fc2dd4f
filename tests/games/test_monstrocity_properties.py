"""Whatever people do at a MonstroCity table: no rule breaks, every track stays in its bounds, and undo is exact."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from city import BOX, CityTable
from hypothesis import given
from hypothesis import strategies as st
from tables import WORDS

from companion.engine.plain import from_plain, to_json
from companion.engine.table import fold_all
from companion.engine.trying import why_not
from companion.errors import Rejected, WrongField
from companion.games.monstrocity import MONSTROCITY
from companion.games.monstrocity.board import CARS
from companion.games.monstrocity.state import City

SEATS = st.integers(1, 5)
FEW = st.integers(1, 4)
EVENTS = st.sampled_from(["riots", "Gas Leak", "///", "x/y"])
TURRETS = st.lists(st.sampled_from(["freeze-ray", "mortar", "plasma-cannon", "rocket-launcher", "other"]), max_size=5)


def command(
    called: str, required: dict[str, Any] | None = None, /, **optional: Any
) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"command": st.just(called), **(required or {})}, optional=optional)


NEXT = st.sampled_from(["next-phase", "next-turn"]).map(lambda name: {"command": name})
COMMANDS = st.one_of(
    NEXT,
    NEXT,
    command("spawn-monster", {"seat": SEATS}),
    command("roll-dice", {"seat": SEATS}, turrets=TURRETS),
    command(
        "resolve-die",
        {"seat": SEATS, "die": st.sampled_from(["city", "police", "combat", "energy", "rage"])},
        turrets=TURRETS | st.integers(0, 5),
        energy=st.sampled_from(["health", "rage", "damage", "move"]),
    ),
    command("use-ability", {"seat": SEATS}),
    command("finish-set", {"seat": SEATS}),
    command("destroy-building", {"kind": st.sampled_from(["common", "special", "turret", "city-hall"])}, seat=SEATS),
    command("raise-threat", {"by": st.integers(1, 20)}),
    command("spawn-police", {"count": FEW}),
    command("return-police", {"count": FEW}, for_good=st.booleans()),
    command(
        "draw-card",
        {"deck": st.sampled_from(["retaliation", "reinforcement", "event", "mystery"])},
        seat=SEATS,
        name=EVENTS,
        type=st.sampled_from(["instant", "ongoing", "spawn"]),
    ),
    command("play-reinforcement", {"seat": SEATS, "card": st.integers(2, 30).map(lambda seq: f"c{seq}")}),
    command("place-obstacles", {"count": FEW}, event=EVENTS),
    command("destroy-obstacle", {}, event=EVENTS, seat=SEATS),
    command("swap-teams"),
    command("adjust-track", {"track": st.just("threat"), "to": st.integers(-3, 50)}),
    command("adjust-track", {"track": st.sampled_from(["health", "rage"]), "seat": SEATS, "by": st.integers(-20, 20)}),
    command("leave", {"seat": SEATS}),
    command("join", {"player": st.just("Eve")}),
    command("reorder-seats", {"order": st.permutations([1, 2]) | st.permutations([1, 2, 3])}),
    command("start-timer", {"timer": st.just("rampage")}),
    command("pause-timer", {"timer": st.just("rampage")}),
    command("add-time", {"timer": st.just("rampage"), "seconds": st.integers(-200, 200)}),
    st.just({"command": "time-up", "timer": "rampage", "asker": {"companion": "time-up"}}),
    st.just({"command": "pause-table"}),
    st.just({"command": "resume-table"}),
    st.just({"command": "undo"}),
    st.just({"command": "redo"}),
)
TABLES = st.fixed_dictionaries(
    {
        "players": st.integers(1, 4),
        "mode": st.sampled_from(["standard", "turn-based", "tutorial", "competitive"]),
        "enhanced": st.booleans(),
        "board": st.sampled_from([{}, BOX]),
    }
)


def sits_down(about: dict[str, Any]) -> CityTable:
    players = ["Ann", "Bob", "Cleo", "Dan"][: about["players"]]
    if about["mode"] == "competitive" and len(players) % 2:
        players = ["Ann", "Bob"]
    return CityTable().play(*players, mode=about["mode"], enhanced=about["enhanced"], board=about["board"])


def is_sound(city: CityTable) -> None:
    """What is true of every table, however it came about."""
    seen = city.seen
    for tracks in (seen["tracks"], *(seat["tracks"] for seat in seen["seats"])):
        assert all(track["min"] <= track["value"] <= track["max"] for track in tracks.values())
    police, obstacles = seen["police"], seen["obstacles"]
    assert 0 <= police["station"] <= CARS - police["removed"] <= CARS
    assert obstacles["out"] == sum(obstacles["by_event"].values()) >= 0
    assert sum(each["left"] + each["destroyed"] for each in seen["city"].values()) == 24
    assert all(pile["left"] >= 0 for pile in seen["decks"].values())
    retaliation = seen["decks"]["retaliation"]
    assert (retaliation["left"] + retaliation["discard"], retaliation["left"] > 0) == (10, True)
    held = sum(len(seat["reinforcements"]) for seat in seen["seats"])
    reinforcements = seen["decks"]["reinforcement"]
    assert reinforcements["left"] + reinforcements["discard"] + held + len(seen["effects"]) == 7
    assert 1 <= seen["round"] <= 5
    for seat in seen["seats"]:
        assert 0 <= seat["dice"] <= 4
        assert seat["tracks"]["health"]["value"] > 0 or seat["monster"] == "down" or seat["out"] or seen["outcome"]
    for notice in seen["notices"]:
        assert notice["text"]
    assert WORDS.lines("log", city.last.said)
    if not seen["outcome"]:
        what_screens_show_can_be_drawn(city)


def what_screens_show_can_be_drawn(city: CityTable) -> None:
    """Every offer has words, and is taken or refused in words; panels are worked out from any table."""
    assert city.table.game
    assert city.table.plain
    seen, state = city.seen, from_plain(city.table.plain, City)
    for number in (None, *(seat["seat"] for seat in seen["seats"])):
        panel = MONSTROCITY.panel(seen, number)
        assert (len(panel["track"]), len(panel["skyline"]), len(panel["station"])) == (37, 24, 12)
        for offer in MONSTROCITY.offers(state, number) if number else ():
            assert WORDS.say("offers", offer.says or offer.command, offer.values)
            refusal = why_not(city.table, {"command": offer.command, **offer.given, **offer.ask}, city.t, city.games)
            assert refusal is None or WORDS.refusal(refusal)
            assert not isinstance(refusal, WrongField), "an offer is never misspelt"


@pytest.mark.soak
@given(about=TABLES, asked=st.lists(COMMANDS, min_size=5, max_size=80))
def test_no_rule_breaks_and_undo_takes_everything_back(about, asked):
    city = sits_down(about)
    before = city.bytes
    for body in asked:
        name, asker = body["command"], body.get("asker")
        fields = {key: value for key, value in body.items() if key not in ("command", "asker")}
        city.wait(7)
        with suppress(Rejected):
            city.ask(name, asker=asker, **fields)
        is_sound(city)
    assert city.refold() == city.bytes
    while city.table.heads.undo:
        city.do("undo")
    if not any(body["command"] == "time-up" for body in asked):
        assert city.bytes == before
    assert city.refold() == to_json(fold_all(city.past.entries.values(), city.games).plain) == city.bytes
