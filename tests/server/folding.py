"""The table worked out from its entries alone, by someone who has never seen our code."""

from __future__ import annotations

from typing import Any


def fold(entries: list[Any]) -> Any:
    """The last state. Each entry must follow the one before it, and say truly what stood there."""
    state: Any = None
    for number, entry in enumerate(entries, 1):
        assert entry["seq"] == number, "numbers without gaps"
        if entry["game"] is None:
            state = None
        for path, before, after in entry["changes"]:
            if path == "":
                state = after
                continue
            *way, last = path.split("/")
            node = state
            for key in way:
                node = node[key]
            assert node.get(last) == before, f"entry {number} says that {path} was {before}"
            node[last] = after
    return state


def same(state: Any, folded: Any) -> None:
    """What the table shows is what its entries say."""
    for key in ("game", "round", "phase", "turn", "paused", "outcome"):
        assert state[key] == folded[key]
    assert len(state["seats"]) == len(folded["seats"])
    for seat in state["seats"]:
        kept = folded["seats"][str(seat["seat"])]
        for key in ("player", "role", "out"):
            assert seat[key] == kept[key]
        for name, track in seat["tracks"].items():
            assert track["value"] == kept["tracks"][name]["value"]
            assert track.get("baseline") == kept["tracks"][name]["baseline"]
