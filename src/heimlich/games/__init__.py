"""The games by name."""

from heimlich.errors import HeimlichError
from heimlich.game import AnyGame
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.suitcases.contract import SUITCASES

GAMES: dict[str, AnyGame] = {game.id: game for game in (HEIMLICH_CO, SUITCASES)}


def game_named(name: str) -> AnyGame:
    """The game of that name."""
    if name not in GAMES:
        raise HeimlichError(f"there is no game '{name}'; there are: {', '.join(GAMES)}")
    return GAMES[name]
