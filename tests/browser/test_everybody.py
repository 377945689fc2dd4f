"""The pages for everybody: axe-core finds nothing on any of them, by day and by night."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.process import Process

PAGES = ["/", "/table", "/seat/1", "/seat/4", "/wall", "/join", "/hardware", "/log", "/games", "/games/g1", "/rosters"]
SHEETS = ["/sheets/seat/1", "/sheets/game", "/sheets/screen", "/sheets/screens", "/why/seats/1/tracks/power"]
CARDS = [{"name": f"Card {number}", "life": 3, "conquest": 1} for number in range(3)]


def flaws(page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} ({node.get('failureSummary', '')})"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(live, screen, path, scheme):
    live.do("spend-power", seat=1, amount=2)
    live.do("read-die", seat=2, face=0, how="set")
    page = screen(live.port, path)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_timeout(200)
    assert flaws(page) == []


@pytest.mark.parametrize("path", ["/", "/table", "/wall", "/seat/1"])
def test_axe_finds_nothing_where_nothing_or_all_is_over(live, screen, path):
    live.do("adjust-track", seat=1, track="conquest", to=10)
    page = screen(live.port, path)
    assert flaws(page) == []
    live.do("clear-table")
    page.wait_for_timeout(300)
    assert flaws(page) == []


@pytest.mark.parametrize("path", SHEETS)
def test_axe_finds_nothing_on_a_sheet(live, screen, path):
    page = screen(live.port)
    page.locator(f"[data-sheet='{path}']").first.click()
    page.locator("#sheet h2").wait_for()
    assert flaws(page) == []


def test_axe_finds_nothing_on_the_way_in(live, screen):
    assert flaws(screen(live.port, "/join", is_paired=False)) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_in_a_rampage(live, screen, scheme):
    seats = [{"player": "Ann"}, {"player": "Bob"}]
    live.do("start-game", game="monstrocity", seats=seats, options={"enhanced": True}, instead=True)
    for _ in range(3):
        live.do("next-phase")
    live.do("roll-dice", seat=1)
    live.do("raise-threat", by=20)
    for path in ("/table", "/seat/1", "/wall", "/boards/monstrocity"):
        page = screen(live.port, path)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(300)
        assert flaws(page) == [], path


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_in_a_fight_of_gangs(live, screen, scheme):
    seats = [{"player": player, "characters": CARDS} for player in ("Ann", "Bob")]
    live.do("start-game", game="monster-town", seats=seats, options={"rendezvous": 30}, instead=True)
    live.do("visit-location", seat=1, name="The Mill")
    live.do("next-turn")
    live.do("start-combat", seat=2, against=1, location="The Mill")
    for path in ("/table", "/seat/1", "/wall"):
        page = screen(live.port, path)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(300)
        assert flaws(page) == [], path


def test_axe_finds_nothing_on_the_workbench(tmp_path, screen):
    table = Process(tmp_path)
    table.start_process()
    try:
        for path in ("/workbench", "/hardware"):
            page = screen(table.port, path)
            page.wait_for_timeout(300)
            assert flaws(page) == [], path
            page.close()
    finally:
        table.kill()
