"""Monster Town: gangs, power dice and conquest points, for 2 to 4.

So far the power die is kept, with conquest points as the table counts them by hand.
"""

from companion.engine.game import Game, rules_of
from companion.engine.timers import TimerKind
from companion.games.monster_town import die, power, turns
from companion.games.monster_town.offers import offers
from companion.games.monster_town.state import ROLES, TO_WIN, GangSetup, Town, TownOptions

MONSTER_TOWN = Game(
    name="monster-town",
    title="Monster Town",
    players=range(2, 5),
    roles=ROLES,
    state=Town,
    setup=GangSetup,
    options=TownOptions,
    rules=rules_of(power, turns, die),
    begin=turns.begin,
    again=turns.again,
    next_turn=turns.next_turn,
    next_phase=turns.next_phase,
    settle=turns.settle,
    join=turns.join,
    answers={"zero-or-ten": die.answer_die, "rolled-in-play": die.answer_die},
    offers=offers,
    score="conquest",
    score_to=TO_WIN,
    hold="regenerate",
    main_timer="clock",
    timers={"clock": TimerKind(sounds=((300, "ten"), (60, "ten"), (0, "time-up")))},
    reasons=("last-gang-standing", "conquest-points", "tie-conquest-points", "dead-heat"),
)
