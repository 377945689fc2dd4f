"""`companion install` and `uninstall`: the table as a service of this machine, in one step, as often as one likes."""

from __future__ import annotations

from companion.install.installing import install
from companion.install.uninstalling import uninstall

__all__ = ["install", "uninstall"]
