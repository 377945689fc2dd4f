"""Live pages: drawn once for all who look, the numbers first, and never in anybody's way."""

from __future__ import annotations

import json
import threading
from collections import Counter
from typing import Any

import pytest

from companion.server.live import Page, Region, Viewer

NO_WAIT = 0.0
PATIENCE_S = 30


class Wall:
    """A page with a number and a log, and a count of how often each was drawn."""

    def __init__(self) -> None:
        self.about: dict[str, Any] = {"number": 7, "log": "began"}
        self.rendered: Counter[str] = Counter()
        self.page = Page(self.regions, self.render)

    def regions(self) -> list[Region]:
        number, log = self.about["number"], self.about["log"]
        return [Region("log", "log", {"is": log}, can_wait=True), Region("number", "number", {"is": number})]

    def render(self, template: str, about: dict[str, Any]) -> str:
        if about["is"] == "broken":
            raise ValueError("this cannot be drawn")
        self.rendered[template] += 1
        return str(about["is"])

    def show(self, **about: Any) -> None:
        self.about |= about
        self.page.poke()

    def viewer(self) -> Viewer:
        viewer = Viewer(self.page)
        self.page.join(viewer)
        return viewer


def told(viewer: Viewer) -> list[dict[str, str]]:
    """All messages that wait, as the browser gets them."""
    messages = []
    while message := viewer.wait(NO_WAIT):
        head, data = message.decode().strip().split("\n")
        assert head == "event: regions"
        messages.append(json.loads(data.removeprefix("data: ")))
    return messages


@pytest.fixture
def wall() -> Wall:
    return Wall()


def test_who_comes_is_told_everything_and_then_only_what_changed(wall: Wall) -> None:
    viewer = wall.viewer()
    assert told(viewer) == [{"number": "7"}, {"log": "began"}]
    wall.show(number=5)
    assert told(viewer) == [{"number": "5"}]
    wall.show()
    assert told(viewer) == []


def test_the_number_is_on_its_way_before_the_log_is_drawn(wall: Wall) -> None:
    viewer = wall.viewer()
    told(viewer)
    wall.show(number=5, log="Ann spent 2 power")
    before = wall.rendered.copy()
    assert b'{"number":"5"}' in (viewer.wait(NO_WAIT) or b"")
    assert wall.rendered - before == {"number": 1}
    assert told(viewer) == [{"log": "Ann spent 2 power"}]


def test_a_page_is_drawn_once_however_many_look(wall: Wall) -> None:
    viewers = [wall.viewer() for _ in range(20)]
    for viewer in viewers:
        told(viewer)
    wall.show(number=4, log="again")
    seen = [told(viewer) for viewer in viewers]
    assert wall.rendered == {"number": 2, "log": 2}
    assert all({key: value for each in one for key, value in each.items()} == seen[0][0] | seen[0][1] for one in seen)


def test_a_burst_is_drawn_once_and_a_slow_screen_gets_the_newest_only(wall: Wall) -> None:
    quick, slow = wall.viewer(), wall.viewer()
    told(quick), told(slow)
    for number in range(10):
        wall.show(number=number)
    assert told(quick) == [{"number": "9"}]
    wall.show(number=3)
    assert told(quick) == [{"number": "3"}]
    assert told(slow) == [{"number": "3"}]


def test_a_number_that_went_there_and_back_is_not_drawn_again(wall: Wall) -> None:
    viewer = wall.viewer()
    told(viewer)
    wall.show(number=8)
    wall.show(number=7)
    assert told(viewer) == []


def test_a_page_that_cannot_be_drawn_stays_as_it_was_and_comes_back(wall: Wall, caplog: Any) -> None:
    viewer = wall.viewer()
    told(viewer)
    wall.show(number="broken")
    assert told(viewer) == []
    assert "could not be drawn" in caplog.text
    wall.show(number=6)
    assert told(viewer) == [{"number": "6"}]


def test_a_screen_that_waits_is_woken_and_one_at_work_overlooks_nothing(wall: Wall) -> None:
    """Twenty screens on threads of their own, while three hands change the page: each ends with the last picture."""
    ended: list[str] = []
    done = threading.Event()

    def look() -> None:
        viewer, last = wall.viewer(), ""
        while last != "done" and not done.is_set():
            message = viewer.wait(1.0)  # it is woken long before, or this test takes for ever
            if message and b"number" in message:
                last = json.loads(message.split(b"data: ")[1])["number"]
        ended.append(last)

    def change(hand: int) -> None:
        for number in range(200):
            wall.show(number=f"{hand}-{number}")

    screens = [threading.Thread(target=look) for _ in range(20)]
    hands = [threading.Thread(target=change, args=[hand]) for hand in range(3)]
    for thread in (*screens, *hands):
        thread.start()
    for thread in hands:
        thread.join(PATIENCE_S)
    wall.show(number="done")
    for thread in screens:
        thread.join(PATIENCE_S)
    done.set()
    assert ended == ["done"] * 20


def test_a_waiting_screen_hears_at_once(wall: Wall) -> None:
    viewer = wall.viewer()
    told(viewer)
    heard: list[bytes | None] = []
    waiting = threading.Thread(target=lambda: heard.append(viewer.wait(PATIENCE_S)))
    waiting.start()
    wall.show(number=2)
    waiting.join(PATIENCE_S)
    assert heard == [b'event: regions\ndata: {"number":"2"}\n\n']


def test_the_whole_page_has_regions_inside_regions() -> None:
    html = {
        "frame": '<ol><li id="seat-1" data-region></li></ol>',
        "seat-1": '<b id="value-1" data-region></b>',
        "value-1": "7",
    }
    page = Page(lambda: [Region(id, id, {}) for id in html], lambda template, about: html[template])
    assert page.whole()["frame"] == '<ol><li id="seat-1" data-region><b id="value-1" data-region>7</b></li></ol>'
