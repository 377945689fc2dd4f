"""Whole evenings of MonstroCity: the same game through hands and through screens, the clock's edges on the buzzer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from city import BOX, CITY, ROLES
from devices.device_rig import RecordingFactory, until
from hands.test_hands import TableWithHands

from companion.devices.buzzer import Buzzer
from companion.engine.plain import to_json
from companion.errors import Rejected

TIMER = {"timer": "rampage"}


class Evening(TableWithHands):
    """A table with everything on it, and every sound it makes."""

    def __init__(self, data: Path, *, by_hand: bool = True) -> None:
        self.by_hand = by_hand
        self.heard: list[tuple[float, str]] = []
        super().__init__(data)

    def open(self) -> None:
        super().open()
        self.buzzer = Buzzer(12, clock=self.clock, pin_factory=RecordingFactory(self.clock))
        self.buzzer.when_played.append(lambda instant, pattern: self.heard.append((instant, pattern)))
        self.service.when_sounds_change.append(self.buzzer.plan)
        self.buzzer.start()

    def close(self) -> None:
        self.buzzer.stop()
        super().close()

    def seats(self, players: int, **options: Any) -> None:
        names = ["Ann", "Bob", "Cleo", "Dan"][:players]
        seats = [{"player": name, "role": role} for name, role in zip(names, ROLES, strict=False)]
        self.do("start-game", game="monstrocity", seats=seats, options={"board": BOX, **options})

    def wait(self, seconds: float) -> None:
        """From one sound to the next, so that each is heard when it is due and not later."""
        end = self.clock.now() + seconds
        while (instant := self.buzzer.next_instant()) is not None and instant <= end:
            self.clock.move(max(0.0, instant - self.clock.now()))
            self.breathe()
            until(lambda: (due := self.buzzer.next_instant()) is None or due > self.clock.now())
        self.clock.move(max(0.0, end - self.clock.now()))
        self.breathe()

    # What a player does: by hand where hands can say it, else on a screen

    def next(self) -> None:
        if self.by_hand:
            self.press("next")
            self.wait(0.7)
        else:
            self.do("next-phase", seen=self.seen["phase"])
            self.wait(0.8)

    def red(self) -> None:
        if self.by_hand:
            self.press("red")
        else:
            self.do("start-timer", **TIMER)
            self.wait(0.1)

    def health(self, seat: int, by: int) -> None:
        if self.by_hand:
            self.turn(seat, by)
            self.wait(1.3)
        else:
            self.wait(1.3)
            self.correct(seat, "health", by)

    def rage(self, seat: int, by: int) -> None:
        if self.by_hand:
            self.push(seat)
            self.turn(seat, by)
            self.wait(9)
        else:
            self.wait(9.1)
            self.correct(seat, "rage", by)

    def correct(self, seat: int, track: str, by: int) -> None:
        """A screen refuses what is out of bounds, where a knob stops at them."""
        numbers = self.seen["seats"][seat - 1]["tracks"][track]
        to = max(numbers["min"], min(numbers["max"], numbers["value"] + by))
        self.do("adjust-track", seat=seat, track=track, to=to)

    def roll(self, seat: int) -> None:
        self.throw(seat) if self.by_hand else self.do("read-die", seat=seat, face=3, how="rolled")
        self.wait(0.1)

    def throw(self, seat: int) -> None:
        self.feel(f"die-{'abcd'[seat - 1]}", "rolling")
        self.feel(f"die-{'abcd'[seat - 1]}", "settled", 3, "rolled")

    def ability(self, seat: int) -> None:
        if self.by_hand:
            self.hold(seat)
        else:
            self.do("use-ability", seat=seat)
            self.wait(0.9)

    @property
    def story(self) -> list[str]:
        lines = []
        for seq in range(1, self.journal.last_seq() + 1):
            entry = self.journal.entry(seq)
            lines.append(f"{int(entry.t // 60):3}:{entry.t % 60:04.1f}  {self.service.words.lines('log', entry.said)}")
        return lines

    @property
    def standing(self) -> bytes:
        """The state, without the ids that come from how many entries it took."""
        plain = dict(self.service.now.table.plain)
        plain["notices"] = [(each["code"], each["seat"]) for each in plain["notices"].values()]
        return to_json(plain)


def a_round(evening: Evening, number: int) -> None:
    """One round as a table plays it, as far as hands can say it; the rest is tapped."""
    seats = [seat["seat"] for seat in evening.seen["seats"] if is_at_play(evening, seat["seat"])]
    for seat in seats:
        if any(notice["code"] == "spawn-monster" and notice["seat"] == seat for notice in evening.seen["notices"]):
            evening.do("spawn-monster", seat=seat)
    for phase in ("police", "retaliation", "rampage"):
        evening.next()
        assert evening.seen["phase"] == phase
        for notice in evening.seen["notices"]:
            if notice["code"] == "draw-retaliation":
                evening.do("draw-card", deck="retaliation")
                evening.health(seats[0], -2)
    if not evening.seen["sets"]["of"]:
        evening.red()
        evening.wait(3)
    for throw in range(evening.seen["sets"]["of"] or 2):
        for seat in seats:
            evening.roll(seat)
        evening.health(seats[0], -3 - throw)
        evening.rage(seats[-1], 2)
    evening.ability(seats[-1]) if evening.seen["seats"][seats[-1] - 1]["tracks"]["rage"]["value"] == 6 else None
    for kind in felled(number):
        evening.do("destroy-building", kind=kind, seat=seats[0])
    if not evening.seen["sets"]["of"]:
        evening.wait(evening.timer("rampage")[1] - 1)
        evening.health(seats[-1], -99)
        evening.wait(2)
    evening.next()
    while evening.seen["notices"]:
        notice = evening.seen["notices"][0]
        if notice["code"].startswith("draw-") and notice["code"] != "draw-reinforcement":
            evening.do("draw-card", deck=notice["code"].removeprefix("draw-"))
        else:
            evening.do("dismiss-notice", notice=notice["id"])
    evening.next()


def is_at_play(evening: Evening, seat: int) -> bool:
    seen = evening.seen
    return seen["team"] is None or seat in seen["teams"][seen["team"] - 1]["seats"]


def felled(round: int) -> list[str]:
    """A fifth of the city in each round, the Hall in the last."""
    return CITY[(round - 1) * 5 : round * 5]


def whole_game(evening: Evening) -> None:
    while not evening.seen["outcome"]:
        before = evening.seen["team"]
        a_round(evening, evening.seen["round"])
        if evening.seen["team"] == 1 == before and evening.seen["teams"][0]["stars"] is not None:
            evening.do("swap-teams")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (1, {}),
        (2, {"mode": "turn-based"}),
        (3, {"mode": "tutorial"}),
        (2, {"mode": "competitive"}),
        (4, {"enhanced": True}),
    ],
    ids=["standard", "solo", "turn-based", "tutorial", "competitive", "enhanced"],
)
def test_the_same_game_by_hands_and_by_screens_ends_in_the_same_state(tmp_path, players, options):
    ended = []
    for by_hand in (True, False):
        evening = Evening(tmp_path / str(by_hand), by_hand=by_hand)
        evening.seats(players, **options)
        whole_game(evening)
        ended.append((evening.standing, evening.seen["outcome"]["reason"]))
        evening.close()
    assert ended[0] == ended[1]
    assert ended[0][1] == ("shared" if options.get("mode") == "competitive" else "victory")


# The clock on the buzzer


@pytest.fixture
def city(tmp_path):
    evening = Evening(tmp_path)
    evening.seats(2)
    for _ in range(3):
        evening.next()
    evening.heard.clear()
    yield evening
    evening.close()


def test_every_edge_of_the_rampage_is_heard_at_its_instant(city):
    """Start, one minute, thirty seconds, the last ten one by one, time's up."""
    pressed = city.clock.now()
    city.red()
    city.wait(130)
    assert [(round(at - pressed - 3, 3), pattern) for at, pattern in city.heard] == [
        *((float(at), "tick") for at in (-3, -2, -1)),
        (0.0, "start"),
        (60.0, "ten"),
        (90.0, "ten"),
        *((float(at), "tick") for at in range(110, 120)),
        (120.0, "time-up"),
    ]
    assert (city.seen["phase"], city.timer("rampage")) == ("rampage", ("done", 0))


