"""Claiming a die and changing places, on the table's own thread, while a game is on."""

from __future__ import annotations

import pytest
from test_hands import TableWithHands

from companion import hardwarefile
from companion.errors import Rejected
from companion.games import GAMES
from companion.hands import Hands, usual_places
from companion.journal import Journal
from companion.service import Service
from companion.signals import Signal
from companion.words import Words

TOML = '[seat.1]\ndie = "die-a"\n'


class Arranged(TableWithHands):
    """Ann and Bob, and a data folder that remembers what was rearranged."""

    def open(self) -> None:
        self.journal = Journal(self.data)
        hands = Hands(hardwarefile.load(self.data, usual_places()))
        hands.keep_arrangement = lambda arrangement: hardwarefile.save(self.data, arrangement)
        self.claims: list[int] = []
        hands.when_claimed.append(lambda: self.claims.append(1))
        self.service = Service(self.journal, self.clock, GAMES, Words(), hands)
        self.service.start()

    def claim(self, seat: int) -> None:
        self.service.arrange(lambda hands: hands.begin_claim(seat, self.clock.now()) or [])

    def swap(self, one: int, other: int) -> None:
        self.service.arrange(lambda hands: hands.arrange(hands.arrangement.swapped(one, other)))

    def roll(self, die: str, face: int, how: str = "rolled") -> None:
        self.feel(die, "handled")
        self.feel(die, "rolling")
        self.feel(die, "settled", face, how)

    @property
    def dice(self) -> list[str | None]:
        return [self.service.felt.arrangement.at("die", seat) for seat in (1, 2, 3)]

    @property
    def told(self) -> str | None:
        told = self.service.felt.told
        return Words().say("hardware", told.code, told.values) if told else None

    def wants(self, die: str) -> int | None:
        return self.seen["devices"][die]["turn_to"]


@pytest.fixture
def table(tmp_path):
    (tmp_path / "table.toml").write_text(TOML)
    running = Arranged(tmp_path)
    running.start()
    yield running
    running.close()
    assert (tmp_path / "table.toml").read_text() == TOML


def test_the_next_die_that_is_rolled_is_claimed_and_the_roll_means_nothing_to_the_game(table):
    before = table.journal.last_seq()
    table.claim(2)
    table.roll("die-x", 4)
    assert table.dice == ["die-a", "die-x", "die-c"]
    assert table.told == "Seat 2 has its die: die-x"
    assert table.claims == [1]
    assert table.journal.last_seq() == before
    assert table.question is None
    assert table.power() == [7, 7]


def test_turn_the_die_follows_the_new_die_and_the_old_one_is_nobodys(table):
    table.die(2, 3, "bumped")
    assert table.wants("die-b") == 7
    table.claim(2)
    table.roll("die-x", 4)
    assert (table.wants("die-b"), table.wants("die-x")) == (None, 7)
    table.feel("die-x", "settled", 5, "set")
    assert table.power() == [7, 5]
    assert table.last.by == {"device": "die-x", "seat": 2}
    table.feel("die-b", "settled", 1, "set")
    assert table.power() == [7, 5]


def test_a_die_that_is_turned_or_knocked_meanwhile_is_not_meant(table):
    table.claim(2)
    table.feel("die-x", "settled", 4, "bumped")
    table.die(1, 6, "set")
    assert table.power() == [6, 7]
    assert table.service.felt.claim.seat == 2
    assert table.dice == ["die-a", "die-b", "die-c"]


def test_claiming_a_neighbours_die_exchanges_the_two(table):
    table.claim(2)
    table.roll("die-a", 8)
    assert table.dice == ["die-b", "die-a", "die-c"]
    table.feel("die-a", "settled", 2, "set")
    assert table.power() == [7, 2]


def test_a_claim_lapses_after_thirty_seconds_and_says_so_for_a_while(table):
    table.claim(2)
    table.wait(29.9)
    assert table.service.felt.claim is not None
    table.wait(0.2)
    assert table.service.felt.claim is None
    assert table.told == "Nobody rolled a die for seat 2, so it keeps what it had"
    table.roll("die-x", 4)
    assert table.dice == ["die-a", "die-b", "die-c"]
    table.wait(15.1)
    assert table.told is None


def test_a_claim_can_be_cancelled_and_another_replaces_it(table):
    table.claim(2)
    table.claim(3)
    table.service.arrange(lambda hands: hands.cancel_claim() or [])
    table.roll("die-x", 4)
    table.claim(2)
    table.claim(3)
    table.roll("die-y", 4)
    assert table.dice == ["die-a", "die-b", "die-y"]


