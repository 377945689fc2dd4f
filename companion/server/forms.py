"""Forms out of the commands themselves: a field's type says how it is filled in and within which bounds."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import Any, NamedTuple, cast

from companion.engine.plain import Plain, schemas


class Field(NamedTuple):
    """One thing to fill in."""

    name: str
    kind: str  # number, seat, choice, yes or text
    value: Any = None  # to begin from
    least: int | None = None
    most: int | None = None
    choices: tuple[Any, ...] = ()
    is_optional: bool = False


def fields_of(kind: type[Any], values: Plain | None = None) -> list[Field]:
    """Fields that a person can fill in, those named in `values` only, if it is given. Parts of parts are no form."""
    known = _fields(cast("Hashable", kind))
    wanted = known if values is None else {name: known[name] for name in values}
    return [field if values is None else field._replace(value=values[field.name]) for field in wanted.values() if field]


@functools.cache
def _fields(kind: Any) -> dict[str, Field | None]:
    found, parts = schemas([kind])
    schema = parts.get(kind.__name__, found[0])
    return {name: _field(name, about) for name, about in schema["properties"].items()}


def _field(name: str, about: Plain) -> Field | None:
    kinds = [each for each in about.get("anyOf", [about]) if each != {"type": "null"}]
    optional, value = len(kinds) < len(about.get("anyOf", [about])), about.get("default")
    choices = tuple(choice for each in kinds for choice in each.get("enum", ()) if choice is not None)
    optional = optional or any(None in each.get("enum", ()) for each in kinds)
    numbers = [each for each in kinds if each.get("type") == "integer"]
    if numbers:
        # A number or a word, such as the first seat or "roll": both stand beside each other.
        least, most = numbers[0].get("minimum"), numbers[0].get("maximum")
        kind = "seat" if numbers[0].get("format") == "seat" else "number"
        return Field(name, kind, value, least, most, choices, optional)
    if choices:
        return Field(name, "choice", value, choices=choices, is_optional=optional)
    if kinds and all(each.get("type") == "boolean" for each in kinds):
        return Field(name, "yes", value, is_optional=optional)
    if kinds and all(each.get("type") == "string" for each in kinds):
        return Field(name, "text", value, most=kinds[0].get("maxLength"), is_optional=optional)
    return None
