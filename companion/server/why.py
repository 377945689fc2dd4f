"""Why is this 4? A sheet that tells a number's story, and lets it be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.engine.plain import Plain
from companion.engine.table import Table
from companion.errors import Rejected
from companion.hands import SEATS_MOST
from companion.journal.afterwards import moves
from companion.journal.why import Number, Stand, Step, Story, find, sieve, story
from companion.server.parts import symbol
from companion.server.telling import clock_time, line
from companion.words import Words

if TYPE_CHECKING:
    from companion.server.app import Site

STEPS = 30  # of a long story


def blueprint(site: Site) -> Blueprint:
    why = Blueprint("why", __name__)

    # As the journal calls them, and shorter for whoever types.
    @why.get("/why/seats/<int:seat>/tracks/<track>")
    @why.get("/why/seat/<int:seat>/<track>")
    def of_seat(seat: int, track: str) -> Response:
        return sheet(Number(track, seat=seat))

    @why.get("/why/pieces/<piece>/tracks/<track>")
    @why.get("/why/piece/<piece>/<track>")
    def of_piece(piece: str, track: str) -> Response:
        return sheet(Number(track, piece=piece))

    @why.get("/why/tracks/<track>")
    @why.get("/why/table/<track>")
    def of_table(track: str) -> Response:
        return sheet(Number(track))

    def sheet(number: Number) -> Response:
        table = site.service.now.table
        if table.game is None or table.plain is None:
            raise Rejected("no-game")
        found = find(table.plain, table.game, number)
        if found is None:
            if number.piece is None:
                abort(404)
            raise Rejected("no-story", track=number.track)  # a card may be gone from the table by now
        thing, track = found
        told = told_of(site, table, number, Stand(track["value"], track["baseline"]))
        about = about_number(table, number, thing, track) | about_story(told, track, site.service.words)
        answer = make_response(render_template("why.html", where=request.path, **about))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return why


def told_of(site: Site, table: Table, number: Number, now: Stand) -> Story | None:
    """The story out of the journal, as far as this table has come."""
    assert table.game is not None
    assert table.id is not None
    with site.journal() as journal:
        moved = moves(journal, table.id) if number.piece is None else []
        # First what the sieve lets pass. Where that does not tell all, a track is younger than its game.
        for holding in (sieve(number, table.game), []):
            entries = list(journal.back_from(table.id, table.seq + 1, holding=holding))[::-1]
            told = story(entries, number, table.game, moved, now, SEATS_MOST)
            if told:
                return told
    return None


def about_number(table: Table, number: Number, thing: Plain, track: Plain) -> Plain:
    """Whose it is, where it may go, and how it is changed."""
    adjust: dict[str, Any] = {"command": "adjust-track"}
    if number.piece is not None:
        adjust["piece"] = number.piece
    elif number.seat is not None:
        adjust["seat"] = number.seat
    return {
        "track": number.track,
        "now": track,
        "seat": thing.get("seat") if number.piece is None else None,
        "symbol": symbol(number.seat) if number.seat is not None else None,
        "whose": thing["name"] if number.piece is not None else thing.get("player"),
        "adjust": adjust | {"track": number.track},
        "may_change": not table.is_over,
    }


def about_story(told: Story | None, track: Plain, words: Words) -> Plain:
    if told is None:
        return {"began": None, "steps": [], "hidden": 0}
    shown, hidden = told.steps[-STEPS:], told.steps[:-STEPS]
    ups = sum(step.by for step in told.steps if step.by > 0)
    return {
        "start": told.start.value,
        "began": {"time": clock_time(told.began.at), "at": told.began.at, "is_start": told.began.begins},
        "up": ups,
        "down": ups - sum(step.by for step in told.steps),
        "steps": [about_step(step, words) for step in reversed(shown)],
        "hidden": len(hidden),
        "hidden_to": shown[0].before.value if hidden else None,
        "undone": told.undone,
        "goes_back": track["baseline"],
    }


def about_step(step: Step, words: Words) -> Plain:
    after = step.after or Stand(0)
    moved: Plain = {"before": step.before.value, "after": after.value, "by": step.by, "baseline": None}
    if step.before.baseline != after.baseline:
        moved["baseline"] = [step.before.baseline, after.baseline]
    return moved | (line(step.entry, words) if step.entry else {"text": None})
