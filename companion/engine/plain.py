"""Copies state to plain data and back, and reads commands: the one module of the engine that knows msgspec.

Plain data is what JSON can say: it is what the journal keeps, what changes are worked out on, and the quickest way
to copy a table (about a tenth of what `copy.deepcopy` takes).
"""

from __future__ import annotations

import dataclasses
import types
import typing
from typing import Annotated, Any, NamedTuple, TypeVar, Union

import msgspec

T = TypeVar("T")
Plain = dict[str, Any]

# Numbers from outside are bounded, every one: msgspec by itself takes an integer of 400 digits.
Positive = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Amount = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]  # of things on a board, or a number printed there
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=99, extra_json_schema={"format": "seat"})]
EntryNumber = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]
ChangeOfSeconds = Annotated[int, msgspec.Meta(ge=-86_400, le=86_400)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=1440)]
TenSided = Annotated[int, msgspec.Meta(ge=0, le=9)]
FromNone = Annotated[int, msgspec.Meta(ge=0, le=99)]  # what a small track may hold
FromOne = Annotated[int, msgspec.Meta(ge=1, le=99)]
# A name may be in any script, but something must be there to read: no control characters, not only blanks.
Name = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$(?!\n)"),
]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


def to_plain(thing: Any) -> Any:
    """A dataclass as plain data, a copy in all its depth."""
    return msgspec.to_builtins(thing, str_keys=True)


def from_plain(plain: Any, kind: type[T]) -> T:
    """Plain data as a dataclass, again a copy in all its depth. The data must be complete."""
    return msgspec.convert(plain, kind, str_keys=True)


def complete(plain: Any, kind: Any) -> Any:
    """The same data with every field of today, for what an older version wrote.

    msgspec alone will not do: it leaves a default on the class, and then does not write it out again.
    """
    return to_plain(_build(plain, kind))


def _build(plain: Any, kind: Any) -> Any:
    if plain is None:
        return None
    kind = _fitting(plain, kind)
    if isinstance(plain, dict) and dataclasses.is_dataclass(kind) and isinstance(kind, type):
        types_of = field_types(kind)
        return kind(**{name: _build(value, types_of[name]) for name, value in plain.items() if name in types_of})
    if isinstance(plain, dict) and typing.get_origin(kind) is dict:
        key, value = typing.get_args(kind)
        return {msgspec.convert(each, key, strict=False): _build(thing, value) for each, thing in plain.items()}
    return msgspec.convert(plain, kind, str_keys=True)


def to_json(plain: Any) -> bytes:
    return msgspec.json.encode(plain)


def from_json(text: bytes | str) -> Any:
    """Stricter than the standard library's: NaN, lone surrogates and broken UTF-8 are refused."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ValueError(str(error)) from None


def canonical(plain: Any) -> bytes:
    """The same bytes for the same data, whatever the order of its keys."""
    return msgspec.json.encode(plain, order="sorted")


MOST_ITEMS = 200  # of a list; nobody has more characters


class Flaw(NamedTuple):
    """What is wrong with one field of what came in."""

    kind: str  # unknown, missing or wrong
    field: str
    expected: str
    got: str


def read(plain: Any, kind: type[T], at: str = "") -> tuple[T | None, list[Flaw]]:
    """Read a command or a part of one; every flaw is reported, not only the first."""
    if isinstance(plain, dict) and plain.keys() <= flat_names(kind):
        # Nearly everything that comes is right: msgspec alone says so in a few microseconds.
        try:
            return msgspec.convert(plain, kind), []
        except (msgspec.ValidationError, OverflowError):
            pass
    flaws: list[Flaw] = []
    value = _read(plain, kind, at, flaws)
    return (None if flaws else value), flaws


def _read(plain: Any, kind: Any, at: str, flaws: list[Flaw]) -> Any:
    inner = _fitting(plain, kind)
    if plain is None and inner is not kind:
        return None
    if dataclasses.is_dataclass(inner) and isinstance(inner, type):
        if isinstance(plain, dict):
            return _read_fields(plain, inner, at, flaws)
    elif typing.get_origin(inner) is list and isinstance(plain, list) and len(plain) <= MOST_ITEMS:
        (item,) = typing.get_args(inner)
        return [_read(each, item, f"{at}[{index}]", flaws) for index, each in enumerate(plain)]
    elif typing.get_origin(inner) is dict and isinstance(plain, dict) and len(plain) <= MOST_ITEMS:
        _, item = typing.get_args(inner)
        return {key: _read(each, item, f"{at}.{key[:60]}", flaws) for key, each in plain.items()}
    else:
        try:
            return msgspec.convert(plain, kind, str_keys=True)
        except (msgspec.ValidationError, OverflowError):
            pass
    flaws.append(Flaw("wrong", at, expected(kind), shown(plain)))
    return None


def _read_fields(plain: Plain, kind: type[Any], at: str, flaws: list[Flaw]) -> Any:
    prefix = f"{at}." if at else ""
    types_of = hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind) if field.init}
    before = len(flaws)
    # msgspec passes over names it does not know; a misspelt field must not be lost silently.
    known = ", ".join(fields)
    flaws.extend(Flaw("unknown", f"{prefix}{name[:60]}", known, "") for name in plain if name not in fields)
    values = {}
    for name, field in fields.items():
        if name in plain:
            values[name] = _read(plain[name], types_of[name], f"{prefix}{name}", flaws)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            flaws.append(Flaw("missing", f"{prefix}{name}", expected(types_of[name]), ""))
    return kind(**values) if len(flaws) == before else None


def _fitting(plain: Any, kind: Any) -> Any:
    """`X` of `X | None`; of a number or a dataclass, the dataclass if an object came; anything else as it is."""
    if typing.get_origin(kind) in (Union, types.UnionType):
        some = [each for each in typing.get_args(kind) if each is not type(None)]
        parts = [each for each in some if dataclasses.is_dataclass(each)]
        if isinstance(plain, dict) and len(parts) == 1:
            return parts[0]
        if len(some) == 1:
            return some[0]
    return kind


_flat: dict[Any, frozenset[str]] = {}


def flat_names(kind: Any) -> frozenset[str]:
    """The fields of a dataclass without parts. Of one with parts none: msgspec passes over wrong names in them."""
    if kind not in _flat:
        is_flat = dataclasses.is_dataclass(kind) and not schemas([kind])[1].keys() - {getattr(kind, "__name__", "")}
        _flat[kind] = frozenset(hints(kind)) if is_flat else frozenset()
    return _flat[kind]


_hints: dict[Any, dict[str, Any]] = {}


def hints(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields; worked out once, since it is slow."""
    if kind not in _hints:
        _hints[kind] = typing.get_type_hints(kind, include_extras=True)
    return _hints[kind]


