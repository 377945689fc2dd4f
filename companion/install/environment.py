"""The program's own environment in /opt: a wheel, and all that it needs. Nothing there is shared with anybody."""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path

from companion import paths, places
from companion.errors import SetupError
from companion.install.doing import MACHINE, call, report

NO_NETWORK = "is there a network? It is needed once, and then again only for new packages"
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "-q")
SUITS = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))"


def clone() -> Path:
    """The folder this companion was cloned into: only from there can it be installed."""
    found = paths.clone()
    if found is None:
        raise SetupError(
            f"this companion runs from {Path(sys.prefix)}, where its source is not; it is installed from a clone:"
            " in that folder, `git pull && make install`, then `sudo .venv/bin/companion install`"
        )
    return found


def put_program(source: Path, root: Path, *, is_pi: bool) -> None:
    """Build the wheel, and put it with all that it needs into /opt/monster-companion. Again means: bring up to date."""
    home = places.below(root, places.HOME)
    with tempfile.TemporaryDirectory(prefix="companion-wheel-") as folder:
        report("Building the wheel ...")
        wheel = build_wheel(source, Path(folder))
        python = make_environment(home, python_for(root), sees_system=is_pi)
        report(f"Putting {wheel.name} and what it needs into {home} ...")
        trouble = f"{home} is not complete: {NO_NETWORK}; then install again"
        # The same version may be another program by now, so it is replaced in any case; then what is missing is added.
        call([python, *PIP, "install", "--no-deps", "--force-reinstall", wheel], trouble)
        call([python, *PIP, "install", wheel], trouble)
    if root != MACHINE:
        move_names(home, places.HOME)
    # An empty module of that name exists, which pip takes where no wheel fits.
    if is_pi and not answers(python, "import lgpio; lgpio.gpiochip_open"):
        report("No python3-lgpio: the table will run without knobs and buttons. Later: sudo apt install python3-lgpio")


def build_wheel(source: Path, into: Path) -> Path:
    # Without isolation no network is needed, but then hatchling must be here.
    more = ["--no-build-isolation"] if importlib.util.find_spec("hatchling") else []
    command = [sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", str(into), *more, str(source)]
    call(command, f"the wheel could not be built, and nothing was changed: {NO_NETWORK}")
    return next(into.glob("*.whl"))


def python_for(root: Path) -> Path:
    """The distribution's Python before any other: the service may not look into /home, where others often live."""
    for python in (Path("/usr/bin/python3"), Path(sys.base_prefix) / "bin" / "python3"):
        is_hidden = any(python.resolve().is_relative_to(home) for home in ("/home", "/root"))
        if not (is_hidden and root == MACHINE) and answers(python, SUITS):
            return python
    raise SetupError("Python 3.11 or newer is needed, with its venv; type: sudo apt install python3 python3-venv")


def make_environment(home: Path, python: Path, *, sees_system: bool) -> Path:
    """An environment that is sound is used again, so that a second run needs no network."""
    own = home / "bin" / "python"
    if is_sound(home, sees_system=sees_system):
        report(f"Found the environment in {home}.")
        return own
    report(f"Making an environment in {home}, with {python} ...")
    home.parent.mkdir(parents=True, exist_ok=True)
    # A Pi's pins are reached through the distribution's lgpio: for Python 3.13 there is no other.
    flags = ["--clear", *(["--system-site-packages"] if sees_system else [])]
    call([python, "-m", "venv", *flags, home], f"{home} could not be made")
    return own


def is_sound(home: Path, *, sees_system: bool) -> bool:
    """Whether it still runs: after an upgrade of the whole system its Python may be another."""
    if not answers(home / "bin" / "python", "import pip"):
        return False
    settings = (home / "pyvenv.cfg").read_text(encoding="utf-8")
    return f"include-system-site-packages = {str(sees_system).lower()}" in settings


def answers(python: Path, program: str) -> bool:
    try:
        call([python, "-c", program], "no")
    except SetupError:
        return False
    return True


def move_names(home: Path, to: Path) -> None:
    """What was staged in a folder will stand elsewhere: its programs begin with the name of their Python."""
    for path in [home / "pyvenv.cfg", *(home / "bin").iterdir()]:
        if path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        if str(home).encode() in content:
            path.write_bytes(content.replace(str(home).encode(), str(to).encode()))
