"""What hands at the table mean: signals of knobs, dice and buttons become commands."""

from companion.hands.arrangement import SEATS_MOST, Arrangement
from companion.hands.claim import Claim, Told
from companion.hands.hands import Felt, Hands, usual_places
from companion.hands.place import Place
from companion.hands.seating import Ask

__all__ = ["SEATS_MOST", "Arrangement", "Ask", "Claim", "Felt", "Hands", "Place", "Told", "usual_places"]
