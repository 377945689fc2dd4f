"""The companion as `companion run --simulate --demo` starts it, but its cable leads out to the bench."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.__main__ import run
from companion.config import Config, ServerConfig, with_flags
from companion.devices import virtual
from companion.devices.virtual_board import VirtualBoard

port, data = sys.argv[1:]


class FarBoard(VirtualBoard):
    """Stands for the boards at the other end: it says nothing itself."""

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def path(self) -> str:
        return port


virtual.VirtualBoard = FarBoard  # the one thing that is not as it always is
run(with_flags(Config(ServerConfig(name="table")), "127.0.0.1", 0), Path(data), simulate=True, demo=True)
