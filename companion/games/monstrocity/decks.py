"""The four decks. What stands on a card is the cardboard's business; here they are counted, and held by seat."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import rule
from companion.engine.plain import Id, Name, SeatNumber
from companion.errors import Rejected, WrongField
from companion.games.monstrocity.board import MYSTERY_CARDS
from companion.games.monstrocity.obstacles import in_kebab
from companion.games.monstrocity.state import Card, CardType, City, Deck, Pile

RETALIATION, REINFORCEMENT, EVENT = 10, 7, 4


@dataclass(frozen=True, eq=False)
class DrawCard:
    """The top card of a deck. A Reinforcement card goes to a seat; the others are resolved at once."""

    deck: Deck
    seat: SeatNumber | None = None
    name: Name | None = None
    type: CardType | None = None


@dataclass(frozen=True, eq=False)
class PlayReinforcement:
    """A Reinforcement card is resolved; an ongoing one lasts to the end of the round."""

    seat: SeatNumber
    card: Id


def full_decks(mission_cards: int) -> dict[str, Pile]:
    mystery = MYSTERY_CARDS - mission_cards
    counts = {"retaliation": RETALIATION, "reinforcement": REINFORCEMENT, "event": EVENT, "mystery": mystery}
    return {deck: Pile(left=count) for deck, count in counts.items()}


@rule
def draw_card(city: City, do: DrawCard) -> None:
    monster = city.seat(do.seat) if do.seat is not None else None
    if do.type is not None and do.deck != "reinforcement":
        raise WrongField("type-of-reinforcement", "type", deck=do.deck)
    pile = city.decks[do.deck]
    if pile.left == 0:
        raise Rejected("no-card-left", deck=do.deck)
    pile.left -= 1
    close_notice(city, do.deck, do.seat)
    if do.deck == "reinforcement":
        take(city, do)
    elif do.deck == "event":
        put_into_play(city, do.name)
    else:
        pile.discard += 1
        if monster:
            city.say("drew-for", player=monster.player, deck=do.deck, card=called(do.name))
        else:
            city.say("card-drawn", deck=do.deck, card=called(do.name))
    if do.deck == "retaliation" and pile.left == 0:
        pile.left, pile.discard = pile.discard, 0
        city.say("reshuffled", cards=pile.left)


def called(name: str | None) -> str:
    return f": {name}" if name else ""


def close_notice(city: City, deck: str, seat: int | None) -> None:
    """The oldest that asks for this card; the drawer's own before the others."""
    asking = [notice for notice in city.notices.values() if notice.code == f"draw-{deck}"]
    asking.sort(key=lambda notice: notice.seat != seat)
    if asking:
        del city.notices[asking[0].id]


def take(city: City, do: DrawCard) -> None:
    """Whoever can use it best; if nobody said who that is, the youngest decides and keeps it."""
    at_play = [monster.seat for monster in city.at_play()]
    first = city.first if city.first in at_play or not at_play else at_play[0]
    monster = city.seat(do.seat or first or 1)
    monster.reinforcements.append(Card(id=city.new_id("c"), name=do.name, type=do.type))
    city.say("drew-for", player=monster.player, deck=do.deck, card=called(do.name))


def put_into_play(city: City, name: str | None) -> None:
    """Two events may be out at once. One that nobody named is known by its number."""
    event = in_kebab(name or f"event {EVENT - city.decks['event'].left}")
    if event not in city.events:
        city.events.append(event)
    city.say("event-drawn", event=event)


@rule
def play_reinforcement(city: City, do: PlayReinforcement) -> None:
    monster = city.monster_at_play(do.seat)
    card = next((card for card in monster.reinforcements if card.id == do.card), None)
    if card is None:
        held = ", ".join(card.id for card in monster.reinforcements) or "none"
        raise WrongField("no-such-card", "card", player=monster.player, card=do.card, held=held)
    if card.type == "spawn" and city.phase != "spawn":
        raise Rejected("only-in-spawn", player=monster.player)
    monster.reinforcements.remove(card)
    if card.type == "ongoing":
        card.seat = monster.seat
        city.effects.append(card)
        city.say("plays-ongoing", player=monster.player, card=called(card.name))
    else:
        city.decks["reinforcement"].discard += 1
        city.say("plays", player=monster.player, card=called(card.name))


def end_effects(city: City) -> None:
    """The round is over, and with it every ongoing card."""
    city.decks["reinforcement"].discard += len(city.effects)
    city.effects = []
