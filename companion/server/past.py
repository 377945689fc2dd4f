"""Pages about what was: the log of a game, the list of all games, and one of them.

`/log` follows the table as every live page does. The rest is drawn once, when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, make_response, render_template

from companion.engine.entry import Entry
from companion.engine.plain import Plain
from companion.hands import SEATS_MOST
from companion.journal.afterwards import Afterwards, Move, afterwards, moves, seat_after
from companion.journal.export import FORMATS, game_lines
from companion.journal.store import LATEST, GameLine, Reader
from companion.server.api import number
from companion.server.guard import who
from companion.server.live import Draw, Region
from companion.server.oldgames import ended_game, ending_of, title_of
from companion.server.pages import fresh
from companion.server.parts import symbol
from companion.server.telling import by_day, clock_time, day, line, took

if TYPE_CHECKING:
    from companion.server.app import Site

LINES = 50  # of a log on one page
GAMES_SHOWN = 30  # of the list
KINDS = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}


def blueprint(site: Site, add: Callable[[str, Draw], None]) -> Blueprint:
    """The pages; `add` makes a live one."""
    past = Blueprint("past", __name__)
    service, words = site.service, site.service.words

    add("log", lambda: log_regions(site, None))
    for each in range(1, SEATS_MOST + 1):
        add(f"log/{each}", lambda seat=each: log_regions(site, seat))  # type: ignore[misc]

    @past.get("/log")
    def log_page() -> Response:
        seat, before = number("seat", 0, 0, SEATS_MOST) or None, number("before", LATEST, 1, 2**53)
        name = f"log/{seat}" if seat else "log"
        shown = site.live.page(name)
        assert shown is not None
        older = None if before == LATEST else the_log(site, seat, before)
        return page("log.html", name=name, regions=shown.whole(), older=older)

    @past.get("/games")
    def games() -> Response:
        before = number("before", LATEST, 1, 2**53)
        with site.journal() as journal:
            lines = list(islice(journal.games(before), GAMES_SHOWN + 1))
        on = service.now.table.id
        more = lines[GAMES_SHOWN - 1].began if len(lines) > GAMES_SHOWN else None
        shown = [in_list(site, each, on) for each in lines[:GAMES_SHOWN]]
        return page("games.html", name="games", games=shown, older=more, is_newest=before == LATEST)

    @past.get("/games/<id>")
    def game(id: str) -> Response:
        before = number("before", LATEST, 1, 2**53)
        with site.journal() as journal:
            listed = journal.game(id)
            if listed is None:
                abort(404)
            lines, older = some_lines(site, journal, id, before)
        table = service.now.table
        ended = ended_game(site, listed) if before == LATEST else None
        about = in_list(site, listed, table.id) | {
            "took": took(ended.seconds, words) if ended else None,
            "seats": ended.seats if ended else [],
            "ranking": ended.ranking if ended else [],
            "tracks": ended.tracks if ended else {},
            "trouble": ended.trouble if ended else None,
            "exports": [f"/games/{id}.{kind}" for kind in FORMATS],
        }
        return page("game.html", name="game", game=about, days=by_day(lines), older=older, is_newest=before == LATEST)

    @past.get("/games/<id>.<any(jsonl, csv):kind>")
    def export(id: str, kind: str) -> Response:
        with site.journal() as journal:
            if journal.game(id) is None:
                abort(404)
            # All of it at once: who reads slowly must not keep the journal from others.
            text = "".join(FORMATS[kind](*game_lines(journal, id, service.games, words)))
        answer = Response(text, mimetype=KINDS[kind])
        answer.headers["Content-Disposition"] = f"attachment; filename={id}.{kind}"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def page(template: str, **about: Any) -> Response:
        somebody = who()
        may_change = somebody is not None and somebody.role == "player"
        return fresh(make_response(render_template(template, may_change=may_change, **about)))

    return past


# The log


def log_regions(site: Site, seat: int | None) -> list[Region]:
    """The newest lines; and for who reads older ones, what the newest is."""
    about = the_log(site, seat, LATEST)
    newest = next((line for of_day in about["days"] for line in of_day["lines"]), None)
    return [
        Region("frame", "regions/log-page.html", about),
        Region("newest", "regions/log-newest.html", {"newest": newest, "seat": seat}),
    ]


def the_log(site: Site, seat: int | None, before: int) -> Plain:
    """The log of the game on the table; of the last one, if there is none."""
    table = site.service.now.table
    with site.journal() as journal:
        listed = journal.game(table.id) if table.id else next(journal.games(), None)
        if listed is None:
            return {"title": None, "days": []}
        is_on = listed.id == table.id and not table.is_over
        lines, older = some_lines(site, journal, listed.id, before, seat, may_put_right=is_on)
    return {
        "title": title_of(site, listed.name),
        "is_on": listed.id == table.id,
        "seat": seat,
        "seats": players_of(listed),
        "days": by_day(lines),
        "older": older,
        "is_newest": before == LATEST,
    }


def some_lines(
    site: Site, journal: Reader, game: str, before: int, seat: int | None = None, *, may_put_right: bool = False
) -> tuple[list[Plain], int | None]:
    """A page of a game's lines, newest first, and before which entry the next page goes on."""
    found = concerning(journal, game, before, seat) if seat else journal.back_from(game, before)
    entries = list(islice(found, LINES + 1))
    older = entries[LINES - 1].seq if len(entries) > LINES else None
    entries = entries[:LINES]
    decided = afterwards(journal, game, entries[-1].seq) if entries else Afterwards()
    words = site.service.words
    return [
        line(entry, words)
        | {
            "is_undone": entry.seq in decided.undone,
            "is_righted": entry.seq in decided.put_right,
            "may_put_right": may_put_right and decided.may_be_put_right(entry),
        }
        for entry in entries
    ], older


