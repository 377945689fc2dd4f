"""The companion as a process of its own, started, killed and started again."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

from server.live import PATIENCE_S, Visitor

import companion

ROOT = Path(companion.__file__).parents[1]


def words(data: Path, *flags: str, port: int = 0) -> list[str]:
    run = [sys.executable, "-m", "companion", "run", "--simulate", "--host", "127.0.0.1"]
    return [*run, "--port", str(port), "--data", str(data), *flags]


class Running(Visitor):
    """A table that runs until it is stopped, one way or another."""

    def __init__(self, data: Path, *flags: str, port: int = 0) -> None:
        self.data = data
        self._stderr = data.with_suffix(".stderr")
        with self._stderr.open("wb") as stderr:
            self.process = subprocess.Popen(
                words(data, *flags, port=port), stdout=subprocess.PIPE, stderr=stderr, cwd=ROOT, text=True
            )
        self.greeting = self._read_greeting()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.greeting)
        if not found:
            self.kill()
            raise AssertionError(f"it did not start\n{self.greeting}\n{self.complaints}")
        self.port = int(found[1])

    def _read_greeting(self) -> str:
        stdout = self.process.stdout
        assert stdout is not None
        alarm = threading.Timer(PATIENCE_S, self.process.kill)
        alarm.start()
        lines = []
        for line in stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        alarm.cancel()
        return "".join(lines)

    @property
    def complaints(self) -> str:
        return self._stderr.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """The plug is pulled."""
        self._end(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        return self._end(how)

    def _end(self, how: signal.Signals) -> int:
        assert self.process.stdout is not None
        self.process.send_signal(how)
        try:
            return self.process.wait(timeout=PATIENCE_S)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.kill()


def failing(data: Path, *flags: str) -> tuple[int, str, str]:
    """A start that does not come about: how it ended and what it said."""
    ended = subprocess.run(
        words(data, *flags), capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE_S, check=False
    )
    return ended.returncode, ended.stdout, ended.stderr
