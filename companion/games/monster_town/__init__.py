"""Monster Town: gangs, power dice, locations and fights over them, for 2 to 4."""

from companion.engine.game import Game, rules_of
from companion.engine.timers import TimerKind
from companion.games.monster_town import (
    actions,
    comings,
    die,
    effects,
    endgame,
    locations,
    marks,
    power,
    roster,
    scouting,
    turns,
    visits,
    wounds,
)
from companion.games.monster_town.knob import knob_tracks
from companion.games.monster_town.offers import offers
from companion.games.monster_town.panel import panel
from companion.games.monster_town.reseating import reseat
from companion.games.monster_town.settling import settle
from companion.games.monster_town.state import ROLES, TO_WIN, GangSetup, Town, TownOptions

MONSTER_TOWN = Game(
    name="monster-town",
    title="Monster Town",
    players=range(2, 5),
    roles=ROLES,
    state=Town,
    setup=GangSetup,
    options=TownOptions,
    rules=rules_of(
        power,
        turns,
        die,
        roster,
        scouting,
        visits,
        locations,
        actions,
        wounds,
        comings,
        marks,
        effects,
        endgame,
    ),
    begin=turns.begin,
    lay_out=turns.lay_out,
    again=turns.again,
    next_turn=turns.next_turn,
    next_phase=turns.next_phase,
    settle=settle,
    join=turns.join,
    reseat=reseat,
    answers={"zero-or-ten": die.answer_die, "rolled-in-play": die.answer_die},
    offers=offers,
    knob_tracks=knob_tracks,
    panel=panel,
    score="conquest",
    score_to=TO_WIN,
    callouts=("died", "captured", "won-combat", "stalemate", "ran-away", "gang-out", "end-game"),
    hold="regenerate",
    main_timer="clock",
    timers={"clock": TimerKind(sounds=((300, "ten"), (60, "ten"), (0, "time-up")))},
    reasons=("last-gang-standing", "conquest-points", "tie-conquest-points", "tie-locations", "dead-heat"),
)
