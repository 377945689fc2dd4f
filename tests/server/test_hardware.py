"""The hardware page over HTTP, with every device of the simulator behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from devices.device_rig import until
from gpiozero.pins.mock import MockFactory, MockPWMPin
from server.live import Live, Reply, problem

from companion.__main__ import follow_the_table
from companion.devices.hardware import Hardware
from companion.devices.virtual import Simulator
from companion.server.hardwarepage import hardware_regions
from companion.wiring import usual_wiring

TOML = '[seat.1]\ndie = "die-a"\n'


def simulator(live: Live) -> Simulator:
    made = Simulator(live.clock, live.service.signal, spare=["die-spare"])
    follow_the_table(live.service, made)
    return made


class Wired(Live):
    """Ann and Bob, four seats of virtual hardware and a die in the box."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, devices=simulator)

    def wish(self, **wish: Any) -> Reply:
        return self.request("POST", "/hardware", json.dumps(wish).encode())

    def gets(self, **wish: Any) -> None:
        reply = self.wish(**wish)
        assert (reply.status, reply.body) == (200, {"done": True}), reply.raw

    def hears_all_dice(self) -> None:
        until(lambda: all(die.face is not None for die in self.service.felt.dice.values()))
        until(lambda: "die-spare" in self.service.felt.dice)

    def region(self, id: str) -> str:
        """A part of the page, as bare words."""
        html = self.get("/live/hardware?once").body[id]
        return " ".join(re.sub("<[^>]*>", " ", html).split())

    @property
    def dice(self) -> list[str | None]:
        return [self.service.felt.arrangement.at("die", seat) for seat in (1, 2, 3, 4)]

    @property
    def kept(self) -> Any:
        path = self.data / "hardware.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Wired]:
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.toml").write_text(TOML)
    with Wired(data) as live:
        live.start("Ann", "Bob")
        live.hears_all_dice()
        yield live
    assert (data / "table.toml").read_text() == TOML


# Without hardware


def test_a_table_without_hardware_says_so_and_how_to_try(standing: Live) -> None:
    page = standing.get("/hardware")
    assert (page.status, page.kind) == (200, "text/html")
    assert "This table has no hardware" in page.raw.decode()
    assert "make run" in page.raw.decode()
    refusal = problem(standing.request("POST", "/hardware", b'{"do": "claim", "seat": 2}'))
    assert (refusal["status"], refusal["code"]) == (409, "no-hardware")


# Claiming


def test_a_die_is_claimed_by_rolling_it(wired: Wired) -> None:
    before = wired.entries()
    wired.gets(do="claim", seat=2)
    assert wired.region("claim").startswith("⟳ Pick up the die for seat 2 ( Bob ) and roll it.")
    until(lambda: wired.things.lamps()["lamp-2"] == "blink")
    wired.things.roll_die("die-spare", 4)
    until(lambda: wired.dice[1] == "die-spare")
    assert wired.kept["seats"] == {"2": {"die": "die-spare"}}
    assert wired.region("claim").startswith("Seat 2 has its die: die-spare")
    assert "die-b ✓ ok" in wired.region("spare")
    assert wired.entries() == before
    assert wired.state()["devices"]["die-spare"]["turn_to"] == 7
    until(lambda: [pattern for _, pattern in wired.things.sounds] == ["claim"])
    until(lambda: wired.things.lamps()["lamp-2"] == "off")
    wired.things.set_die("die-spare", 5)
    until(lambda: wired.power(2) == 5)


def test_a_claim_is_cancelled_and_lapses(wired: Wired) -> None:
    wired.gets(do="claim", seat=1)
    wired.gets(do="cancel")
    wired.gets(do="cancel")
    assert wired.region("claim") == ""
    wired.gets(do="claim", seat=3)
    wired.wait(30)
    until(lambda: wired.region("claim") == "Nobody rolled a die for seat 3, so it keeps what it had")


