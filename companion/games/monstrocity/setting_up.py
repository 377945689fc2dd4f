"""The boards on the table: a whole city, full decks, twelve cars at the station, and a monster at each seat."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.plain import Plain
from companion.engine.timers import Timer
from companion.errors import Rejected, WrongField
from companion.games.monstrocity.board import ROLES, TRACK, EnhancedSide, Side, given, laid, unchecked
from companion.games.monstrocity.buildings import whole_city
from companion.games.monstrocity.decks import full_decks
from companion.games.monstrocity.state import (
    ATTRIBUTES,
    RAMPAGE,
    City,
    CityOptions,
    Monster,
    MonsterSetup,
    Obstacles,
    Police,
    Sets,
    Team,
)


def begin(seats: list[MonsterSetup], options: CityOptions, owner: Plain | None = None) -> City:
    """`owner` are the numbers that whoever owns this box has checked; what the start says wins over them."""
    if options.youngest is not None and options.youngest > len(seats):
        raise WrongField("no-such-seat", "options.youngest", seat=options.youngest, seats=len(seats))
    layers = [owner or {}, given(options.board)]
    if options.mission_cards is not None:
        layers.append({"mission_cards": options.mission_cards})
    board = laid(*layers)
    first = options.first if isinstance(options.first, int) else 1
    city = City(
        game="monstrocity",
        phase="spawn",
        first=options.youngest or first,
        seats={},
        options=options,
        teams=teams_of(options, len(seats)),
        board=board,
        unchecked=unchecked(*layers),
    )
    city.team = 1 if city.teams else None
    for number, each in enumerate(seats, 1):
        taken = [seat.role for seat in seats] + [monster.role for monster in city.seats.values()]
        sit_down(city, number, each.player, each.role or free_role(taken))
    set_up(city)
    return city


def free_role(taken: list[str | None]) -> str:
    return next(role for role in ROLES if role not in taken)


def sit_down(city: City, number: int, player: str, role: str) -> None:
    monster = Monster(seat=number, player=player, role=role)
    city.seats[number] = monster
    ready(city, monster)


def set_up(city: City) -> None:
    """Everything in its place, as at the beginning; who sits where, and what was chosen, stays."""
    board = city.board
    city.round, city.phase = 1, "spawn"
    threat = city.threat
    threat.min = threat.value = board.threat_start
    threat.max = board.threat_start + TRACK
    city.police, city.obstacles, city.sets = Police(), Obstacles(), Sets()
    city.city, city.decks = whole_city(board), full_decks(board.mission_cards)
    city.events, city.fallen, city.effects, city.notices = [], [], [], {}
    city.stars, city.is_called = 0, False
    city.timers[RAMPAGE] = Timer.of(
        city.options.rampage_s
    )  # in a turn-based rampage just a clock for whoever wants one
    for monster in city.seats.values():
        ready(city, monster)


def ready(city: City, monster: Monster) -> None:
    """A Player Board with both markers at the top, and the miniature beside it."""
    sides = city.board.monsters[monster.role or ROLES[0]]
    side: Side | EnhancedSide = sides.enhanced if city.options.enhanced else sides.standard
    for track, most in ((monster.health, side.health), (monster.rage, side.rage)):
        track.value = track.max = most
    monster.speed = side.speed
    monster.damage = side.damage if isinstance(side, EnhancedSide) else 1
    monster.attribute = ATTRIBUTES[monster.role or ROLES[0]] if city.options.enhanced else None
    monster.monster, monster.fell_in = "waiting", None
    monster.falls = monster.felled = 0
    monster.reinforcements = []
    rest(monster)


def rest(monster: Monster) -> None:
    """No dice before it: a rampage begins, or is over."""
    monster.dice = 0
    monster.has_rolled = monster.past_threats = monster.set_rolled = monster.set_done = False


def teams_of(options: CityOptions, seats: int) -> list[Team]:
    """Two equal teams; if nobody said who, the first half of the seats and the second."""
    if options.mode != "competitive":
        if options.teams is not None:
            raise WrongField("teams-without-mode", "options.teams")
        return []
    half = seats // 2
    teams = options.teams or [list(range(1, half + 1)), list(range(half + 1, seats + 1))]
    everybody = sorted(seat for team in teams for seat in team)
    if len(teams) != 2 or len(teams[0]) != len(teams[1]) or everybody != list(range(1, seats + 1)):
        field = "options.teams" if options.teams else "options.mode"
        raise WrongField("unequal-teams", field, seats=seats)
    return [Team(seats=sorted(team)) for team in teams]


def again(city: City) -> list[MonsterSetup]:
    return [MonsterSetup(player=monster.player, role=monster.role) for monster in city.seats.values()]


def join(city: City, newcomer: MonsterSetup) -> None:
    """One more monster helps; it waits for Spawn, or is placed as soon as the table likes."""
    if city.teams:
        raise Rejected("teams-are-set")
    number = max(city.seats) + 1
    taken = [monster.role for monster in city.seats.values()]
    sit_down(city, number, newcomer.player, newcomer.role or free_role(taken))
    if city.phase == "spawn":
        city.tell("spawn-monster", seat=number, player=newcomer.player)


def reseat(city: City, moved: dict[int, int]) -> None:
    """Seats have new numbers: in teams, on ongoing cards, and in what was chosen at the start."""
    options = city.options
    teams = [[moved[seat] for seat in team] for team in options.teams] if options.teams else None
    youngest = moved[options.youngest] if options.youngest else None
    first = moved[options.first] if isinstance(options.first, int) else options.first
    city.options = replace(options, teams=teams, youngest=youngest, first=first)
    for team in city.teams:
        team.seats = sorted(moved[seat] for seat in team.seats)
    for card in city.effects:
        card.seat = moved[card.seat] if card.seat else None
