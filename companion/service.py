"""The one thread that owns the table: it takes what waits as a batch, commits once, answers, and publishes.

Everything else (web requests, pin callbacks, the serial reader) only hands over through its queue.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import sys
import threading
from collections import ChainMap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.clock import Clock
from companion.engine.common import timer_kind
from companion.engine.entry import Entry
from companion.engine.game import Game
from companion.engine.plain import Plain
from companion.engine.table import Games, Table
from companion.engine.timers import sounds_ahead
from companion.engine.view import view
from companion.errors import Rejected
from companion.gametime import GameTime
from companion.hands import Ask, Felt, Hands
from companion.journal.continuing import keep_picture
from companion.journal.store import Journal
from companion.ledger import Answer, Ledger, Now
from companion.quiet import Quiet
from companion.signals import Signal
from companion.words import Words

log = logging.getLogger(__name__)

A_MOMENT_S = 0.001  # as finely as the game's clock is told
MOST_AT_ONCE = 256  # commands in one commit
FINISH_TURNS = ("start-game", "rematch", "end-game", "clear-table", "reorder-seats", "leave")


@dataclass(eq=False)
class _Asked:
    body: Any
    by: Plain
    is_hand: bool = False  # nobody waits for the answer, but a refusal is shown
    answer: Answer | Rejected | None = None
    done: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.done.acquire()  # released with the answer: the cheapest way to wait for one


@dataclass(eq=False)
class _Deed(_Asked):
    """Something done to the hands themselves: a die claimed, two seats swapped. No entry, and no command's business."""

    refusal: Rejected | None = None

    def carry_out(self, hands: Hands) -> list[Ask]:
        try:
            return list(self.body(hands))
        except Rejected as refusal:
            self.refusal = refusal
        except Exception:
            log.exception("the hands could not be arranged")
            self.refusal = Rejected("unexpected")
        return []


# None only wakes the thread; an event is somebody who wants to know that it still comes round.
_Waiting = _Asked | Signal | threading.Event | None