def test_a_spare_die_is_given_and_everything_put_back(wired: Wired) -> None:
    wired.gets(do="give", seat=1, die="die-spare")
    assert wired.dice == ["die-spare", "die-b", "die-c", "die-d"]
    wired.gets(do="give", seat=1, die="die-b")
    assert wired.dice == ["die-b", "die-spare", "die-c", "die-d"]
    wired.gets(do="swap", seat=1, other=4)
    assert "Something stands elsewhere" in wired.region("claim")
    wired.gets(do="as-wired")
    assert wired.dice == ["die-a", "die-b", "die-c", "die-d"]
    assert wired.region("claim") == ""


def test_a_restart_keeps_all_of_it(wired: Wired) -> None:
    wired.gets(do="give", seat=2, die="die-spare")
    wired.gets(do="swap", seat=1, other=3)
    wired.gets(do="name", device="die-spare", name="  der Rote 🟥 ")
    wired.gets(do="mute")
    wired.restart()
    assert wired.dice == ["die-c", "die-spare", "die-a", "die-d"]
    assert "der Rote 🟥 die-spare" in wired.region("place-2")
    assert wired.things.buzzer.quiet.muted
    wired.gets(do="name", device="die-spare", name=" ")
    assert wired.kept["names"] == {}


def test_markup_in_a_name_is_text(wired: Wired) -> None:
    wired.gets(do="name", device="die-a", name="<b>'&\"</b>")
    html = wired.get("/hardware").raw.decode()
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


# Lamps, buzzer, buttons


def test_a_lamp_is_lit_for_three_seconds(wired: Wired) -> None:
    until(lambda: wired.things.lamps()["lamp-1"] == "on")
    wired.gets(do="light", lamp="lamp-3")
    assert wired.things.lamps()["lamp-3"] == "on"
    wired.gets(do="light", lamp="lamp-1")
    assert wired.things.lamps()["lamp-1"] == "blink", "it is lit already: this is Ann's turn"
    wired.wait(3)
    until(lambda: wired.things.lamps() == {"lamp-1": "on", "lamp-2": "off", "lamp-3": "off", "lamp-4": "off"})


def test_lamps_go_with_their_seat(wired: Wired) -> None:
    wired.gets(do="swap", seat=1, other=4)
    until(lambda: wired.things.lamps()["lamp-4"] == "on")
    until(lambda: wired.things.lamps()["lamp-1"] == "off")
    assert "lamp-4 on" in wired.region("place-1")


def test_the_buzzer_sounds_unless_it_is_muted(wired: Wired) -> None:
    wired.gets(do="sound", pattern="fanfare")
    until(lambda: [pattern for _, pattern in wired.things.sounds] == ["fanfare"])
    wired.gets(do="mute")
    assert "muted" in wired.region("sounds")
    assert wired.kept["muted"] is True
    refusal = problem(wired.wish(do="sound", pattern="tick"))
    assert (refusal["status"], refusal["code"]) == (409, "buzzer-quiet")
    wired.gets(do="mute", on=False)
    assert not wired.things.buzzer.quiet.muted
    assert wired.kept["muted"] is False


def test_a_button_lights_up_while_it_is_down(wired: Wired) -> None:
    assert "● start" in wired.region("buttons")
    wired.things.press("start")
    assert "● down start ✓ ok · heard just now" in wired.region("buttons")
    wired.wait(1)
    wired.things.release("start")
    assert "● start" in wired.region("buttons")
    wired.wait(12)
    assert "● start ✓ ok · heard 10 s ago" in wired.region("buttons")


def test_a_device_that_failed_is_said_with_its_sentence(wired: Wired) -> None:
    wired.things._lamps[2].failed(RuntimeError("burnt out"))
    assert "✕ failed lamp-2 stopped working: burnt out" in wired.region("place-2")
    refusal = problem(wired.wish(do="light", lamp="lamp-2"))
    assert (refusal["code"], refusal["detail"]) == ("device-failed", "lamp-2 stopped working: burnt out")


def test_mishaps_are_counted_in_words(wired: Wired) -> None:
    wired.things.fault("bounce", device="next")
    wired.things.press("next")
    assert "bounced 20 ×" in wired.region("buttons")


def test_a_pulled_cable_shows_on_every_die_of_it(wired: Wired) -> None:
    wired.things.fault("unplugged")
    until(lambda: "✕ lost" in wired.region("place-1"))
    until(lambda: "cable-1: " in wired.region("cables"))


