"""The real service in a process of its own, to be killed and started again on the same port."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from server.live import FOLDERS, Visitor


class Process(Visitor):
    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0

    def start_process(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / "table.toml").write_text('[server]\nname = "table"\n', encoding="utf-8")
        command = [sys.executable, "-m", "companion", "run", "--simulate", "--demo", "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.data)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "Open here" in line:
                self.port = int(line.rsplit(":", 1)[1])
            if "Ctrl-C" in line:
                FOLDERS[self.port] = self.data
                return

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
