"""A stranger's view of the wire: the document, a C compiler, and a board that runs MicroPython."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.paths import beside

_HERE = Path(__file__).parent
_BUILD = _HERE.parents[1] / "build"


class Protocol:
    """PROTOCOL.md, as someone reads it who has nothing else."""

    def __init__(self) -> None:
        self.text = (beside("firmware") / "PROTOCOL.md").read_text(encoding="utf-8")
        self.flowing = " ".join(self.text.split())
        self.lines = [line.encode() for block in self.blocks("wire") for line in block.splitlines()]

    def blocks(self, tag: str) -> list[str]:
        return re.findall(rf"^```{tag}\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)

    def rows(self, heading: str) -> dict[str, tuple[tuple[str, ...], str]]:
        """The words that a section's table explains: their arguments, and the table's last column."""
        section = re.split(r"^## ", self.text, flags=re.MULTILINE)
        [table] = [part for part in section if part.startswith(heading + "\n")]
        rows = re.findall(r"^\| `([a-z]+)((?: [A-Z]+)*)` \|.*?([^|]*)\|$", table, re.MULTILINE)
        return {word: (tuple(names.lower().split()), last.strip()) for word, names, last in rows}


@pytest.fixture(scope="session")
def protocol() -> Protocol:
    return Protocol()


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """Runs a program under real MicroPython and gives what it prints. The first time it is fetched, into build/."""
    node, npm = shutil.which("node"), shutil.which("npm")
    home = _BUILD / "micropython"
    if node is None:
        pytest.fail("no Node to run MicroPython with; apt install nodejs")
    if not home.is_dir():
        if npm is None:
            pytest.fail("no npm to fetch MicroPython with; apt install npm")
        _fetch(npm, home)
    package = home / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"

    def run(program: str, *modules: Path) -> str:
        ran = subprocess.run(
            [node, _HERE / "micropython.mjs", package, *modules],
            input=program,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    return run


def _fetch(npm: str, home: Path) -> None:
    # Beside its place and then moved there, so that two test processes never see half of it.
    fresh = home.with_name(f"micropython-{os.getpid()}")
    fresh.mkdir(parents=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(_HERE / name, fresh)
    try:
        subprocess.run([npm, "ci"], cwd=fresh, check=True, capture_output=True, text=True, timeout=90)
        if not home.is_dir():
            fresh.rename(home)
    except (subprocess.SubprocessError, OSError) as problem:
        if not home.is_dir():
            said = getattr(problem, "stderr", None) or problem
            pytest.fail(f"npm could not fetch MicroPython: {str(said).strip().splitlines()[0]}")
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
