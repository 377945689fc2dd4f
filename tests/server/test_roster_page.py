"""The page of rosters over HTTP."""

from __future__ import annotations

import json

import pytest
from server.live import Live, problem


@pytest.fixture
def table(tmp_path):
    with Live(tmp_path / "data") as live:
        yield live.start("Ann", "Bob")


def ask(table, **wish):
    return table.request("POST", "/rosters", json.dumps(wish).encode())


def test_a_roster_is_entered_card_by_card_and_laid_out(table):
    assert ask(table, do="new", name="The pack", role="wolfenpack").status == 200
    assert ask(table, do="add", roster="the-pack", name="Alpha", life=4, conquest=2, leader=True, race="").status == 200
    assert ask(table, do="add", roster="the-pack", name="Pup", life=1, conquest=0, reserve=True).status == 200
    (seat,) = table.get("/rosters.json").body.values()
    assert [each["name"] for each in seat["characters"]] == ["Alpha", "Pup"]
    assert seat["characters"][0]["traits"] == ["leader"]
    table.do("take-roster", seat=1, characters=seat["characters"])
    assert [piece["status"] for piece in table.state()["seats"][0]["pieces"]] == ["ready", "reserves"]
    assert ask(table, do="remove", roster="the-pack", index=1, name="Alpha").status == 409
    assert ask(table, do="remove", roster="the-pack", index=1, name="Pup").status == 200


def test_a_roster_begins_a_game_as_it_is_listed(table):
    ask(table, do="new", name="The pack", role="wolfenpack")
    ask(table, do="add", roster="the-pack", name="Alpha", life=4, conquest=2)
    seat = table.get("/rosters.json").body["the-pack"] | {"player": "Cleo"}
    table.do("start-game", game="monster-town", seats=[seat, {"player": "Dan"}], instead=True)
    assert table.state()["seats"][0]["pieces"][0]["name"] == "Alpha"


def test_export_and_import(table):
    ask(table, do="new", name="The pack", role="wolfenpack")
    ask(table, do="add", roster="the-pack", name="Alpha", life=4, conquest=2)
    reply = table.get("/rosters/the-pack.toml")
    assert (reply.status, reply.kind) == (200, "application/toml")
    ask(table, do="delete", roster="the-pack")
    assert table.get("/rosters.json").body == {}
    assert ask(table, do="import", text=reply.raw.decode()).status == 200
    assert table.request("PUT", "/rosters.toml", reply.raw.replace(b"The pack", b"The gang")).status == 200
    assert list(table.get("/rosters.json").body) == ["the-gang", "the-pack"]
    assert problem(table.request("PUT", "/rosters.toml", b"\xff"))["code"] == "not-toml"


def test_a_gang_on_the_table_is_kept(table):
    assert problem(ask(table, do="keep", seat=1, name="Mine"))["code"] == "no-gang-there"
    table.do("add-character", seat=1, name="Alpha", life=4, conquest=2)
    assert ask(table, do="keep", seat=1, name="Mine").status == 200
    assert table.get("/rosters.json").body["mine"]["characters"][0]["name"] == "Alpha"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"do": "dance"}, 422, "missing-field"),
        ({"do": "new"}, 422, "missing-field"),
        ({"do": "new", "name": "x", "role": "sharks"}, 422, "wrong-field"),
        ({"do": "add", "roster": "none", "name": "A", "life": 1, "conquest": 1}, 422, "no-such-roster"),
        ({"do": "delete", "roster": "../secret"}, 422, "no-such-roster"),
        ({"do": "import", "text": "="}, 400, "not-toml"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(table, wish, status, code):
    reply = ask(table, **wish)
    assert (reply.status, problem(reply)["code"]) == (status, code)


def test_strangers_look_and_change_nothing(table):
    assert table.as_stranger("GET", "/rosters").status == 200
    assert table.as_stranger("POST", "/rosters", b'{"do": "new", "name": "x"}').status == 401
    assert table.as_stranger("PUT", "/rosters.toml", b"name = 'x'").status == 401


def test_the_page_shows_what_is_kept_with_names_as_text(table):
    ask(table, do="new", name="<b>Pack</b>", role="wolfenpack")
    page = table.get("/rosters").raw.decode()
    assert "&lt;b&gt;Pack&lt;/b&gt;" in page
    assert "<b>Pack</b>" not in page
