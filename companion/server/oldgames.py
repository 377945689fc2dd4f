"""How a game ended, or how far it came: worked out of its entries, whatever state they are in."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine.entry import Entry
from companion.engine.plain import Plain
from companion.engine.table import fold_all
from companion.engine.view import view
from companion.journal.store import GameLine, Reader
from companion.server.parts import symbol

if TYPE_CHECKING:
    from companion.server.app import Site

log = logging.getLogger(__name__)


class Ended(NamedTuple):
    """A game as it stood at its last entry."""

    seconds: float  # by its own clock, to its end
    seats: list[Plain]
    ranking: list[Plain]
    tracks: Plain
    trouble: str | None = None  # why it cannot be told


def ended_game(site: Site, listed: GameLine) -> Ended:
    """The game on the table is at hand. Another is read from its first entry; what cannot be read is said so."""
    service = site.service
    now = service.now
    with site.journal() as journal:
        is_on = now.table.id == listed.id
        entries = [] if is_on else list(journal.entries_of(listed.id, must_be_whole=False))
        seconds = ended_at(journal, listed)
    try:
        table = now.table if is_on else fold_all(whole(entries), service.games)
        if seconds is None:
            seconds = now.time.at(service.clock.now()) if is_on else entries[-1].t
        state = view(table, seconds, service.words.say)
        return Ended(seconds, seats_of(state), ranking_of(state), state["tracks"])
    except Exception as error:  # noqa: BLE001 - an old or damaged journal may say anything
        log.warning("game %s cannot be read: %s", listed.id, error)
        if listed.name not in service.games:
            trouble = service.words.say("past", "unknown-game", {"game": listed.name})
        else:
            trouble = service.words.say("past", "game-unreadable", {"why": str(error) or type(error).__name__})
        return Ended(seconds or (entries[-1].t if entries else 0.0), [], [], {}, trouble)


def whole(entries: list[Entry]) -> list[Entry]:
    """All of them, if all can be read: numbers that a lost entry moved would be wrong from there on."""
    for entry in entries:
        if entry.command["command"] == "unreadable":
            raise ValueError(f"entry {entry.seq} is damaged")
    return entries


def ended_at(journal: Reader, listed: GameLine) -> float | None:
    """When it ended, by its own clock: a note may have been written long afterwards."""
    if listed.outcome is None:
        return None
    ends = (entry for entry in journal.back_from(listed.id, holding=['["outcome"']) if has_ended(entry))
    last = next(ends, None)
    return last.t if last else None


def has_ended(entry: Entry) -> bool:
    return any(path == "outcome" and after for path, _, after in entry.changes)


def seats_of(state: Plain) -> list[Plain]:
    winners = (state["outcome"] or {}).get("winners", ())
    return [
        {
            **{key: seat[key] for key in ("seat", "player", "role", "out", "tracks")},
            "symbol": symbol(seat["seat"]),
            "has_won": seat["seat"] in winners,
        }
        for seat in state["seats"]
    ]


def ranking_of(state: Plain) -> list[Plain]:
    """Best first: who, and what was counted. A game may rank teams, which have a name in what it counts."""
    players = {seat["seat"]: seat["player"] for seat in state["seats"]}
    ranked: list[dict[str, Any]] = (state["outcome"] or {}).get("ranking", [])
    return [
        {
            "player": players.get(row.get("seat")),
            "symbol": symbol(row["seat"]) if "seat" in row else "",
            "seat": row.get("seat"),
            "counted": {name: value for name, value in row.items() if name != "seat"},
        }
        for row in ranked
    ]


def title_of(site: Site, name: str) -> str:
    game = site.service.games.get(name)
    return game.title if game else name


def ending_of(site: Site, listed: GameLine, *, is_on: bool) -> str:
    """How it ended, in a sentence."""
    words = site.service.words
    if not listed.is_whole:
        return words.say("past", "line-unreadable", {})
    if listed.outcome is None:
        return words.say("past", "on-the-table", {}) if is_on else words.say("past", "not-finished", {})
    try:
        return words.ending(listed.outcome, {int(seat): player for seat, player in listed.players.items()})
    except (LookupError, TypeError, ValueError):
        return words.say("past", "ending-unreadable", {})
