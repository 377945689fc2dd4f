"""The rules of the commands that every game has, where they only move what is on the table."""

from __future__ import annotations

from typing import Any

from companion.engine import commands as do_
from companion.engine.game import Game, end, rule
from companion.engine.state import HasTracks, Piece, State, Track
from companion.engine.timers import TURN, Timer, TimerKind
from companion.errors import Rejected, WrongField

Table = State[Any]


@rule
def end_game(table: Table, do: do_.EndGame) -> None:
    winners = [table.seat(winner, "winners").seat for winner in dict.fromkeys(do.winners or [])]
    end(table, do.reason or "stopped", winners)


@rule
def next_turn(table: Table, do: do_.NextTurn) -> None:
    table.moment.game.next_turn(table)


@rule
def next_phase(table: Table, do: do_.NextPhase) -> None:
    table.moment.game.next_phase(table)


@rule
def adjust_track(table: Table, do: do_.AdjustTrack) -> None:
    if (do.to is None) == (do.by is None):
        raise WrongField("to-or-by", "to", "by")
    whose, track = _track(table, do)
    value = do.to if do.to is not None else track.value + (do.by or 0)
    if "device" in table.moment.by:
        # A turn of a knob is simply play. It stops at the bounds, also where the track moved meanwhile.
        value = track.cut(value)
        table.say("turned", whose=whose, track=do.track, before=track.value, after=value)
    elif not track.holds(value):
        raise Rejected("out-of-bounds", whose=whose, track=do.track, min=track.min, max=track.max, value=value)
    else:
        table.say("adjusted", whose=whose, track=do.track, before=track.value, after=value)
    track.value = value


def _track(table: Table, do: do_.AdjustTrack) -> tuple[str, Track]:
    holder: HasTracks = table
    whose = "the table"
    if do.piece is not None:
        piece = find_piece(table, do.piece)
        holder, whose = piece, piece.name
    elif do.seat is not None:
        seat = table.seat(do.seat)
        holder, whose = seat, seat.player
    if do.track not in holder.tracks:
        raise WrongField("no-such-track", "track", whose=whose, track=do.track, tracks=listed(holder.tracks))
    return whose, holder.tracks[do.track]


def find_piece(table: Table, id: str, field: str = "piece") -> Piece:
    """The piece with this id, whoever's it is."""
    for holder in (table, *table.seats.values()):
        for things in vars(holder).values():
            if isinstance(things, dict) and isinstance(piece := things.get(id), Piece):
                return piece
    raise WrongField("no-such-piece", field, piece=id)


def timer(table: Table, name: str) -> Timer:
    if name not in table.timers:
        raise WrongField("no-such-timer", "timer", timer=name, timers=listed(table.timers))
    return table.timers[name]


def listed(names: dict[str, Any]) -> str:
    return ", ".join(names) or "none"


def timer_kind(game: Game, name: str) -> TimerKind:
    """What the game says of a timer; every game may have a turn timer."""
    return game.timers.get(name, TURN)


@rule
def start_timer(table: Table, do: do_.StartTimer) -> None:
    it = timer(table, do.timer)
    if table.paused:
        raise Rejected("table-paused", timer=do.timer)
    if it.state == "paused":
        it.run_on(table.moment.t)
        table.say("timer-resumed", timer=do.timer)
    else:
        it.start(table.moment.t, timer_kind(table.moment.game, do.timer).count_in_s)
        table.say("timer-started", timer=do.timer)


@rule
def resume_timer(table: Table, do: do_.ResumeTimer) -> None:
    it = timer(table, do.timer)
    if table.paused:
        raise Rejected("table-paused", timer=do.timer)
    if it.state != "paused":
        raise Rejected("timer-not-paused", timer=do.timer)
    it.run_on(table.moment.t)
    table.say("timer-resumed", timer=do.timer)


@rule
def pause_timer(table: Table, do: do_.PauseTimer) -> None:
    it = timer(table, do.timer)
    if it.state in ("idle", "done"):
        raise Rejected("timer-not-running", timer=do.timer)
    it.pause(table.moment.t)
    table.say("timer-paused", timer=do.timer, left=round(it.left_s))


@rule
def add_time(table: Table, do: do_.AddTime) -> None:
    it = timer(table, do.timer)
    it.add(do.seconds, table.moment.t)
    if do.seconds < 0:
        table.say("time-taken", timer=do.timer, seconds=-do.seconds)
    else:
        table.say("time-added", timer=do.timer, seconds=do.seconds)


