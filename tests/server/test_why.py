"""Why is this 4? The sheet that tells, over HTTP."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from server.live import Live, Reply, problem

from companion.clock import ManualClock


def sheet(live: Live, path: str = "/why/seats/1/tracks/power") -> str:
    reply = live.as_stranger("GET", path)
    assert (reply.status, reply.kind) == (200, "text/html")
    assert reply.headers["cache-control"] == "no-store"
    return text_of(reply)


def text_of(reply: Reply) -> str:
    """What stands there to be read, without its marks."""
    plain = re.sub(r"<[^>]+>", "", reply.raw.decode())
    return " ".join(html.unescape(plain).split())


def test_seven_at_the_start_two_spent_one_stolen_by_bob(live: Live) -> None:
    live.wait(60).do("spend-power", seat=1, amount=2)
    live.service.ask({"command": "adjust-track", "seat": 1, "track": "power", "by": 1}, {"device": "knob-1", "seat": 1})
    live.do("change-power", seat=2, by=1, from_seat=1)
    told = sheet(live)
    assert "Ann: power" in told
    assert "7 at the start + 1 gained − 3 lost = 5" in told
    assert re.search(r"−1 Bob stole 1 power from Ann 6 → 5 · a script, \d\d:\d\d", told)
    assert re.search(r"\+1 Ann: power 5 → 6 5 → 6 · knob, \d\d:\d\d", told)
    assert re.search(r"−2 Ann spent 2 power 7 → 5 .* 7 at the start", told)
    assert told.index("stole") < told.index("spent")  # newest first, down to the start


@pytest.mark.parametrize("path", ["/why/seat/1/power", "/why/seats/1/tracks/power"])
def test_it_is_found_as_the_table_page_asks_for_it(live: Live, path: str) -> None:
    assert "7 at the start" in sheet(live, path)
    assert path.startswith("/why/seat/") or f'data-sheet="{path}"' in live.get("/table").raw.decode()


def test_the_sheet_brings_what_changes_the_number(live: Live) -> None:
    page = html.unescape(live.get("/why/seats/2/tracks/conquest").raw.decode())
    assert 'data-adjust="{"command": "adjust-track", "seat": 2, "track": "conquest"}"' in page
    assert 'data-step="-1"' in page
    assert 'name="to" data-kind="number"' in page
    live.do("end-game")
    assert "data-step" not in live.get("/why/seats/2/tracks/conquest").raw.decode()


def test_what_was_undone_is_left_out_and_said(live: Live) -> None:
    live.do("spend-power", seat=1, amount=3)
    live.do("undo")
    told = sheet(live)
    assert "spent" not in told
    assert "One change was undone and left out." in told


def test_of_a_long_story_the_newest_thirty_and_how_many_before(live: Live) -> None:
    for each in range(40):
        live.do("adjust-track", seat=1, track="power", by=-1 if each % 2 == 0 else 1)
    told = sheet(live)
    assert told.count("corrected from") == 30
    assert "and 10 before: 7 → 7" in told
    assert "7 at the start + 20 gained − 20 lost = 7" in told


def test_players_who_changed_places_are_not_told_each_others_story(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("reorder-seats", order=[2, 1])
    assert "spent" not in sheet(live, "/why/seats/1/tracks/power")
    assert "Ann spent 2 power" in sheet(live, "/why/seats/2/tracks/power")


def test_what_is_not_there_is_said_and_never_a_crash(live: Live) -> None:
    for path in ("/why/seats/9/tracks/power", "/why/seats/1/tracks/rage", "/why/tracks/power", "/why/seats/x/tracks/y"):
        assert problem(live.get(path))["status"] == 404
    gone = problem(live.get("/why/pieces/p3/tracks/life"))
    assert (gone["status"], gone["code"]) == (409, "no-story")
    live.do("clear-table")
    assert problem(live.get("/why/seats/1/tracks/power"))["code"] == "no-game"


def test_names_are_text(live: Live) -> None:
    live.do("rename-player", seat=1, player="<b>Ann</b> & Co")
    live.do("spend-power", seat=1, amount=1)
    raw = live.get("/why/seats/1/tracks/power").raw.decode()
    assert "<bdi>&lt;b&gt;Ann&lt;/b&gt; &amp; Co</bdi>" in raw
    assert "<b>" not in raw


def test_a_damaged_entry_leaves_a_gap_that_is_named(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("spend-power", seat=1, amount=1)
    live.journal._db.execute("DROP TRIGGER entries_stay")
    live.journal._db.execute("UPDATE entries SET changes = '[[' WHERE seq = 2")
    told = sheet(live)
    assert "An entry that cannot be read 7 → 5" in told
    assert "7 at the start − 3 lost = 4" in told


def test_the_time_is_the_walls_where_the_table_stands(lobby: Live, monkeypatch: Any) -> None:
    import time

    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert isinstance(lobby.clock, ManualClock)
        lobby.start("Ann", "Bob").do("spend-power", seat=1, amount=1)
        assert lobby.entries()[-1]["at"] == "2026-11-18T21:00:00Z"
        assert "22:00" in sheet(lobby)
        assert "22:00" in lobby.get("/log").raw.decode()
        assert "22:00" in lobby.get("/table").raw.decode()
    finally:
        monkeypatch.undo()
        time.tzset()
