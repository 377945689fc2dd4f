"""Parts that several pages show: a seat's card, the timers, questions, the door, what was a great moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.common import timer_kind
from companion.engine.plain import Plain
from companion.engine.table import Table
from companion.games import GAMES
from companion.hands import Felt
from companion.paths import beside
from companion.server.drawing import NUMBER
from companion.server.lastlines import LastLines
from companion.server.live import Region
from companion.service import Service

SYMBOLS = ("●", "▲", "■", "◆", "★")  # beside each seat's colour: a colour never speaks alone


def symbol(seat: int) -> str:
    return SYMBOLS[(seat - 1) % len(SYMBOLS)]


def places(service: Service) -> list[Plain]:
    """Who sits where, for whoever looks for their own page."""
    _, _, state = service.glance()
    return [{"seat": each["seat"], "player": each["player"], "symbol": symbol(each["seat"])} for each in state["seats"]]


def head_region(service: Service, state: Plain) -> Region:
    game = service.games[state["game"]]
    head = {key: state[key] for key in ("round", "phase", "paused", "turn")}
    players = {seat["seat"]: seat["player"] for seat in state["seats"]}
    ending = service.words.ending(state["outcome"], players) if state["outcome"] else None
    symbols = {seat: symbol(seat) for seat in players}
    about = {"title": game.title, "players": players, "symbols": symbols, "ending": ending}
    return Region("head", "regions/head.html", head | about)


def card_regions(seat: Plain, state: Plain, service: Service, felt: Felt, table: Table) -> Iterator[Region]:
    """One seat with what its own devices say. Each number is a region of its own: it is what changes most."""
    number = seat["seat"]
    about = {
        "seat": {key: seat[key] for key in ("seat", "player", "role", "out", "focus")},
        "symbol": symbol(number),
        "tracks": limits(seat, state),
        "has_turn": number == state["turn"] and not state["outcome"],
        "is_ahead": number in ahead(state, service),
        "has_won": number in (state["outcome"] or {}).get("winners", ()),
        "is_asked": any(notice["seat"] == number for notice in state["notices"]),
        "turning": felt.turning(number, table),
        "turn_to": felt.turn_to(number, table),
    }
    yield Region(f"seat-{number}", "regions/seat.html", about)
    yield from number_regions(seat)


UNBOUNDED = 99  # as far as a track goes that has no end of its own


def limits(seat: Plain, state: Plain) -> dict[str, Plain]:
    """What each of a seat's tracks goes back or up to, and whether that is only a guess."""
    guesses = GAMES[state["game"]].guessed(state, seat["seat"]) if state["game"] in GAMES else []
    return {
        name: {
            "of": track.get("baseline", track["max"] if track["max"] != UNBOUNDED else None),
            "is_guess": name in guesses,
        }
        for name, track in seat["tracks"].items()
    }


def number_regions(seat: Plain) -> Iterator[Region]:
    for name, track in seat["tracks"].items():
        yield Region(f"value-{seat['seat']}-{name}", NUMBER, {"number": track["value"]})


def ahead(state: Plain, service: Service) -> list[int]:
    """Who leads the race, if anybody does."""
    track = service.games[state["game"]].score
    scores = {seat["seat"]: seat["tracks"][track]["value"] for seat in state["seats"] if track and not seat["out"]}
    most = max(scores.values(), default=0)
    leading = [seat for seat, score in scores.items() if score == most]
    return leading if len(leading) < len(scores) else []


