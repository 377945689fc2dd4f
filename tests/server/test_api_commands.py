"""Commands over HTTP: what an accepted one is answered, and what becomes of it."""

from __future__ import annotations

import pytest
from server.contract import COMMON, TOWN_POWER
from server.live import Live, schema_of


def test_spending_power_is_answered_with_the_entry_it_made(live: Live) -> None:
    live.wait(512.4)
    assert live.do("spend-power", seat=1, amount=2) == {
        "seq": 2,
        "entries": [
            {
                "seq": 2,
                "game": "g1",
                "at": "2026-11-18T21:08:32Z",
                "t": 512.4,
                "by": {"token": "script"},
                "command": {"command": "spend-power", "seat": 1, "amount": 2},
                "text": "Ann spent 2 power",
                "changes": [["seats/1/tracks/power/value", 7, 5]],
            }
        ],
    }


def test_the_entry_that_begins_a_game_records_its_whole_first_state(live: Live) -> None:
    (first,) = live.entries()
    ((path, before, after),) = first["changes"]
    assert (path, before) == ("", None)
    assert after["seats"]["1"]["tracks"]["power"] == {"value": 7, "min": 0, "max": 10, "baseline": 7}
    assert (first["seq"], first["game"], first["t"]) == (1, "g1", 0.0)


def test_the_lobby_shows_nulls_and_empty_lists_and_a_number_that_stands(lobby: Live) -> None:
    nothing = {
        **dict.fromkeys(("game", "id", "round", "phase", "turn", "outcome", "undo")),
        "seats": [],
        "pieces": [],
        "notices": [],
        "tracks": {},
        "timers": {},
        "paused": False,
    }
    assert lobby.state() == lobby.state() | nothing | {"seq": 0}
    lobby.start().do("clear-table")
    assert lobby.state() == lobby.state() | nothing | {"seq": 2}


def test_the_state_has_the_shape_that_scripts_rely_on(live: Live) -> None:
    state = live.state()
    assert not list(schema_of("State").iter_errors(state))
    assert [state[key] for key in ("game", "id", "seq", "round", "phase", "turn", "paused", "outcome")] == [
        *("monster-town", "g1", 1, 1, "scouting", 1, False, None)
    ]
    ann = state["seats"][0]
    assert [ann[key] for key in ("seat", "player", "role", "out", "focus", "pieces")] == [
        *(1, "Ann", None, False, "power", [])
    ]
    assert ann["tracks"] == {
        "power": {"value": 7, "min": 0, "max": 10, "baseline": 7},
        "conquest": {"value": 0, "min": 0, "max": 99},
    }


def test_what_is_accepted_is_in_the_state_and_in_the_journal_when_it_is_answered(live: Live) -> None:
    answer = live.do("spend-power", seat=2, amount=3)
    assert live.power(2) == 4
    assert live.state()["seq"] == answer["seq"]
    assert live.entries(after=answer["seq"] - 1) == answer["entries"]


def test_an_accepted_command_that_moves_nothing_is_an_entry_too(live: Live) -> None:
    (entry,) = live.do("regenerate", seat=1)["entries"]
    assert entry["changes"] == []


def test_two_people_who_press_next_at_once_mean_one_turn(live: Live) -> None:
    assert live.do("next-turn", seen=1)["seq"] == 2
    assert live.do("next-turn", seen=1) == {"seq": 2, "entries": []}
    assert live.state()["turn"] == 2


def test_a_stale_undo_button_takes_nothing_back(live: Live) -> None:
    live.do("spend-power", seat=1, amount=1)
    live.do("spend-power", seat=1, amount=1)
    assert live.do("undo", entry=2) == {"seq": 3, "entries": []}
    assert live.power(1) == 5


def test_starting_a_timer_that_runs_changes_nothing(lobby: Live) -> None:
    lobby.start("Ann", "Bob", turn_s=60).wait(10)
    assert lobby.do("start-timer", timer="turn") == {"seq": 1, "entries": []}
    assert lobby.state()["timers"]["turn"] == {"state": "running", "left_s": 50.0, "of_s": 60}


def test_when_time_is_up_the_companion_says_so_by_itself(lobby: Live) -> None:
    lobby.start("Ann", "Bob", turn_s=60)
    with lobby.stream() as stream:
        stream.next()
        lobby.wait(60)
        event = stream.next()
    assert event is not None
    assert event.data["command"] == {"command": "time-up", "timer": "turn"}
    assert event.data["by"] == {"companion": "time-up"}
    assert lobby.state()["timers"]["turn"] == {"state": "done", "left_s": 0.0, "of_s": 60}


def test_the_undo_button_says_what_it_will_undo(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("note", text="pizza is here")
    assert live.state()["undo"] == {"entry": 2, "text": "Ann spent 2 power"}
    (undone,) = live.do("undo", entry=2)["entries"]
    assert (undone["command"], undone["text"]) == ({"command": "undo", "entry": 2}, "Undone: Ann spent 2 power")
    assert undone["changes"] == [["seats/1/tracks/power/value", 5, 7]]
    (redone,) = live.do("redo")["entries"]
    assert (redone["text"], live.power(1)) == ("Redone: Ann spent 2 power", 5)


def test_a_whole_evening_is_taken_as_the_description_says(lobby: Live) -> None:
    """Every command of the common set and of Monster Town once; `do` compares each with its schema."""
    did = []

    def do(command: str, **fields: object) -> None:
        did.append(command)
        lobby.do(command, **fields)

    ann, bob = {"player": "Ann", "role": "wolfenpack"}, {"player": "Bob", "role": None}
    do("start-game", game="monster-town", seats=[ann, bob], options={"first": "roll", "turn_s": 90})
    do("roll-for-first", seat=1, face=0)
    do("roll-for-first", seat=2, face=4)
    do("pause-timer", timer="turn")
    do("resume-timer", timer="turn")
    do("add-time", timer="turn", seconds=-30)
    do("start-timer", timer="turn")
    do("pause-table")
    do("resume-table")
    do("join", player="Cid", role="renegade-militia")
    do("spend-power", seat=1, amount=3)
    spent = lobby.state()["seq"]
    do("change-power", seat=2, by=1, for_ever=True, from_seat=3)
    do("regenerate", seat=3)
    do("put-right", entry=spent)
    do("adjust-track", track="conquest", seat=2, by=2)
    do("note", text="<b>Pizza</b>", seat=2)
    do("rename-player", seat=2, player="Bobby")
    do("undo")
    do("redo")
    do("reorder-seats", order=[2, 3, 1])
    do("next-phase", seen="scouting")
    do("next-turn", seen=3)
    do("leave", seat=2)
    do("end-game", reason="too late", winners=[1])
    do("rematch")
    do("start-game", game="monster-town", seats=[ann, bob], options={"time_limit_min": 45}, instead=True)
    do("clear-table")
    assert set(did) == (COMMON - {"dismiss-notice", "answer"}) | TOWN_POWER, "Monster Town raises no notice yet"


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-www-form-urlencoded"])
def test_a_script_need_not_say_that_it_sends_json(live: Live, kind: str) -> None:
    reply = live.request("POST", "/api/commands", b'{"command": "next-turn"}', Content_Type=kind)
    assert reply.status == 200


def test_the_token_of_the_command_line_is_welcome_at_once(live: Live) -> None:
    from companion.token import token

    bearer = f"Bearer {token(live.data)}"
    reply = live.request("POST", "/api/commands", b'{"command": "next-turn"}', Authorization=bearer)
    assert reply.status == 200
