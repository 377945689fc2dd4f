"""`make audit`: what is known against the packages of the lock, and careless code in ours.

pip-audit asks PyPI about each version. What it could not ask about it passes over in silence, and ends with "No known
vulnerabilities found"; here that is no answer, and said so. It looks at what this Python would install of the lock.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOCK = "tests/requirements.lock"
OURS = ("companion", "firmware")


def ask_about_the_lock(folder: Path) -> tuple[dict[str, Any] | None, str]:
    """pip-audit's report, or none if it made none; and the last thing it said."""
    report = folder / "report.json"
    command = [sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--require-hashes", "--disable-pip"]
    command += ["--progress-spinner", "off", "--format", "json", "--output", str(report)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = (ended.stderr.strip().splitlines() or [f"it ended with {ended.returncode} and said nothing"])[-1]
    try:
        return json.loads(report.read_text(encoding="utf-8")), said
    except (OSError, ValueError):
        return None, said


def verdict(report: dict[str, Any] | None, said: str) -> tuple[bool, list[str]]:
    """Whether all is well, and the lines that say so or say what is not."""
    if report is None:
        return False, [f"pip-audit: could not ask: {said}", "Nothing is known about the packages. Try with a network."]
    packages = report["dependencies"]
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, mended in {' '.join(hole['fix_versions']) or 'none'}"
        for package in packages
        for hole in package.get("vulns", ())
    ]
    unasked = [package["name"] for package in packages if "skip_reason" in package]
    lines = [f"pip-audit: {hole}" for hole in holes]
    if holes:
        lines.append("Where it is mended: make lock, then make test.")
    if unasked:
        some = ", ".join(unasked[:3]) + (" ..." if len(unasked) > 3 else "")
        lines.append(f"pip-audit: could not ask about {len(unasked)} of {len(packages)} packages: {some}")
        lines.append(
            "PyPI's list of vulnerabilities had no answer; a mirror often has none. Try where PyPI itself is reached."
        )
    if not packages:
        lines.append(f"pip-audit: found no package in {LOCK}; make lock makes it anew")
    return not lines, lines or [f"pip-audit: nothing is known against {len(packages)} packages"]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        well, lines = verdict(*ask_about_the_lock(Path(folder)))
    print("\n".join(lines), flush=True)
    command = [sys.executable, "-m", "bandit", "-q", "-c", "pyproject.toml", "-r", *OURS]
    tidy = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    print(f"bandit: {'found nothing' if tidy else 'found what is above'} in {' and '.join(OURS)}")
    return int(not (well and tidy))


if __name__ == "__main__":
    sys.exit(main())