def test_the_lamp_of_the_seat_knows_that_it_waits(table):
    table.claim(2)
    lamps = {name: device["claiming"] for name, device in table.seen["devices"].items() if device["kind"] == "lamp"}
    assert [name for name, is_claiming in lamps.items() if is_claiming] == ["lamp-2"]


def test_screens_are_told_of_every_change(table):
    pokes = []
    table.service.when_changed.append(lambda: pokes.append(1))
    for change in (lambda: table.claim(2), lambda: table.roll("die-x", 4), lambda: table.swap(1, 2)):
        before = len(pokes)
        change()
        assert len(pokes) > before
    before = len(pokes)
    table.feel("red-herring", "pressed")
    assert len(pokes) == before


def test_a_button_is_seen_to_be_down_even_if_its_press_means_nothing(table):
    pokes = []
    table.service.when_changed.append(lambda: pokes.append(table.service.felt.buttons["next"]))
    table.press("next")
    table.press("next")  # within 0.7 s: the same press, but a finger all the same
    assert pokes == [True, False, True, False]


# Swapping seats


def test_swapped_seats_turn_each_others_knob_and_die(table):
    table.swap(1, 2)
    table.turn(1, -2)
    table.wait(1.2)
    table.die(1, 3)
    assert table.power() == [7, 3]


def test_an_unfinished_turn_of_a_swapped_knob_counts_for_the_seat_where_it_was_turned(table):
    table.turn(1, -3)
    table.turn(4, 1)  # nobody sits there
    table.swap(1, 2)
    table.breathe()
    assert table.power() == [4, 7]
    assert table.last.by == {"device": "knob-1", "seat": 1}
    assert table.running_change(1) is None


def test_a_knob_that_stays_keeps_its_unfinished_turn_and_the_dice_their_faces(table):
    table.die(1, 4, "bumped")
    table.turn(1, -3)
    table.swap(2, 3)
    assert table.running_change(1) == (-3, 4)
    assert table.seen["devices"]["die-a"]["face"] == 4
    table.wait(1.2)
    assert table.power() == [4, 7]


def test_a_knob_held_while_it_is_swapped_does_nothing_when_it_is_let_go(table):
    table.feel("knob-1", "pressed")
    table.swap(1, 2)
    table.wait(1.0)
    table.feel("knob-1", "released")
    assert table.journal.last_seq() == 1


# Keeping it


def test_a_restart_keeps_claims_swaps_and_names(table):
    table.claim(2)
    table.roll("die-x", 4)
    table.swap(1, 3)
    table.service.arrange(lambda hands: hands.arrange(hands.arrangement.named("die-x", "the red one")))
    table.close()
    table.open()
    assert table.dice == ["die-c", "die-x", "die-a"]
    assert table.seen["devices"]["die-x"]["name"] == "the red one"
    assert table.seen["devices"]["die-x"]["face"] == 4
    table.turn(3, -1)
    table.wait(1.2)
    assert table.power() == [6, 7]


def test_what_cannot_be_written_down_does_not_happen(table, tmp_path):
    (tmp_path / "hardware.json.new").mkdir()  # in the way, also of an administrator
    table.turn(1, -3)
    with pytest.raises(Rejected) as refusal:
        table.swap(1, 2)
    assert refusal.value.code == "not-kept"
    assert "so nothing was changed: Is a directory" in Words().refusal(refusal.value)
    assert table.dice == ["die-a", "die-b", "die-c"]
    assert table.running_change(1) == (-3, 4), "not even the turn was touched"
    table.claim(2)
    table.roll("die-x", 4)
    assert table.dice == ["die-a", "die-b", "die-c"]
    assert table.told == "Seat 2's new die could not be written down, so all stays as it was: Is a directory"
    assert table.claims == []


def test_a_deed_that_breaks_is_refused_and_the_table_goes_on(table, caplog):
    with pytest.raises(Rejected, match="unexpected"):
        table.service.arrange(lambda hands: hands.dance())
    assert "could not be arranged" in caplog.text
    table.die(1, 5)
    assert table.power() == [5, 7]


def test_strangers_are_remembered_but_a_mad_board_does_not_fill_the_memory(table):
    for number in range(200):
        table.service.signal(Signal(f"die-{number}", "settled", (3, "bumped"), table.clock.now()))
    table.breathe()
    strangers = [name for name, die in table.service.felt.dice.items() if die.seat is None]
    assert "die-0" in strangers
    assert len(strangers) < 100
