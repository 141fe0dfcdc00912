"""The games by name; each is loaded when it is first asked for, so that nobody waits for the one he does not play."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import cast

from heimlich.errors import HeimlichError
from heimlich.game import AnyGame

_CONTRACTS = {
    "heimlich-co": ("heimlich.games.heimlich_co.contract", "HEIMLICH_CO"),
    "suitcases": ("heimlich.games.suitcases.contract", "SUITCASES"),
}


class Games(Mapping[str, AnyGame]):
    """The games, as one reads a dictionary."""

    def __getitem__(self, name: str) -> AnyGame:
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_CONTRACTS)

    def __len__(self) -> int:
        return len(_CONTRACTS)


@cache
def _load(name: str) -> AnyGame:
    module, game = _CONTRACTS[name]
    return cast(AnyGame, getattr(import_module(module), game))


GAMES = Games()


def game_named(name: str) -> AnyGame:
    """The game of that name."""
    if name not in GAMES:
        raise HeimlichError(f"there is no game '{name}'; there are: {', '.join(GAMES)}")
    return GAMES[name]
