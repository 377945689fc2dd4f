"""Monster Town on phones, tablet and television: a gang as cards, fights between the seats, a roster typed in."""

from __future__ import annotations

from browser.sizes import STICKING_OUT, at_every_size, fits
from gangs import NAMES, card
from playwright.sync_api import Page, expect
from server.live import Live
from server.test_hardware import simulator
from town_games import PAIR

from companion.clock import SystemClock
from companion.signals import Signal

PHONE, TELEVISION = (390, 844), (1920, 1080)


def begin(live, *gangs, **options):
    live.do("end-game")
    seats = [{"player": name, "characters": gang} for name, gang in zip(NAMES, gangs, strict=False)]
    live.do("start-game", game="monster-town", seats=seats, options=options)


def at(phone: Page, name: str):
    """A gang member's card on its player's phone."""
    return phone.locator(".town-card", has=phone.get_by_role("heading", name=name))


def test_a_whole_game_for_two_is_played_on_two_phones(live, screen):
    """The same story that dice and knobs tell, ending in the same way."""
    begin(live, *PAIR)
    ann, bob = screen(live.port, "/seat/1", PHONE), screen(live.port, "/seat/2", PHONE)
    table, wall = screen(live.port), screen(live.port, "/wall", TELEVISION)

    visit(ann, "The Docks")
    next_turn(ann, "Bob's turn")
    visit(bob, "The Mall")
    expect(table.locator("#panel")).to_contain_text("The Mall")
    next_turn(bob, "Ann's turn")
    at(ann, "Ace").get_by_role("button", name="⚑ scout").click()
    expect(at(ann, "Ace")).to_contain_text("scouting party")
    at(ann, "Bee").get_by_role("button", name="⚑ scout").click()
    expect(at(ann, "Bee")).to_contain_text("scouting party")
    visit(ann, "The Mall")
    expect(table.locator(".town-fight")).to_contain_text("Fight at The Mall")
    expect(wall.locator("#panel")).to_contain_text("The Mall · Ann 2 against Bob 2")

    act(ann, "Ace", power=2)
    expect(ann.locator("#value-1-power")).to_have_text("5")
    tap(bob, "Grim", "☠ −1", times=2)
    expect(bob.locator(".town-reserves summary")).to_contain_text("1")
    next_turn(ann, "Bob's turn")
    act(bob, "Fang", power=3)
    tap(ann, "Ace", "☠ −1")
    expect(at(ann, "Ace")).to_contain_text("2/3")
    bob.get_by_role("button", name="Regenerate").click()
    next_turn(bob, "Ann's turn")
    expect(at(bob, "Fang")).to_contain_text("ready")  # the only one left: exerted, so ready again
    act(ann, "Bee", power=0)
    expect(at(ann, "Bee")).to_contain_text("exerted")
    tap(bob, "Fang", "☠ −1", times=2)
    at(bob, "Fang").get_by_role("button", name="☠ −1").click()

    for page in (table, wall):
        expect(page.locator("#head")).to_contain_text("Ann won: the last gang standing")
    expect(table.locator(".town-last summary")).to_contain_text("Won at The Mall")
    outcome = live.state()["outcome"]
    assert (outcome["reason"], outcome["winners"]) == ("last-gang-standing", [1])
    assert [seat["tracks"]["conquest"]["value"] for seat in live.state()["seats"]] == [2, 0]


def visit(phone: Page, place: str) -> None:
    phone.get_by_label("The party goes to").fill(place)
    phone.get_by_role("button", name="Play the location").click()
    expect(phone.locator(".town-gang")).to_contain_text(place)


def next_turn(phone: Page, head: str) -> None:
    phone.get_by_role("button", name="Next turn").click()
    expect(phone.locator("#head")).to_contain_text(head)


def act(phone: Page, name: str, power: int) -> None:
    form = at(phone, name).locator("form", has=phone.get_by_role("button", name="Act"))
    form.get_by_label("power").fill(str(power))
    form.get_by_role("button", name="Act").click()
    expect(form).to_have_count(0)


def tap(phone: Page, name: str, label: str, times: int = 1) -> None:
    """Each tap is seen before the next one."""
    for _ in range(times):
        life = at(phone, name).locator(".town-life strong")
        before = int(life.inner_text())
        at(phone, name).get_by_role("button", name=label).click()
        if before > 1:
            expect(life).to_have_text(str(before - 1))