def test_a_paused_rampage_is_silent_and_goes_on_where_it_was(city):
    city.red()
    city.wait(3 + 61)
    city.press("start")
    city.heard.clear()
    city.wait(600)
    assert city.heard == []
    begun = city.clock.now()
    city.red()
    city.wait(40)
    assert city.heard == [(pytest.approx(begun + 29.1, abs=0.5), "ten")]


def test_a_power_cut_in_the_middle_brings_it_back_paused_with_the_right_seconds(city):
    city.red()
    city.wait(3 + 47)
    left = city.timer("rampage")[1]
    city.buzzer.stop()
    city.power_cut()
    city.open()
    state, now_left = city.timer("rampage")
    assert state == "paused"
    assert now_left == pytest.approx(left, abs=1.1), "what is in flight is written every second"
    assert city.seen["phase"] == "rampage"
    city.heard.clear()
    city.red()
    city.wait(now_left + 1)
    assert [pattern for _, pattern in city.heard] == ["ten", "ten", *["tick"] * 10, "time-up"]


def test_ten_seconds_more_move_every_sound(city):
    city.red()
    city.wait(3 + 115)
    city.do("add-time", seconds=10, **TIMER)
    city.heard.clear()
    city.wait(20)
    assert [pattern for _, pattern in city.heard] == [*["tick"] * 10, "time-up"]


