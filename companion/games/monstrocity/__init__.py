"""MonstroCity: giant monsters against a city and a clock, for 1 to 4 together, in teams or alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.engine.boards import Printed
from companion.engine.game import Game, rules_of
from companion.engine.plain import Plain
from companion.engine.timers import TimerKind
from companion.games.monstrocity import (
    board,
    buildings,
    decks,
    dice,
    die,
    ending,
    monsters,
    obstacles,
    phases,
    police,
    setting_up,
    threat,
)
from companion.games.monstrocity.board import ROLES
from companion.games.monstrocity.notices import done, guessed
from companion.games.monstrocity.offers import offers
from companion.games.monstrocity.panel import panel
from companion.games.monstrocity.state import RAMPAGE, City, CityOptions, MonsterSetup

LAST_TEN = tuple((left, "tick") for left in range(10, 0, -1))


def on_board(game: Game, owner: Plain) -> Game:
    """The same game, begun on the numbers that an owner has checked."""
    return replace(game, begin=partial(setting_up.begin, owner=owner))


MONSTROCITY = Game(
    name="monstrocity",
    title="MonstroCity",
    players=range(1, 5),
    roles=ROLES,
    state=City,
    setup=MonsterSetup,
    options=CityOptions,
    rules=rules_of(monsters, dice, die, police, threat, buildings, obstacles, decks, ending),
    begin=setting_up.begin,
    again=setting_up.again,
    next_turn=phases.next_turn,
    next_phase=phases.next_phase,
    settle=phases.settle,
    join=setting_up.join,
    reseat=setting_up.reseat,
    hold="use-ability",
    next_button="next-phase",
    main_timer=RAMPAGE,
    held_next=phases.held_next,
    offers=offers,
    panel=panel,
    guessed=guessed,
    done=done,
    timers={
        RAMPAGE: TimerKind(count_in_s=3, phase=RAMPAGE, sounds=((60, "ten"), (30, "ten"), *LAST_TEN, (0, "time-up")))
    },
    printed=Printed(
        shipped=board.SHIPPED,
        change=board.BoardChange,
        checked=board.checked,
        over=board.over,
        unchecked=board.unchecked,
        on=on_board,
    ),
    reasons=(
        *("complete-victory", "victory", "defeat"),
        *("stars", "threat-level", "obstacles", "shared"),
    ),
    callouts=("fell", "fell-and-back", "city-hall-fell", "levelled"),
)
