"""Why a number is what it is: the story adds up, whatever happened at the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import AtTheTable, TownTable
from toy import zoo

from companion.errors import Rejected
from companion.journal import Journal, Reader
from companion.journal.afterwards import afterwards, moves
from companion.journal.why import Number, Stand, Story, find, sieve, story

SEATS = 5


@contextmanager
def journaled(table: AtTheTable) -> Iterator[Reader]:
    """What was played, on the disk."""
    with TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
        journal.append(*table.past.entries.values())
        yield journal


def why(table: AtTheTable, number: Number) -> Story:
    game, plain, id = table.table.game, table.table.plain, table.table.id
    assert game is not None
    assert plain is not None
    assert id is not None
    found = find(plain, game, number)
    assert found
    now = Stand(found[1]["value"], found[1]["baseline"])
    with journaled(table) as reader:
        entries = list(reader.back_from(id, holding=sieve(number, game)))[::-1]
        told = story(entries, number, game, moves(reader, id), now, SEATS)
    assert told is not None
    return told


def of(town: TownTable, player: str, track: str = "power") -> Story:
    return why(town, Number(track, seat=town.number(player)))


def numbers(story: Story) -> list[int]:
    """From the start by every step to now."""
    told = [story.start, *(step.after for step in story.steps)]
    assert [step.before for step in story.steps] == told[:-1], "each step goes on where the one before ended"
    return [stand.value for stand in told if stand]


def test_seven_at_the_start_two_spent_one_stolen(town):
    town.spend("Ann", 2).steal_power("Bob", from_="Ann", for_ever=False)
    told = of(town, "Ann")
    assert (told.start.value, [step.by for step in told.steps]) == (7, [-2, -1])
    assert told.steps[1].entry == town.last
    assert numbers(of(town, "Bob")) == [7, 8]


def test_the_number_it_goes_back_to_is_part_of_the_story(town):
    town.steal_power("Bob", from_="Ann", for_ever=True)
    (step,) = of(town, "Ann").steps
    assert (step.before, step.after) == (Stand(7, 7), Stand(6, 6))


def test_what_was_undone_is_left_out_and_what_was_done_again_is_not(town):
    town.spend("Ann", 2).spend("Ann", 1).do("undo").do("undo")
    told = of(town, "Ann")
    assert (numbers(told), told.undone) == ([7], 2)
    town.do("redo")
    assert numbers(of(town, "Ann")) == [7, 5]
    town.do("undo")
    assert numbers(of(town, "Ann")) == [7]


def test_the_story_follows_a_player_to_another_seat(town):
    """Two who changed places are not told each other's story."""
    town.spend("Ann", 2).do("reorder-seats", order=[2, 1]).spend("Bob", 3)
    assert town.number("Ann") == 2
    assert numbers(of(town, "Ann")) == [7, 5]
    assert numbers(of(town, "Bob")) == [7, 4]
    town.do("undo").do("undo")
    assert numbers(of(town, "Ann")) == [7, 5]
    town.do("redo").spend("Ann", 1)
    assert numbers(of(town, "Ann")) == [7, 5, 4]
    assert numbers(of(town, "Bob")) == [7]


def test_a_story_belongs_to_one_game(town):
    town.spend("Ann", 4).do("end-game").do("rematch").spend("Ann", 1)
    assert numbers(of(town, "Ann")) == [7, 6]


def test_a_track_that_begins_like_another_is_not_it(town):
    town.do("adjust-track", seat=1, track="conquest", to=3)
    assert numbers(of(town, "Ann")) == [7]
    assert numbers(of(town, "Ann", "conquest")) == [0, 3]


def test_a_damaged_entry_is_a_step_that_nobody_can_explain(town):
    town.spend("Ann", 2).spend("Ann", 1)
    del town.past.entries[2]
    told = of(town, "Ann")
    assert numbers(told) == [7, 5, 4]
    assert [step.entry is None for step in told.steps] == [True, False]
    del town.past.entries[3]
    assert [step.entry for step in of(town, "Ann").steps] == [None]


