"""The buzzer: patterns at their instants, a plan that can be changed, and quiet when people want it."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from device_rig import RecordingFactory, until

from companion.clock import ManualClock
from companion.devices.buzzer import Buzzer
from companion.devices.patterns import OFF, ON, SOUNDS
from companion.devices.virtual import Simulator

PIN = 12


class Bench:
    """A buzzer, and ears."""

    def __init__(self, backend: str, active: bool) -> None:
        self.clock = ManualClock()
        self.active = active
        self.played: list[tuple[float, str]] = []
        self._twin: Simulator | None = None
        if backend == "virtual":
            self._twin = Simulator(self.clock, lambda signal: None)
            self._twin.start()
            self.buzzer = self._twin.buzzer
            self.buzzer.stop()
            self.buzzer._pin_factory = RecordingFactory(self.clock)  # the twin, on pins that remember
        else:
            self.buzzer = Buzzer(PIN, clock=self.clock, pin_factory=RecordingFactory(self.clock), active=active)
        self.buzzer.when_played.append(lambda instant, pattern: self.played.append((instant, pattern)))
        self.buzzer.start()
        self.rest()

    def rest(self) -> None:
        until(lambda: (instant := self.buzzer.next_instant()) is None or instant > self.clock.now())

    def play(self, pattern: str) -> None:
        self.buzzer.play(pattern)
        self.rest()

    def wait(self, seconds: float) -> None:
        """From one instant to the next, so that each edge is seen when it is due and not later."""
        end = self.clock.now() + seconds
        while (instant := self.buzzer.next_instant()) is not None and instant <= end:
            self.clock.move(instant - self.clock.now())
            self.rest()
        self.clock.move(end - self.clock.now())

    @property
    def heard(self) -> list[tuple[float, int]]:
        """Instants from the beginning, and tones."""
        pin: Any = self.buzzer._pin_factory.pin(self.buzzer.pin)
        changes = [(round(at - 1000, 3), 0 if not level else ON if self.active else hz) for at, level, hz in pin.seen]
        return [each for before, each in zip([(0, OFF), *changes], changes, strict=False) if before[1] != each[1]]

    def meant(self, at: float, pattern: str) -> list[tuple[float, int]]:
        edges, since = [], 0
        for tone, milliseconds in [*SOUNDS[pattern], (OFF, 0)]:
            own = (ON if self.active else 2400) if tone == ON or (tone and self.active) else tone
            edges.append((round(at + since / 1000, 3), own))
            since += milliseconds
        return edges

    def close(self) -> None:
        self.buzzer.stop()
        if self._twin:
            self._twin.stop()


@pytest.fixture(params=["active", "passive", "virtual"])
def bench(request):
    bench = Bench(request.param, active=request.param == "active")
    yield bench
    bench.close()


@pytest.mark.parametrize("pattern", SOUNDS)
def test_every_pattern_sounds_as_it_is_written(bench, pattern):
    bench.play(pattern)
    bench.wait(2.5)
    assert bench.heard == bench.meant(0, pattern)
    assert bench.played == [(1000, pattern)]


def test_a_plan_is_followed_to_the_instant_and_does_not_drift(bench):
    plan = [(1000 + second, "tick") for second in range(1, 11)] + [(1011, "time-up")]
    bench.buzzer.plan(plan)
    bench.wait(13)
    assert bench.heard == [edge for at, pattern in plan for edge in bench.meant(at - 1000, pattern)]
    assert bench.played == plan


def test_a_new_plan_replaces_the_old_one_whole(bench):
    bench.buzzer.plan([(1001, "tick"), (1002, "ten"), (1003, "time-up")])
    bench.wait(1.5)
    bench.buzzer.plan([(1004, "start")])
    bench.wait(4)
    assert bench.played == [(1001, "tick"), (1004, "start")]
    bench.buzzer.plan([(1009, "tick")])
    bench.buzzer.plan([])
    bench.wait(10)
    assert bench.played == [(1001, "tick"), (1004, "start")]


def test_a_new_plan_does_not_cut_off_what_sounds_or_was_just_asked_for(bench):
    bench.buzzer.play("fanfare")
    bench.buzzer.plan([])
    bench.wait(0.2)
    bench.buzzer.plan([(1005, "tick")])
    bench.wait(2)
    assert bench.heard == bench.meant(0, "fanfare")


def test_a_new_sound_replaces_the_old_one(bench):
    bench.play("time-up")
    bench.wait(0.1)
    bench.play("error")
    bench.wait(3)
    tones = [tone for _, tone in bench.heard]
    assert tones == ([ON, OFF] if bench.active else [2093, 220, OFF])
    assert bench.heard[-1][0] == 0.45


def test_asking_never_waits_and_a_plan_may_be_long(bench):
    bench.buzzer.plan([(1000 + second, "tick") for second in range(1, 7201)])
    assert bench.buzzer.status()["planned"] == 7200


def test_after_a_long_sleep_only_the_last_sound_is_sounded_but_all_are_counted(bench):
    bench.buzzer.plan([(1000 + second, "tick") for second in range(1, 11)])
    bench.clock.move(60)
    bench.rest()
    assert len(bench.played) == 10
    assert len(bench.heard) == 2


def test_muted_is_silent_at_once_and_what_was_due_meanwhile_is_gone(bench):
    bench.play("time-up")
    bench.wait(0.1)
    bench.buzzer.quiet.muted = True
    bench.rest()
    assert bench.heard[-1][1] == OFF
    assert bench.buzzer.status()["state"] == "muted"
    bench.buzzer.plan([(1001, "tick"), (1005, "tick")])
    bench.wait(2)
    bench.play("error")
    bench.buzzer.quiet.muted = False
    bench.wait(4)
    assert [pattern for _, pattern in bench.played] == ["time-up", "tick"]
    assert bench.buzzer.status()["counts"] == {"played": 2, "kept_quiet": 2}


@pytest.mark.parametrize(("since", "until_", "is_quiet"), [(-1, 1, True), (1, 3, False), (-3, -1, False), (0, 2, True)])
def test_quiet_hours_by_the_walls_clock(bench, since, until_, is_quiet):
    wall = bench.clock.wall().astimezone()
    hours = [(wall + timedelta(hours=each)).time() for each in (since, until_)]
    bench.buzzer.quiet.hours = (hours[0], hours[1])
    bench.play("tick")
    assert (bench.played == []) == is_quiet
    assert bench.buzzer.status()["state"] == ("muted" if is_quiet else "ok")


def test_quiet_hours_may_cross_midnight(bench):
    wall = bench.clock.wall().astimezone()
    nearly_all_day = ((wall + timedelta(hours=-1)).time(), (wall + timedelta(hours=-2)).time())
    bench.buzzer.quiet.hours = nearly_all_day
    assert bench.buzzer.is_quiet()
    bench.buzzer.quiet.hours = (nearly_all_day[1], nearly_all_day[0])
    assert not bench.buzzer.is_quiet()


def test_a_sound_that_nobody_wrote_is_refused_now_and_left_out_of_a_plan(bench, caplog):
    with pytest.raises(ValueError, match="there is no sound 'moo'; expected start, tick, ten"):
        bench.buzzer.play("moo")
    bench.buzzer.plan([(1001, "moo"), (1002, "tick")])
    bench.wait(3)
    assert bench.played == [(1002, "tick")]
    assert "there is no sound 'moo'" in caplog.text


def test_a_listener_that_throws_does_not_stop_the_rhythm(bench, caplog):
    bench.buzzer.when_played.insert(0, lambda instant, pattern: 1 / 0)
    bench.buzzer.plan([(1001, "tick"), (1002, "tick")])
    bench.wait(3)
    assert len(bench.played) == 2
    assert "ZeroDivisionError" in caplog.text


def test_stopped_it_is_silent_and_leaves_no_thread_and_starts_again(bench):
    bench.play("time-up")
    bench.buzzer.stop()
    bench.buzzer.stop()
    assert "buzzer" not in [thread.name for thread in threading.enumerate()]
    bench.buzzer.play("error")
    bench.buzzer.plan([(1001, "tick"), (1005, "ten")])
    bench.clock.move(2)
    bench.buzzer.start()
    bench.wait(5)
    assert [pattern for _, pattern in bench.played] == ["time-up", "ten"]


def test_a_buzzer_whose_pin_dies_says_so_and_harms_nobody(bench, caplog):
    bench.buzzer._out.close()
    bench.buzzer.play("tick")
    until(lambda: bench.buzzer.state() == "failed")
    assert "buzzer stopped working" in bench.buzzer.status()["error"]
    bench.buzzer.play("tick")
    bench.buzzer.quiet.muted = True
