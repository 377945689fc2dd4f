"""Bad input: each gets a clear message that names what was wrong, nothing is lost, nothing crashes."""

from __future__ import annotations

from typing import Any

import pytest
from server.live import Live, problem

from companion.token import token

BIG = int("9" * 400)


def test_an_unknown_command_is_told_the_nearest_one(standing: Live) -> None:
    refusal = standing.refused("spend-powr", seat=1, amount=1)
    assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, "unknown-command", ["command"])
    assert "spend-powr" in refusal["detail"]
    assert "spend-power" in refusal["detail"]


@pytest.mark.parametrize("name", [None, 5, True, [], {}, BIG, [BIG], "", "🐺", "x" * 100_000, "command"])
def test_whatever_else_stands_for_a_command_is_refused_in_words(standing: Live, name: object) -> None:
    refusal = standing.refused(command=name)  # type: ignore[arg-type]
    assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, "unknown-command", ["command"])
    assert "command" in refusal["detail"]
    assert len(refusal["detail"]) < 300


@pytest.mark.parametrize("name", ["time-up", "restart", "set-aside"])
def test_nobody_can_ask_for_what_the_companion_does_by_itself(standing: Live, name: str) -> None:
    assert standing.refused(name)["code"] == "unknown-command"


@pytest.mark.parametrize(
    ("body", "code", "fields"),
    [
        ({}, "missing-field", ["command"]),
        ({"command": "spend-power"}, "missing-field", ["seat", "amount"]),
        ({"command": "spend-power", "seat": 1}, "missing-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": 1, "colour": "red"}, "unknown-field", ["colour"]),
        ({"command": "spend-power", "seat": 1, "amuont": 1}, "misspelt-field", ["amuont", "amount"]),
        ({"command": "spend-power", "seat": 1, "amount": "2"}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": 1.5}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": True}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": None}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": 0}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": -3}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": 1, "amount": BIG}, "wrong-field", ["amount"]),
        ({"command": "spend-power", "seat": -BIG, "amount": [BIG]}, "wrong-field", ["seat", "amount"]),
        ({"command": "spend-power", "seat": 0, "amount": 1}, "wrong-field", ["seat"]),
        ({"command": "spend-power", "seat": 3, "amount": 1}, "no-such-seat", ["seat"]),
        ({"command": "rename-player", "seat": 1, "player": ""}, "wrong-field", ["player"]),
        ({"command": "note", "text": ["a"]}, "wrong-field", ["text"]),
        ({"command": "undo", "entry": BIG}, "wrong-field", ["entry"]),
        ({"command": "put-right", "entry": 99}, "no-such-entry", ["entry"]),
        ({"command": "adjust-track", "track": "rage", "seat": 1, "to": 1}, "no-such-track", ["track"]),
        ({"command": "adjust-track", "track": "power", "seat": 1}, "to-or-by", ["to", "by"]),
        ({"command": "adjust-track", "track": "power", "seat": 1, "to": 1, "by": 1}, "to-or-by", ["to", "by"]),
        ({"command": "start-timer", "timer": "turn"}, "no-such-timer", ["timer"]),
        ({"command": "reorder-seats", "order": [1, 1]}, "not-these-seats", ["order"]),
        ({"command": "reorder-seats", "order": [[1], "2"]}, "wrong-field", ["order[0]", "order[1]"]),
        ({"command": "end-game", "winners": [3]}, "no-such-seat", ["winners"]),
        ({"command": "spend-power", "seat": 1, "amount": 1, "id": 5}, "bad-id", ["id"]),
    ],
)
def test_a_wrong_field_is_named(standing: Live, body: dict[str, Any], code: str, fields: list[str]) -> None:
    command = dict(body)
    refusal = standing.refused(**command) if "command" in body else standing.unreadable(b"{}")
    assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, code, fields)
    if code.endswith("-field"):
        assert all(field in refusal["detail"] for field in fields)
    assert len(refusal["detail"]) < 400, "nobody reads 400 digits"


@pytest.mark.parametrize(
    ("fields", "code", "named"),
    [
        ({"game": "chess"}, "no-such-game", ["game"]),
        ({"game": BIG}, "wrong-field", ["game"]),
        ({"seats": []}, "wrong-number-of-seats", ["seats"]),
        ({"seats": [{"player": "Ann"}]}, "wrong-number-of-seats", ["seats"]),
        ({"seats": [{"player": "Ann"}] * 5}, "wrong-number-of-seats", ["seats"]),
        ({"seats": {"player": "Ann"}}, "wrong-field", ["seats"]),
        ({"seats": [{"player": "Ann"}, {"player": 5}]}, "wrong-field", ["seats[1].player"]),
        ({"seats": [{"player": "Ann"}, "Bob"]}, "wrong-field", ["seats[1]"]),
        ({"seats": [{"player": "Ann", "rol": "x"}, {}]}, "misspelt-field", ["seats[0].rol", "seats[1].player"]),
        ({"seats": [{"player": "A", "role": "king"}, {"player": "B"}]}, "no-such-role", ["seats[0].role"]),
        ({"options": {"frist": 1}}, "misspelt-field", ["options.frist"]),
        ({"options": {"first": 3}}, "no-such-seat", ["options.first"]),
        ({"options": {"first": "dice"}}, "wrong-field", ["options.first"]),
        ({"options": {"turn_s": BIG}}, "wrong-field", ["options.turn_s"]),
        ({"options": []}, "wrong-field", ["options"]),
        ({"instead": "yes"}, "wrong-field", ["instead"]),
    ],
)
def test_a_game_that_cannot_begin_says_which_field_is_wrong(
    empty: Live, fields: dict[str, Any], code: str, named: list[str]
) -> None:
    start = {"game": "monster-town", "seats": [{"player": "Ann"}, {"player": "Bob"}]} | fields
    refusal = empty.refused("start-game", **start)
    assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, code, named)


