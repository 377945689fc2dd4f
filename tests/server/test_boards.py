"""The page of printed numbers: compared with the box once, kept in the data folder, used by the games after that."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from city import BOX
from server.live import Live, Reply, problem

from companion.boardsfile import FILE

PAGE = "/boards/monstrocity"


@pytest.fixture
def table(tmp_path):
    with Live(tmp_path) as live:
        yield live


def tell(live: Live, do: str, **more: Any) -> Reply:
    return live.request("POST", PAGE, json.dumps({"do": do, **more}).encode())


def begin(live: Live, **options: Any) -> Any:
    live.do("start-game", game="monstrocity", seats=[{"player": "Ann"}], options=options, instead=True)
    return live.state()


def test_the_page_draws_every_number_and_says_what_is_to_be_checked(table):
    page = table.get(PAGE).raw.decode()
    assert page.count("? to be checked") == 13
    assert page.count('data-path="spotnik"') == 37
    assert page.count('data-path="police"') == 12
    tell(table, "check", board={"threat_start": 0})
    page = table.get(PAGE).raw.decode()
    assert (page.count("? to be checked"), page.count("✓ checked")) == (12, 1)


def test_what_is_checked_counts_in_the_games_after_that_and_is_no_longer_unchecked(table):
    before = begin(table)
    assert "police" in before["unchecked"]
    assert tell(table, "check", board={"police": BOX["police"]}).status == 200
    assert table.state()["board"] == before["board"], "a game that is on keeps its numbers"
    state = begin(table)
    assert (state["board"]["police"], "police" in state["unchecked"]) == (BOX["police"], False)
    assert "spotnik" in state["unchecked"]


def test_a_rematch_begins_on_what_was_checked_meanwhile(table):
    begin(table, board={"spotnik": [9]})
    tell(table, "check", board={"event_rounds": [1, 3], "spotnik": [8]})
    table.do("end-game")
    table.do("rematch")
    board = table.state()["board"]
    assert (board["event_rounds"], board["spotnik"]) == ([1, 3], [9])


def test_what_a_start_says_wins_over_what_was_checked(table):
    tell(table, "check", board={"newton": [6]})
    assert begin(table, board={"newton": [9]})["board"]["newton"] == [9]


def test_it_outlives_a_restart(table):
    tell(table, "check", board=BOX)
    kept = json.loads((table.data / FILE).read_text(encoding="utf-8"))
    assert kept == {"format": 1, "boards": {"monstrocity": BOX}}
    table.restart()
    assert begin(table)["unchecked"] == []
    assert "to be checked" not in table.get(PAGE).raw.decode()


def test_a_new_start_of_the_track_takes_the_steps_that_were_checked_along(table):
    tell(table, "check", board={"damage_steps": [[0, 1], [7, 2]]})
    assert tell(table, "check", board={"threat_start": 1}).status == 200
    assert begin(table)["board"]["damage_steps"] == [[1, 1], [7, 2]]


@pytest.mark.parametrize(
    ("board", "code", "field"),
    [
        ({"damage_steps": [[0, 3], [9, 2]]}, "board-falls", "board.damage_steps"),
        ({"police": [1, 2]}, "board-police", "board.police"),
        ({"police": "twelve"}, "wrong-field", "board.police"),
        ({"polise": []}, "misspelt-field", "board.polise"),
    ],
)
def test_a_wrong_number_is_refused_with_the_key_and_the_reason_and_nothing_is_kept(table, board, code, field):
    for do in ("check", "import"):
        refusal = problem(tell(table, do, board=board))
        assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, code, [field])
    assert not (table.data / FILE).exists()


def test_exported_and_imported_it_is_the_same(table, tmp_path):
    tell(table, "check", board={"threat_start": 1, "monsters": {"bobzilla": {"standard": {"health": 17}}}})
    reply = table.get(f"{PAGE}.json")
    assert 'filename="monstrocity-board.json"' in reply.headers["content-disposition"]
    exported = reply.body
    tell(table, "forget")
    assert "threat_start" in begin(table)["unchecked"]
    assert tell(table, "import", **exported).status == 200
    state = begin(table)
    assert state["board"]["monsters"]["bobzilla"]["standard"]["health"] == 17
    assert table.get(f"{PAGE}.json").body == exported
    assert problem(tell(table, "import", game="monster-town", board={}))["code"] == "board-of-another"


def test_a_file_that_makes_no_sense_is_kept_aside(table, caplog):
    for text in ("{", '{"format": 2}', '{"format": 1, "boards": {"monstrocity": {"police": [1]}}}'):
        table.close()
        (table.data / FILE).write_text(text, encoding="utf-8")
        with caplog.at_level(logging.WARNING):
            table.open()
        assert begin(table)["unchecked"]
        assert not (table.data / FILE).exists()
    assert "it is kept as boards.json.damaged-3" in caplog.text


def test_numbers_that_cannot_be_written_down_do_not_count(table, monkeypatch):
    (table.data / f"{FILE}.new").mkdir()
    assert problem(tell(table, "check", board={"newton": [6]}))["code"] == "not-kept"
    assert "newton" in begin(table)["unchecked"]


def test_strangers_may_look_and_not_check(table):
    assert table.as_stranger("GET", PAGE).status == 200
    assert table.as_stranger("POST", PAGE, b'{"do": "forget"}').status == 401


@pytest.mark.parametrize("path", ["/boards/monster-town", "/boards/chess", "/boards/chess.json"])
def test_other_games_have_no_such_page(table, path):
    assert (table.get(path).status, problem(table.get(path))["code"]) == (404, "no-board")
