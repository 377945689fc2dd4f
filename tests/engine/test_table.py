"""The common commands, on a toy game that has a bit of everything."""

from __future__ import annotations

import pytest
from tables import WORDS, AtTheTable
from toy import lay_out, zoo

from companion.engine.plain import to_json
from companion.engine.table import fold_all


@pytest.fixture
def table() -> AtTheTable:
    game = zoo()
    return AtTheTable({game.name: game}).start("zoo", "Ann", "Bob", "Cleo", roles=("lion", "whale"))


def test_with_no_game_on_the_table_is_empty_and_still_has_its_number():
    table = AtTheTable()
    assert table.seen == {
        "game": None,
        "id": None,
        "seq": 0,
        "round": None,
        "phase": None,
        "turn": None,
        "paused": False,
        "seats": [],
        "tracks": {},
        "pieces": [],
        "timers": {},
        "notices": [],
        "outcome": None,
        "devices": {},
    }
    assert table.refused("next-turn").code == "no-game"
    assert table.refused("undo").code == "nothing-to-undo"


def test_a_game_begins_with_its_whole_first_state_as_one_change(table):
    assert table.last.changes == [["", None, table.table.plain]]
    assert table.table.id == "g1"
    assert table.text == "Zoo began: Ann, Bob, Cleo"


def test_ids_come_from_the_number_of_the_entry_and_all_kinds_of_pieces_stand_in_one_list(table):
    table.do("hatch", seat=2)
    assert [piece["id"] for piece in table.seat("Bob")["pieces"]] == ["p2"]
    assert [piece["id"] for piece in table.seen["pieces"]] == ["p2-2", "p2-3"]
    assert table.seat("Bob")["pieces"][0] == {
        "tracks": {"life": {"value": 3, "min": 0, "max": 5, "baseline": 3}},
        "id": "p2",
        "kind": "monster",
        "name": "Egg",
        "status": "ready",
        "at": None,
    }
    assert "monsters" not in table.seat("Bob")


def test_what_follows_follows_until_nothing_more_changes(table):
    table.do("hatch", seat=1).do("bite", piece="p2", amount=9)
    assert table.seat("Ann")["pieces"][0]["status"] == "gone"
    assert table.seen["outcome"] == {"winners": [], "reason": "alarm", "ranking": []}


def test_a_correction_has_consequences_too(table):
    table.do("hatch", seat=1).do("adjust-track", piece="p2", track="life", to=0)
    assert table.seen["outcome"]["reason"] == "alarm"
    table.do("undo")
    assert table.seen["outcome"] is None
    assert table.seen["tracks"]["alarm"]["value"] == 0


# Corrections


def test_any_track_can_be_set_within_its_bounds(table):
    table.do("adjust-track", track="alarm", by=1).do("adjust-track", seat=2, track="rage", to=4)
    assert table.seen["tracks"]["alarm"] == {"value": 1, "min": 0, "max": 3}
    assert table.last.changes == [["seats/2/tracks/rage/value", 0, 4]]
    assert table.text == "Bob: rage corrected from 0 to 4"


