"""Anything at all as a command: refused or taken, never a crash, and the table still answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.folding import fold, same
from server.live import Live, Reply, description, problem, schema_of

from companion.engine.plain import to_json

NUMBERS = st.integers(-5, 12) | st.integers() | st.just(int("9" * 400)) | st.just(-(2**63) - 1)
SCALARS = st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=70)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.integers(1, 3),
    "from_seat": st.integers(1, 3),
    "amount": st.integers(1, 3),
    "by": st.integers(-3, 3),
    "to": st.integers(0, 10),
    "face": st.integers(0, 9),
    "track": st.sampled_from(["power", "conquest", "rage"]),
    "timer": st.sampled_from(["turn", "clock", "rampage"]),
    "seconds": st.integers(-100, 100),
    "entry": st.integers(1, 40),
    "seen": st.integers(1, 3) | st.sampled_from(["scouting", "combat"]),
    "player": st.text(min_size=1, max_size=60),
    "text": st.text(min_size=1, max_size=80),
    "game": st.just("monster-town"),
    "seats": st.lists(
        st.fixed_dictionaries({"player": st.sampled_from(["Ann", "Bob", "Cid"])}), min_size=2, max_size=4
    ),
    "options": st.fixed_dictionaries(
        {}, optional={"first": st.just("roll") | st.integers(1, 2), "turn_s": st.just(60)}
    ),
    "order": st.permutations([1, 2]) | st.permutations([1, 2, 3]),
    "winners": st.lists(st.integers(1, 2), max_size=2),
    "id": st.sampled_from(["a", "b", "c"]),
}


@st.composite
def commands(draw: st.DrawFn, names: Sequence[str] = ()) -> dict[str, Any]:
    """A command as it should be, with a field or two spoilt; one of these, if any are named."""
    known = sorted(description()["components"]["schemas"]["Command"]["discriminator"]["mapping"])
    name = draw(st.sampled_from(names or known))
    schema = description()["components"]["schemas"][name]
    body: dict[str, Any] = {"command": name}
    for field in schema["properties"]:
        if field != "command" and (field in schema["required"] or draw(st.booleans())):
            body[field] = draw(LIKELY.get(field, JSON))
    spoilt = draw(st.sets(st.sampled_from(sorted(body)), max_size=2)) if draw(st.booleans()) else set()
    for field in spoilt:
        if draw(st.booleans()):
            del body[field]
        else:
            body[field] = draw(JSON)
    if draw(st.integers(0, 9)) == 0:
        body[draw(st.text(max_size=12))] = draw(JSON)
    return body


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("fuzzed")) as live:
        yield live.start("Ann", "Bob", turn_s=60)


def fine(live: Live, reply: Reply) -> None:
    assert reply.status in (200, 400, 409, 413, 422), reply.raw
    if reply.status == 200:
        assert not list(schema_of("Answer").iter_errors(reply.body))
    else:
        refusal = problem(reply)
        assert refusal["code"] not in ("rule-failed", "unexpected", "not-saved"), refusal
        assert not list(schema_of("Problem").iter_errors(refusal))


def still_there(live: Live) -> None:
    assert live.service._thread.is_alive()
    assert not list(schema_of("State").iter_errors(live.state()))


@given(bodies=st.lists(JSON, min_size=1, max_size=5))
def test_any_json_is_refused_in_words(fuzzed: Live, bodies: list[Any]) -> None:
    for body in bodies:
        fine(fuzzed, fuzzed.post(to_json(body)))
    still_there(fuzzed)


@given(body=st.binary(max_size=200))
def test_any_bytes_are_refused_in_words(fuzzed: Live, body: bytes) -> None:
    fine(fuzzed, fuzzed.post(body))
    still_there(fuzzed)


@given(bodies=st.lists(commands(), min_size=1, max_size=6))
def test_spoilt_commands_never_break_the_table(fuzzed: Live, bodies: list[dict[str, Any]]) -> None:
    for body in bodies:
        reply = fuzzed.post(to_json(body))
        fine(fuzzed, reply)
        if reply.status == 200:
            assert not list(schema_of(body["command"]).iter_errors(body)), "what is taken is as the description says"
    still_there(fuzzed)
    if fuzzed.state()["game"]:
        same(fuzzed.state(), fold(fuzzed.entries(limit=10_000)))


@given(seen=st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=20))
def test_any_last_event_id_opens_a_stream(fuzzed: Live, seen: str) -> None:
    with fuzzed.stream(last_seen=seen) as stream:
        assert stream.status == 200
        assert stream.event()


@given(path=st.text(max_size=40))
def test_any_address_is_there_or_is_not(fuzzed: Live, path: str) -> None:
    from urllib.parse import quote

    reply = fuzzed.get("/" + quote(path))
    if reply.status != 200:
        assert problem(reply)["code"] in ("not-found", "bad-request", "wrong-method")
    still_there(fuzzed)
