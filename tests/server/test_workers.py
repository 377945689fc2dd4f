"""The threads that answer requests."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.server.workers import Workers

PATIENCE_S = 10.0


class Errand:
    """A task that says when it was begun, waits until it may go on, and remembers who did it."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self.begun, self.may_end, self.done = threading.Event(), threading.Event(), threading.Event()
        self.by: threading.Thread | None = None
        self.was_cancelled = False
        self._then = then

    def service(self) -> None:
        self.by = threading.current_thread()
        self.begun.set()
        self.may_end.wait(PATIENCE_S)
        self.done.set()
        self._then()

    def cancel(self) -> None:
        self.was_cancelled = True


def given(workers: Workers, count: int) -> list[Errand]:
    errands = [Errand() for _ in range(count)]
    for errand in errands:
        workers.add_task(errand)
    return errands


def finish(*errands: Errand) -> None:
    for errand in errands:
        errand.may_end.set()
    assert all(errand.done.wait(PATIENCE_S) for errand in errands)


def test_what_comes_when_all_are_busy_waits_its_turn():
    workers = Workers(2)
    first, second, third, fourth = given(workers, 4)
    assert first.begun.wait(PATIENCE_S)
    assert second.begun.wait(PATIENCE_S)
    assert not third.begun.is_set()
    finish(first)
    assert third.begun.wait(PATIENCE_S)
    assert not fourth.begun.is_set()
    finish(second, third, fourth)
    assert {errand.by for errand in (first, second, third, fourth)} == {first.by, second.by}
    assert workers.shutdown(timeout=PATIENCE_S)


def test_no_more_threads_are_made_than_work_at_once():
    workers = Workers(50)
    before = threading.active_count()
    for _ in range(20):
        (errand,) = given(workers, 1)
        finish(errand)
    # One that has just finished may not rest yet when the next task comes; a third is never needed.
    assert threading.active_count() - before <= 2
    assert workers.shutdown(timeout=PATIENCE_S)
    assert threading.active_count() == before


def test_a_task_that_breaks_takes_no_worker_with_it(caplog: pytest.LogCaptureFixture):
    def trip() -> None:
        raise RuntimeError("tripped")

    workers = Workers(1)
    tripping = Errand(trip)
    workers.add_task(tripping)
    finish(tripping)
    (after,) = given(workers, 1)
    finish(after)
    assert "could not be served" in caplog.text
    assert workers.shutdown(timeout=PATIENCE_S)


def test_at_the_end_what_waits_is_cancelled_and_what_is_being_done_is_not():
    workers = Workers(1)
    busy, waiting = given(workers, 2)
    assert busy.begun.wait(PATIENCE_S)
    assert not workers.shutdown(timeout=0.01)
    assert (busy.was_cancelled, waiting.was_cancelled) == (False, True)
    finish(busy)
    assert workers.shutdown(timeout=PATIENCE_S)
    (late,) = given(workers, 1)
    assert late.was_cancelled
