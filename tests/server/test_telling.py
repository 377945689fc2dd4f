"""Times as the clock on the wall shows them."""

from __future__ import annotations

import time

import pytest

from companion.server.telling import clock_time


@pytest.fixture
def in_vienna(monkeypatch):
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_vienna")
@pytest.mark.parametrize(
    ("at", "shown"), [("2026-11-18T21:14:05Z", "22:14"), ("2026-07-18T21:14:05Z", "23:14"), ("", ""), ("nonsense", "")]
)
def test_a_line_of_the_log_tells_the_time_of_the_room(at, shown):
    assert clock_time(at) == shown
