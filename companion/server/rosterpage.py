"""The page of rosters: enter the cards of a gang once, and lay it out in every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
from flask import Response, request

from companion.engine.plain import FromNone, FromOne, Id, Name, Plain, SeatNumber, from_plain, to_json, to_plain
from companion.errors import Rejected, Unreadable, WrongField
from companion.games.monster_town.roster import NUMBERS, setup_of
from companion.games.monster_town.state import ROLES, CharacterSetup, Town, Trait
from companion.rosters import Role, Roster, Rosters, as_seat, parsed, written
from companion.server.live import Region
from companion.server.wishes import done, wished
from companion.service import Service

TRAITS: tuple[Trait, ...] = (
    "leader",
    "scout",
    "diplomat",
    "berserker",
    "geno-locked",
    "outcast",
    "stealth",
    "spellcaster",
)
# A field of a form that is left empty.
MaybeName = Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Toml = Annotated[str, msgspec.Meta(min_length=1, max_length=60_000)]


@dataclass(frozen=True, eq=False)
class NewRoster:
    """An empty roster."""

    name: Name
    role: Role | None = None


@dataclass(frozen=True, eq=False)
class AddCard:
    """One more character of a roster, with a yes or no for each trait."""

    roster: Id
    name: Name
    life: FromOne
    conquest: FromNone
    race: MaybeName = ""
    reserve: bool = False
    leader: bool = False
    scout: bool = False
    diplomat: bool = False
    berserker: bool = False
    geno_locked: bool = False
    outcast: bool = False
    stealth: bool = False
    spellcaster: bool = False


@dataclass(frozen=True, eq=False)
class RemoveCard:
    """A character leaves a roster; `name` is who the sender saw there."""

    roster: Id
    index: FromNone
    name: Name


@dataclass(frozen=True, eq=False)
class SetTreaty:
    """The Treaty that a Diplomat begins with; empty for none."""

    roster: Id
    treaty: MaybeName


@dataclass(frozen=True, eq=False)
class DeleteRoster:
    """A roster is forgotten."""

    roster: Id


@dataclass(frozen=True, eq=False)
class ImportRoster:
    """A roster as TOML."""

    text: Toml


@dataclass(frozen=True, eq=False)
class KeepGang:
    """The gang of a seat at the table becomes a roster."""

    seat: SeatNumber
    name: Name


WISHES: dict[str, type[Any]] = {
    "new": NewRoster,
    "add": AddCard,
    "remove": RemoveCard,
    "treaty": SetTreaty,
    "delete": DeleteRoster,
    "import": ImportRoster,
    "keep": KeepGang,
}


class RosterPage:
    """What the page shows, and what it asks for."""

    def __init__(self, service: Service, data: Path | None, poke: Callable[[], None]) -> None:
        self._service = service
        self._rosters = Rosters(data)
        self._poke = poke

    def regions(self) -> list[Region]:
        return roster_regions(self._service, self._rosters)

    def act(self) -> Response:
        carry_out(self._service, self._rosters, wished(WISHES))
        self._poke()
        return done()

    def take_in(self) -> Response:
        try:
            text = request.get_data(cache=False).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable("not-toml", why=error) from None
        self._rosters.save(parsed(text))
        self._poke()
        return done()

    def every(self) -> Response:
        """Each as a seat of `start-game` takes it."""
        known = {slug: as_seat(roster) for slug, roster in self._rosters.all().items()}
        return Response(to_json(known), mimetype="application/json")

    def export(self, slug: str) -> Response:
        answer = Response(written(self._rosters.get(slug)), mimetype="application/toml")
        answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.toml"'
        return answer


def carry_out(service: Service, rosters: Rosters, wish: Any) -> None:
    match wish:
        case NewRoster(name, role):
            if any(each.name == name for each in rosters.all().values()):
                raise WrongField("roster-known", "name", name=name)
            rosters.save(Roster(name, role))
        case AddCard():
            roster = rosters.get(wish.roster)
            traits = [trait for trait in TRAITS if getattr(wish, trait.replace("-", "_"))]
            race = wish.race.strip() or None
            card = CharacterSetup(wish.name.strip(), wish.life, wish.conquest, race, traits, wish.reserve)
            rosters.save(replace(roster, characters=[*roster.characters, card]))
        case RemoveCard(slug, index, name):
            roster = rosters.get(slug)
            cards = list(roster.characters)
            if index >= len(cards) or cards[index].name != name:
                raise Rejected("card-gone", name=name)
            del cards[index]
            rosters.save(replace(roster, characters=cards))
        case SetTreaty(slug, treaty):
            rosters.save(replace(rosters.get(slug), treaty=treaty.strip() or None))
        case DeleteRoster(slug):
            rosters.delete(slug)
        case ImportRoster(text):
            rosters.save(parsed(text))
        case KeepGang(seat, name):
            rosters.save(gang_at(service, seat, name))


def gang_at(service: Service, seat: int, name: str) -> Roster:
    town = town_of(service)
    if town is None or seat not in town.seats or not town.seats[seat].characters:
        raise Rejected("no-gang-there", seat=seat)
    setup = setup_of(town.seats[seat])
    role: Any = setup.role
    return Roster(name, role, setup.treaty, setup.characters)


def town_of(service: Service) -> Town | None:
    """The game on the table, if it is Monster Town."""
    table = service.now.table
    if table.plain is None or table.game is None or table.game.state is not Town:
        return None
    return from_plain(table.plain, Town)


def roster_regions(service: Service, rosters: Rosters) -> list[Region]:
    town = town_of(service)
    gangs = list(town.seats.values()) if town and not town.outcome else []
    shown: list[Plain] = []
    for slug, roster in rosters.all().items():
        numbers = NUMBERS.get(roster.role or "")
        shown.append(
            {
                "slug": slug,
                **to_plain(roster),
                "starting": sum(not each.reserve for each in roster.characters),
                "reserves": sum(each.reserve for each in roster.characters),
                "most": numbers._asdict() if numbers else None,
            }
        )
    about = {
        "rosters": shown,
        "roles": list(ROLES),
        "traits": [(trait, trait.replace("-", "_")) for trait in TRAITS],
        "open": [{"seat": gang.seat, "player": gang.player} for gang in gangs if not gang.characters and not gang.out],
        "gangs": [{"seat": gang.seat, "player": gang.player} for gang in gangs if gang.characters],
    }
    return [Region("frame", "games/monster-town/rosters.html", about)]