def test_a_page_that_stands_still_is_not_drawn_again(wired: Wired) -> None:
    """Each second since a die was heard would be a new picture for every screen."""
    look = lambda: hardware_regions(wired.service, wired.things, is_simulated=True)  # noqa: E731
    wired.things.fault("silent")
    wired.wait(61)
    until(lambda: "✕ lost · heard 1 min ago" in wired.region("place-1"))
    before = look()
    wired.wait(2)
    wired.wait(2)
    assert look() == before


# Refusals

ODD = [
    (b"", 400, "not-json"),
    (b"[]", 400, "not-an-object"),
    (b"{}", 422, "missing-field"),
    (b'{"do": 5}', 422, "missing-field"),
    (b'{"do": "dance"}', 422, "missing-field"),
    (b'{"do": "claim"}', 422, "missing-field"),
    (b'{"do": "claim", "seat": 0}', 422, "wrong-field"),
    (b'{"do": "claim", "seat": 6}', 422, "wrong-field"),
    (b'{"do": "claim", "seat": true}', 422, "wrong-field"),
    (b'{"do": "claim", "seat": 1, "die": "die-a"}', 422, "unknown-field"),
    (b'{"do": "swap", "seat": 2, "other": 2}', 422, "same-seat"),
    (b'{"do": "give", "seat": 2, "die": "die-z"}', 422, "no-such-device"),
    (b'{"do": "give", "seat": 2, "die": "knob-1"}', 422, "no-such-device"),
    (b'{"do": "name", "device": "spoon", "name": "x"}', 422, "no-such-device"),
    (b'{"do": "name", "device": "die-a", "name": "' + b"x" * 31 + b'"}', 422, "wrong-field"),
    (b'{"do": "name", "device": "die-a", "name": "a\\nb"}', 422, "wrong-field"),
    (b'{"do": "name", "device": "die-a", "name": null}', 422, "wrong-field"),
    (b'{"do": "light", "lamp": "lamp-9"}', 422, "no-such-device"),
    (b'{"do": "sound", "pattern": "moo"}', 422, "no-such-device"),
    (b'{"do": "mute", "on": "yes"}', 422, "wrong-field"),
]


def test_odd_wishes_are_refused_in_words_and_change_nothing(wired: Wired) -> None:
    before = wired.service.felt.arrangement
    for body, status, code in ODD:
        refusal = problem(wired.request("POST", "/hardware", body))
        assert (refusal["status"], refusal["code"]) == (status, code), body
    assert wired.service.felt.arrangement == before
    assert wired.service.felt.claim is None
    assert wired.kept is None


def test_a_change_that_cannot_be_written_down_is_refused_and_does_not_happen(wired: Wired) -> None:
    (wired.data / "hardware.json.new").mkdir()
    refusal = problem(wired.wish(do="swap", seat=1, other=2))
    assert (refusal["status"], refusal["code"]) == (409, "not-kept")
    assert "hardware.json" in refusal["detail"]
    assert wired.dice == ["die-a", "die-b", "die-c", "die-d"]
    (wired.data / "hardware.json.new").rmdir()
    wired.gets(do="swap", seat=1, other=2)
    assert wired.dice == ["die-b", "die-a", "die-c", "die-d"]


# The same page for the real thing


def test_the_page_is_the_same_for_real_pins(tmp_path: Path) -> None:
    factory = MockFactory(pin_class=MockPWMPin)

    def hardware(live: Live) -> Hardware:
        made = Hardware(usual_wiring(), live.clock, live.service.signal, pin_factory=factory)
        follow_the_table(live.service, made)
        return made

    with Live(tmp_path / "data", devices=hardware) as live:
        page = live.get("/hardware").raw.decode()
        assert "workbench" not in page
        assert all(name in page for name in ("knob-4", "lamp-4", "red", "cable-1: nothing is plugged in"))
        assert "✕ not there · not heard yet" in page, "a die that is named in the wiring, but no cable leads to it"
        for wish in (b'{"do": "light", "lamp": "lamp-2"}', b'{"do": "sound", "pattern": "tick"}'):
            assert live.request("POST", "/hardware", wish).status == 200
        assert live.things.status()["lamp-2"]["pattern"] == "on"
    factory.reset()