def timers_region(service: Service) -> Region:
    """Instants of the table's clock, from which every screen counts by itself: nothing here changes while time runs."""
    table, time, _ = service.now
    now = service.clock.now()
    t = time.at(now)
    main = table.game.main_timer if table.game else None
    timers = []
    for name, timer in table.timers().items():
        is_going = timer.is_going() and not time.stands
        # One that is counted in is a race that everybody watches: it fills the screen while it runs.
        is_race = table.game is not None and timer_kind(table.game, name).count_in_s > 0
        about = {"name": name, "is_main": name == main, "is_race": is_race, "state": timer.state_at(t)}
        if timer.is_going() and time.stands:
            about["state"] = "paused"
        about["left_s"] = None if is_going else timer.left_at(t)
        about["runs_at"] = round(time.when(timer.since), 3) if is_going and timer.since is not None else None
        about["ends_at"] = round(time.when(timer.ends_at), 3) if is_going and timer.ends_at is not None else None
        timers.append(about)
    is_over = table.is_over
    return Region("timers", "regions/timers.html", {"timers": timers, "is_over": is_over, "paused": table.paused})


def questions_region(state: Plain, seat: int | None = None) -> Region:
    """What people must do now; on a seat's own page, what concerns that seat or everybody."""
    game = GAMES.get(state["game"] or "")
    mine = [
        each | {"done": (game and game.done(state, each)) or {"command": "dismiss-notice", "notice": each["id"]}}
        for each in state["notices"]
        if seat is None or each["seat"] in (seat, None)
    ]
    refusal = state["refusal"] if seat is None or (state["refusal"] or {}).get("seat") == seat else None
    return Region("questions", "regions/questions.html", {"notices": mine, "refusal": refusal})


def panel_region(page: str, state: Plain, **more: Any) -> Iterator[Region]:
    """What a game adds to a page: a template named after the game and the page, if there is one."""
    me = more.get("me")
    panel = panel_of(page, state, me["seat"] if me else None)
    if panel is None:
        return
    shown = {key: value for key, value in state.items() if key not in ("timers", "devices", "undo", "refusal", "seq")}
    template = f"games/{state['game']}/{page}.html"
    yield Region("panel", template, {"state": shown, "panel": panel, **more}, can_wait=True)


def turns_of_pieces(state: Plain, felt: Felt, table: Table) -> list[Plain]:
    """The running changes of knobs that turn a piece's number: panels show those."""
    turns = [felt.turning(seat["seat"], table) for seat in state["seats"]]
    return [turn for turn in turns if turn and "/" in turn["track"]]


def panel_of(page: str, state: Plain, seat: int | None = None) -> Plain | None:
    """What the game works out for its panel on this page; none where it shows nothing, so that numbers get the room."""
    if state["game"] not in GAMES or not has_template(f"games/{state['game']}/{page}.html"):
        return None
    return GAMES[state["game"]].panel(state, seat)


_known: dict[str, bool] = {}


def has_template(name: str) -> bool:
    if name not in _known:
        _known[name] = (beside("web") / "templates" / name).is_file()
    return _known[name]


def moment_region(lines: LastLines) -> Region:
    """On every page: what is called out. Only the wall makes a picture of it."""
    return Region("moment", "regions/moment.html", {"moment": lines.moment()}, can_wait=True)


def undo_region(service: Service, state: Plain) -> Region:
    """Undo, labelled with what it takes back; what comes next; a pause; and after the end, another game."""
    about = {
        "next": service.games[state["game"]].next_button,
        "undo": state["undo"],
        "turn": state["turn"],
        "phase": state["phase"],
        "paused": state["paused"],
        "over": bool(state["outcome"]),
    }
    return Region("actions", "regions/actions.html", about, can_wait=True)


def claim_region(service: Service, felt: Felt, table: Table) -> Region:
    """A die that is being claimed, and what came of it."""
    claim, told = felt.claim, felt.told
    seats = table.plain["seats"] if table.plain else {}
    about = {
        "seat": claim.seat if claim else None,
        "player": seats[str(claim.seat)]["player"] if claim and str(claim.seat) in seats else None,
        "ends_at": claim.until if claim else None,
        "told": service.words.say("hardware", told.code, told.values) if told else None,
        "is_moved": bool(felt.arrangement.moved),
    }
    return Region("claim", "regions/hardware-claim.html", about)


def door_region(is_open: bool) -> Region:
    """On every page: whoever is in the room now may join without a code."""
    return Region("door", "regions/door.html", {"is_open": is_open})
