"""Clean-up, step 3: is it over, how many stars was it worth, and which team was better."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import end, rule
from companion.errors import Rejected
from companion.games.monstrocity.board import ROUNDS
from companion.games.monstrocity.buildings import HALL, is_levelled
from companion.games.monstrocity.setting_up import set_up
from companion.games.monstrocity.state import City, Team

EARLY = 4  # finished before the end of this round: at its Clean-up at the latest
ALL_STARS = 3


@dataclass(frozen=True, eq=False)
class SwapTeams:
    """The other team's game: a whole city again, and fresh monsters."""


def has_ended(city: City) -> bool:
    """After the fifth round, or when nothing is left standing. Written down, if so."""
    city.stars = stars(city)
    if city.round < ROUNDS and not is_levelled(city):
        return False
    if city.teams:
        end_of_a_teams_game(city)
    else:
        everybody = [monster.seat for monster in city.playing()]
        winners = everybody if city.stars else []
        end(city, ending(city.stars), winners, ranking(city))
    return True


def stars(city: City) -> int:
    """One for City Hall, one for every building, one for being early."""
    levelled = is_levelled(city)
    return (city.city[HALL].left == 0) + levelled + (levelled and city.round <= EARLY)


def ending(stars: int) -> str:
    if stars == 0:
        return "defeat"
    return "complete-victory" if stars == ALL_STARS else "victory"


def ranking(city: City) -> list[dict[str, int]]:
    """Who felled most: it is nobody's victory alone, but people ask."""
    monsters = sorted(city.playing(), key=lambda monster: (-monster.felled, monster.falls, monster.seat))
    return [{"seat": each.seat, "felled": each.felled, "falls": each.falls} for each in monsters]


# Two teams, two games


def end_of_a_teams_game(city: City) -> None:
    """The first game is over at its Clean-up, and the next step begins the second; the second decides."""
    if city.team == 1 and is_written_down(city):
        begin_second_game(city)
        return
    write_down(city)
    if city.team == 1:
        city.say("swap-next")
    else:
        decide(city)


def playing_team(city: City) -> Team:
    return city.teams[(city.team or 1) - 1]


def is_written_down(city: City) -> bool:
    return playing_team(city).stars is not None


def write_down(city: City) -> None:
    team = playing_team(city)
    team.stars, team.threat, team.obstacles = city.stars, city.threat.value, city.obstacles.destroyed
    players = ", ".join(city.seat(seat).player for seat in team.seats)
    city.say("team-score", players=players, stars=team.stars, threat=team.threat, obstacles=team.obstacles)


@rule
def swap_teams(city: City, do: SwapTeams) -> None:
    if not city.teams:
        raise Rejected("no-teams")
    if city.team == 2:
        raise Rejected("swapped-already")
    if not is_written_down(city):
        city.stars = stars(city)
        write_down(city)
    begin_second_game(city)


def begin_second_game(city: City) -> None:
    city.team = 2
    set_up(city)
    city.say("second-game", players=", ".join(monster.player for monster in city.at_play()))


def decide(city: City) -> None:
    """Stars, then the threat that was reached, then obstacles; tied on all three they share it."""
    one, other = city.teams
    for reason in ("stars", "threat", "obstacles"):
        a, b = getattr(one, reason), getattr(other, reason)
        if a != b:
            winner = one if a > b else other
            end(city, "threat-level" if reason == "threat" else reason, winner.seats, team_ranking(city))
            return
    end(city, "shared", [*one.seats, *other.seats], team_ranking(city))


def team_ranking(city: City) -> list[dict[str, int]]:
    teams = sorted(enumerate(city.teams, 1), key=lambda each: [-number for number in score(each[1])])
    return [
        {"seat": seat, "team": number, "stars": stars, "threat": threat, "obstacles": obstacles}
        for number, team in teams
        for stars, threat, obstacles in [score(team)]
        for seat in team.seats
    ]


def score(team: Team) -> tuple[int, int, int]:
    return team.stars or 0, team.threat or 0, team.obstacles or 0