@rule
def time_up(table: Table, do: do_.TimeUp) -> None:
    timer(table, do.timer).finish()
    table.say("time-up", timer=do.timer)


@rule
def restart(table: Table, do: do_.Restart) -> None:
    """A timer that ran comes back paused with the seconds it had left. On a paused table it stood anyway."""
    if table.paused or table.outcome:
        return
    for it in table.timers.values():
        if it.is_going():
            it.pause(table.moment.t)
    table.say("came-back")


@rule
def pause_table(table: Table, do: do_.PauseTable) -> None:
    table.paused = True
    table.say("table-paused")


@rule
def resume_table(table: Table, do: do_.ResumeTable) -> None:
    table.paused = False
    table.say("table-resumed")


@rule
def dismiss_notice(table: Table, do: do_.DismissNotice) -> None:
    if do.notice not in table.notices:
        raise Rejected("no-such-notice", notice=do.notice)
    notice = table.notices.pop(do.notice)
    table.say("dismissed", what={"notices": [[notice.code, notice.values]]})


@rule
def answer(table: Table, do: do_.Answer) -> None:
    notice = table.notices.get(do.notice)
    if notice is None:
        raise Rejected("no-such-notice", notice=do.notice)
    if not notice.choices:
        raise Rejected("not-a-question", notice=do.notice)
    if do.choice not in notice.choices:
        choices = " or ".join(str(choice) for choice in notice.choices)
        raise WrongField("no-such-choice", "choice", choice=do.choice, choices=choices)
    del table.notices[do.notice]
    table.say("answered", choice=do.choice)
    table.moment.game.answers[notice.code](table, notice, do.choice)


@rule
def note(table: Table, do: do_.Note) -> None:
    if do.seat is None:
        table.say("noted", text=do.text)
    else:
        table.say("noted-by", player=table.seat(do.seat).player, text=do.text)


@rule
def rename_player(table: Table, do: do_.RenamePlayer) -> None:
    seat = table.seat(do.seat)
    table.say("renamed", before=seat.player, after=do.player)
    seat.player = do.player


@rule
def reorder_seats(table: Table, do: do_.ReorderSeats) -> None:
    """Either everyone is listed, or all who are still in the game: then those who are out keep their places."""
    everyone = list(table.seats)
    places = everyone if len(do.order) == len(everyone) else [seat.seat for seat in table.playing()]
    if sorted(do.order) != places:
        raise WrongField("not-these-seats", "order", seats=", ".join(str(seat) for seat in everyone))
    moved = {seat: seat for seat in everyone} | dict(zip(do.order, places, strict=True))
    table.seats = {moved[seat.seat]: seat for seat in sorted(table.seats.values(), key=lambda seat: moved[seat.seat])}
    for number, seat in table.seats.items():
        seat.seat = number
    table.turn = moved[table.turn] if table.turn is not None else None
    table.first = moved[table.first] if table.first is not None else None
    for notice in table.notices.values():
        notice.seat = moved[notice.seat] if notice.seat is not None else None
    table.moment.keeps_turn = True  # the seat has another number, but it is the same player's turn
    table.moment.game.reseat(table, moved)
    table.say("reordered", players=", ".join(seat.player for seat in table.seats.values()))


@rule
def leave(table: Table, do: do_.Leave) -> None:
    seat = table.seat(do.seat)
    if seat.out:
        raise Rejected("already-out", player=seat.player)
    table.say("left", player=seat.player)
    table.notices = {id: each for id, each in table.notices.items() if each.seat != do.seat or not each.choices}
    seat.out = True  # first, so that no turn comes back to them
    if table.turn == do.seat and table.playing():
        table.moment.game.next_turn(table)


@rule
def join(table: Table, do: do_.Join) -> None:
    game = table.moment.game
    if game.join is None or len(table.seats) >= max(game.players):
        raise Rejected("table-full", game=game.title, most=max(game.players))
    check_role(game, do.role, [seat.role for seat in table.seats.values()], "role")
    game.join(table, game.setup(player=do.player, role=do.role))
    table.say("joined", player=do.player)


def check_role(game: Game, role: str | None, taken: list[str | None], field: str) -> None:
    if role is None:
        return
    if role not in game.roles:
        raise WrongField("no-such-role", field, role=role, roles=", ".join(game.roles) or "none")
    if role in taken:
        raise Rejected("role-taken", role=role)
