"""The whole table without wires: what the workbench calls, and how far it reaches."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from device_rig import descriptors, threads, until, words

import companion
from companion.clock import ManualClock, SystemClock
from companion.devices.button import Button
from companion.devices.device import Device
from companion.devices.status import Devices
from companion.devices.virtual import Simulator
from companion.devices.virtual_die import VirtualDie
from companion.games import GAMES
from companion.hands import Hands, usual_places
from companion.journal import Journal
from companion.service import Service
from companion.signals import Signal
from companion.words import Words


class Desk:
    def __init__(self, seats: int = 4) -> None:
        self.clock = ManualClock()
        self.signals: list[Signal] = []
        self.sim = Simulator(self.clock, self.signals.append, seats=seats)

    def of(self, name: str) -> list[str]:
        return words([signal for signal in list(self.signals) if signal.device == name])

    def hears(self, name: str, *said: str) -> None:
        until(lambda: self.of(name)[-len(said) :] == list(said), f"{said}, but {self.of(name)}")


@pytest.fixture
def desk() -> Iterator[Desk]:
    before = threads(), descriptors()
    desk = Desk()
    desk.sim.start()
    yield desk
    desk.sim.stop()
    desk.sim.stop()
    assert (threads(), descriptors()) == before


# What hands do


def test_names_are_those_that_the_table_expects(desk):
    until(lambda: "die-d" in desk.sim.status())
    places = usual_places(4)
    status = desk.sim.status()
    assert {name: status[name]["kind"] for name in places} == {name: place.kind for name, place in places.items()}


def test_knobs_turn_push_and_hold(desk):
    desk.sim.turn(2, -3)
    assert desk.of("knob-2") == ["turned -1"] * 3
    desk.sim.push("knob-1")
    assert desk.of("knob-1") == ["pressed"]
    desk.clock.move(0.05)
    desk.hears("knob-1", "pressed", "released")
    desk.clock.move(1)
    desk.sim.hold("knob-1")
    desk.clock.move(0.99)
    assert desk.of("knob-1") == ["pressed", "released", "pressed"]
    desk.clock.move(0.01)
    desk.hears("knob-1", "pressed", "released", "pressed", "released")
    instants = [signal.at for signal in desk.signals if signal.device == "knob-1"]
    assert instants[-1] - instants[-2] == pytest.approx(1)


def test_a_finger_taken_off_early_is_not_taken_off_again_later(desk):
    desk.sim.hold("start")
    desk.clock.move(0.3)
    desk.sim.release("start")
    desk.clock.move(0.3)
    desk.sim.press("start")
    desk.clock.move(5)
    until(lambda: all(device.next_instant() is None for device in desk.sim._devices if not device.has_own_thread))
    assert desk.of("start") == ["pressed", "released", "pressed"]


def test_buttons_press_and_release(desk):
    for name in ("start", "next", "undo", "red"):
        desk.sim.press(name)
        desk.sim.press(name)
    desk.clock.move(0.1)
    desk.sim.release("next")
    assert desk.of("next") == ["pressed", "released"]
    assert desk.of("undo") == ["pressed"]


def test_dice_are_set_rolled_bumped_cocked_and_handled(desk):
    desk.hears("die-a", "hello die sim", "settled +7 bumped", "battery +100")
    desk.sim.set_die("die-a", 5)
    desk.hears("die-a", "handled", "settled +5 set")
    desk.sim.roll_die("die-a", 0)
    desk.hears("die-a", "handled", "rolling", "settled +0 rolled")
    desk.sim.bump_die("die-a")
    desk.hears("die-a", "settled +0 bumped")
    desk.sim.bump_die("die-a", 8)
    desk.hears("die-a", "settled +8 bumped")
    desk.sim.cock_die("die-b")
    desk.hears("die-b", "handled", "rolling", "cocked")
    desk.sim.handle_die("die-c")
    desk.hears("die-c", "handled")
    assert desk.sim.faces() == {"die-a": 8, "die-b": 7, "die-c": 7, "die-d": 7}


def test_a_roll_without_a_face_is_left_to_chance(desk):
    desk.hears("die-a", "battery +100")
    until(lambda: desk.sim._board.dice["die-a"]._unheard is None)
    faces = set()
    for _ in range(30):
        desk.sim.roll_die("die-a")
        faces.add(desk.sim.faces()["die-a"])
    assert len(faces) > 4
    assert faces <= set(range(10))
    # The table hears of thirty rolls one after the other; none overtakes another.
    until(lambda: len([word for word in desk.of("die-a") if word.endswith("rolled")]) == 30)


def test_a_die_set_while_an_older_line_waits_is_still_news_when_the_table_says_hello():
    """The acknowledgement of the older line once made it forget that the newer one was meant."""
    said: list[str] = []
    die = VirtualDie("die-a", 7, lambda name, word, line: said.append(line.decode().split(" *")[0].split(" ", 3)[3]))
    die.hello(0.0)
    unheard = die._unheard
    assert unheard is not None
    die.set(5, 0.0)
    die.hear("ack", ("die-a", unheard.seq), 0.0)
    die.hello(0.0)
    assert said[-2:] == ["hello die sim", "settled 5 set"]


def test_a_die_repeats_five_times_and_then_waits_for_the_tables_hello():
    said: list[bytes] = []
    die = VirtualDie("die-a", 7, lambda name, word, line: said.append(line) if word == "settled" else None)
    die.hello(0.0)
    for tenth in range(1, 60):
        die.due(tenth / 10)
    assert len(said) == 1 + 5
    assert len(set(said)) == 1
    die.hello(6.0)
    assert len(said) == 7
    assert said[-1] != said[0]


def test_a_colour_reaches_the_die(desk):
    until(lambda: desk.sim.link.send("colour", "die-b", "ff8800"))
    until(lambda: desk.sim._board.dice["die-b"].colour == "ff8800")


def test_a_die_that_is_calibrated_answers_with_its_face(desk):
    until(lambda: desk.sim.link.send("calibrate", "die-b", 3))
    desk.hears("die-b", "settled +3 bumped")


# What is seen and heard


def test_one_seat_has_a_lamp_of_three_colours(desk):
    desk.sim.show({"seats": [], "turn": None, "notices": [], "devices": {}})
    lamps = {name: status for name, status in desk.sim.status().items() if status["kind"] == "lamp"}
    assert [name for name, status in lamps.items() if "colour" in status] == ["lamp-2"]


def test_lamps_follow_the_view(desk):
    seat = {"out": False, "focus": "power", "tracks": {"power": {"value": 7}}}
    lamps = {f"lamp-{number}": {"kind": "lamp", "seat": number} for number in range(1, 5)}
    desk.sim.show({"seats": [seat | {"seat": 1}, seat | {"seat": 2}], "turn": 2, "notices": [], "devices": lamps})
    assert desk.sim.lamps() == {"lamp-1": "off", "lamp-2": "on", "lamp-3": "off", "lamp-4": "off"}
    desk.sim.show({"seats": [], "turn": None, "notices": [], "devices": lamps})
    assert set(desk.sim.lamps().values()) == {"off"}


def test_the_last_twenty_sounds_are_remembered_with_their_instants(desk):
    desk.sim.buzzer.plan([(1000.0 + second, "tick") for second in range(1, 26)])
    desk.clock.move(60)
    until(lambda: len(desk.sim.sounds) == 20)
    assert desk.sim.sounds == [(1000.0 + second, "tick") for second in range(6, 26)]


# Odd input


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda sim: sim.turn(5, 1), "seat must be a whole number from 1 to 4, not 5"),
        (lambda sim: sim.turn("1", 1), "seat must be a whole number from 1 to 4, not '1'"),
        (lambda sim: sim.turn(1, 100), "clicks must be a whole number from -99 to 99, not 100"),
        (lambda sim: sim.turn(1, 1.5), "clicks must be a whole number from -99 to 99, not 1.5"),
        (lambda sim: sim.press("toaster"), "there is no button 'toaster'; expected start, next, undo, red, knob-1"),
        (lambda sim: sim.press("knob-1 a"), "there is no button 'knob-1 a'"),
        (lambda sim: sim.press(["start"]), r"there is no button \['start'\]"),
        (lambda sim: sim.hold(None), "there is no button None"),
        (lambda sim: sim.set_die("die-z", 3), "there is no die 'die-z'; expected die-a, die-b, die-c, die-d"),
        (lambda sim: sim.set_die({}, 3), "there is no die {}"),
        (lambda sim: sim.set_die("die-a", 10), "face must be a whole number from 0 to 9, not 10"),
        (lambda sim: sim.roll_die("die-a", True), "face must be a whole number from 0 to 9, not True"),
        (lambda sim: sim.fault("fire"), "there is no fault 'fire'; expected bounce, chatter, garbled"),
        (lambda sim: sim.fault("silent", device="start"), "'start' cannot be silent; expected die-a, die-b"),
        (lambda sim: sim.fault("bounce", device="die-a"), "'die-a' cannot be bounce; expected start, next"),
        (lambda sim: sim.fault([]), r"there is no fault \[\]"),
    ],
)
def test_odd_input_is_a_sentence(desk, ask, sentence):
    with pytest.raises(ValueError, match=sentence):
        ask(desk.sim)


def test_before_start_and_after_stop_it_says_so():
    sim = Desk().sim
    for _ in range(2):
        for ask in (lambda: sim.push("start"), lambda: sim.turn(1, 1), lambda: sim.roll_die("die-a")):
            with pytest.raises(ValueError, match="the simulator is not running; start it first"):
                ask()
        assert set(sim.lamps().values()) == {"off"}
        assert sim.status()["start"]["state"] == "closed"
        sim.start()
        sim.stop()


@pytest.mark.parametrize("seats", [0, 6, "4"])
def test_the_simulator_has_one_to_five_seats(seats):
    with pytest.raises(ValueError, match="the simulator has 1 to 5 seats"):
        Desk(seats)


def test_five_seats_fit_and_it_can_be_started_again():
    desk = Desk(5)
    for _ in range(3):
        desk.sim.start()
        desk.sim.start()
        desk.sim.turn(5, 1)
        until(lambda: desk.sim.status().get("die-e", {}).get("state") == "ok")
        assert {status["state"] for status in desk.sim.status().values()} == {"ok"}
        desk.sim.stop()
    assert desk.of("knob-5") == ["turned +1"] * 3


def test_many_threads_may_play_at_once(desk):
    def play(seat: int) -> None:
        for _ in range(25):
            desk.sim.turn(seat, 1)
            desk.sim.set_die(f"die-{'abcd'[seat - 1]}", seat)
            desk.sim.status()

    players = [threading.Thread(target=play, args=(seat,)) for seat in (1, 2, 3, 4)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    for seat in (1, 2, 3, 4):
        assert desk.of(f"knob-{seat}") == ["turned +1"] * 25


# Devices together


def test_a_device_that_fails_is_a_line_and_the_others_play_on(desk):
    class Broken(Device):
        kind = "toaster"

        def _open(self) -> None:
            raise PermissionError("no bread")

    devices = Devices(desk.clock, [Broken("toaster"), Device("quiet")])
    devices.start()
    assert devices.status() == {
        "toaster": {
            "kind": "toaster",
            "state": "failed",
            "last_heard": None,
            "battery": None,
            "counts": {},
            "error": "toaster could not be opened: no bread",
        },
        "quiet": devices["quiet"].status() | {"state": "ok"},
    }
    devices.stop()
    devices.stop()
    assert {status["state"] for status in devices.status().values()} == {"closed"}


def test_two_devices_of_one_name_are_refused(desk):
    with pytest.raises(ValueError, match="two devices are called a"):
        Devices(desk.clock, [Device("a"), Device("a")])


def test_a_real_name_is_kept_when_somebody_on_a_cable_calls_itself_the_same(desk):
    until(lambda: "die-a" in desk.sim.status())
    about: Any = {"clock": desk.clock, "pin_factory": desk.sim._factory}
    impostor = Devices(desk.clock, [desk.sim.link, Button("die-a", 4, print, **about)])
    assert impostor.status()["die-a"]["kind"] == "button"


def test_every_device_says_how_to_wire_it():
    wiring = {"button": "to ground", "knob": "to ground", "lamp": "to ground", "buzzer": "to ground", "serial": "plug"}
    for device in Desk().sim._devices:
        if device.kind in wiring:
            first = (type(device).__doc__ or "").split("\n\n")[0]
            assert wiring[device.kind] in first, f"{device.kind}: {first}"


def test_a_table_without_devices_loads_no_pin_library_and_no_serial_library():
    program = """
