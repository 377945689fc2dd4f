"""What lamps and the buzzer do, as data: change a rhythm here and nowhere else."""

from __future__ import annotations

from typing import NamedTuple

# Brightness from 0 to 1, and for how many milliseconds; then again from the beginning.
LampPattern = list[tuple[float, int]]

# A swell and its fading, four seconds as a sleeper breathes. Squared, because eyes see the dark half better.
_SWELL = [round((step / 20) ** 2, 4) for step in range(1, 21)]

LAMPS: dict[str, LampPattern] = {
    "off": [(0.0, 0)],
    "on": [(1.0, 0)],  # it is your turn
    "blink": [(1.0, 250), (0.0, 250)],  # answer me
    "breathe": [(brightness, 100) for brightness in (*_SWELL, *reversed(_SWELL))],  # the knob is on another track
    "low": [(1.0, 80), (0.0, 120), (1.0, 80), (0.0, 1720)],  # two short flashes: little power left
    "out": [(0.2, 60), (0.0, 3940)],  # a dim blip now and then: out of the game, but the lamp is not broken
}


class Colour(NamedTuple):
    """How much of each; for eyes at a screen, also its name."""

    name: str
    red: float
    green: float
    blue: float


# What a lamp with three colours adds to a pattern. The pattern stays the meaning: nobody has to see the colour.
COLOURS: dict[str, Colour] = {
    "off": Colour("dark", 0.0, 0.0, 0.0),
    "on": Colour("amber", 1.0, 0.5, 0.0),
    "blink": Colour("blue", 0.0, 0.25, 1.0),
    "breathe": Colour("green", 0.0, 1.0, 0.0),
    "low": Colour("red", 1.0, 0.0, 0.0),
    "out": Colour("white", 1.0, 1.0, 1.0),
}

# A tone in hertz, ON for whatever tone the buzzer has of itself, or OFF; and for how many milliseconds.
SoundPattern = list[tuple[int, int]]

ON = 1  # no tone has one hertz
OFF = 0
OWN_TONE_HZ = 2400  # where small passive discs are loudest

SOUNDS: dict[str, SoundPattern] = {
    "start": [(1568, 120), (OFF, 40), (2093, 300)],
    "tick": [(ON, 40)],
    "ten": [(ON, 80), (OFF, 80), (ON, 80)],
    "time-up": [(2093, 250), (OFF, 100), (2093, 250), (OFF, 100), (2093, 900)],
    "error": [(220, 350)],
    "question": [(1175, 90), (OFF, 50), (1568, 160)],
    "claim": [(1319, 80), (OFF, 30), (1760, 80)],
    "fanfare": [(1047, 120), (OFF, 20), (1319, 120), (OFF, 20), (1568, 120), (OFF, 20), (2093, 450)],
}