@pytest.mark.parametrize(
    ("fields", "code", "status"),
    [
        ({"track": "rage", "seat": 1, "to": 7}, "out-of-bounds", 409),
        ({"track": "rage", "seat": 1, "by": -1}, "out-of-bounds", 409),
        ({"track": "rage", "seat": 9, "to": 1}, "no-such-seat", 422),
        ({"track": "anger", "seat": 1, "to": 1}, "no-such-track", 422),
        ({"track": "life", "piece": "p99", "to": 1}, "no-such-piece", 422),
        ({"track": "rage", "seat": 1}, "to-or-by", 422),
        ({"track": "rage", "seat": 1, "to": 1, "by": 1}, "to-or-by", 422),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_words(table, fields, code, status):
    refusal = table.refused("adjust-track", **fields)
    assert (refusal.code, refusal.status) == (code, status)


# Turns


def test_two_people_who_press_next_at_once_do_one_thing(table):
    assert table.ask("next-turn", seen=1) is not None
    assert table.ask("next-turn", seen=1) is None
    assert table.seen["turn"] == 2
    assert table.ask("next-phase", seen="day") is not None
    assert table.ask("next-phase", seen="day") is None
    assert table.seen["phase"] == "night"


# Leaving, joining, changing places


def test_who_leaves_is_out_keeps_the_number_and_passes_the_turn_on(table):
    table.do("leave", seat=1)
    assert table.seen["seats"][0]["out"] is True
    assert table.seen["turn"] == 2
    assert table.refused("leave", seat=1).code == "already-out"


def test_nobody_joins_a_game_that_does_not_allow_it(table):
    assert table.refused("join", player="Dan").code == "table-full"


def test_players_change_places_with_all_that_is_theirs(table):
    table.do("hatch", seat=3).do("adjust-track", seat=3, track="rage", to=5).do("ask-rage", seat=3)
    table.do("reorder-seats", order=[3, 1, 2])
    assert [seat["player"] for seat in table.seen["seats"]] == ["Cleo", "Ann", "Bob"]
    assert [seat["seat"] for seat in table.seen["seats"]] == [1, 2, 3]
    assert table.seen["seats"][0]["tracks"]["rage"]["value"] == 5
    assert [piece["name"] for piece in table.seen["seats"][0]["pieces"]] == ["Egg"]
    assert table.seen["turn"] == 2  # still Ann's
    assert table.seen["notices"][0]["seat"] == 1  # still Cleo's


def test_who_is_out_may_be_left_out_of_a_new_order(table):
    table.do("leave", seat=2).do("reorder-seats", order=[3, 1])
    assert [seat["player"] for seat in table.seen["seats"]] == ["Cleo", "Bob", "Ann"]


@pytest.mark.parametrize("order", [[], [1], [1, 1, 2], [1, 2, 4], [1, 2, 3, 4]])
def test_a_new_order_names_each_seat_once(table, order):
    assert table.refused("reorder-seats", order=order).fields == ("order",)


# Notices and questions


def test_a_notice_stays_until_it_is_dismissed(table):
    table.do("ask-rage", seat=2)
    (notice,) = table.seen["notices"]
    table.do("dismiss-notice", notice=notice["id"])
    assert table.seen["notices"] == []
    assert table.refused("dismiss-notice", notice=notice["id"]).code == "no-such-notice"


def test_a_question_is_answered_with_one_of_its_choices(table):
    table.do("ask-rage", seat=2)
    (question,) = table.seen["notices"]
    assert (question["choices"], question["chosen"]) == ([0, 6], 6)
    assert table.refused("answer", notice=question["id"], choice=3).code == "no-such-choice"
    table.do("answer", notice=question["id"], choice=6)
    assert table.seat("Bob")["tracks"]["rage"]["value"] == 6
    assert table.seen["notices"] == []


# Beginning and ending


def test_a_game_in_progress_is_not_lost_to_a_new_one_by_accident(table):
    seats = [{"player": "Dan"}]
    assert table.refused("start-game", game="zoo", seats=seats).code == "game-on"
    table.do("start-game", game="zoo", seats=seats, instead=True)
    assert table.table.id == "g2"
    assert table.refused("undo").code == "nothing-to-undo"


@pytest.mark.parametrize(
    ("fields", "code", "status"),
    [
        ({"game": "chess", "seats": []}, "no-such-game", 422),
        ({"game": "zoo", "seats": []}, "wrong-number-of-seats", 422),
        ({"game": "zoo", "seats": [{"player": "A"}] * 5}, "wrong-number-of-seats", 422),
        ({"game": "zoo", "seats": [{"player": "A", "role": "ant"}]}, "no-such-role", 422),
        ({"game": "zoo", "seats": [{"player": "A", "role": "lion"}] * 2}, "role-taken", 409),
        ({"game": "zoo", "seats": [{"player": "A"}], "options": {"first": 2}}, "no-such-seat", 422),
        ({"game": "zoo", "seats": [{"player": "A"}], "options": {"frist": 1}}, "misspelt-field", 422),
        ({"game": "zoo", "seats": ["Ann"]}, "wrong-field", 422),
    ],
)
def test_a_start_that_cannot_be_is_refused_in_words(table, fields, code, status):
    table.do("end-game")
    refusal = table.refused("start-game", **fields)
    assert (refusal.code, refusal.status) == (code, status)


def test_ending_before_the_rules_do(table):
    table.do("end-game")
    assert table.seen["outcome"] == {"winners": [], "reason": "stopped", "ranking": []}
    table.do("undo").do("end-game", winners=[2, 3], reason="bedtime")
    assert table.seen["outcome"] == {"winners": [2, 3], "reason": "bedtime", "ranking": []}
    assert table.text == "The game was ended: won by Bob, Cleo"
    assert table.do("undo").refused("end-game", winners=[4]).fields == ("winners",)


def test_after_the_end_only_what_makes_sense_is_taken(table):
    table.do("hatch", seat=1).do("end-game")
    for command in ("next-turn", "next-phase", "pause-table", "resume-table", "end-game"):
        assert table.refused(command).code == "game-over"
    assert table.refused("bite", piece="p2", amount=1).code == "game-over"
    table.do("note", text="Well played").do("rename-player", seat=1, player="Anna").do("undo").do("redo").do("rematch")
    assert table.seen["outcome"] is None


def test_a_rematch_has_the_same_seats_and_the_next_first_player(table):
    table.do("rename-player", seat=2, player="Bert").do("end-game").do("rematch")
    assert table.table.id == "g4"
    assert [(seat["player"], seat["role"]) for seat in table.seen["seats"]] == [
        ("Ann", "lion"),
        ("Bert", "whale"),
        ("Cleo", None),
    ]
    assert table.seen["options"]["first"] == 2


def test_clearing_the_table_is_an_entry_of_no_game(table):
    table.do("clear-table")
    assert (table.last.game, table.last.changes, table.seen["game"], table.seen["seq"]) == (None, [], None, 2)
    assert table.refused("undo").code == "nothing-to-undo"
    assert table.refused("rematch").code == "no-game"


# Rules that break


@pytest.mark.parametrize(
    ("how", "error"), [("raise", ZeroDivisionError), ("bounds", RuntimeError), ("for-ever", RuntimeError)]
)
def test_a_broken_rule_leaves_no_trace(table, how, error):
    before = table.bytes
    with pytest.raises(error):
        table.do("break", how=how)
    assert table.bytes == before


# Games of earlier versions


def test_a_game_of_an_earlier_version_is_read_in_todays_words(table):
    """In version 1 the track `rage` was called `anger`; every old entry is folded and undone as if written today."""

    def older(changes):
        return [
            from_json(to_json(change).decode().replace('rage"', 'anger"').replace("rage/", "anger/"))
            for change in changes
        ]

    def newer(changes):
        return [
            from_json(to_json(change).decode().replace('anger"', 'rage"').replace("anger/", "rage/"))
            for change in changes
        ]

    from dataclasses import replace

    from companion.engine.plain import from_json

    table.do("adjust-track", seat=2, track="rage", to=4).do("adjust-track", seat=2, track="rage", to=5)
    old = {seq: replace(entry, changes=older(entry.changes), version=1) for seq, entry in table.past.entries.items()}
    assert "anger" in str(old[2].changes)
    today = zoo(version=2, migrations={1: newer})
    table.games = {"zoo": today}
    table.past.entries = old
    table.table = fold_all(old.values(), table.games)
    assert table.seat("Bob")["tracks"]["rage"]["value"] == 5
    table.do("undo").do("undo").do("redo")
    assert table.seat("Bob")["tracks"]["rage"]["value"] == 4
    assert table.last.version == 2


def test_every_refusal_here_is_a_sentence(table):
    assert (
        WORDS.refusal(table.refused("adjust-track", track="rage", seat=1, to=7))
        == "Ann: rage can go from 0 to 6, not to 7"
    )


# What the seats bring


def test_what_the_seats_bring_has_its_ids_from_the_entry_that_began_the_game():
    table = AtTheTable({"zoo": zoo(lay_out=lay_out)})
    table.start("zoo", "Ann", "Bob")
    pieces = [[piece["id"] for piece in seat["pieces"]] for seat in table.seen["seats"]]
    assert pieces == [["p1"], ["p1-4"]]
    assert [piece["id"] for piece in table.seen["pieces"]] == ["p1-2", "p1-3", "p1-5", "p1-6"]
    assert table.refold() == table.bytes
    table.do("end-game").do("rematch")
    assert [piece["id"] for piece in table.seat("Ann")["pieces"]] == ["p3"]


def test_who_leaves_in_their_turn_is_out_before_the_turn_passes():
    """The game's own rule for the next turn could give it back to somebody who is gone."""
    outs = []
    table = AtTheTable({"zoo": zoo(next_turn=lambda state: outs.append(state.seat(1).out))})
    table.start("zoo", "Ann", "Bob").do("leave", seat=1)
    assert outs == [True]
