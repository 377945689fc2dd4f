"""Scouting: who goes, what they draw, and who must go at last."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Id, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monster_town.cards import ask_once, forget
from companion.games.monster_town.gangs import (
    at_place,
    combat_at,
    gang_in_play,
    has_scout,
    living,
    location_with,
    may_scout,
    names,
    not_in_quick,
    own_members,
    party_of,
)
from companion.games.monster_town.state import RENDEZVOUS, Gang, Town

LOW_DECK = 5  # cards left from where on the table is warned
DEMAND_TURNS = 3


@dataclass(frozen=True, eq=False)
class FormParty:
    """Name the gang members who scout this turn."""

    seat: SeatNumber
    pieces: list[Id]


@dataclass(frozen=True, eq=False)
class Relocate:
    """Move members from On the Path to one place that the gang holds."""

    seat: SeatNumber
    pieces: list[Id]
    to: Id


@dataclass(frozen=True, eq=False)
class DrawRendezvous:
    """Draw a Rendezvous card."""

    seat: SeatNumber


@dataclass(frozen=True, eq=False)
class DemandScouting:
    """All others agree that this gang must scout within three of its turns or lose."""

    seat: SeatNumber
    agreed: list[SeatNumber] | bool


@rule
def form_party(town: Town, do: FormParty) -> None:
    gang = scouting_gang(town, do.seat)
    members = own_members(town, gang, do.pieces)
    for member in members:
        if not may_scout(town, member):
            raise Rejected("may-not-join", name=member.name)
    missing = [each for each in at_place(town, gang.seat, None) if each not in members]
    if missing:
        raise Rejected("must-join", names=names(missing))
    gang.party = [member.id for member in members]
    if members:
        town.say("party", player=gang.player, names=names(members))
    else:
        town.say("no-party", player=gang.player)


def scouting_gang(town: Town, seat: int) -> Gang:
    """The gang whose turn it is, while it scouts."""
    gang = gang_in_play(town, seat)
    if town.turn != seat:
        raise Rejected("not-your-turn", player=gang.player)
    if town.phase != "scouting":
        raise Rejected("not-scouting-now", player=gang.player)
    return gang


@rule
def relocate(town: Town, do: Relocate) -> None:
    """From the Path, all to the same place, before the others must go scouting."""
    gang = scouting_gang(town, do.seat)
    members = own_members(town, gang, do.pieces)
    if not members:
        raise WrongField("nobody-named", "pieces")
    found = location_with(town, do.to)
    if found is None:
        raise WrongField("no-such-location", "to", location=do.to)
    location, holder = found
    if holder is not gang:
        raise Rejected("not-at-your-place", player=gang.player, location=location.name)
    if combat_at(town, location.id):
        raise Rejected("fought-over", location=location.name)
    if gang.relocated_to not in (None, location.id):
        raise Rejected("one-place-a-turn", player=gang.player)
    for member in members:
        if member.at is not None or member.combat is not None:
            raise Rejected("not-on-the-path", name=member.name)
    for member in members:
        member.at = location.id
    gang.relocated_to = location.id
    gang.party = [id for id in gang.party if id not in do.pieces]
    town.say("relocated", player=gang.player, names=names(members), location=location.name)


@rule
def draw_rendezvous(town: Town, do: DrawRendezvous) -> None:
    gang = scouting_gang(town, do.seat)
    check_can_scout(town, gang)
    most = 3 if has_scout(party_of(town, gang)) else 2
    if gang.draws >= most:
        raise Rejected("drawn-enough", player=gang.player, most=most)
    deck = town.tracks.get(RENDEZVOUS)
    if deck and deck.value == 0:
        raise Rejected("deck-empty")
    gang.draws += 1
    has_scouted(town, gang)
    if deck is None:
        town.say("drew", player=gang.player, draws=gang.draws)
        return
    deck.value -= 1
    town.say("drew-counted", player=gang.player, draws=gang.draws, left=deck.value)
    if deck.value <= LOW_DECK:
        forget(town, "low-deck")
        town.tell("low-deck", left=deck.value)


def check_can_scout(town: Town, gang: Gang) -> None:
    """A gang that fights with everyone it has can only fight."""
    members = living(town, gang.seat)
    if members and all(member.combat for member in members):
        raise Rejected("all-in-combat", player=gang.player)


def has_scouted(town: Town, gang: Gang) -> None:
    gang.scouted = True
    gang.scout_within = None
    forget(town, "must-scout", seat=gang.seat)


@rule
def demand_scouting(town: Town, do: DemandScouting) -> None:
    gang = gang_in_play(town, do.seat)
    not_in_quick(town, "demands to scout")
    if gang.scout_within is not None:
        raise Rejected("demanded-already", player=gang.player, turns=gang.scout_within)
    others = [each for each in town.playing() if each is not gang]
    agreed = [each.seat for each in others] if do.agreed is True else do.agreed or []
    for seat in agreed:
        town.seat(seat, "agreed")
    unwilling = [each.player for each in others if each.seat not in agreed]
    if unwilling:
        raise Rejected("not-all-agreed", players=", ".join(unwilling))
    gang.scout_within = DEMAND_TURNS
    town.say("must-scout", player=gang.player, turns=DEMAND_TURNS)
    ask_once(town, "must-scout", gang, turns=DEMAND_TURNS)


def count_unscouted_turn(town: Town, gang: Gang) -> None:
    """One more own turn without scouting; the third is one too many."""
    if gang.scout_within is None:
        return
    gang.scout_within -= 1
    if gang.scout_within == 0:
        gang.out = True
        forget(town, "must-scout", seat=gang.seat)
        town.say("never-scouted", player=gang.player)
    else:
        ask_once(town, "must-scout", gang, turns=gang.scout_within)
