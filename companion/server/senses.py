"""What screens hear and say: the table's clock, the timers' sounds and callouts, and when all of it is silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, render_template

from companion.devices.patterns import ON, OWN_TONE_HZ, SOUNDS
from companion.engine.common import timer_kind
from companion.engine.plain import to_json
from companion.engine.timers import sounds_ahead
from companion.errors import WrongField
from companion.quiet import ClockTimeOrNot
from companion.server.guard import who
from companion.server.live import Region
from companion.server.wishes import done, wished
from companion.service import Service
from companion.words import Words

CALLED_OUT = "ten"  # the pattern that means "a word, please": how much time is left


@dataclass(frozen=True, eq=False)
class Mute:
    """Mute the whole table, or let it sound again."""

    on: bool = True


@dataclass(frozen=True, eq=False)
class QuietHours:
    """No sound between these hours; never such hours if both are empty; left out, as table.toml says."""

    since: ClockTimeOrNot | None = None
    until: ClockTimeOrNot | None = None


WISHES: dict[str, type[Any]] = {"mute": Mute, "quiet-hours": QuietHours}


def blueprint(service: Service, poke: Callable[[], None]) -> Blueprint:
    senses = Blueprint("senses", __name__)
    patterns = to_json({name: [_heard(*step) for step in steps] for name, steps in SOUNDS.items()})

    @senses.get("/clock")
    def clock() -> Response:
        """What the table's clock shows, for a screen that wants to know how far its own is off."""
        now = to_json({"now": round(service.clock.now(), 4), "quiet": service.quiet.is_now()})
        return Response(now, mimetype="application/json", headers={"Cache-Control": "no-store"})

    @senses.get("/sounds")
    def sounds() -> Response:
        """Every pattern as tones in hertz, 0 for silence, and milliseconds."""
        return Response(patterns, mimetype="application/json")

    @senses.post("/sound")
    def silence() -> Response:
        match wished(WISHES):
            case Mute(on):
                service.arrange(lambda hands: hands.arrange(hands.arrangement.with_buzzer(muted=on)))
            case QuietHours(since, until):
                quiet = _quiet(since, until)
                service.arrange(lambda hands: hands.arrange(hands.arrangement.with_quiet(quiet)))
        poke()
        return done()

    @senses.get("/sheets/screen")
    def sheet() -> str:
        quiet, somebody = service.quiet, who()
        about = {
            "may_change": somebody is not None and somebody.role == "player",
            "muted": quiet.muted,
            "is_quiet": quiet.is_now(),
            "hours": [f"{hour:%H:%M}" for hour in quiet.hours or ()],
            "is_set_here": service.hands.arrangement.quiet is not None,
            "players": {seat["seat"]: seat["player"] for seat in service.glance()[2]["seats"]},
        }
        return render_template("sheets/screen.html", **about)

    return senses


def _heard(tone: int, milliseconds: int) -> tuple[int, int]:
    return OWN_TONE_HZ if tone == ON else tone, milliseconds


def _quiet(since: str | None, until: str | None) -> tuple[()] | tuple[str, str] | None:
    if since is None and until is None:
        return None
    if since and until:
        return since, until
    if since or until:
        raise WrongField("half-of-quiet-hours", "until" if since else "since")
    return ()


def senses_region(service: Service) -> Region:
    """On every page: instants of the table's clock, from which every screen sounds and speaks by itself."""
    table, _, _ = service.now
    game = "none" if table.game is None else "over" if table.is_over else "on"
    # Two at one instant are one, as for the buzzer.
    sounds = {round(instant, 3): pattern for instant, pattern in service.all_sounds()}
    calls = {round(instant, 3): text for instant, text in callouts(service)}
    about = {"game": game, "sounds": list(sounds.items()), "calls": list(calls.items())}
    return Region("senses", "regions/senses.html", about, can_wait=True)


def callouts(service: Service) -> Iterator[tuple[float, str]]:
    """How much time is left, in words, wherever the game wants a word about it."""
    table, time, _ = service.now
    if table.game is None or time.stands:
        return
    for name, timer in table.timers().items():
        for at, pattern in sounds_ahead(timer, timer_kind(table.game, name)):
            if pattern == CALLED_OUT and timer.ends_at is not None:
                yield time.when(at), left_in_words(round(timer.ends_at - at), service.words)


def left_in_words(seconds: int, words: Words) -> str:
    if seconds == 60:
        return words.say("callouts", "minute", {})
    if seconds % 60 == 0:
        return words.say("callouts", "minutes", {"minutes": seconds // 60})
    return words.say("callouts", "seconds", {"seconds": seconds})