import sys
import companion.__main__, companion.devices, companion.devices.lamps, companion.devices.status
print(sorted({"gpiozero", "serial"} & set(sys.modules)))
"""
    there = Path(companion.__file__).parents[1]
    ran = subprocess.run([sys.executable, "-c", program], check=True, cwd=there, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"


# From finger to journal


class Play:
    """Ann and Bob at Monster Town, with simulated hardware, wired as the service wires it."""

    def __init__(self, data: Path, clock: Any) -> None:
        self.clock = clock
        self.journal = Journal(data)
        self.service = Service(self.journal, clock, GAMES, Words(), Hands(usual_places()))
        self.sim = Simulator(clock, self.service.signal)
        self.service.when_sounds_change.append(self.sim.buzzer.plan)
        self.service.when_changed.append(self.look)
        self.service.when_published.append(lambda table, entries: self.look())
        self.service.start()
        self.sim.start()
        seats = [{"player": "Ann"}, {"player": "Bob"}]
        self.service.ask({"command": "start-game", "game": "monster-town", "seats": seats}, {"screen": "tablet"})

    def look(self) -> None:
        self.sim.show(self.service.view())

    def power(self) -> list[int]:
        return [seat["tracks"]["power"]["value"] for seat in self.service.view()["seats"]]

    def close(self) -> None:
        self.sim.stop()
        self.service.stop()
        self.journal.close()


@pytest.fixture
def play(tmp_path) -> Iterator[Play]:
    play = Play(tmp_path, ManualClock())
    yield play
    play.close()


def test_a_knob_turned_on_the_workbench_changes_power_in_the_journal(play):
    play.sim.turn(1, -3)
    until(lambda: play.service.view()["devices"]["knob-1"]["turn"] == {"track": "power", "by": -3, "to": 4})
    play.clock.move(1.2)
    until(lambda: play.power() == [4, 7])


def test_a_die_set_to_nought_asks_with_its_lamp_and_a_push_answers(play):
    until(lambda: play.service.view()["devices"]["die-b"]["face"] == 7)
    play.sim.set_die("die-b", 0)
    until(lambda: play.sim.lamps()["lamp-2"] == "blink")
    assert play.sim.lamps()["lamp-1"] == "on"
    play.sim.push("knob-2")
    play.clock.move(0.05)
    until(lambda: play.power() == [7, 10])
    until(lambda: play.sim.lamps()["lamp-2"] == "off")


def test_a_push_moves_the_focus_and_the_lamp_breathes(play):
    play.sim.push("knob-2")
    play.clock.move(0.05)
    until(lambda: play.sim.lamps()["lamp-2"] == "breathe")
    play.clock.move(8.1)
    until(lambda: play.sim.lamps()["lamp-2"] == "off")


def test_holding_the_knob_regenerates(play):
    play.service.ask({"command": "spend-power", "seat": 1, "amount": 5}, {"screen": "tablet"})
    play.sim.hold("knob-1")
    until(lambda: play.service.hands.knobs["knob-1"]._pressed_at is not None)
    play.clock.move(0.8)
    until(lambda: play.power() == [7, 7])


def test_the_table_answers_while_a_board_floods_it(play):
    play.sim.fault("flood")
    for _ in range(50):
        play.service.ask({"command": "spend-power", "seat": 1, "amount": 1}, {"screen": "tablet"})
        play.service.ask({"command": "undo"}, {"screen": "tablet"})
    assert play.power() == [7, 7]
    until(lambda: play.sim.status()["cable-1"]["counts"]["flooded"] > 9000)


def test_with_a_clock_that_runs_by_itself_the_whole_table_works(tmp_path):
    play = Play(tmp_path, SystemClock())
    until(lambda: play.service.view()["devices"]["die-a"]["face"] == 7)
    play.sim.set_die("die-a", 3)
    until(lambda: play.power() == [3, 7])
    play.sim.push("next")
    until(lambda: play.service.view()["turn"] == 2)
    until(lambda: play.sim.lamps() == {"lamp-1": "off", "lamp-2": "on", "lamp-3": "off", "lamp-4": "off"})
    play.sim.buzzer.play("tick")
    until(lambda: [pattern for _, pattern in play.sim.sounds] == ["tick"])
    play.close()