def field_types(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields, with what a game put in for a type variable of the engine's State."""
    known: dict[Any, Any] = {}
    for base in reversed(kind.__mro__):
        for generic in getattr(base, "__orig_bases__", ()):
            origin = typing.get_origin(generic)
            known |= dict(zip(getattr(origin, "__parameters__", ()), typing.get_args(generic), strict=False))
    names = [each.name for each in dataclasses.fields(kind)]
    return {name: _filled(hints(kind)[name], known) for name in names}


def _filled(hint: Any, known: dict[Any, Any]) -> Any:
    while hint in known:
        hint = known[hint]
    if typing.get_origin(hint) is dict:
        key, value = typing.get_args(hint)
        return dict[key, _filled(value, known)]  # type: ignore[misc, valid-type]
    return hint


def expected(kind: Any) -> str:
    """What a field wants, in words: `a whole number from 1 to 9999`, or as its type describes itself."""
    schema, parts = schemas([kind])
    return _expected(schema[0], parts)


def _expected(schema: dict[str, Any], parts: dict[str, Any]) -> str:
    if "$ref" in schema:
        schema = parts[schema["$ref"].rsplit("/", 1)[-1]]
    if "anyOf" in schema:
        return " or ".join(_expected(each, parts) for each in schema["anyOf"] if each != {"type": "null"})
    if "enum" in schema:
        return "one of " + ", ".join(str(each) for each in schema["enum"] if each is not None)
    if "description" in schema and "properties" not in schema:  # of a dataclass it is its docstring
        return str(schema["description"])
    match schema.get("type"):
        case "integer":
            return "a whole number" + _bounds(schema, "minimum", "maximum")
        case "number":
            return "a number" + _bounds(schema, "minimum", "maximum")
        case "boolean":
            return "true or false"
        case "array":
            return f"a list of at most {MOST_ITEMS}"
        case "object":
            return "an object of " + ", ".join(schema["properties"]) if schema.get("properties") else "an object"
        case "string":
            length = f" of 1 to {schema['maxLength']} characters" if "maxLength" in schema else ""
            return f"a text{length}" + (", not only blanks, no control characters" if "pattern" in schema else "")
    return "something else"


def _bounds(schema: dict[str, Any], low: str, high: str) -> str:
    return f" from {schema[low]} to {schema[high]}" if low in schema and high in schema else ""


def shown(value: Any) -> str:
    """What came, short enough to print: nobody reads 400 digits."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**15:
        return "a number of more than 15 digits"
    text = to_json(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}…"


def closest(word: str, known: list[str], cutoff: float = 0.6) -> str | None:
    """The known word that somebody most likely meant."""
    import difflib  # only when somebody mistyped: it takes longer to import than to start most things

    near = difflib.get_close_matches(word, known, n=1, cutoff=cutoff)
    return near[0] if near else None


def schemas(kinds: list[Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """JSON schemas of these types, and of the parts they share."""
    found, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    return list(found), parts
