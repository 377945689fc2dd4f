"""A live table for each test, closed whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.live import Live

from companion.server import streams


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Live]:
    """A running service with no game on."""
    with Live(tmp_path / "data") as live:
        yield live


@pytest.fixture
def live(lobby: Live) -> Live:
    """Ann and Bob at Monster Town, Ann to begin."""
    return lobby.start("Ann", "Bob")


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Ann and Bob, for the tests of a file in which nothing may change."""
    with Live(tmp_path_factory.mktemp("standing")) as live:
        yield live.start("Ann", "Bob")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """No game on, for the tests of a file in which none begins."""
    with Live(tmp_path_factory.mktemp("empty")) as live:
        yield live


@pytest.fixture
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> float:
    """Streams beat twenty times a second. Says how often they do otherwise."""
    usual = streams.BEAT_S
    monkeypatch.setattr(streams, "BEAT_S", 0.05)
    return usual
