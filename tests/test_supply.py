"""The tests' packages are the same on every machine."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from locked import LOCK, locked
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [Requirement(line) for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["test"]]


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_the_lock_holds_all_that_pyproject_asks_for_and_within_its_ranges(python):
    pins = locked(python)
    amiss = [str(it) for it in ASKED if not it.specifier.contains(pins.get(canonicalize_name(it.name), "0"))]
    assert amiss == [], f"not in {LOCK.name} for Python {python}: make lock"


def test_every_version_in_the_lock_names_its_files():
    packages = re.split(r"^(?=[a-z])", LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert [package.split()[0] for package in packages if "--hash=sha256:" not in package] == []


def test_what_is_installed_is_within_the_ranges_of_pyproject():
    amiss = [f"{it} is {version(it.name)}" for it in ASKED if not it.specifier.contains(version(it.name))]
    assert amiss == [], "make test installs what is in the lock"
