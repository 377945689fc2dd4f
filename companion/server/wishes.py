"""What a page of the companion's own asks for: `{"do": "claim", "seat": 2}`, read and checked as commands are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, request

from companion.engine.plain import from_json, read, shown, to_json
from companion.engine.table import checked
from companion.errors import Unreadable, WrongField


def said() -> dict[str, Any]:
    """What this request says: a JSON object."""
    try:
        body = from_json(request.get_data(cache=False))
    except ValueError as error:
        raise Unreadable("not-json", why=error) from None
    if not isinstance(body, dict):
        raise Unreadable("not-an-object", got=shown(body))
    return body


def wished(kinds: Mapping[str, type[Any]]) -> Any:
    """The wish in this request, as one of these dataclasses, chosen by its `do`."""
    body = said()
    do = body.pop("do", None)
    kind = kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        raise WrongField("missing-field", "do", field="do", expected="one of " + ", ".join(kinds))
    return checked(*read(body, kind))


def done() -> Response:
    return Response(to_json({"done": True}), mimetype="application/json")
