"""Proves that a Pi needs no compiler: every runtime dependency has an aarch64 wheel for Python 3.11 and 3.13.

lgpio is the exception, and only on a Pi: see pyproject.toml.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
PYTHONS = ("3.11", "3.13")
# What glibc of bookworm and of trixie can load.
PLATFORMS = [f"manylinux_2_{minor}_aarch64" for minor in (17, 24, 26, 27, 28, 31, 34, 35)] + ["manylinux2014_aarch64"]


def has_wheels(requirements: list[str], python: str, folder: str) -> bool:
    platforms = [word for platform in PLATFORMS for word in ("--platform", platform)]
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "-q", "--only-binary", ":all:"]
    command += ["--python-version", python, "--implementation", "cp", *platforms, "--dest", folder, *requirements]
    return subprocess.run(command, check=False).returncode == 0


def main() -> int:
    requirements = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    failed = False
    for python in PYTHONS:
        with tempfile.TemporaryDirectory() as folder:
            good = has_wheels(requirements, python, folder)
            names = sorted(path.name for path in Path(folder).iterdir())
        failed = failed or not good
        verdict = "a wheel for each of" if good else "NOT a wheel for each of"
        print(f"Python {python} on aarch64: {verdict} {len(names)} packages")
        for name in names:
            print(f"  {name}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
