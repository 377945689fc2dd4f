"""A button of the table: repeats are one press, undo must be held once it is hammered, and Next may be held."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.hands.knob import HOLD_S

REPEAT_S = 0.7  # a press repeated within this is the same press
UNDO_MOST, UNDO_WITHIN_S = 3, 5.0  # children hammer
DOOR_S = 3.0  # nobody leans on a button that long by accident


@dataclass
class Button:
    """Start, next, undo, or the big red one."""

    name: str
    is_down: bool = False
    _counted: list[float] = field(default_factory=list)  # presses that counted, newest last
    _pressed_at: float | None = None
    _waits: bool = False  # pressed too often: it counts when it is held
    _has_opened: bool = False  # this press has opened the door already
    _insists: bool = False  # held, it means more than its press, which was in vain

    def pressed(self, at: float) -> bool:
        """Whether this press counts now."""
        self.is_down = True
        if self._counted and at - self._counted[-1] < REPEAT_S:
            return False
        self._pressed_at = at
        self._has_opened = False
        recent = [each for each in self._counted if at - each < UNDO_WITHIN_S]
        self._waits = self.name == "undo" and len(recent) >= UNDO_MOST
        if self._waits:
            return False
        self._counted = [*recent, at]
        return True

    def released(self) -> None:
        self.is_down = False
        self._pressed_at = None
        self._waits = self._insists = False

    def insist(self) -> None:
        """Pressing it will be in vain; holding it means it."""
        self._insists = True

    def next_instant(self) -> float | None:
        if self._pressed_at is None:
            return None
        if self._waits or self._insists:
            return self._pressed_at + HOLD_S
        return self._pressed_at + DOOR_S if self.name == "start" and not self._has_opened else None

    def opens_door_now(self, now: float) -> bool:
        """True once, when start has been held for long."""
        if self.name != "start" or self._pressed_at is None or self._has_opened or now < self._pressed_at + DOOR_S:
            return False
        self._has_opened = True
        return True

    def insists_now(self, now: float) -> bool:
        """True once, when a press that was in vain is held."""
        if self._pressed_at is None or not self._insists or now < self._pressed_at + HOLD_S:
            return False
        self._insists = False
        return True

    def is_held_now(self, now: float) -> bool:
        """True once, when a press that had to be held has been."""
        if self._pressed_at is None or not self._waits or now < self._pressed_at + HOLD_S:
            return False
        self._waits = False
        self._counted.append(now)
        return True
