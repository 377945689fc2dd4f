"""Every entry of every game, in order, for good."""

from companion.journal.store import Journal, Reader

__all__ = ["Journal", "Reader"]
