"""Every recorded game replays to its stored ending, whatever the rules have become since."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.plain import from_json
from companion.journal.replay import last_view, replay, replay_json

RECORDINGS = sorted((Path(__file__).parent.parent / "recordings").glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_stored_ending(path):
    head = from_json(path.read_text(encoding="utf-8").splitlines()[0])
    table, told = replay(path)
    seen = last_view(table, told)
    assert seen["outcome"] == head["outcome"]
    assert seen["game"] == head["game"]
    assert {str(seat["seat"]): seat["player"] for seat in seen["seats"]} == head["players"]


def test_there_is_a_recording_of_version_one():
    """It stays for ever: a later version must still read it."""
    assert "monster-town-1" in [path.stem for path in RECORDINGS]


def test_version_one_of_monster_town_ended_like_this():
    seen = from_json(replay_json(next(path for path in RECORDINGS if path.stem == "monster-town-1")))
    power = [seat["tracks"]["power"] for seat in seen["seats"]]
    assert [(track["value"], track["baseline"]) for track in power] == [(6, 8), (3, 7), (9, 6)]
    assert [seat["tracks"]["conquest"]["value"] for seat in seen["seats"]] == [10, 0, 0]
    assert (seen["round"], seen["turn"], seen["seats"][1]["out"]) == (2, 3, True)
    assert {name: timer["state"] for name, timer in seen["timers"].items()} == {"clock": "paused", "turn": "paused"}


def test_version_one_of_monstrocity_ended_like_this():
    seen = from_json(replay_json(next(path for path in RECORDINGS if path.stem == "monstrocity-1")))
    assert (seen["round"], seen["stars"], seen["outcome"]["reason"]) == (2, 3, "complete-victory")
    assert [seat["player"] for seat in seen["seats"]] == ["Ann", "Bobby", "Cleo <b>"]
    assert [seat["falls"] for seat in seen["seats"]] == [1, 1, 1]
    assert seen["tracks"]["threat"]["value"] == seen["tracks"]["threat"]["max"] == 37
    assert (seen["events"], seen["obstacles"]["out"], seen["police"]["removed"]) == (["riots"], 3, 2)