def concerning(journal: Reader, game: str, before: int, seat: int) -> Iterator[Entry]:
    """The entries about the player who sits here now, wherever they sat then."""
    moved = moves(journal, game)
    had = {seat_after(moved, seq, seat) for move in moved for seq in (move.seq - 1, move.seq)} | {seat}
    sieve = ['["",null', '"reorder-seats"', *(text for each in had for text in (f'"seats/{each}', f'"seat":{each}'))]
    sieve += [f'["turn",{who},' for who in ("null", *range(1, SEATS_MOST + 1))]
    for entry in journal.back_from(game, before, holding=sieve):
        if any(is_about(entry, each) for each in seats_around(moved, entry, seat)):
            yield entry


def seats_around(moved: list[Move], entry: Entry, seat: int) -> set[int]:
    """Where the player sat before this entry and after it."""
    return {seat_after(moved, entry.seq - 1, seat), seat_after(moved, entry.seq, seat)}


def is_about(entry: Entry, seat: int) -> bool:
    """Asked by this seat or for it, something of it moved, or it got the turn; the beginning is about everyone."""
    if entry.begins or seat in (entry.by.get("seat"), entry.command.get("seat")):
        return True
    return any(
        path == f"seats/{seat}" or path.startswith(f"seats/{seat}/") or (path == "turn" and after == seat)
        for path, _, after in entry.changes
    )


# The list


def in_list(site: Site, listed: GameLine, on: str | None) -> Plain:
    return {
        "id": listed.id,
        "at": listed.at,
        "day": day(listed.at),
        "time": clock_time(listed.at),
        "title": title_of(site, listed.name),
        "players": players_of(listed),
        "ending": ending_of(site, listed, is_on=listed.id == on),
        "is_over": listed.outcome is not None,
    }


def players_of(listed: GameLine) -> list[Plain]:
    numbered = [(int(seat), player) for seat, player in listed.players.items() if seat.isdigit()]
    return [{"seat": seat, "player": player, "symbol": symbol(seat)} for seat, player in sorted(numbered)]
