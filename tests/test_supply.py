"""The tests' packages are the same on every machine, and an audit that could not ask never says that all is well."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import audit
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


# What an audit says

GOOD = {"name": "flask", "version": "3.1.3", "vulns": []}
BAD = {"name": "flask", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.2.5"]}]}
UNASKED = {"name": "flask", "skip_reason": "Dependency not found on PyPI and could not be audited: flask (3.1.3)"}


def test_an_audit_that_asked_about_everything_is_well():
    assert audit.verdict({"dependencies": [GOOD]}, "") == (True, ["pip-audit: nothing is known against 1 packages"])


def test_an_audit_names_the_hole_and_where_it_is_mended():
    well, lines = audit.verdict({"dependencies": [GOOD, BAD]}, "")
    assert (well, lines[0]) == (False, "pip-audit: flask 2.0: PYSEC-1, mended in 2.2.5")


def test_packages_that_nobody_could_be_asked_about_are_not_well():
    well, lines = audit.verdict({"dependencies": [GOOD, UNASKED]}, "No known vulnerabilities found")
    assert (well, lines[0]) == (False, "pip-audit: could not ask about 1 of 2 packages: flask")


def test_an_audit_without_a_network_says_so():
    well, lines = audit.verdict(None, "ConnectionError: no route")
    assert (well, lines[0]) == (False, "pip-audit: could not ask: ConnectionError: no route")


def test_a_lock_without_packages_is_not_well():
    assert not audit.verdict({"dependencies": []}, "")[0]
