"""The description of the HTTP surface, made from the commands themselves."""

from __future__ import annotations

from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from server.contract import COMMON, OWN, TOWN_POWER
from server.live import Live, description, schema_of

from companion.games import GAMES


@pytest.fixture
def described(standing: Live) -> Any:
    return standing.get("/api/openapi.json").body


def test_the_description_is_openapi_3_1(described: Any) -> None:
    assert described["openapi"].startswith("3.1.")
    assert not list(OpenAPIV31SpecValidator(described).iter_errors())


def test_the_description_is_the_same_each_time_and_in_each_process(standing: Live, described: Any) -> None:
    assert standing.get("/api/openapi.json").body == described == description()


def test_every_command_of_the_contract_is_described_and_nothing_of_the_companions_own(described: Any) -> None:
    schemas = described["components"]["schemas"]
    taken = schemas["Command"]["discriminator"]["mapping"]
    rules = {name for game in GAMES.values() for name in game.rules}
    assert set(taken) == COMMON | rules
    assert rules >= TOWN_POWER
    assert not OWN & (set(taken) | set(schemas))
    assert [one["$ref"] for one in schemas["Command"]["oneOf"]] == list(taken.values())
    for name in taken:
        assert schemas[name]["properties"]["command"] == {"const": name}
        assert schemas[name]["description"], f"{name} says what it does"


def test_every_reference_leads_somewhere(described: Any) -> None:
    def references(node: Any) -> Any:
        if isinstance(node, dict):
            yield from ([node["$ref"]] if isinstance(node.get("$ref"), str) else [])
            for value in node.values():
                yield from references(value)
        elif isinstance(node, list):
            for value in node:
                yield from references(value)

    for reference in references(described):
        assert reference.rsplit("/", 1)[-1] in described["components"]["schemas"], reference


def test_every_route_for_programs_is_described(described: Any, standing: Live) -> None:
    routes = standing.app.url_map.iter_rules()
    served = {
        rule.rule: (rule.methods or set()) - {"HEAD", "OPTIONS"} for rule in routes if rule.rule.startswith("/api/")
    }
    shown = {path: {method.upper() for method in methods} for path, methods in described["paths"].items()}
    assert shown == {path: methods for path, methods in served.items() if path in shown}
    assert set(shown) >= {"/api/state", "/api/commands", "/api/entries", "/api/stream", "/api/openapi.json"}


def test_state_and_entries_are_as_described(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("end-game", winners=[2])
    assert not list(schema_of("State").iter_errors(live.state()))
    for entry in live.entries():
        assert not list(schema_of("Entry").iter_errors(entry))
    live.do("clear-table")
    assert not list(schema_of("State").iter_errors(live.state()))


def test_refusals_are_as_described(standing: Live) -> None:
    for refusal in (standing.refused("nope"), standing.refused("undo"), standing.unreadable(b"x")):
        assert not list(schema_of("Problem").iter_errors(refusal))


@pytest.mark.parametrize(
    "wrong",
    [
        {"command": "spend-power", "seat": 1},
        {"command": "spend-power", "seat": 1, "amount": 0},
        {"command": "spend-power", "seat": 1, "amount": "2"},
        {"command": "spend-power", "seat": 1, "amount": 1, "colour": "red"},
        {"command": "spend-power", "seat": 1, "amount": 1, "id": ""},
        {"command": "rename-player", "seat": 1, "player": "x" * 61},
        {"command": "rename-player", "seat": 1, "player": "  "},
        {"command": "start-game", "game": "chess", "seats": []},
        {"command": "start-game", "game": "monster-town", "seats": ["Ann", "Bob"], "instead": True},
        {"command": "start-game", "game": "monster-town", "seats": [], "options": 5, "instead": True},
        {"command": "time-up", "timer": "turn"},
    ],
)
def test_what_the_table_refuses_by_its_fields_the_description_refuses_too(
    standing: Live, wrong: dict[str, Any]
) -> None:
    assert standing.refused(**wrong)["status"] == 422
    assert list(schema_of("Command").iter_errors(wrong))
