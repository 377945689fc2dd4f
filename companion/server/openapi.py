"""The description of the HTTP surface, made from the commands themselves."""

from __future__ import annotations

from typing import Any

from companion import __version__
from companion.engine.plain import schemas
from companion.engine.table import COMMON, OWN, TABLE_COMMANDS, Games

Schema = dict[str, Any]
ID = {
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 200,
    "description": "Chosen by the sender: the same id with the same command gets the first answer again.",
}


def describe(games: Games) -> Schema:
    commands, parts = command_schemas(games)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Monster Table Companion",
            "version": __version__,
            "description": "An unofficial companion for monster board games: how the table stands, how to change it.",
        },
        "paths": PATHS,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "`companion token`"}},
            "schemas": parts
            | commands
            | {
                "Command": {
                    "oneOf": [_ref(name) for name in commands],
                    "discriminator": {
                        "propertyName": "command",
                        "mapping": {name: _ref(name)["$ref"] for name in commands},
                    },
                },
            }
            | SCHEMAS,
        },
    }


def command_schemas(games: Games) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """A schema for each command, by its name, and the parts they share."""
    kinds = {name: kind for name, kind in TABLE_COMMANDS.items() if name not in OWN}
    kinds |= {name: rule.rule_for for name, rule in COMMON.items() if name not in OWN}  # type: ignore[attr-defined]
    kinds |= {name: game.command(name) for game in games.values() for name in game.rules}
    setups = [game.setup for game in games.values()]
    options = [game.options for game in games.values()]
    found, parts = schemas([*kinds.values(), *setups, *options])
    described = {}
    for (name, kind), schema in zip(kinds.items(), found, strict=False):
        own = parts.pop(kind.__name__, schema)
        described[name] = own | {
            "title": name,
            "properties": {"command": {"const": name}} | own.get("properties", {}) | {"id": ID},
            "required": ["command", *own.get("required", [])],
            "additionalProperties": False,
        }
    begin = described["start-game"]["properties"]
    begin["game"] = {"enum": list(games)}
    begin["seats"] = {"type": "array", "items": {"anyOf": found[len(kinds) : len(kinds) + len(setups)]}}
    begin["options"] = {"anyOf": [*found[-len(options) :], {"type": "null"}]}
    return dict(sorted(described.items())), parts


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: Schema, description: str) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _problem(description: str) -> Schema:
    return {"description": description, "content": {"application/problem+json": {"schema": _ref("Problem")}}}


def _query(name: str, least: int, most: int, default: int, description: str) -> Schema:
    bounds = {"type": "integer", "minimum": least, "maximum": most, "default": default}
    return {"name": name, "in": "query", "schema": bounds, "description": description}


PATHS: Schema = {
    "/api/state": {
        "get": {
            "operationId": "state",
            "summary": "The table as it stands now.",
            "responses": {"200": _json(_ref("State"), "The same shape for every game.")},
        }
    },
    "/api/commands": {
        "post": {
            "security": [{"token": []}],
            "operationId": "command",
            "summary": "Ask for something. It is answered when it is on the disk.",
            "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Command")}}},
            "responses": {
                "200": _json(_ref("Answer"), "Accepted; no entries where it had happened already."),
                "400": _problem("It could not be read."),
                "401": _problem("Whoever asks was not let in: show the token, or pair at /join."),
                "403": _problem("A page from elsewhere asked, or a device that only looks on."),
                "409": _problem("The rules or the moment say no."),
                "413": _problem("Too much at once."),
                "421": _problem("It was asked for under a name that is not the table's."),
                "422": _problem("A field is wrong; `fields` names it."),
                "429": _problem("Too much in too short a time."),
            },
        }
    },
    "/api/entries": {
        "get": {
            "operationId": "entries",
            "summary": "The journal, oldest first.",
            "parameters": [
                _query("after", 0, 2**53, 0, "Only entries after this one."),
                _query("limit", 1, 10_000, 500, "At most so many."),
            ],
            "responses": {
                "200": _json(
                    {
                        "type": "object",
                        "properties": {"entries": {"type": "array", "items": _ref("Entry")}},
                        "required": ["entries"],
                    },
                    "Entries of all games, in order.",
                ),
                "422": _problem("A number in the address is wrong."),
            },
        }
    },
    "/api/stream": {
        "get": {
            "operationId": "stream",
            "summary": "Server-sent events: `state` once, then `entry` as each happens, `beat` every second.",
            "parameters": [
                {
                    "name": "Last-Event-ID",
                    "in": "header",
                    "schema": {"type": "string"},
                    "description": "The last entry seen: what was missed since comes instead of the state.",
                }
            ],
            "responses": {
                "200": {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
                "429": _problem("All streams are in use; ask for the state every two seconds."),
            },
        }
    },
    "/api/openapi.json": {
        "get": {
            "operationId": "openapi",
            "summary": "This description.",
            "responses": {"200": _json({"type": "object"}, "OpenAPI 3.1.")},
        }
    },
}

