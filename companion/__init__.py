"""The Monster Table Companion: the cardboard stays on the table, the companion keeps count."""

__version__ = "0.1.0"
