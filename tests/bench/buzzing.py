"""The companion as `companion run --simulate --demo` starts it, but its buzzer has a plan of two minutes.

When all of it has sounded, the instants at which the buzzer's pin really changed are written beside those meant.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from companion.__main__ import run
from companion.config import Config, with_flags
from companion.devices import virtual
from companion.devices.buzzer import edges
from companion.engine.plain import to_json
from tests.bench.noting import NotingPin, clock

data, seconds, file = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
STREAMS_S = 4.0  # until they are open
SOON_S = 1.0


class Planned(virtual.Simulator):
    """Ticks every second, a word at each ten, and the long end: as a rampage sounds, twelve times over."""

    def start(self) -> None:
        super().start()
        threading.Timer(STREAMS_S, self._plan).start()

    def _plan(self) -> None:
        begin = clock.now() + SOON_S
        sounds = [(begin + each, "ten" if each % 10 == 0 else "tick") for each in range(seconds)]
        sounds.append((begin + seconds, "time-up"))
        self.buzzer.plan(sounds)
        # Where one tone follows another without a pause the level does not change; none of these patterns does that.
        meant = [at for sound in sounds for at, _ in edges(*sound)]
        threading.Timer(SOON_S + seconds + 3.0, self._tell, [meant]).start()

    def _tell(self, meant: list[float]) -> None:
        pin = self._factory.pin(self.buzzer.pin)
        file.write_bytes(to_json({"meant": meant, "happened": pin.changed}))


virtual.MockPWMPin = NotingPin
virtual.Simulator = Planned
run(with_flags(Config(), "127.0.0.1", 0), data, simulate=True, demo=True)
