"""A rule on a draft, what follows by itself, and the difference: how every change at the table comes about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.changes import Changes, compare, look
from companion.engine.game import Game
from companion.engine.plain import Plain, from_plain, to_plain
from companion.engine.state import Moment, State

# More rounds than any chain of consequences; a settle that is still moving then moves for ever.
MOST_ROUNDS = 100


def play(game: Game, before: Plain, act: Callable[[Any], None], moment: Moment) -> Changes:
    """Let `act` change a draft of the table, let follow what follows, and say what changed."""
    draft = from_plain(before, game.state)
    draft.moment = moment
    act(draft)
    after = settled(game, draft)
    if follow_up(before, draft):
        after = to_plain(draft)
    changes = compare(before, after, game.shape)
    _check_bounds(changes, after)
    return changes


def settled(game: Game, draft: State[Any]) -> Plain:
    """Settle until nothing more changes."""
    plain: Plain = to_plain(draft)
    for _ in range(MOST_ROUNDS):
        game.settle(draft)
        again: Plain = to_plain(draft)
        if again == plain:
            return plain
        plain = again
    raise RuntimeError(f"{game.name}: settle still changes the table after {MOST_ROUNDS} rounds")


def follow_up(before: Plain, draft: State[Any]) -> bool:
    """What a new turn, another phase and an ending do in every game."""
    t, game = draft.moment.t, draft.moment.game
    changed = False
    if draft.phase != before["phase"]:
        for name, kind in game.timers.items():
            if kind.phase == before["phase"] and name in draft.timers:
                draft.timers[name].reset()
                changed = True
    is_another_turn = (draft.turn, draft.round) != (before["turn"], before["round"]) and not draft.moment.keeps_turn
    if is_another_turn and "turn" in draft.timers:
        draft.timers["turn"].start(t)
        changed = True
    if draft.outcome and not before["outcome"]:
        for timer in draft.timers.values():
            if timer.is_going():
                timer.pause(t)
                changed = True
        _announce(draft)
    return changed


def _announce(draft: State[Any]) -> None:
    assert draft.outcome is not None
    players = ", ".join(draft.seat(winner).player for winner in draft.outcome.winners)
    if draft.outcome.reason in draft.moment.game.reasons:
        draft.say("over", how={"outcomes": [[draft.outcome.reason, {"players": players}]]})
    elif players:
        draft.say("ended-with-winners", players=players)
    else:
        draft.say("ended")


def _check_bounds(changes: Changes, after: Plain) -> None:
    """A rule that moves a track out of its bounds is broken, and must not reach the journal."""
    for path, _, _ in changes:
        track = look(after, path.removesuffix("/value")) if path.endswith("/value") else None
        if track and not track["min"] <= track["value"] <= track["max"]:
            raise RuntimeError(f"{path}: {track['value']} is outside {track['min']} to {track['max']}")
