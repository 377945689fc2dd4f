"""The companion with a MonstroCity on the table, whose rampage is begun by the red button as players do it.

When time is up, the instants at which the buzzer's pin really changed for the last buzz are written beside those meant:
the deadline by the monotonic clock, as the table's own timer has it.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import companion.__main__ as main
from companion.config import Config, with_flags
from companion.devices import virtual
from companion.devices.buzzer import edges
from companion.engine.plain import to_json
from tests.bench.noting import NotingPin, clock

data, seconds, file = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
STREAMS_S = 4.0  # until they are open
BETWEEN_S = 1.0  # a button repeated sooner is one press


class Rampaging(virtual.Simulator):
    """Next, next, next, red; then it only listens."""

    def start(self) -> None:
        super().start()
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        time.sleep(STREAMS_S)
        for button in ("next", "next", "next", "red"):
            self.push(button)
            time.sleep(BETWEEN_S)
        deadline = max(instant for instant, _ in list(self.buzzer._plan))
        time.sleep(max(0.0, deadline - clock.now()) + 3.0)
        meant = [at for at, _ in edges(deadline, "time-up")]
        changed = self._factory.pin(self.buzzer.pin).changed
        file.write_bytes(to_json({"meant": meant, "happened": changed[-len(meant) :]}))


virtual.MockPWMPin = NotingPin
virtual.Simulator = Rampaging
seats = [{"player": name} for name in ("Ann", "Bob", "Cleo", "Dan")]
main.DEMO = {"command": "start-game", "game": "monstrocity", "seats": seats, "options": {"rampage_s": seconds}}
main.run(with_flags(Config(), "127.0.0.1", 0), data, simulate=True, demo=True)
