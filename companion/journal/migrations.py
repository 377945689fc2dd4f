"""How an older journal file becomes one of today. What a game's state looked like is the game's own business."""

VERSION = 1

# From this version to the next: one SQL script each. Version 1 is the first.
MIGRATIONS: dict[int, str] = {}
