"""How a device is, in words: whether it works, when it was last heard, and what went wrong how often."""

from __future__ import annotations

from typing import Any

from companion.devices.device import status_of
from companion.words import Words

# Ages that are told apart. Finer ones would redraw the page for ever, and nobody acts on 12 seconds or on 13.
STEPS_S = (5, 10, 15, 20, 30, 45, 60, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 21_600, 43_200)

COUNTS = (
    *("bounces", "half-clicks", "mutes", "push-bounces", "push-mutes"),  # contacts
    *("bad", "duplicate", "missed", "flooded", "bytes-dropped", "unsent"),  # cables
    "kept-quiet",  # the buzzer
)
LOW_BATTERY = 15  # per cent
SILENT = ("lamp", "buzzer")  # they only do what they are told
NEVER = status_of("", "unknown")


def in_words(status: dict[str, Any] | None, words: Words) -> dict[str, Any]:
    """One device for a template: the same for as long as it looks the same."""
    status = status or NEVER
    state, battery = status["state"], status["battery"]
    counts = {name.replace("_", "-"): times for name, times in status["counts"].items() if times}
    return {
        "state": state,
        # A muted button chatters; a muted buzzer is somebody's wish.
        "is_well": state in ("ok", "asleep") or (state == "muted" and status["kind"] == "buzzer"),
        "heard": "" if status["kind"] in SILENT else heard(status["last_heard"], words),
        "is_heard_now": status["last_heard"] is not None and status["last_heard"] < STEPS_S[0],
        "battery": battery,
        "is_battery_low": battery is not None and battery <= LOW_BATTERY,
        "counted": [words.say("counts", name, {"times": counts[name]}) for name in COUNTS if name in counts],
        # A silent die's own sentence counts the seconds; that it is lost and when it was heard says the same.
        "error": None if state == "lost" and "link" in status else status["error"],
        "down": status.get("down", False),
    }


def heard(ago: float | None, words: Words) -> str:
    if ago is None:
        return words.say("hardware", "not-heard", {})
    step = max((each for each in STEPS_S if each <= ago), default=0)
    if step == 0:
        return words.say("hardware", "heard-now", {})
    if step < 60:
        return words.say("hardware", "heard-seconds", {"ago": step})
    if step < 3600:
        return words.say("hardware", "heard-minutes", {"ago": step // 60})
    return words.say("hardware", "heard-hours", {"ago": step // 3600})
