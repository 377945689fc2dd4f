"""Anything at all as a command of MonstroCity: refused in words or taken, never a crash; every page is still drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server.folding import fold, same
from server.live import Live
from test_api_fuzz import commands, fine, still_there

from companion.engine.plain import to_json
from companion.games import GAMES

OWN = sorted(GAMES["monstrocity"].rules)


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("city")) as live:
        yield live


def begin(live: Live) -> None:
    seats = [{"player": "Ann"}, {"player": "Bob"}]
    live.do("start-game", game="monstrocity", seats=seats, options={"enhanced": True}, instead=True)
    for _ in range(3):
        live.do("next-phase")


@settings(max_examples=15)  # each begins a game and draws three pages
@given(bodies=st.lists(commands(OWN), min_size=1, max_size=8))
def test_spoilt_commands_never_break_the_city(city: Live, bodies: list[dict[str, Any]]) -> None:
    begin(city)
    for body in bodies:
        fine(city, city.post(to_json(body)))
    still_there(city)
    for page in ("/table", "/seat/1", "/wall"):
        assert city.get(page).status == 200
    same(city.state(), fold(city.entries(limit=10_000)))


BOARDS = st.dictionaries(
    st.sampled_from(["threat_start", "spotnik", "damage_steps", "police", "turrets", "monsters", "mission_cards", "x"]),
    st.recursive(
        st.integers(-1, 120) | st.booleans() | st.none() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(["mortar", "bobzilla", "standard", "health", "speed", "a/b"]), inner)
        ),
        max_leaves=8,
    ),
    max_size=4,
)


@given(board=BOARDS)
def test_any_board_is_taken_whole_or_refused_by_its_key(city: Live, board: dict[str, Any]) -> None:
    body = {"game": "monstrocity", "seats": [{"player": "Ann"}], "options": {"board": board}, "instead": True}
    reply = city.ask("start-game", **body)
    fine(city, reply)
    if reply.status != 200:
        assert all(field.startswith("options.board") for field in reply.body["fields"])
    told = city.request("POST", "/boards/monstrocity", to_json({"do": "check", "board": board}))
    assert told.status in (200, 422)
    assert city.get("/boards/monstrocity").status == 200
