"""An id chosen by the sender: asked twice, done once."""

from __future__ import annotations

from typing import Any

import pytest
from server.live import Live

SPEND = {"command": "spend-power", "seat": 1, "amount": 2, "id": "tablet-1"}


def test_the_same_id_and_body_get_the_first_answer_again(live: Live) -> None:
    first = live.do(**SPEND)
    live.do("spend-power", seat=1, amount=1)
    assert live.do(**SPEND) == first
    assert live.power(1) == 4


def test_the_same_id_gets_the_first_answer_again_after_a_restart(live: Live) -> None:
    first = live.do(**SPEND)
    live.restart()
    assert live.do(**SPEND) == first
    assert live.power(1) == 5


def test_an_answer_without_entries_is_remembered_too(live: Live) -> None:
    live.do("next-turn")
    late: dict[str, Any] = {"command": "next-turn", "seen": 1, "id": "late"}
    first = live.do(**late)
    assert first == {"seq": 2, "entries": []}
    live.do("next-turn")  # Ann's turn again: the late one would count now
    assert live.do(**late) == first
    live.restart()
    assert live.do(**late) == first
    assert live.state()["turn"] == 1


def test_the_order_of_the_fields_does_not_make_another_body(live: Live) -> None:
    first = live.do(**SPEND)
    assert live.do(**dict(reversed(SPEND.items()))) == first


@pytest.mark.parametrize(
    "other",
    [SPEND | {"amount": 1}, SPEND | {"seat": 2}, {"command": "next-turn", "id": "tablet-1"}, SPEND | {"more": 1}],
    ids=["amount", "seat", "command", "nonsense"],
)
def test_the_same_id_with_another_body_is_refused(live: Live, other: dict[str, Any]) -> None:
    live.do(**SPEND)
    refusal = live.refused(**other)
    assert (refusal["status"], refusal["code"]) == (409, "id-reused")
    assert "tablet-1" in refusal["detail"]
    live.restart()
    assert live.refused(**other)["code"] == "id-reused"


def test_a_refused_command_uses_up_no_id(live: Live) -> None:
    assert live.refused("spend-power", seat=1, amount=8, id="x")["code"] == "not-enough-power"
    assert live.refused("spend-power", seat=1, id="x")["code"] == "missing-field"
    assert live.do("spend-power", seat=1, amount=7, id="x")["entries"]


def test_an_id_is_known_in_the_next_game_too(live: Live) -> None:
    first = live.do(**SPEND)
    live.do("rematch")
    assert live.do(**SPEND) == first
    assert live.power(1) == 7


def test_starting_a_game_twice_with_one_id_starts_one_game(lobby: Live) -> None:
    body = {"game": "monster-town", "seats": [{"player": "Ann"}, {"player": "Bob"}], "id": "start"}
    assert lobby.do("start-game", **body) == lobby.do("start-game", **body)
    assert lobby.state()["seq"] == 1


@pytest.mark.parametrize("id", ["x", "x" * 200, "ß🐺", "a\x00b", "'; DROP TABLE answers; --"])
def test_an_id_may_be_any_text_of_up_to_200_characters(live: Live, id: str) -> None:
    first = live.do("spend-power", seat=1, amount=1, id=id)
    assert live.do("spend-power", seat=1, amount=1, id=id) == first


@pytest.mark.parametrize("id", ["", "x" * 201, 7, True, [], {}, 10**400])
def test_anything_else_is_no_id(live: Live, id: object) -> None:
    refusal = live.refused("spend-power", seat=1, amount=1, id=id)
    assert (refusal["status"], refusal["fields"]) == (422, ["id"])
    assert "id" in refusal["detail"]


def test_no_id_and_a_null_for_an_id_are_the_same(live: Live) -> None:
    live.do("spend-power", seat=1, amount=1, id=None)
    live.do("spend-power", seat=1, amount=1, id=None)
    assert live.power(1) == 5
