"""Many hands at once: everything is taken exactly once, in one order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from server.folding import fold, same
from server.live import Live

HANDS = 8


def at_once(do: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(HANDS) as hands:
        return list(hands.map(do, range(HANDS)))


def test_eight_senders_of_the_same_commands_are_each_answered_but_only_the_first_counts(live: Live) -> None:
    commands = [{"command": "change-power", "seat": 1 + n % 2, "by": (-1) ** n, "id": f"c{n}"} for n in range(30)]

    def send_all(hand: int) -> list[Any]:
        order = commands[hand * 3 :] + commands[: hand * 3]
        return sorted((live.do(**command) for command in order), key=lambda answer: answer["seq"])

    first, *others = at_once(send_all)
    assert [answer["seq"] for answer in first] == list(range(2, 32))
    assert all(other == first for other in others)
    entries = live.entries()
    assert [entry for answer in first for entry in answer["entries"]] == entries[1:]
    same(live.state(), fold(entries))


def test_eight_senders_of_different_commands_leave_no_gap_and_lose_nothing(live: Live) -> None:
    def play(hand: int) -> list[int]:
        took = []
        for turn in range(10):
            seat = 1 + (hand + turn) % 2
            for body in (
                {"command": "spend-power", "seat": seat, "amount": 1},
                {"command": "change-power", "seat": seat, "by": 1},
                {"command": "next-turn"},
                {"command": "undo"},
                {"command": "note", "text": f"{hand}.{turn}"},
                {"command": "spend-power", "seat": 9, "amount": 1},
            ):
                reply = live.ask(**body)
                assert reply.status in (200, 409, 422), reply.raw
                if reply.status == 200:
                    took.append(reply.body["seq"])
        return took

    took = [seq for each in at_once(play) for seq in each]
    assert sorted(took) == list(range(2, len(took) + 2)), "each number was given to one sender"
    entries = live.entries(limit=10_000)
    assert len(entries) == len(took) + 1
    notes = [entry["command"]["text"] for entry in entries if entry["command"]["command"] == "note"]
    assert len(notes) == len(set(notes)) == HANDS * 10
    same(live.state(), fold(entries))


def test_eight_who_start_a_game_at_once_start_one(lobby: Live) -> None:
    seats = [{"player": "Ann"}, {"player": "Bob"}]
    replies = at_once(lambda hand: lobby.ask("start-game", game="monster-town", seats=seats))
    assert sorted(reply.status for reply in replies) == [200] + [409] * 7
    assert lobby.state()["id"] == "g1"


def test_eight_who_press_next_at_once_mean_one_turn(live: Live) -> None:
    answers = at_once(lambda hand: live.do("next-turn", seen=1))
    assert sorted(len(answer["entries"]) for answer in answers) == [0] * 7 + [1]
    assert live.state()["turn"] == 2