_NULL_OR_NUMBER = {"type": ["integer", "null"]}
_NULL_OR_TEXT = {"type": ["string", "null"]}

SCHEMAS: Schema = {
    "Track": {
        "type": "object",
        "properties": {each: {"type": "integer"} for each in ("value", "min", "max", "baseline")},
        "required": ["value", "min", "max"],
    },
    "Tracks": {"type": "object", "additionalProperties": _ref("Track")},
    "Piece": {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "kind": {"type": "string"},
            "name": {"type": "string"},
            "status": _NULL_OR_TEXT,
            "at": _NULL_OR_TEXT,
            "tracks": _ref("Tracks"),
        },
        "required": ["id", "kind", "name", "status", "at", "tracks"],
    },
    "Seat": {
        "type": "object",
        "properties": {
            "seat": {"type": "integer"},
            "player": {"type": "string"},
            "role": _NULL_OR_TEXT,
            "out": {"type": "boolean"},
            "focus": _NULL_OR_TEXT,
            "tracks": _ref("Tracks"),
            "pieces": {"type": "array", "items": _ref("Piece")},
        },
        "required": ["seat", "player", "role", "out", "focus", "tracks", "pieces"],
    },
    "Timer": {
        "type": "object",
        "properties": {
            "state": {"enum": ["idle", "counting-in", "running", "paused", "done"]},
            "left_s": {"type": "number"},
            "of_s": {"type": "number"},
        },
        "required": ["state", "left_s", "of_s"],
    },
    "Notice": {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "code": {"type": "string"},
            "text": {"type": "string"},
            "seat": _NULL_OR_NUMBER,
            "choices": {"type": "array"},
            "chosen": {},
        },
        "required": ["id", "code", "text", "seat"],
    },
    "Outcome": {
        "type": "object",
        "properties": {
            "winners": {"type": "array", "items": {"type": "integer"}},
            "reason": {"type": "string"},
            "ranking": {"type": "array", "items": {"type": "object"}},
        },
        "required": ["winners", "reason", "ranking"],
    },
    "State": {
        "type": "object",
        "description": "A game adds fields of its own.",
        "properties": {
            "game": _NULL_OR_TEXT,
            "id": _NULL_OR_TEXT,
            "seq": {"type": "integer"},
            "round": _NULL_OR_NUMBER,
            "phase": _NULL_OR_TEXT,
            "turn": _NULL_OR_NUMBER,
            "paused": {"type": "boolean"},
            "seats": {"type": "array", "items": _ref("Seat")},
            "tracks": _ref("Tracks"),
            "pieces": {"type": "array", "items": _ref("Piece")},
            "timers": {"type": "object", "additionalProperties": _ref("Timer")},
            "notices": {"type": "array", "items": _ref("Notice")},
            "outcome": {"anyOf": [_ref("Outcome"), {"type": "null"}]},
            "devices": {"type": "object"},
            "undo": {
                "type": ["object", "null"],
                "description": "What undo would take back.",
                "properties": {"entry": {"type": "integer"}, "text": {"type": "string"}},
            },
        },
        "required": [
            *("game", "id", "seq", "round", "phase", "turn", "paused", "seats"),
            *("tracks", "pieces", "timers", "notices", "outcome", "devices"),
        ],
    },
    "Entry": {
        "type": "object",
        "properties": {
            "seq": {"type": "integer"},
            "game": _NULL_OR_TEXT,
            "at": {"type": "string", "format": "date-time"},
            "t": {"type": "number"},
            "by": {"type": "object"},
            "command": {"type": "object"},
            "text": {"type": "string"},
            "changes": {
                "type": "array",
                "items": {"type": "array", "minItems": 3, "maxItems": 3, "description": "path, before, after"},
            },
        },
        "required": ["seq", "game", "at", "t", "by", "command", "text", "changes"],
    },
    "Answer": {
        "type": "object",
        "properties": {"seq": {"type": "integer"}, "entries": {"type": "array", "items": _ref("Entry")}},
        "required": ["seq", "entries"],
    },
    "Problem": {
        "type": "object",
        "properties": {
            "type": {"type": "string"},
            "status": {"type": "integer"},
            "code": {"type": "string"},
            "detail": {"type": "string"},
            "fields": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["status", "code", "detail"],
    },
}
