"""A study: games by one ruleset, at one number of players, numbered from 0, of one seed and one way to play."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zlib import crc32

from heimlich.errors import HeimlichError
from heimlich.game import AnyGame
from heimlich.rulesets import read_ruleset, write_ruleset

SEEDS = 2**32
MOST_GAMES = 2**31


@dataclass(frozen=True)
class Study:
    """The games of one row; `label` is how the ruleset was asked for."""

    label: str
    players: int
    seed: int
    policy: str

    def __post_init__(self) -> None:
        game, rules = self.game, self.rules
        if self.players not in game.players(rules):
            possible = game.players(rules)
            raise HeimlichError(
                f"{self.players} players cannot play {game.id}; it takes {possible[0]} to {possible[-1]}"
            )
        if not 0 <= self.seed < SEEDS:
            raise HeimlichError(f"the seed {self.seed} does not fit; it goes from 0 to {SEEDS - 1}")

    @cached_property
    def game(self) -> AnyGame:
        """The game that the ruleset belongs to."""
        return read_ruleset(self.label)[0]

    @cached_property
    def rules(self) -> Any:
        """The rules, with the limit of turns that simulations have."""
        game, name = read_ruleset(self.label)
        return game.ruleset(game.limited(name))

    @cached_property
    def print(self) -> str:
        """A short hash of every setting; it tells rules apart that have the same name."""
        settings = [f"{setting.name}={setting.value}" for setting in self.game.settings(self.rules)]
        return f"{crc32(' '.join(settings).encode()):08x}"


def studies(texts: list[str], players: list[int], seed: int, policy: str) -> list[Study]:
    """One study for every ruleset at every number of players; all are of one game."""
    read = [read_ruleset(text) for text in texts]
    games = dict.fromkeys(game.id for game, _ in read)
    if len(games) > 1:
        raise HeimlichError(f"one study is of one game; these are rulesets of {' and '.join(games)}")
    labels = dict.fromkeys(write_ruleset(name) for _, name in read)
    return [Study(label, number, seed, policy) for number in dict.fromkeys(players) for label in labels]