def test_cards_are_tapped_to_wound_heal_exert_hide_and_move(live, screen):
    begin(live, [card("A1"), card("A2")], [card("B1")])
    live.do("gain-location", seat=1, name="The Docks")
    phone = screen(live.port, "/seat/1", PHONE)
    a1 = at(phone, "A1")
    a1.get_by_role("button", name="☠ −1").click()
    expect(a1).to_contain_text("☠ 1")
    a1.get_by_role("button", name="♥ +1").click()
    expect(a1).not_to_contain_text("☠ 1")
    a1.get_by_role("button", name="→ exert").click()
    expect(a1).to_contain_text("exerted")
    a1.get_by_role("button", name="↑ ready").click()
    a1.get_by_role("button", name="↓ hide").click()
    expect(a1).to_contain_text("+1 to wounds")
    a1.get_by_role("button", name="to The Docks").click()
    expect(a1.locator(".dim").nth(1)).to_contain_text("The Docks")


def test_a_table_that_only_wants_power_and_points_sees_no_panel(live, screen):
    for path in ("/table", "/seat/1", "/wall"):
        page = screen(live.port, path)
        expect(page.locator("#value-1-power")).to_have_text("7")
        expect(page.locator("#panel")).to_have_count(0)
    page = screen(live.port, "/seat/1", PHONE)
    live.do("add-character", seat=1, name="Late", life=2, conquest=1)
    expect(at(page, "Late")).to_be_visible()


def test_a_roster_is_typed_on_a_phone_and_laid_out(live, screen):
    phone = screen(live.port, "/rosters", PHONE)
    phone.get_by_label("a new roster called").fill("The pack")
    phone.get_by_label("gang").select_option("wolfenpack")
    phone.get_by_role("button", name="Begin").click()
    for number, name in enumerate(("Alpha", "Pup"), 1):
        phone.get_by_label("name", exact=True).fill(name)
        phone.get_by_label("life").fill("2")
        phone.get_by_role("button", name="Add the card").click()
        expect(phone.get_by_text(f"Cards: {number}")).to_be_visible()
        expect(phone.get_by_label("name", exact=True)).to_have_value("")
    phone.get_by_role("button", name="Lay out for Ann").click()
    expect(phone.get_by_role("button", name="Lay out for Ann")).to_have_count(0)
    assert [piece["name"] for piece in live.state()["seats"][0]["pieces"]] == ["Alpha", "Pup"]


def test_nothing_overflows_with_the_longest_names(live, screen):
    gangs = [[card(f"{letter}{number}" + "W" * 58) for number in range(4)] for letter in "ABCD"]
    begin(live, *gangs, rendezvous=40)
    for seat, letter in enumerate("WXYZ", 1):
        live.do("rename-player", seat=seat, player=letter * 60)
    live.do("draw-rendezvous", seat=1)
    live.do("next-turn")
    live.do("visit-location", seat=2, name="M" * 60)
    for _ in range(3):
        live.do("next-turn")
    live.do("visit-location", seat=1, name="M" * 60)
    live.request("POST", "/rosters", b'{"do": "keep", "seat": 1, "name": "' + b"R" * 60 + b'"}')
    for path in ("/table", "/seat/1", "/wall", "/rosters"):
        page = screen(live.port, path)
        expect(page.locator(".town").first).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        for size in at_every_size(page):
            assert page.evaluate(STICKING_OUT) == [], (path, size)
            fits(page, size)


def test_a_knob_that_turns_a_life_shows_its_running_change_on_the_card(tmp_path, screen):
    with Live(tmp_path / "data", SystemClock(), devices=simulator) as live:
        live.start("Ann", "Bob")
        begin(live, [card("A1", 4)], [card("B1")])
        live.do("next-turn")
        live.do("visit-location", seat=2, name="The Mall")
        live.do("next-turn")
        live.do("visit-location", seat=1, name="The Mall")
        phone, table = screen(live.port, "/seat/1", PHONE), screen(live.port)
        for page, change in ((phone, "−1 → 3"), (table, "−1 → 2")):
            life = page.locator(".town-fight .town-life.is-in-hand")
            for word, args in (("pressed", ()), ("released", ()), ("turned", (-1,))):
                live.service.signal(Signal("knob-1", word, args, live.clock.now()))
            expect(life.locator(".change")).to_have_text(change)
            expect(life.locator(".change")).to_have_count(0)
            expect(life.locator("strong")).to_have_text(change[-1])
            live.service.signal(Signal("knob-1", "pressed", (), live.clock.now()))
            live.service.signal(Signal("knob-1", "released", (), live.clock.now()))
