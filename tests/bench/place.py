"""Somewhere to measure: a folder on the disk of the clone, and processes of our own that are gone afterwards."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.server.web import MOST_STREAMS

THREADS = MOST_STREAMS + 8  # as many as companion.server.web gives its server
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
LONGEST_START_S = 30.0
LONGEST_STOP_S = 10.0
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
COMPANION = Path(sys.executable).with_name("companion")


@contextmanager
def folder() -> Iterator[Path]:
    """A folder to throw away. Not in /tmp, which may be memory: there a sync costs nothing and proves nothing."""
    build = Path("build").absolute()
    build.mkdir(exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix="bench-", dir=build))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@dataclass(frozen=True)
class Server:
    """A server that answers on loopback."""

    process: subprocess.Popen[str]
    port: int
    token: str = ""

    def cpu_s(self) -> float:
        """Seconds of a core that it has used so far, from the line of numbers that follow its name."""
        user, system = self._proc("stat").rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS_A_SECOND

    def resident_mb(self) -> float:
        found = re.search(r"VmRSS:\s+(\d+) kB", self._proc("status"))
        assert found is not None
        return int(found[1]) / 1024

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text()


@contextmanager
def running(command: list[str], *, token: str = "", hard: bool = False) -> Iterator[Server]:
    """Start a server, wait until it names its address, and stop it whatever happens; `hard` is a power cut."""
    # An installed program keeps its bytecode; without it a start would measure the compiler.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        yield Server(process, _port(process, command), token)
    finally:
        if hard:
            process.kill()
        _stop(process)


def _port(process: subprocess.Popen[str], command: list[str]) -> int:
    assert process.stdout is not None
    too_late = threading.Timer(LONGEST_START_S, process.kill)  # which also ends the reading below
    too_late.start()
    try:
        for line in process.stdout:
            if found := ADDRESS.search(line):
                return int(found[1])
    finally:
        too_late.cancel()
    raise RuntimeError(f"{' '.join(command)}: ended, or took over {LONGEST_START_S:.0f} s, before it named its address")


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(LONGEST_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


def companion_run(data: Path) -> list[str]:
    return [str(COMPANION), "run", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]


def floor_run(name: str, *more: str) -> list[str]:
    return [sys.executable, "-m", f"tests.bench.floor.{name}", *more]


def token(data: Path) -> str:
    """With which a script may play."""
    asked = subprocess.run([COMPANION, "token", "--data", data], stdout=subprocess.PIPE, text=True, check=True)
    return asked.stdout.strip()


@contextmanager
def table(data: Path) -> Iterator[Server]:
    """The companion with Ann and Bob at Monster Town, and a token to speak to it as any script would."""
    with running([*companion_run(data), "--demo"], token=token(data)) as server:
        yield server


@contextmanager
def floor(name: str, *more: str) -> Iterator[Server]:
    """A bare app under the same web server, with as many threads."""
    with running(floor_run(name, str(THREADS), *more)) as server:
        yield server


def is_busy() -> bool:
    """Whether others use this machine: both sides then wait for them, and a ratio hides what ours costs."""
    return os.getloadavg()[0] > (os.cpu_count() or 1) / 2


def stop_when_told() -> None:
    """Ending by SIGTERM tidies up as Ctrl-C does."""

    def stop(*_: object) -> NoReturn:
        raise SystemExit(143)

    signal.signal(signal.SIGTERM, stop)