@pytest.fixture
def cage() -> AtTheTable:
    """A game with pieces: Ann's monster is p2, two towers belong to nobody."""
    return AtTheTable({"zoo": zoo()}).start("zoo", "Ann", "Bob").do("hatch", seat=1)


def test_a_piece_has_a_story_that_begins_where_it_was_put_down(cage):
    cage.do("bite", piece="p2", amount=1).do("adjust-track", piece="p2-2", track="floors", to=5)
    life = why(cage, Number("life", piece="p2"))
    assert (life.began.seq, numbers(life)) == (2, [3, 2])
    assert numbers(why(cage, Number("floors", piece="p2-2"))) == [2, 5]
    cage.do("reorder-seats", order=[2, 1]).do("bite", piece="p2", amount=1)
    assert numbers(why(cage, Number("life", piece="p2"))) == [3, 2, 1]


def test_the_table_has_numbers_too(cage):
    cage.do("adjust-track", track="alarm", to=2)
    assert numbers(why(cage, Number("alarm"))) == [0, 2]


SEAT = st.integers(1, 4)
PLAYED = st.one_of(
    st.builds(lambda seat, to: ("adjust-track", {"seat": seat, "track": "power", "to": to}), SEAT, st.integers(0, 10)),
    st.builds(lambda seat, by: ("adjust-track", {"seat": seat, "track": "power", "by": by}), SEAT, st.integers(-3, 3)),
    st.builds(lambda seat, amount: ("spend-power", {"seat": seat, "amount": amount}), SEAT, st.integers(1, 4)),
    st.builds(
        lambda seat, by, victim, for_ever: (
            "change-power",
            {"seat": seat, "by": by, "from_seat": victim, "for_ever": for_ever},
        ),
        SEAT,
        st.integers(1, 2),
        SEAT,
        st.booleans(),
    ),
    st.builds(lambda seat: ("regenerate", {"seat": seat}), SEAT),
    st.builds(lambda order: ("reorder-seats", {"order": order}), st.permutations([1, 2, 3])),
    st.builds(lambda seat: ("leave", {"seat": seat}), SEAT),
    st.builds(lambda entry: ("put-right", {"entry": entry}), st.integers(1, 25)),
    st.sampled_from([("undo", {}), ("undo", {}), ("undo", {}), ("redo", {}), ("redo", {}), ("next-turn", {})]),
)


@pytest.mark.soak
@given(st.lists(PLAYED, max_size=25))
def test_every_story_adds_up_and_is_told_without_gaps(played: list[tuple[str, dict[str, Any]]]) -> None:
    """Each step goes on where the one before ended, from the start to what stands there now; nothing is unexplained."""
    town = TownTable().start("monster-town", "Ann", "Bob", "Cid")
    for command, fields in played:
        with suppress(Rejected):
            town.ask(command, **fields)
    for seat in town.seen["seats"]:
        told = of(town, seat["player"])
        assert told.start == Stand(7, 7)
        assert numbers(told)[-1] == 7 + sum(step.by for step in told.steps) == seat["tracks"]["power"]["value"]
        assert all(step.entry for step in told.steps)


@pytest.mark.soak
@given(st.lists(PLAYED, max_size=25))
def test_put_right_is_offered_where_it_would_be_taken(played: list[tuple[str, dict[str, Any]]]) -> None:
    town = TownTable().start("monster-town", "Ann", "Bob", "Cid")
    for command, fields in played:
        with suppress(Rejected):
            town.ask(command, **fields)
    if town.seen["outcome"]:
        return
    assert town.table.id
    with journaled(town) as reader:
        decided = afterwards(reader, town.table.id)
    before = town.table
    for entry in list(town.past.entries.values()):
        try:
            town.ask("put-right", entry=entry.seq)
            code = None
        except Rejected as refusal:
            code = refusal.code
        town.past.entries.pop(before.seq + 1, None)
        town.table = before
        assert decided.may_be_put_right(entry) == (code in (None, "cannot-put-right")), (entry, code)
