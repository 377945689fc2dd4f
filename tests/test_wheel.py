"""The wheel carries all it needs: installed into an empty environment, it plays a round from another folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from locked import locked

ROOT = Path(__file__).parent.parent
CARRIED = ("web", "firmware", "systemd")

pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def files_beside_the_package() -> set[str]:
    listed = subprocess.run(["git", "ls-files", *CARRIED], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(listed.stdout.split())


def test_the_wheel_carries_every_file_that_stands_beside_the_package(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = {name.removeprefix("companion/_data/") for name in wheel.namelist()}
    assert files_beside_the_package() <= names
    assert "companion/games/monstrocity/board.toml" in names


def test_the_source_archive_carries_all_folders(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert files_beside_the_package() <= names
    assert {"Makefile", "README.md", "LICENSE", "tests/test_wheel.py"} <= names


def test_an_installed_wheel_plays_a_round_from_another_folder(built, tmp_path):
    home = tmp_path / "empty"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(f"{name}=={version}" for name, version in locked().items()), encoding="utf-8")
    subprocess.run([*pip, "-c", str(pins), str(next(built.glob("*.whl")))], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [str(home / "bin" / "companion"), "run", "--simulate", "--demo", "--port", "0", "--host", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "data")], cwd=elsewhere, env=clean, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
            made = subprocess.run(
                [*command[:1], "token", "--data", tmp_path / "data"], stdout=subprocess.PIPE, check=True
            )
            key = {"Authorization": f"Bearer {made.stdout.decode().strip()}"}
            for body in (
                {"command": "spend-power", "seat": 1, "amount": 3},
                {"command": "next-turn"},
                {"command": "next-turn"},
            ):
                ask = urllib.request.Request(f"{address}/api/commands", json.dumps(body).encode(), key)
                urllib.request.urlopen(ask).close()
            with urllib.request.urlopen(f"{address}/api/state") as answer:
                state = json.load(answer)
            with urllib.request.urlopen(f"{address}/table") as answer:
                page = answer.read().decode()
            with urllib.request.urlopen(f"{address}/workbench") as answer:
                assert answer.status == 200
        finally:
            process.terminate()
    assert (state["round"], state["turn"], state["seats"][0]["tracks"]["power"]["value"]) == (2, 1, 4)
    assert "Ann spent 3 power" in page
    assert list(elsewhere.iterdir()) == []