class Service:
    """The running table."""

    def __init__(self, journal: Journal, clock: Clock, games: Games, words: Words, hands: Hands | None = None) -> None:
        self.journal = journal
        self.clock = clock
        self.games: ChainMap[str, Game] = ChainMap({}, games)  # type: ignore[arg-type] # only the first is written to
        self.words = words
        self.hands = hands or Hands({})
        self.quiet = Quiet(clock)
        self.quiet.heed(self.hands.arrangement)
        self.hands.when_arranged.append(lambda arrangement: self.quiet.heed(arrangement))
        self.now = Now(Table(), GameTime())
        self._ledger = Ledger(journal, clock, self.games)
        self.device_status: Callable[[], Plain] = dict  # how devices are, by name: whoever runs them says so
        # Called on the table's own thread, so they only hand over.
        self.when_published: list[Callable[[Table, list[Entry]], None]] = []
        self.when_changed: list[Callable[[], None]] = []  # table or hands: something may look different now
        self.when_sounds_change: list[Callable[[list[tuple[float, str]]], None]] = []
        self._queue: queue.SimpleQueue[_Waiting] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._stopping = False
        self._kept_at = 0.0
        self._felt = self.hands.felt()
        self._is_touched = True
        self._hands_at: float | None = None  # when the hands want to be looked at again
        self._kept_turns: Plain = {}
        self._counting_in: list[str] = []  # timers, when screens were last told

    # Starting and stopping

    def start(self) -> None:
        self.now = self._ledger.open()
        table = self.now.table
        self._kept_at = self.clock.now()
        kept = self.journal.inflight("hands") or {}
        if kept.get("game") != table.id:
            kept = kept | {"turns": {}}  # of a game that is not on the table any more
        self.hands.restore(kept, self.clock.now())
        self._look_at_hands()
        self.clock.wake(lambda: self._queue.put(None))
        if any(timer.is_going() for timer in table.timers().values()) and not table.paused and not table.is_over:
            self._take_batch([_Asked({"command": "restart"}, {"companion": "restart"})])
        self._thread.start()

    def stop(self) -> None:
        """Stop after what waits is done. The journal stays open for whoever opened it."""
        self._stopping = True
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()

    # Asking

    def ask(self, body: Any, by: Plain) -> Answer:
        """Hand a command to the table and wait until it is on the disk, or refused."""
        return self._hand_over(_Asked(body, by))

    def arrange(self, deed: Callable[[Hands], Iterable[Ask]]) -> None:
        """Let something happen to the hands, and wait until it has: only the table's own thread touches them."""
        self._hand_over(_Deed(deed, {}))

    def begin_on(self, game: str, board: Plain) -> None:
        """New games of this kind begin on the printed numbers that their owner has checked; a rematch too."""
        kind = self.games[game]
        assert kind.printed is not None
        self.games[game] = kind.printed.on(kind, board)

    def _hand_over(self, asked: _Asked) -> Answer:
        if self._stopping:
            raise Rejected("closing")
        self._queue.put(asked)
        while not asked.done.acquire(timeout=1.0):
            if not self._thread.is_alive():
                raise Rejected("closing")
        if isinstance(asked.answer, Answer):
            return asked.answer
        raise asked.answer or Rejected("closing")

    def signal(self, signal: Signal) -> None:
        """Hand over what a device noticed. Never waits: pin callbacks and serial readers have better things to do."""
        self._queue.put(signal)

    def is_answering(self, within_s: float) -> bool:
        """Whether the table's thread comes round in this time. Asking leaves no trace in the journal."""
        noticed = threading.Event()
        self._queue.put(noticed)
        return noticed.wait(within_s)

    def stands_at(self) -> str:
        """Where the table's thread is just now, innermost first: for the log, when it does not answer."""
        import traceback  # when nothing works any more

        frame = sys._current_frames().get(self._thread.ident or 0)
        if frame is None:
            return "nowhere: it has ended"
        stack = traceback.extract_stack(frame)[:-5:-1]
        return ", called by ".join(f"{each.name} ({Path(each.filename).name}:{each.lineno})" for each in stack)

    def door_is_open(self) -> bool:
        """Whether people at the table hold it open for newcomers."""
        until = self._felt.door_until
        return until is not None and self.clock.now() < until

    @property
    def felt(self) -> Felt:
        """How the hands stand, for any thread to look at."""
        return self._felt

    def view(self, *, with_health: bool = True) -> Plain:
        """The table as everyone sees it, now. Asking every device how it is takes its time: not for every lamp."""
        now, felt = self.now, self._felt
        devices = felt.view(now.table)
        if with_health:
            health = self.device_status()
            devices = {name: devices.get(name, {}) | health.get(name, {}) for name in devices | health}
        return self._view(now, felt) | {"devices": devices}

    def glance(self) -> tuple[Table, Felt, Plain]:
        """What a page that people look at is drawn from: the table, the hands, and the view without the devices."""
        now, felt = self.now, self._felt
        return now.table, felt, self._view(now, felt)

    def _view(self, now: Now, felt: Felt) -> Plain:
        table, time, undo = now
        shown = view(table, time.at(self.clock.now()), self.words.say)
        focus = felt.focus(table)
        for seat in shown["seats"]:
            seat["focus"] = focus.get(seat["seat"]) or seat["focus"]
        # The undo button says what it will undo.
        shown["undo"] = {"entry": undo.seq, "text": self.words.lines("log", undo.said)} if undo else None
        shown["refusal"] = {"text": felt.refusal.text, "seat": felt.refusal.seat} if felt.refusal else None
        return shown

    def sounds(self, begun: float | None = None) -> list[tuple[float, str]]:
        """Every sound the timers will make if nobody touches them, as instants of the clock.

        `begun` is where the game's clock stood when they were touched: writing that down took a moment, and the first
        tick of a count-in is due at once.
        """
        since = self.clock.now() if begun is None else self.now.time.when(begun)
        return [sound for sound in self.all_sounds() if sound[0] > since]

    def all_sounds(self) -> list[tuple[float, str]]:
        """Those of what runs now that were made already, too: this changes only when somebody touches a timer."""
        table, time, _ = self.now
        if table.game is None or time.stands:
            return []
        return sorted(
            (time.when(at), pattern)
            for name, timer in table.timers().items()
            for at, pattern in sounds_ahead(timer, timer_kind(table.game, name))
        )

    # The thread

    def _run(self) -> None:
        while not self._stopping or not self._queue.empty():
            try:
                first = self._queue.get(timeout=self.clock.timeout_until(self._next_instant()))
            except queue.Empty:
                first = None
            waiting = [first, *(self._queue.get_nowait() for _ in range(min(self._queue.qsize(), MOST_AT_ONCE)))]
            try:
                self._step(waiting)
            except Exception:
                # Nobody may be left waiting, and the table goes on.
                log.exception("the table stumbled")
                asked = [each for each in waiting if isinstance(each, _Asked) and each.answer is None]
                self._answer(asked, [Rejected("rule-failed")] * len(asked))
        self._keep_time(at_once=True)

    def _step(self, waiting: list[_Waiting]) -> None:
        """What is due and what waits, as one batch; a signal's meaning is worked out here.

        A die that was turned is one change for the eye, so screens hear of the hand and of its entry together.
        """
        before = self.now.table
        batch = [*self._time_up(), *self._due(), *self._commands(waiting)]
        entries = self._take_batch(batch) if batch else []
        if self.now.table.id != before.id:
            self.hands.begin_anew()
            self._is_touched = True
        if entries:
            self._publish(before, entries)
        was_touched = self._look_at_hands()
        has_begun = self._has_begun()
        if entries or was_touched or has_begun:
            for changed in self.when_changed:
                _call(changed)
        if was_touched:
            self._keep_turns()
        self._keep_time()
        deeds = [each for each in waiting if isinstance(each, _Deed)]
        self._answer(deeds, [deed.refusal or Answer(self.now.table.seq, []) for deed in deeds])

    def _has_begun(self) -> bool:
        """Whether a count-in is over since screens were told of it: no command says so, the instant does."""
        table, time, _ = self.now
        t = time.at(self.clock.now())
        before = self._counting_in
        self._counting_in = [name for name, timer in table.timers().items() if timer.state_at(t) == "counting-in"]
        return bool(set(before) - set(self._counting_in))

    def _due(self) -> list[_Asked]:
        """What time alone brings to the hands."""
        now = self.clock.now()
        if self._hands_at is None or now < self._hands_at:
            return []
        self._is_touched = True
        return self._hands(self.hands.due(now, self.now.table))

    def _commands(self, waiting: list[_Waiting]) -> list[_Asked]:
        batch: list[_Asked] = []
        for each in waiting:
            if isinstance(each, Signal):
                self._is_touched = True
                try:
                    batch += self._hands(self.hands.feel(each, self.now.table))
                except Exception:
                    log.exception("%s makes no sense", each)
            elif isinstance(each, _Deed):
                self._is_touched = True
                batch += self._hands(each.carry_out(self.hands))
            elif isinstance(each, threading.Event):
                each.set()
            elif each:
                if isinstance(each.body, dict) and each.body.get("command") in FINISH_TURNS:
                    # What was turned belongs to this game and to this seat, so it counts before they are others.
                    batch += self._hands(self.hands.finish_turns())
                    self._is_touched = True
                batch.append(each)
        return batch

    def _look_at_hands(self) -> bool:
        """Whether they stand otherwise than screens were told."""
        if not self._is_touched:
            return False
        self._is_touched = False
        before, self._felt = self._felt, self.hands.felt(self._felt)
        self._hands_at = self.hands.next_instant()
        return self._felt != before

    def _hands(self, asks: list[Ask]) -> list[_Asked]:
        return [_Asked(body, by, is_hand=True) for body, by in asks]

    def _next_instant(self) -> float | None:
        """When there is something to do even if nobody asks."""
        table, time, _ = self.now
        instants = [self._hands_at] if self._hands_at is not None else []
        if table.game and not time.stands and not table.is_over:
            timers = table.timers()
            ends = [end for timer in timers.values() if (end := timer.ends_at) is not None]
            begins = [timers[name].since for name in self._counting_in if name in timers]
            ends += [since for since in begins if since is not None]
            instants += [self._kept_at + self._keep_every(), *(time.when(end) for end in ends)]
        return min(instants, default=None)

    def _time_up(self) -> list[_Asked]:
        table, time, _ = self.now
        if time.stands or table.is_over or not table.plain or not table.plain["timers"]:
            return []
        t = time.at(self.clock.now())
        over = [name for name, timer in table.timers().items() if timer.ends_at is not None and timer.ends_at <= t]
        return [_Asked({"command": "time-up", "timer": name}, {"companion": "time-up"}) for name in over]

    # In flight: the game's clock, from which every timer's seconds follow

    def _keep_every(self) -> float:
        """A second near the end of a countdown is worth a write each; an idle table's time is not."""
        table, time, _ = self.now
        if not table.plain or not table.plain["timers"]:
            return 60.0
        t = time.at(self.clock.now())
        left = [timer.left_at(t) for timer in table.timers().values() if timer.is_going()]
        if not left:
            return 60.0
        return 1.0 if min(left) < 300 else 10.0

    def _keep_time(self, at_once: bool = False) -> None:
        table, time, _ = self.now
        now = self.clock.now()
        if table.id is None or not (at_once or (not time.stands and now - self._kept_at >= self._keep_every())):
            return
        self._kept_at = now
        try:
            self.journal.begin()
            self.journal.keep_inflight("time", {"game": table.id, "t": time.at(now)})
            self.journal.keep_inflight("hands", self._hands_to_keep())
            if at_once:
                keep_picture(self.journal, table)
            self.journal.commit()
        except sqlite3.Error:
            log.exception("the time of the game could not be saved")
            self.journal.roll_back()

    def _new_turns(self) -> Plain | None:
        """The hands as they are to be remembered, if a turn began, went on or ended. Dice know their own faces."""
        return self._hands_to_keep() if self.hands.turns() != self._kept_turns else None

    def _hands_to_keep(self) -> Plain:
        return self.hands.keep() | {"game": self.now.table.id}

    def _keep_turns(self) -> None:
        """An unfinished turn outlives a power cut."""
        kept = self._new_turns()
        if kept is None:
            return
        try:
            self.journal.keep_inflight("hands", kept)
            self._kept_turns = kept["turns"]
        except sqlite3.Error:
            log.exception("an unfinished turn could not be saved")

    # A batch

    def _take_batch(self, batch: list[_Asked]) -> list[Entry]:
        """The entries that a batch made, after everyone who asked has an answer."""
        try:
            asks = [(asked.body, asked.by) for asked in batch]
            hands = self._new_turns() if self._is_touched else None
            self.now, answers, entries = self._ledger.take(asks, self.now, hands)
        except sqlite3.Error as error:
            log.exception("a batch of %d commands could not be saved", len(batch))
            refusals: list[Answer | Rejected] = [Rejected("not-saved", why=str(error))] * len(batch)
            self._answer(batch, refusals)
            self._note_refusals(batch, refusals)
            return []
        if hands is not None:
            self._kept_turns = hands["turns"]
        self._answer(batch, answers)
        self._note_refusals(batch, answers)
        if any(entry.command["command"] == "undo" for entry in entries):
            self.hands.drop_turns()
            self._is_touched = True
        return entries

    def _note_refusals(self, batch: list[_Asked], answers: list[Answer | Rejected]) -> None:
        """Nobody waits at a knob for an answer: a refusal is shown."""
        for asked, answer in zip(batch, answers, strict=True):
            if asked.is_hand:
                self._is_touched = True
                if isinstance(answer, Rejected):
                    self.hands.refused(asked.by, self.words.refusal(answer), self.clock.now())
                else:
                    self.hands.refusal = None

    def _answer(self, batch: Sequence[_Asked], answers: list[Any]) -> None:
        for asked, answer in zip(batch, answers, strict=True):
            asked.answer = answer
            asked.done.release()

    def _publish(self, before: Table, entries: list[Entry]) -> None:
        table = self.now.table
        for listener in self.when_published:
            _call(listener, table, entries)
        if (before.plain or {}).get("timers") != (table.plain or {}).get("timers") or before.paused != table.paused:
            sounds = self.sounds(entries[0].t - A_MOMENT_S)
            for hear in self.when_sounds_change:
                _call(hear, sounds)


def _call(listener: Callable[..., None], *what: Any) -> None:
    """A listener that fails is logged with what it was told, and the table carries on."""
    try:
        listener(*what)
    except Exception:
        log.exception("%s failed on %s", listener, what[-1])
