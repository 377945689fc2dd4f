"""Names of any script, and markup that stays text."""

from __future__ import annotations

import pytest
from server.live import Live

NAMES = [
    "<script>alert(1)</script>",
    "<b>Ann</b> & 'Bob' \"Cid\"",
    "{player} {0} %s %(x)s",
    "שלום עולם",
    "عائشة",
    "\u202eevil\u202c",
    "👩‍👩‍👧‍👦🐺",
    "Þórdís Ærøskøbing",
    "龍の王",
    "a\u0301" * 30,  # 60 characters as Python and the rule count them: 30 letters with an accent
    "x" * 60,
    "🐺" * 60,
    "; DROP TABLE entries",
    "../../etc/passwd",
    "=1+1",
    " Ann ",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_comes_back_as_it_was_typed(live: Live, name: str) -> None:
    (entry,) = live.do("rename-player", seat=1, player=name)["entries"]
    assert entry["text"] == f"Ann is now called {name}"
    live.restart()
    assert live.state()["seats"][0]["player"] == name
    assert live.do("spend-power", seat=1, amount=1)["entries"][0]["text"] == f"{name} spent 1 power"


@pytest.mark.parametrize(
    "name", ["", " ", "\u3000", "x" * 61, "🐺" * 61, "a\nb", "a\n", "a\x00", "\x7f", "a\tb", None, 7]
)
def test_what_nobody_can_read_is_no_name(standing: Live, name: object) -> None:
    refusal = standing.refused("rename-player", seat=1, player=name)
    assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, "wrong-field", ["player"])
    assert "1 to 60 characters" in refusal["detail"]
    start = standing.refused(
        "start-game", game="monster-town", seats=[{"player": "Ann"}, {"player": name}], instead=True
    )
    assert (start["status"], start["fields"]) == (422, ["seats[1].player"])
    assert standing.refused("join", player=name)["fields"] == ["player"]


def test_four_with_the_same_name_are_still_four(lobby: Live) -> None:
    lobby.start("Ann", "Ann", "Ann", "Ann").do("spend-power", seat=3, amount=2)
    assert [seat["tracks"]["power"]["value"] for seat in lobby.state()["seats"]] == [7, 7, 5, 7]


def test_a_note_of_a_thousand_characters_is_kept(live: Live) -> None:
    live.do("note", text="🐺" * 1000)
    assert live.entries()[-1]["text"] == "Note: " + "🐺" * 1000
    assert live.refused("note", text="🐺" * 1001)["fields"] == ["text"]
