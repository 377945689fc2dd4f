"""Tables to test on."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from tables import TownTable

settings.register_profile("quick", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("soak" if os.environ.get("COMPANION_SOAK") else "quick")


@pytest.fixture
def town() -> TownTable:
    """Ann and Bob, Ann to begin."""
    return TownTable().start("monster-town", "Ann", "Bob")