# A whole game by dice, knobs and buttons


def test_a_whole_game_by_dice_knobs_and_buttons_alone(tmp_path):
    """Nobody touches a screen after the start. Set COMPANION_STORY to a file to read what the log says of it."""
    evening = Evening(tmp_path)
    evening.seats(2)
    begun = evening.journal.last_seq()
    for number in range(1, 6):
        for _ in range(3):
            evening.next()
        evening.red()
        evening.wait(3)
        for throw in range(3):
            evening.throw(1)
            evening.throw(2)
            evening.health(1, -4)
            if throw == 0:
                evening.health(2, -7 if number == 2 else -2)
            evening.rage(2, 2)
        if evening.seen["seats"][1]["tracks"]["rage"]["value"] == 4:
            evening.ability(2)
        evening.wait(evening.timer("rampage")[1] + 0.5)
        if number == 3:
            evening.health(2, -99)  # the last die of the last roll, after time was up
        evening.next()
        evening.next()
        for seat in evening.seen["seats"]:
            if seat["monster"] == "down":
                evening.health(seat["seat"], 99)  # placed again, both markers set by hand
    seen = evening.seen
    by = [evening.journal.entry(seq).by for seq in range(begun + 1, evening.journal.last_seq() + 1)]
    assert all("device" in each or "companion" in each for each in by)
    assert (seen["round"], seen["outcome"]["reason"], seen["outcome"]["winners"]) == (5, "defeat", [])
    assert [seat["falls"] for seat in seen["seats"]] == [5, 1]
    story = evening.story
    assert any("Turtle Power" in line for line in story)
    assert any("fell and stays down until Spawn" in line for line in story)
    keep_story(story)
    evening.close()


def keep_story(story: list[str]) -> None:
    import os

    where = os.environ.get("COMPANION_STORY")
    if where:
        Path(where).write_text("\n".join(story) + "\n", encoding="utf-8")


def test_a_die_that_is_thrown_again_ends_the_roll_before_and_one_set_by_hand_means_nothing(city):
    city.red()
    city.throw(1)
    assert city.seen["seats"][0]["dice"] == 4
    city.throw(1)
    assert city.seen["seats"][0]["dice"] == 4
    before = city.journal.last_seq()
    city.die(1, 5)
    city.die(1, 5, "bumped")
    assert city.journal.last_seq() == before
    assert city.turn_to(1) is None
    with pytest.raises(Rejected):
        city.do("read-die", seat=1, face=5, how="set")


def test_a_die_ends_a_set_and_waits_for_the_others(tmp_path):
    evening = Evening(tmp_path)
    evening.seats(2, mode="turn-based")
    for _ in range(3):
        evening.next()
    for seat in (1, 2, 1):
        evening.throw(seat)
    assert (evening.seen["sets"]["done"], evening.seen["seats"][0]["set_done"]) == (0, True)
    evening.throw(2)
    assert (evening.seen["sets"]["done"], evening.seen["seats"][1]["dice"]) == (1, 4)
    evening.close()
