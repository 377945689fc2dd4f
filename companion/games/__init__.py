"""The games. One more is a package beside these and a line in GAMES."""

from companion.engine.game import Game
from companion.games.monster_town import MONSTER_TOWN
from companion.games.monstrocity import MONSTROCITY

GAMES: dict[str, Game] = {game.name: game for game in (MONSTER_TOWN, MONSTROCITY)}