def test_a_role_taken_twice_is_refused(empty: Live) -> None:
    seats = [{"player": "Ann", "role": "wolfenpack"}, {"player": "Bob", "role": "wolfenpack"}]
    refusal = empty.refused("start-game", game="monster-town", seats=seats)
    assert refusal["code"] == "role-taken"
    assert "wolfenpack" in refusal["detail"]


def test_the_rules_and_the_moment_say_no_with_409(standing: Live) -> None:
    seats = [{"player": "Cid"}, {"player": "Dee"}]
    refusals = [
        standing.refused("spend-power", seat=1, amount=8),
        standing.refused("start-game", game="monster-town", seats=seats),
        standing.refused("undo"),
        standing.refused("redo"),
        standing.refused("adjust-track", track="power", seat=1, to=11),
        standing.refused("roll-for-first", seat=1, face=3),
        standing.refused("dismiss-notice", notice="n1"),
    ]
    assert [(each["status"], each["code"]) for each in refusals] == [
        (409, "not-enough-power"),
        (409, "game-on"),
        (409, "nothing-to-undo"),
        (409, "nothing-to-redo"),
        (409, "out-of-bounds"),
        (409, "no-roll-for-first"),
        (409, "no-such-notice"),
    ]
    assert not any("fields" in each for each in refusals)
    assert refusals[0]["detail"] == "Ann has 7 power, but this needs 8"


def test_with_no_game_on_everything_else_waits(empty: Live) -> None:
    assert empty.refused("spend-power", seat=1, amount=1)["code"] == "no-game"
    assert empty.refused("next-turn")["code"] == "no-game"
    assert empty.refused("rematch")["code"] == "no-game"
    assert empty.refused("undo")["code"] == "nothing-to-undo"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"spend 2",
        b'{"command": "note", "text": NaN}',
        b'{"command": "note", "text": Infinity}',
        b'{"command": "spend-power", "seat": 1, "amount": 1e999}',
        rb'{"command": "note", "text": "\ud800"}',
        b'{"command": "note", "text": "\xff"}',
        b'\xef\xbb\xbf{"command": "next-turn"}',
        b'{"command": "next-turn"} {"command": "next-turn"}',
        b"{'command': 'next-turn'}",
        b'{"command": "spend-power", "seat": 1, "amount": ' + b"9" * 10_000 + b"}",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"command": ' * 10_000 + b"1" + b"}" * 10_000,
        '{"command": "next-turn"}'.encode("utf-16"),
        b"command=next-turn",
    ],
    ids=lambda body: ascii(body[:24]),
)
def test_what_is_not_json_is_unreadable(standing: Live, body: bytes) -> None:
    refusal = standing.unreadable(body)
    assert (refusal["status"], refusal["code"]) == (400, "not-json")
    assert "JSON" in refusal["detail"]


@pytest.mark.parametrize("body", [b"[]", b'["next-turn"]', b"null", b"7", b'"next-turn"', b"9" * 400, b"true"])
def test_json_that_is_no_object_is_no_command(standing: Live, body: bytes) -> None:
    refusal = standing.unreadable(body)
    assert (refusal["status"], refusal["code"]) == (400, "not-an-object")


@pytest.mark.parametrize("depth", [50, 200, 500, 900, 980, 1000, 5000])
def test_brackets_in_brackets_never_reach_the_table(standing: Live, depth: int) -> None:
    nest = b"[" * depth + b"]" * depth
    for body in (
        nest,
        b'{"command": ' + nest + b"}",
        b'{"command": "spend-power", "seat": ' + nest + b', "amount": 1, "id": "deep"}',
        b'{"command": "start-game", "game": "monster-town", "instead": true, "seats": ' + nest + b"}",
    ):
        assert standing.unreadable(body)["status"] in (400, 422)


def test_five_megabytes_are_too_much(standing: Live) -> None:
    refusal = standing.unreadable(b'{"command": "note", "text": "' + b"x" * 5_000_000 + b'"}')
    assert (refusal["status"], refusal["code"]) == (413, "too-big")
    assert "bytes" in refusal["detail"]


def test_five_megabytes_in_chunks_are_too_much(standing: Live) -> None:
    import http.client

    link = http.client.HTTPConnection("127.0.0.1", standing.port, timeout=30)
    try:
        key = {"Authorization": f"Bearer {token(standing.data)}"}
        link.request("POST", "/api/commands", iter([b"x" * 100_000] * 50), key, encode_chunked=True)
        answer = link.getresponse()
        assert (answer.status, answer.headers["Content-Type"]) == (413, "application/problem+json")
        answer.read()
    finally:
        link.close()
    assert standing.power(1) == 7


def test_a_thousand_unknown_fields_are_refused_briefly(standing: Live) -> None:
    """Everyone else waits while the table reads a command, and a person reads the answer."""
    refusal = standing.refused("next-turn", **{f"field{number}": number for number in range(1000)})
    assert (refusal["status"], refusal["code"]) == (422, "unknown-field")
    assert len(refusal["detail"]) < 5_000


def test_the_same_field_twice_is_read_as_json_readers_do(live: Live) -> None:
    reply = live.post(b'{"command": "spend-power", "seat": 1, "amount": 1, "amount": 2}')
    assert reply.status == 200
    assert live.power(1) == 5


def test_a_refusal_comes_before_nothing_else(live: Live) -> None:
    """A refused command leaves no gap in the numbers."""
    live.refused("spend-power", seat=1, amount=8)
    assert live.do("spend-power", seat=1, amount=1)["seq"] == 2
    assert problem(live.ask("nope"))["code"] == "unknown-command"
