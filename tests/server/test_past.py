"""The log and the games that were, over HTTP."""

from __future__ import annotations

import html
import json
import re

import pytest
from server.live import Live, Reply, problem

from companion.engine.entry import Entry


def page(live: Live, path: str) -> str:
    reply = live.get(path)
    assert (reply.status, reply.kind) == (200, "text/html"), reply.raw
    return reply.raw.decode()


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


def told(page: str) -> list[str]:
    """The lines of a log, each as it is read."""
    return [words(line) for line in re.findall(r'<li id="told-\d+".*?</li>', page, re.DOTALL)]


def texts(page: str) -> list[str]:
    return re.findall(r'<li id="told-\d+".*?<p><bdi dir="ltr">(.*?)</bdi>', page, re.DOTALL)


# The log


def test_every_entry_in_words_newest_first_with_time_and_who_asked(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    knob = {"device": "knob-2", "seat": 2}
    live.service.ask({"command": "adjust-track", "seat": 2, "track": "power", "by": -1}, knob)
    live.service.ask({"command": "next-turn"}, {"screen": "Ann's phone"})
    live.service.ask({"command": "undo"}, {"device": "undo"})
    lines = told(page(live, "/log"))
    assert [re.sub(r"^\d\d:\d\d ", "", line) for line in lines] == [
        "Undone: Bob's turn — undo button",
        "Bob's turn — Ann's phone ↶ undone",
        "Bob: power 7 → 6 — knob ✎ Put right",
        "Ann spent 2 power — a script ✎ Put right",
        "Monster Town began: Ann, Bob — a script",
    ]
    assert all(re.match(r"\d\d:\d\d ", line) for line in lines)


def test_what_was_undone_says_so_and_what_was_done_again_does_not(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("undo")
    assert "undone" in told(page(live, "/log"))[1]
    live.do("redo")
    assert "↶" not in told(page(live, "/log"))[2]


def test_put_right_stands_beside_what_it_would_take(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("note", text="hello")
    live.do("next-turn")
    log = page(live, "/log")
    assert log.count("Put right:") == 1
    assert '"{"command": "put-right", "entry": 2}"' in html.unescape(log)
    live.do("put-right", entry=2)
    log = page(live, "/log")
    assert '"entry": 2}' not in html.unescape(log)
    assert "✎ put right later" in words(log)
    live.do("reorder-seats", order=[2, 1])
    assert "Put right:" not in page(live, "/log")


def test_a_game_that_is_over_is_read_and_not_put_right(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("end-game")
    assert "Put right:" not in page(live, "/log")
    live.do("clear-table")
    assert "Monster Town, the last game" in words(page(live, "/log"))
    assert "Ann spent 2 power" in texts(page(live, "/log"))


def test_the_log_of_one_player_follows_them_to_another_seat(live: Live) -> None:
    live.do("spend-power", seat=1, amount=1)
    live.do("spend-power", seat=2, amount=2)
    live.do("reorder-seats", order=[2, 1])
    live.do("spend-power", seat=2, amount=3)
    live.do("note", text="for all")
    assert texts(page(live, "/log?seat=2")) == [
        "Ann spent 3 power",
        "New order of seats: Bob, Ann",
        "Ann spent 1 power",
        "Monster Town began: Ann, Bob",
    ]
    assert texts(page(live, "/log?seat=1"))[1:3] == ["Bob spent 2 power", "Monster Town began: Ann, Bob"]
    assert texts(page(live, "/log?seat=4")) == ["Monster Town began: Ann, Bob"]


def test_a_log_of_thousands_is_read_a_page_at_a_time(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """No page reads more entries than it shows, but for those that were undone since."""
    for amount in range(1, 121):
        live.do("note", text=f"line {amount}", seat=1 + amount % 2)
    read: list[int] = []
    monkeypatch.setattr("companion.journal.store._entry", counting(read))
    seen, path = [], "/log"
    while path:
        read.clear()
        log = page(live, path)
        seen += re.findall(r'id="told-(\d+)"', log)
        assert len(read) <= 2 * 51 + 2
        older = re.search(r'<a class="button" href="([^"]*before=\d+)">Older lines', log)
        path = html.unescape(older[1]) if older else ""
    assert seen == [str(seq) for seq in range(121, 0, -1)]
    log = page(live, "/log?seat=1")
    assert len(texts(log)) == 50
    older = re.search(r'href="([^"]*before=\d+)">Older lines', log)
    assert older
    assert html.unescape(older[1]).startswith("/log?seat=1&before=")
    assert "line 20" in page(live, html.unescape(older[1]))


def counting(read: list[int]):
    from companion.journal.store import _entry

    def count(row: tuple) -> Entry:
        read.append(row[0])
        return _entry(row)

    return count


@pytest.mark.parametrize("query", ["before=x", "before=0", "seat=99", "before=-1", "before=99999999999999999999"])
def test_an_address_that_makes_no_sense_is_told_what_was_expected(live: Live, query: str) -> None:
    assert problem(live.get(f"/log?{query}"))["code"] == "wrong-query"


def test_with_no_game_yet_every_page_says_so(lobby: Live) -> None:
    for path in ("/log", "/games", "/log?before=7", "/log?seat=2"):
        assert "Nothing has been played yet." in words(page(lobby, path))


def test_names_and_notes_are_text(live: Live) -> None:
    live.do("rename-player", seat=2, player="<script>x</script>")
    live.do("note", text="<b>loud</b> דניאל")
    for path in ("/log", "/games", "/games/g1"):
        log = page(live, path)
        assert "<script>x" not in log
        assert "<b>" not in log
        assert "<bdi>&lt;script&gt;x&lt;/script&gt;</bdi>" in log
    assert '<bdi dir="ltr">Note: &lt;b&gt;loud&lt;/b&gt; דניאל</bdi>' in page(live, "/log")


def test_only_looking_is_free(live: Live) -> None:
    """A stranger reads all of it; what would be refused is hidden."""
    for path in ("/log", "/games", "/games/g1", "/games/g1.csv", "/why/seats/1/tracks/power"):
        assert live.as_stranger("GET", path).status == 200
    assert "only-looks" in live.as_stranger("GET", "/log").raw.decode()
    assert "only-looks" not in page(live, "/log")


# The games


def test_all_games_newest_first_with_players_and_how_they_ended(live: Live) -> None:
    live.do("adjust-track", seat=2, track="conquest", to=10)
    live.do("rematch")
    live.do("end-game")
    live.start("Cid", "Dan", "Eve")
    games = re.findall(r'<li id="(g\d+)">(.*?)</li>', page(live, "/games"), re.DOTALL)
    assert [id for id, _ in games] == ["g5", "g3", "g1"]
    on, stopped, won = (words(text) for _, text in games)
    assert "Not finished: it is on the table now" in on
    assert "Cid ■" not in on
    assert "Dan" in on
    assert "The game was ended: nobody won" in stopped
    assert "Bob won with ten conquest points" in won
    live.do("clear-table")
    assert "Not finished" in words(page(live, "/games"))
    assert "on the table" not in words(page(live, "/games"))


def test_the_list_goes_on_where_the_page_ends(lobby: Live) -> None:
    for _ in range(33):
        lobby.do("start-game", game="monster-town", seats=[{"player": "Ann"}, {"player": "Bob"}], instead=True)
    first = page(lobby, "/games")
    assert re.findall(r'<li id="g(\d+)"', first) == [str(each) for each in range(33, 3, -1)]
    older = re.search(r'href="(/games\?before=\d+)"', first)
    assert older
    assert re.findall(r'<li id="g(\d+)"', page(lobby, older[1])) == ["3", "2", "1"]


def test_a_game_tells_who_sat_where_how_it_ended_and_how_long_it_took(lobby: Live) -> None:
    seats = [{"player": "Ann", "role": "wolfenpack"}, {"player": "Bob"}]
    lobby.do("start-game", game="monster-town", seats=seats)
    lobby.wait(600).do("spend-power", seat=1, amount=2)
    lobby.do("pause-table")
    lobby.wait(1800).do("resume-table")
    lobby.wait(3000).do("adjust-track", seat=2, track="conquest", to=10)
    lobby.wait(900).do("note", text="that was long")
    for then in ("on the table", "long ago"):
        game = words(page(lobby, "/games/g1"))
        assert "took 1 h 0 min" in game, then  # by the game's clock: the pizza and the washing-up do not count
        assert "Bob won with ten conquest points" in game
        assert "● Ann Seat 1 · wolfenpack" in game
        assert "▲ Bob Seat 2 · ★ won" in game
        assert "power5" in game
        assert "1. ▲ Bob conquest 10" in game
        assert "Ann spent 2 power" in game
        lobby.do("clear-table")


def test_an_unfinished_game_has_its_time_so_far(live: Live) -> None:
    live.wait(120).do("next-turn")
    assert "so far 2 min" in words(page(live, "/games/g1"))
    live.wait(30)
    live.do("start-game", game="monster-town", seats=[{"player": "Cid"}, {"player": "Dan"}], instead=True)
    old = words(page(live, "/games/g1"))
    assert "Not finished" in old
    assert "so far 2 min" in old


def test_the_log_of_a_game_is_paged_too(live: Live) -> None:
    for each in range(60):
        live.do("note", text=f"line {each}")
    game = page(live, "/games/g1")
    older = re.search(r'href="(/games/g1\?before=\d+)"', game)
    assert older
    assert texts(page(live, older[1]))[-1] == "Monster Town began: Ann, Bob"


@pytest.mark.parametrize(
    "path", ["/games/g99", "/games/x", "/games/g99.csv", "/games/g1.html", "/games/g1.jsonl.jsonl"]
)
def test_a_game_that_is_not_there_is_404(live: Live, path: str) -> None:
    assert problem(live.get(path))["status"] == 404


def test_a_game_is_taken_away_as_a_file(live: Live) -> None:
    live.do("spend-power", seat=1, amount=2)
    lines = live.get("/games/g1.jsonl")
    assert lines.headers["content-disposition"] == "attachment; filename=g1.jsonl"
    head, *entries = [json.loads(line) for line in lines.raw.splitlines()]
    assert head["format"] == "monster-companion-game"
    assert entries == live.entries()
    table = live.get("/games/g1.csv")
    assert table.kind == "text/csv"
    assert len(table.raw.splitlines()) == 1 + len(entries)


# What cannot be read


def damage(live: Live, statement: str) -> None:
    live.journal._db.execute("DROP TRIGGER IF EXISTS entries_stay")
    live.journal._db.execute(statement)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE entries SET changes = '[[' WHERE seq = 2", "cannot be read as far as its end (entry 2 is damaged)"),
        ("UPDATE entries SET changes = '[[\"seats/x/y\",1,2]]' WHERE seq = 2", "cannot be read as far as its end"),
        ("UPDATE entries SET said = '[[\"spent-power\",{}]]' WHERE seq = 2", "spent-power"),
        ("UPDATE entries SET said = '[[' WHERE seq = 2", "Entry 2 is damaged and cannot be read"),
        ("UPDATE games SET name = 'chess' WHERE id = 'g1'", "chess"),
        ("UPDATE games SET players = '{' WHERE id = 'g1'", "The line of this game in the list is damaged"),
        ("UPDATE games SET players = '{}' WHERE id = 'g1'", "How it ended cannot be read"),
        ("UPDATE entries SET version = 99 WHERE seq = 1", "newer companion"),
    ],
)
def test_a_game_that_cannot_be_read_is_shown_with_a_sentence(live: Live, statement: str, says: str) -> None:
    live.do("spend-power", seat=1, amount=2)
    live.do("adjust-track", seat=2, track="conquest", to=10)
    live.do("clear-table")
    damage(live, statement)
    for path in ("/log", "/games", "/games/g1", "/games/g1.csv", "/log?seat=1"):
        reply: Reply = live.get(path)
        assert reply.status == 200, (path, reply.raw)
    assert says in words(page(live, "/games/g1"))
    assert "Monster Town began: Ann, Bob" in page(live, "/games/g1")


def test_a_game_that_is_not_known_here_is_told_as_far_as_it_goes(live: Live) -> None:
    live.do("clear-table")
    damage(live, "UPDATE entries SET changes = replace(changes, '\"monster-town\"', '\"chess\"') WHERE seq = 1")
    damage(live, "UPDATE games SET name = 'chess'")
    assert "does not know the game chess" in words(page(live, "/games/g1"))
    assert "chess" in words(page(live, "/games"))
