"""The threads that answer requests: as many as are needed at once, and the one that rested last works first.

Waitress's own dispatcher starts all its threads at once and hands work to whichever has rested longest, through a
condition that wakes it twice. A table keeps a few screens and one or two fingers busy: four warm threads do most of it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from typing import Protocol

log = logging.getLogger(__name__)


class Task(Protocol):
    def service(self) -> None: ...

    def cancel(self) -> None: ...


class Worker(threading.Thread):
    """One thread. It rests on a lock of its own, so that waking it wakes nobody else."""

    def __init__(self, workers: Workers, task: Task) -> None:
        super().__init__(name="web", daemon=True)
        self.task: Task | None = task
        self.wake = threading.Lock()
        self.wake.acquire()
        self._workers = workers

    def run(self) -> None:
        while self.task is not None:
            try:
                self.task.service()
            except BaseException:
                log.exception("%r could not be served", self.task)
            self._workers.find_work(self)


class Workers:
    """What waitress calls a task dispatcher."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._all: set[Worker] = set()
        self._resting: list[Worker] = []
        self._waiting: deque[Task] = deque()
        self._is_closed = False

    def add_task(self, task: Task) -> None:
        """Called by the server's own thread: somebody asks for something."""
        with self._lock:
            if self._is_closed:
                task.cancel()
                return
            if not self._resting and len(self._all) >= self._most:
                self._waiting.append(task)
                return
            worker = self._resting.pop() if self._resting else None
            if worker is None:
                worker = Worker(self, task)
                self._all.add(worker)
                worker.start()
                return
        worker.task = task
        worker.wake.release()

    def find_work(self, worker: Worker) -> None:
        """Called by a worker that has done its task: the next one, when there is one; none at the end."""
        with self._lock:
            worker.task = self._waiting.popleft() if self._waiting else None
            if worker.task is not None or self._is_closed:
                self._all -= {worker} if worker.task is None else set()
                return
            self._resting.append(worker)
        worker.wake.acquire()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Stop after what is being done; what waits is not begun any more. Whether all were gone in time."""
        until = time.monotonic() + timeout
        with self._lock:
            self._is_closed = True
            waiting, resting, busy = list(self._waiting), self._resting, self._all - set(self._resting)
            self._waiting.clear()
            self._resting, self._all = [], busy
        for task in waiting:
            task.cancel()
        for worker in resting:
            worker.wake.release()
        for worker in (*resting, *busy):
            worker.join(max(0.0, until - time.monotonic()))
        return not any(worker.is_alive() for worker in (*resting, *busy))
