"""Who has which device: claimed, swapped and named, laid over the wiring."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion import hardwarefile
from companion.hands import SEATS_MOST, Arrangement, Place, usual_places
from companion.hands.arrangement import KINDS

WIRED = Arrangement(usual_places(4))


def dice(arrangement: Arrangement) -> list[str | None]:
    return [arrangement.at("die", seat) for seat in range(1, SEATS_MOST + 1)]


def test_untouched_it_is_the_wiring():
    assert WIRED.places() == usual_places(4)
    assert dice(WIRED) == ["die-a", "die-b", "die-c", "die-d", None]


def test_a_strangers_die_takes_the_place_of_the_old_one_which_is_nobodys_then():
    claimed = WIRED.claimed(2, "die-x")
    assert dice(claimed) == ["die-a", "die-x", "die-c", "die-d", None]
    assert claimed.places()["die-b"] == Place("die", None)
    assert claimed.places()["die-x"] == Place("die", 2)


def test_claiming_a_neighbours_die_exchanges_the_two():
    assert dice(WIRED.claimed(2, "die-a")) == ["die-b", "die-a", "die-c", "die-d", None]


def test_a_seat_without_a_die_gets_one_and_the_other_has_none_then():
    moved = WIRED.claimed(5, "die-a")
    assert dice(moved) == [None, "die-b", "die-c", "die-d", "die-a"]
    assert moved.seats() == [1, 2, 3, 4, 5]


def test_claiming_ones_own_die_changes_nothing():
    assert WIRED.claimed(2, "die-b") == WIRED


def test_a_die_that_lost_its_seat_does_not_come_back_by_itself():
    assert dice(WIRED.claimed(5, "die-a").claimed(5, "die-x"))[0] is None


def test_seats_swap_die_knob_and_lamp_and_a_reversed_knob_stays_reversed():
    wired = Arrangement(usual_places(4) | {"knob-1": Place("knob", 1, is_reversed=True)})
    places = wired.swapped(1, 3).places()
    assert places["knob-1"] == Place("knob", 3, is_reversed=True)
    assert [places[name].seat for name in ("die-a", "die-c", "lamp-1", "lamp-3", "knob-3", "start")] == [
        *(3, 1, 3, 1, 1),
        None,
    ]


def test_what_is_put_back_is_forgotten_so_new_wiring_is_believed():
    there_and_back = WIRED.claimed(2, "die-x").claimed(2, "die-b")
    assert there_and_back.moved == {}
    assert WIRED.swapped(1, 2).claimed(3, "die-x").as_wired() == WIRED


def test_what_people_moved_wins_over_another_wiring():
    moved = WIRED.claimed(2, "die-x").moved
    rewired = usual_places(4) | {"die-x": Place("die", 3)}
    del rewired["die-c"]
    assert dice(Arrangement(rewired, moved)) == ["die-a", "die-x", None, "die-d", None]


def test_a_knob_that_is_wired_no_longer_is_nowhere():
    fewer = {name: place for name, place in usual_places(4).items() if name != "knob-2"}
    arrangement = Arrangement(fewer, WIRED.swapped(1, 2).moved)
    assert arrangement.at("knob", 1) is None
    assert arrangement.at("knob", 2) == "knob-1"


def test_a_name_and_taking_it_back():
    named = WIRED.named("die-b", "das grüne Ei 🥚")
    assert named.called("die-b") == "das grüne Ei 🥚"
    assert named.called("die-a") == "die-a"
    assert named.named("die-b", "") == WIRED


# Whatever people do

SEATS = st.integers(1, SEATS_MOST)
DICE = st.sampled_from(["die-a", "die-b", "die-c", "die-d", "die-x", "die-y"])
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30)
DEEDS = st.one_of(
    st.tuples(st.just("claimed"), SEATS, DICE),
    st.tuples(st.just("swapped"), SEATS, SEATS),
    st.tuples(st.just("named"), DICE, st.one_of(st.just(""), NAMES)),
)


@st.composite
def arrangements(draw: st.DrawFn) -> Arrangement:
    arrangement = Arrangement(usual_places(draw(SEATS)), muted=draw(st.sampled_from([None, True, False])))
    for deed, *about in draw(st.lists(DEEDS, max_size=12)):
        arrangement = getattr(arrangement, deed)(*about)
    return arrangement


@given(arrangements())
def test_no_device_is_at_two_seats_and_no_seat_has_two_of_a_kind(arrangement):
    there = [arrangement.at(kind, seat) for kind in KINDS for seat in range(1, SEATS_MOST + 1)]
    devices = [device for device in there if device is not None]
    assert len(devices) == len(set(devices))
    for device in devices:
        seat = arrangement.seat_of(device)
        assert seat is not None
        assert device in [arrangement.at(kind, seat) for kind in KINDS]
        assert arrangement.places()[device].seat == seat
    placed = [(place.kind, place.seat) for place in arrangement.places().values() if place.seat is not None]
    assert len(placed) == len(set(placed))


@given(arrangements(), SEATS, SEATS)
def test_swapping_twice_is_as_before(arrangement, one, other):
    assert arrangement.swapped(one, other).swapped(one, other) == arrangement
    assert arrangement.swapped(one, other) == arrangement.swapped(other, one)


@given(arrangements(), SEATS, DICE)
def test_whoever_claims_a_die_has_it(arrangement, seat, die):
    assert arrangement.claimed(seat, die).at("die", seat) == die


@given(arrangements())
def test_everything_survives_being_kept(tmp_path_factory, arrangement):
    data = tmp_path_factory.mktemp("data")
    hardwarefile.save(data, arrangement)
    assert hardwarefile.load(data, arrangement.wired) == arrangement
