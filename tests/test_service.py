"""The one thread that owns the table: batches, answers, restarts, time."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from toy import zoo

from companion.clock import ManualClock
from companion.engine.plain import to_json
from companion.engine.table import fold_all
from companion.errors import Rejected
from companion.games import GAMES
from companion.hands import Hands, usual_places
from companion.journal import Journal
from companion.service import Service
from companion.signals import Signal
from companion.words import Words

GAMES_AND_TOY = {**GAMES, "zoo": zoo()}
TABLET = {"screen": "tablet"}


class Running:
    """A service on a data folder, that can be stopped, cut off and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.clock = ManualClock()
        self.games = GAMES_AND_TOY
        self.open()

    def open(self) -> None:
        self.journal = Journal(self.data)
        self.service = Service(self.journal, self.clock, self.games, Words())
        self.service.start()

    def close(self) -> None:
        self.service.stop()
        self.journal.close()

    def power_cut(self) -> None:
        """Nothing is said goodbye to: what is not on the disk is gone."""
        self.service._keep_time = lambda at_once=False: None  # type: ignore[method-assign]
        self.close()

    def do(self, command: str, **fields: Any) -> Any:
        return self.service.ask({"command": command, **fields}, TABLET)

    def wait(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.breathe()

    def breathe(self) -> None:
        """A refused command leaves no trace; when it is answered, all that waited before it is done."""
        with pytest.raises(Rejected):
            self.do("breathe")

    def start(self, **options: Any) -> None:
        seats = [{"player": "Ann"}, {"player": "Bob"}]
        self.do("start-game", game="monster-town", seats=seats, options=options)

    @property
    def seen(self) -> dict[str, Any]:
        return self.service.view()

    def power(self) -> list[int]:
        return [seat["tracks"]["power"]["value"] for seat in self.seen["seats"]]

    def timer(self, name: str) -> tuple[str, float]:
        timer = self.seen["timers"][name]
        return timer["state"], timer["left_s"]


@pytest.fixture
def table(tmp_path):
    running = Running(tmp_path)
    yield running
    running.close()


def test_an_answer_is_the_number_and_the_entry(table):
    table.start()
    answer = table.do("spend-power", seat=1, amount=2)
    assert answer.seq == 2
    assert [entry.changes for entry in answer.entries] == [[["seats/1/tracks/power/value", 7, 5]]]
    assert table.seen["undo"] == {"entry": 2, "text": "Ann spent 2 power"}


def test_what_waits_is_taken_as_one_batch_and_a_refused_one_harms_no_other(table):
    table.start()
    commits = []
    commit = table.journal.commit
    gate = threading.Event()

    def slow_commit() -> None:
        commits.append(1)
        gate.wait(10)
        commit()

    table.journal.commit = slow_commit
    answers: list[Any] = []

    def ask(body: dict[str, Any]) -> None:
        try:
            answers.append(table.service.ask(body, TABLET).seq)
        except Rejected as refusal:
            answers.append(refusal.code)

    bodies = [{"command": "spend-power", "seat": 1, "amount": 1}] * 3
    bodies += [{"command": "spend-power", "seat": 1, "amount": 99}, {"command": "regenerate", "seat": 2, "id": "twice"}]
    bodies += [{"command": "regenerate", "seat": 2, "id": "twice"}]
    threads = [threading.Thread(target=ask, args=(body,)) for body in bodies]
    threads[0].start()
    while not commits:
        pass
    for thread in threads[1:]:
        thread.start()
    while table.service._queue.qsize() < len(threads) - 1:
        pass
    gate.set()
    for thread in threads:
        thread.join()
    assert len(commits) == 2  # the first, and all that waited behind it
    assert sorted(answers, key=str) == [2, 3, 4, 5, 5, "not-enough-power"]
    assert table.power() == [4, 7]


def test_a_batch_that_cannot_be_saved_is_refused_whole_and_the_table_stays_what_the_disk_has(table):
    table.start()
    before = to_json(table.seen)
    append, table.journal.append = table.journal.append, fail
    with pytest.raises(Rejected) as refusal:
        table.do("spend-power", seat=1, amount=2, id="again")
    assert (refusal.value.code, refusal.value.values) == ("not-saved", {"why": "disk full"})
    assert to_json(table.seen) == before
    table.journal.append = append
    assert table.do("spend-power", seat=1, amount=2, id="again").seq == 2
    assert table.power() == [5, 7]


def fail(entry: Any) -> None:
    raise sqlite3.OperationalError("disk full")


def test_a_rule_that_breaks_is_refused_and_the_table_goes_on(table, caplog):
    table.do("start-game", game="zoo", seats=[{"player": "Ann"}])
    for how in ("raise", "bounds", "for-ever"):
        with pytest.raises(Rejected) as refusal:
            table.do("break", how=how)
        assert refusal.value.code == "rule-failed"
    assert "a rule broke on" in caplog.text
    assert table.do("next-turn").seq == 2


def test_a_listener_that_throws_is_logged_and_the_table_carries_on(table, caplog):
    heard = []
    table.service.when_published.append(lambda table, entries: 1 / 0)
    table.service.when_published.append(lambda table, entries: heard.append((table.seq, len(entries))))
    table.start()
    table.breathe()
    assert heard == [(1, 1)]
    assert "ZeroDivisionError" in caplog.text


# Ids


def test_the_same_id_gets_the_first_answer_again_also_after_a_restart(table):
    table.start()
    first = table.do("spend-power", seat=1, amount=2, id="abc")
    table.do("spend-power", seat=1, amount=1)
    assert table.do("spend-power", seat=1, amount=2, id="abc") == first
    table.close()
    table.open()
    assert table.do("spend-power", seat=1, amount=2, id="abc") == first
    with pytest.raises(Rejected) as refusal:
        table.do("spend-power", seat=1, amount=3, id="abc")
    assert refusal.value.code == "id-reused"
    assert table.power() == [4, 7]


def test_an_answer_without_entries_is_remembered_too(table):
    table.start()
    table.do("next-turn")
    assert table.do("next-turn", seen=1, id="slow phone") == (2, [])
    table.do("next-turn")
    assert table.seen["turn"] == 1
    assert table.do("next-turn", seen=1, id="slow phone") == (2, [])
    assert table.seen["turn"] == 1


def test_a_refused_command_uses_up_no_id(table):
    table.start()
    with pytest.raises(Rejected):
        table.do("spend-power", seat=1, amount=8, id="abc")
    assert table.do("spend-power", seat=1, amount=2, id="abc").seq == 2


@pytest.mark.parametrize("id", ["", "x" * 201, 7, ["a"], {}])
def test_an_id_is_a_text(table, id):
    with pytest.raises(Rejected) as refusal:
        table.do("note", text="x", id=id)
    assert refusal.value.fields == ("id",)


# Restarts


def test_a_game_continues_exactly_where_it_was(table):
    table.start(first="roll", turn_s=30)
    table.do("roll-for-first", seat=1, face=2)
    table.do("roll-for-first", seat=2, face=7)
    table.do("pause-timer", timer="turn")
    table.do("spend-power", seat=1, amount=2)
    table.do("undo")
    before = table.seen
    table.close()
    table.open()
    assert table.seen == before
    table.do("redo")
    assert table.power() == [5, 7]
    table.do("undo")
    table.do("undo")
    assert table.timer("turn")[0] == "running"


@pytest.mark.parametrize("entries", [10, 700])
def test_a_long_game_continues_from_a_picture_of_the_table_and_from_the_journal_alone(table, entries):
    table.start()
    for number in range(entries):
        table.do("adjust-track", seat=1, track="power", to=number % 10)
    before = table.seen
    table.power_cut()
    table.open()
    assert table.seen == before
    table.journal.begin()
    table.journal._db.execute("DELETE FROM inflight")
    table.journal.commit()
    table.power_cut()
    table.open()
    assert table.seen == before
    assert to_json(fold_all(table.journal.entries_of("g1"), GAMES).plain) == to_json(table.service.now.table.plain)


def test_a_running_timer_comes_back_paused_with_the_seconds_it_had_left(table):
    table.start(turn_s=120)
    for _ in range(20):
        table.wait(1)
    table.clock.move(0.4)
    table.power_cut()
    table.clock.move(3600)  # an hour without power is not an hour of play
    table.open()
    assert table.timer("turn") == ("paused", pytest.approx(100, abs=1.01))
    entry = table.journal.entry(2)
    assert (entry.command, entry.by) == ({"command": "restart"}, {"companion": "restart"})
    assert table.seen["undo"] is None
    table.do("resume-timer", timer="turn")
    assert table.timer("turn")[0] == "running"


def test_a_long_countdown_is_kept_every_ten_seconds(table):
    table.start(turn_s=3600)
    for _ in range(25):
        table.wait(1)
    table.power_cut()
    table.open()
    assert table.timer("turn") == ("paused", pytest.approx(3580, abs=0.01))


def test_a_paused_table_comes_back_as_it_was(table):
    table.start(turn_s=120)
    table.wait(20)
    table.do("pause-table")
    table.wait(500)
    before = table.seen
    table.close()
    table.clock.move(100)
    table.open()
    assert table.seen == before
    table.do("resume-table")
    table.wait(10)
    assert table.timer("turn") == ("running", 90)


def test_a_game_that_cannot_be_read_is_set_aside_and_named_and_the_table_starts(table, caplog):
    table.do("start-game", game="zoo", seats=[{"player": "Ann"}])
    table.close()
    table.games = GAMES  # a companion that never heard of the zoo
    table.open()
    assert table.seen["game"] is None
    last = table.journal.entry(2)
    assert (last.game, last.command["game"]) == (None, "g1")
    assert "there is no game 'zoo' here" in last.command["why"]
    table.start()
    assert [line.id for line in table.journal.games()] == ["g3", "g1"]


def test_the_list_of_games_knows_players_and_outcome(table):
    table.start()
    table.do("rename-player", seat=2, player="Bert")
    table.do("join", player="Cleo")
    table.do("end-game", winners=[1])
    (line,) = table.journal.games()
    assert line.players == {"1": "Ann", "2": "Bert", "3": "Cleo"}
    assert line.outcome == {"winners": [1], "reason": "stopped", "ranking": []}
    table.do("undo")
    (line,) = table.journal.games()
    assert line.outcome is None


# Time


def test_when_time_is_up_the_companion_says_so_once(table):
    table.start(turn_s=30)
    table.wait(29.5)
    assert table.timer("turn") == ("running", 0.5)
    table.wait(0.5)
    assert table.timer("turn") == ("done", 0)
    table.wait(100)
    (*_, last) = table.journal.entries()
    assert (last.seq, last.by, last.command) == (2, {"companion": "time-up"}, {"command": "time-up", "timer": "turn"})
    assert last.t == 30


def test_the_games_clock_stands_while_the_table_is_paused(table):
    table.start(turn_s=30)
    table.wait(10)
    table.do("pause-table")
    table.wait(1000)
    assert table.timer("turn") == ("paused", 20)
    table.do("undo")  # a wrong pause taken back sets it going like resuming does
    table.wait(5)
    assert table.timer("turn") == ("running", 15)
    assert table.do("note", text="x").entries[0].t == 15


def test_each_game_has_its_own_clock(table):
    table.start()
    table.wait(500)
    table.do("end-game")
    table.wait(5)
    assert table.do("rematch").entries[0].t == 0
    table.wait(7)
    assert table.do("note", text="x").entries[0].t == 7


def test_sounds_are_handed_over_as_instants_and_again_when_they_change(table):
    plans = []
    table.service.when_sounds_change.append(plans.append)
    table.start(turn_s=30)
    table.breathe()
    at = table.clock.now()
    assert plans == [[(at + 20, "ten"), (at + 27, "tick"), (at + 28, "tick"), (at + 29, "tick"), (at + 30, "time-up")]]
    table.wait(25)
    table.do("pause-table")
    table.breathe()
    assert plans[-1] == []
    table.wait(100)
    table.do("resume-table")
    table.breathe()
    now = table.clock.now()
    assert plans[-1] == [(now + 2, "tick"), (now + 3, "tick"), (now + 4, "tick"), (now + 5, "time-up")]


def test_the_first_tick_of_a_count_in_is_not_lost_while_the_start_is_written_down(table):
    plans = []
    table.do("start-game", game="zoo", seats=[{"player": "Ann"}])
    table.service.when_sounds_change.append(plans.append)
    table.service.when_published.append(lambda *_: table.clock.move(0.02))
    pressed = table.clock.now()
    table.do("start-timer", timer="feeding")
    table.breathe()
    assert [(round(at - pressed, 3), sound) for at, sound in plans[-1]][:4] == [
        (0, "tick"),
        (1, "tick"),
        (2, "tick"),
        (3, "start"),
    ]


def test_screens_are_told_when_a_count_in_is_over(table):
    table.do("start-game", game="zoo", seats=[{"player": "Ann"}])
    told = []
    table.service.when_changed.append(lambda: told.append(table.timer("feeding")[0]))
    table.do("start-timer", timer="feeding")
    table.breathe()
    table.wait(2.9)
    assert told == ["counting-in"]
    table.wait(0.2)
    assert told == ["counting-in", "running"]
    table.wait(5)
    assert len(told) == 2


def test_a_table_that_is_stopping_says_so(table):
    table.service.stop()
    with pytest.raises(Rejected) as refusal:
        table.do("next-turn")
    assert refusal.value.code == "closing"


def test_a_signal_that_makes_no_sense_does_not_stop_the_table(table, caplog):
    table.start()
    table.service.hands = Hands(usual_places())
    for args in ((), ("seven", "set")):
        table.service.signal(Signal("die-a", "settled", args))
        table.service.signal(Signal("knob-1", "turned", args))
    table.breathe()
    assert table.do("spend-power", seat=1, amount=1).seq == 2
    assert "makes no sense" in caplog.text
