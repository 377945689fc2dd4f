"""What hands at the table mean: signals of knobs, dice and buttons become commands."""

from companion.hands.hands import Ask, Felt, Hands, Place, usual_places

__all__ = ["Ask", "Felt", "Hands", "Place", "usual_places"]
