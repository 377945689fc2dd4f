"""What changed: worked out by comparing, applied without rules, taken back by swapping.

A change is `[path, before, after]`. A path is the keys joined by `/`; the empty path is the whole. Things live in maps
by id; a list is one value, recorded whole. A field of a dataclass is always there and may be null; a map never holds
null, so there null says that the key is not there.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Union

from companion.engine.plain import Plain, complete, field_types

Change = list[Any]  # [path, before, after]
Changes = list[Change]


def compare(before: Plain, after: Plain, shape: Shape) -> Changes:
    """All that differs, in the order of the fields."""
    found: Changes = []
    _compare(before, after, shape, "", found)
    return found


def _compare(before: Plain, after: Plain, shape: Shape, prefix: str, found: Changes) -> None:
    for key, new in after.items():
        old = before.get(key)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict) and not (part := shape.of(key)).is_whole:
            _compare(old, new, part, f"{prefix}{key}/", found)
            continue
        if "/" in key:
            raise ValueError(f"{prefix}{key}: a key may not hold a slash, since paths are keys joined by slashes")
        found.append([prefix + key, old, new])
    if before.keys() - after.keys():
        found.extend([prefix + key, old, None] for key, old in before.items() if key not in after)


def apply(plain: Plain | None, changes: Iterable[Change], shape: Shape) -> Plain:
    """The state after these changes. What did not change is shared with the state before."""
    for path, _, after in changes:
        plain = _put(plain, path.split("/") if path else [], 0, after, shape)
    assert plain is not None
    return plain


def _put(node: Any, keys: list[str], depth: int, value: Any, shape: Shape) -> Any:
    if depth == len(keys):
        # A whole thing put on the table long ago may lack fields that came later.
        return complete(value, shape.kind) if shape.kind and isinstance(value, dict) else value
    key = keys[depth]
    copy = dict(node)
    if value is None and shape.is_map and depth == len(keys) - 1:
        copy.pop(key, None)
        return copy
    copy[key] = _put(copy.get(key), keys, depth + 1, value, shape.of(key))
    if shape.is_map and key not in node:
        return in_order(copy)
    return copy


def look(plain: Plain, path: str) -> Any:
    """What stands at this path now; null where nothing does."""
    node: Any = plain
    for key in path.split("/"):
        if not isinstance(node, dict):
            return None
        node = node.get(key)
    return node


def opposite(changes: Changes, plain: Plain) -> Changes:
    """What takes these changes back from here, last first."""
    return [[path, look(plain, path), before] for path, before, _ in reversed(changes)]


def again(changes: Changes, plain: Plain) -> Changes:
    """What makes these changes once more from here."""
    return [[path, look(plain, path), after] for path, _, after in changes]


def in_order(things: dict[str, Any]) -> dict[str, Any]:
    """A map in the order of its ids: p2 before p10, p41 before p41-2."""
    return dict(sorted(things.items(), key=lambda item: by_id(item[0])))


def by_id(id: str) -> list[Any]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", id)]


@dataclass
class Shape:
    """Which parts of a state are maps and which are fields: what a fold needs to know about null."""

    kind: Any = None
    is_map: bool = False
    is_whole: bool = False  # recorded as one value, such as a timer, whose fields only mean something together
    parts: dict[str, Shape] = field(default_factory=dict)
    each: Shape | None = None

    def of(self, key: str) -> Shape:
        return self.each or self.parts.get(key) or LEAF


LEAF = Shape()


def shape_of(kind: Any) -> Shape:
    """The shape of a dataclass of state."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        shapes = [shape for shape in map(shape_of, args) if shape is not LEAF]
        return shapes[0] if shapes else LEAF
    if origin is dict:
        return Shape(kind, is_map=True, each=shape_of(args[1]))
    if dataclasses.is_dataclass(origin or kind):
        parts = {name: shape_of(hint) for name, hint in field_types(kind).items()}
        return Shape(kind, is_whole=getattr(kind, "RECORDED_WHOLE", False), parts=parts)
    return LEAF
