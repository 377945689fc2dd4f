"""Undo, redo and put-right: a recorded change swapped, to any depth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import AtTheTable, TownTable
from toy import zoo

from companion.errors import Rejected

COMPANION = {"companion": "restart"}


def test_undo_takes_back_the_last_thing_and_says_what(town):
    town.spend("Ann", 2).spend("Bob", 3).do("undo")
    assert (town.power("Ann")[0], town.power("Bob")[0]) == (5, 7)
    assert town.text == "Undone: Bob spent 3 power"
    town.do("undo")
    assert town.power("Ann")[0] == 7
    assert town.refused("undo").code == "nothing-to-undo"


def test_redo_does_it_again_until_somebody_does_something_else(town):
    town.spend("Ann", 2).spend("Bob", 3).do("undo").do("undo").do("redo").do("redo")
    assert (town.power("Ann")[0], town.power("Bob")[0]) == (5, 4)
    town.do("undo").spend("Ann", 1)
    assert town.refused("redo").code == "nothing-to-redo"
    town.do("undo").do("undo")
    assert town.power("Ann")[0] == 7


def test_notes_empty_entries_and_the_companions_own_are_passed_over_and_keep_redo(town):
    town.spend("Ann", 2).do("undo").do("note", text="pizza is here").do("regenerate", seat=2)
    town.do("restart", asker=COMPANION).do("redo")
    assert town.power("Ann")[0] == 5
    town.do("note", text="more pizza").do("undo")
    assert town.power("Ann")[0] == 7


def test_a_button_that_named_another_entry_undoes_nothing(town):
    town.spend("Ann", 2).spend("Bob", 3)
    assert town.ask("undo", entry=2) is None
    assert town.ask("undo", entry=3) is not None
    assert town.ask("undo", entry=3) is None
    assert town.ask("undo", entry=2) is not None


def test_undo_never_reaches_past_the_beginning_of_the_game(town):
    town.spend("Ann", 1).do("end-game").do("rematch")
    assert town.refused("undo").code == "nothing-to-undo"


def test_an_ending_can_be_undone_and_the_game_goes_on(town):
    town.do("adjust-track", seat=1, track="conquest", to=10)
    assert town.seen["outcome"]["winners"] == [1]
    town.do("undo").spend("Ann", 1)
    assert town.seen["outcome"] is None


# Put right


def test_an_older_entry_is_put_right_from_where_the_track_stands_now(town):
    town.spend("Ann", 2).spend("Bob", 1).spend("Ann", 3).do("put-right", entry=2)
    assert town.power("Ann")[0] == 4
    assert town.text == "Put right entry 2: Ann spent 2 power"
    town.do("undo")
    assert town.power("Ann")[0] == 2


def test_putting_right_is_refused_where_it_would_leave_the_bounds(town):
    town.spend("Ann", 5).do("adjust-track", seat=1, track="power", to=9)
    assert town.refused("put-right", entry=2).code == "cannot-put-right"


@pytest.mark.parametrize(
    ("entry", "code"), [(1, "not-in-effect"), (3, "not-only-tracks"), (5, "not-in-effect"), (99, "no-such-entry")]
)
def test_what_cannot_be_put_right_is_refused_in_words(town, entry, code):
    town.spend("Ann", 2).do("next-turn").spend("Bob", 1).do("undo").spend("Bob", 2)
    assert town.refused("put-right", entry=entry).code == code


def test_an_entry_is_put_right_once_and_again_when_that_was_undone(town):
    town.spend("Ann", 2).do("put-right", entry=2)
    assert town.refused("put-right", entry=2).code == "already-put-right"
    town.do("undo").do("put-right", entry=2)
    assert town.power("Ann")[0] == 7


def test_an_undone_entry_has_nothing_to_put_right(town):
    town.spend("Ann", 2).do("undo")
    assert town.refused("put-right", entry=2).code == "not-in-effect"


# Properties

seats = st.integers(1, 4)
amounts = st.integers(-3, 12)
commands = st.one_of(
    st.fixed_dictionaries({"command": st.just("spend-power"), "seat": seats, "amount": amounts}),
    st.fixed_dictionaries(
        {"command": st.just("change-power"), "seat": seats, "by": amounts, "for_ever": st.booleans()},
        optional={"from_seat": seats},
    ),
    st.fixed_dictionaries({"command": st.just("regenerate"), "seat": seats}),
    st.fixed_dictionaries({"command": st.just("roll-for-first"), "seat": seats, "face": st.integers(0, 9)}),
    st.sampled_from(["next-turn", "next-phase", "pause-table", "resume-table", "undo", "redo", "end-game"]).map(
        lambda name: {"command": name}
    ),
    st.fixed_dictionaries(
        {"command": st.just("adjust-track"), "seat": seats, "track": st.just("power"), "to": amounts}
    ),
    st.fixed_dictionaries(
        {"command": st.just("adjust-track"), "seat": seats, "track": st.just("conquest"), "by": amounts}
    ),
    st.fixed_dictionaries(
        {
            "command": st.sampled_from(["start-timer", "pause-timer", "resume-timer"]),
            "timer": st.sampled_from(["turn", "clock"]),
        }
    ),
    st.fixed_dictionaries({"command": st.just("add-time"), "timer": st.just("clock"), "seconds": st.integers(-90, 90)}),
    st.fixed_dictionaries({"command": st.just("leave"), "seat": seats}),
    st.fixed_dictionaries({"command": st.just("join"), "player": st.just("Dan")}),
    st.fixed_dictionaries(
        {"command": st.just("rename-player"), "seat": seats, "player": st.text(min_size=1, max_size=3)}
    ),
    st.fixed_dictionaries({"command": st.just("reorder-seats"), "order": st.permutations([1, 2, 3])}),
    st.fixed_dictionaries({"command": st.just("note"), "text": st.text(min_size=1, max_size=5)}),
    st.fixed_dictionaries({"command": st.just("put-right"), "entry": st.integers(1, 20)}),
)
evenings = st.lists(st.tuples(commands, st.floats(0, 30).map(lambda s: round(s, 2))), max_size=30)
firsts = st.sampled_from([1, 3, "roll"])


def play(table: AtTheTable, evening: list) -> None:
    for command, pause in evening:
        if not table.seen["paused"]:
            table.wait(pause)
        try:
            table.do(**command)
        except Rejected:
            continue
        for seat in table.seen["seats"]:
            for track in seat["tracks"].values():
                assert track["min"] <= track["value"] <= track["max"]


@given(evenings, firsts)
@pytest.mark.soak
def test_any_evening_undone_to_the_start_gives_the_start_byte_for_byte(evening, first):
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo", first=first, turn_s=30, time_limit_min=2)
    start = town.bytes
    play(town, evening)
    end = town.bytes
    undone = 0
    while town.table.heads.undo is not None:
        town.do("undo")
        undone += 1
    assert town.bytes == start
    for _ in range(undone):
        town.do("redo")
    assert town.bytes == end
    assert town.refold() == end


@given(evenings, firsts)
@pytest.mark.soak
def test_folding_the_journal_gives_the_live_table(evening, first):
    town = TownTable().start("monster-town", "Ann", "Bob", "Cleo", first=first, turn_s=30)
    play(town, evening)
    assert town.refold() == town.bytes


@given(
    st.lists(st.sampled_from(["hatch", "bite", "ask", "answer", "dismiss", "turn", "phase", "undo", "redo", "feed"]))
)
@pytest.mark.soak
def test_pieces_and_notices_come_and_go_without_a_trace(steps):
    game = zoo()
    table = AtTheTable({"zoo": game}).start("zoo", "Ann", "Bob")
    start = table.bytes
    for step in steps:
        pieces = [piece["id"] for seat in table.seen["seats"] for piece in seat["pieces"]]
        notices = [notice["id"] for notice in table.seen["notices"]]
        doing = {
            "hatch": ("hatch", {"seat": 1}),
            "bite": ("bite", {"piece": pieces[-1] if pieces else "p9", "amount": 2}),
            "ask": ("ask-rage", {"seat": 2}),
            "answer": ("answer", {"notice": notices[0] if notices else "n9", "choice": 6}),
            "dismiss": ("dismiss-notice", {"notice": notices[-1] if notices else "n9"}),
            "turn": ("next-turn", {}),
            "phase": ("next-phase", {}),
            "undo": ("undo", {}),
            "redo": ("redo", {}),
            "feed": ("start-timer", {"timer": "feeding"}),
        }
        name, fields = doing[step]
        try:
            table.wait(1).do(name, **fields)
        except Rejected:
            continue
    assert table.refold() == table.bytes
    while table.table.heads.undo is not None:
        table.do("undo")
    assert table.bytes == start


def test_an_entry_from_before_the_seats_changed_places_is_not_put_right_at_somebody_else(town):
    entry = town.ask("spend-power", seat=1, amount=3)
    town.spend("Bob", 1).do("reorder-seats", order=[2, 1])
    assert town.refused("put-right", entry=entry.seq).code == "seats-moved"
