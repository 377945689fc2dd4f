"""Screens that are open: their names, and being given another page."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from devices.device_rig import until
from server.live import Live, Reply, problem
from server.sse import Event, Stream

from companion.access import codes


def pair(live: Live, name: str, role: codes.Role = "player") -> str:
    """Lets a device in; the cookie that it carries from then on."""
    code = codes.current(live.data, live.clock, role).digits
    reply = live.as_stranger("POST", "/pair", json.dumps({"code": code, "name": name}).encode())
    return reply.headers["set-cookie"].split(";")[0]


@pytest.fixture
def opened(live: Live) -> Iterator[Callable[..., Stream]]:
    """Opens a live page as a screen does, with its cookies."""
    with ExitStack() as streams:

        def open_page(page: str, cookie: str) -> Stream:
            stream = streams.enter_context(Stream(live.port, path=f"/live/{page}", cookie=cookie))
            assert stream.next()  # its first picture: it is there now
            return stream

        yield open_page


def listed(live: Live, **headers: str) -> list[tuple[int, str]]:
    """The open screens, as the sheet shows them."""
    page = live.request("GET", "/sheets/screens", **headers).raw.decode()
    items = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    numbers = [int(html.unescape(each).split('"screen": ')[1].split("}")[0]) for each in items]
    said = [" ".join(html.unescape(re.sub("<[^>]*>", "", each.split("</p>")[0])).split()) for each in items]
    return list(zip(numbers, said, strict=True))


def wish(live: Live, **wish: Any) -> Reply:
    return live.request("POST", "/screens", json.dumps(wish).encode())


def told(stream: Stream) -> Event:
    """What a screen alone is told."""
    while (event := stream.next()) and event.name == "regions":
        pass
    assert event
    return event


def test_open_screens_are_listed_by_name_with_the_page_they_show(live: Live, opened: Any) -> None:
    phone = pair(live, "Ann's phone")
    opened("seat/1", f"{phone}; browser=b-phone")
    opened("wall", "browser=b-tv")
    opened("table", "browser=b-tablet")
    opened("wall", f"browser=b-beamer; screen={'%C3%9Cber%20<b>'}")
    assert [said for _, said in listed(live)] == [
        "Ann's phone shows seat 1",
        "screen 1 shows wall",
        "screen 2 shows table",
        "Über <b> shows wall",
    ]
    assert listed(live, Cookie="browser=b-tv")[1][1] == "screen 1 shows wall · this device"


def test_a_television_is_sent_to_another_page_and_only_that_television(live: Live, opened: Any) -> None:
    television, tablet = opened("lobby", "browser=b-tv"), opened("table", "browser=b-tablet")
    (number, _), (other, _) = listed(live)
    assert wish(live, do="send", screen=number, to="wall").body == {"done": True}
    assert told(television) == Event("go", None, {"to": "wall"})
    assert wish(live, do="send", screen=other, to="seat/2").status == 200
    assert told(tablet) == Event("go", None, {"to": "seat/2"})


def test_a_screen_that_nobody_let_in_keeps_its_new_name_itself(live: Live, opened: Any) -> None:
    television = opened("wall", "browser=b-tv")
    ((number, _),) = listed(live)
    assert wish(live, do="rename", screen=number, name="télévision <b>").status == 200
    assert told(television) == Event("named", None, {"name": "télévision <b>"})
    assert listed(live)[0][1] == "télévision <b> shows wall"
    assert "t\u00e9l\u00e9vision".encode() not in b"".join(
        path.read_bytes() for path in live.data.rglob("*") if path.is_file()
    )


def test_a_device_that_was_let_in_is_called_so_everywhere(live: Live, opened: Any) -> None:
    opened("seat/2", f"{pair(live, 'phone')}; browser=b-phone")
    ((number, _),) = listed(live)
    assert wish(live, do="rename", screen=number, name="Bob's phone").status == 200
    assert listed(live)[0][1] == "Bob's phone shows seat 2"
    assert [device.name for device in live.door.paired.all()] == ["Bob's phone"]


def test_who_closes_a_page_is_forgotten_with_it(live: Live, opened: Any, quick_beats: float) -> None:
    television = opened("wall", "browser=b-tv")
    ((number, _),) = listed(live)
    television.vanish()
    until(lambda: listed(live) == [])
    assert problem(wish(live, do="send", screen=number, to="table"))["code"] == "no-such-screen"
    opened("wall", "browser=b-other")
    assert listed(live)[0][1] == "screen 1 shows wall"


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "send", "screen": 1, "to": "//evil.example"},
        {"do": "send", "screen": 1, "to": "seat/6"},
        {"do": "send", "screen": 1, "to": "hardware"},
        {"do": "send", "screen": 1, "to": "wall\n"},
        {"do": "send", "screen": "1", "to": "wall"},
        {"do": "send", "screen": 0, "to": "wall"},
        {"do": "send", "screen": 2**60, "to": "wall"},
        {"do": "rename", "screen": 1, "name": ""},
        {"do": "rename", "screen": 1, "name": "x" * 31},
        {"do": "rename", "screen": 1, "name": "tele\x07vision"},
    ],
)
def test_only_our_own_pages_and_decent_names(live: Live, wrong: dict[str, Any]) -> None:
    assert problem(wish(live, **wrong))["status"] == 422


@pytest.mark.parametrize("called", ["", "%20", "x" * 31, "a%0Ab", "%00"])
def test_a_name_that_a_browser_made_up_is_taken_only_if_it_is_one(live: Live, opened: Any, called: str) -> None:
    opened("wall", f"browser=b-tv; screen={called}")
    assert listed(live)[0][1] == "screen 1 shows wall"


def test_a_stranger_and_a_device_that_only_looks_send_nobody_around(live: Live, opened: Any) -> None:
    opened("wall", "browser=b-tv")
    ((number, _),) = listed(live)
    send = json.dumps({"do": "send", "screen": number, "to": "table"}).encode()
    assert problem(live.as_stranger("POST", "/screens", send))["code"] == "not-paired"
    viewer = pair(live, "television", "viewer")
    assert problem(live.as_stranger("POST", "/screens", send, Cookie=viewer))["code"] == "only-looking"
    for cookie in ("", viewer):
        sheet = live.as_stranger("GET", "/sheets/screens", Cookie=cookie).raw
        assert b"screen 1" not in sheet
        assert b"Let this screen play too" in sheet
    elsewhere = live.request("POST", "/screens", send, Origin="http://evil.example")
    assert problem(elsewhere)["code"] == "foreign-origin"


def test_a_screen_that_was_sent_somewhere_gives_its_old_place_back(live: Live, opened: Any) -> None:
    table = opened("table", "browser=b-tablet")
    ((number, _),) = listed(live)
    wish(live, do="send", screen=number, to="wall")
    assert told(table) == Event("go", None, {"to": "wall"})
    assert table.next() is None
    until(lambda: listed(live) == [])
