"""Rate the levels on the fixed scale of the characters, from games that `training.heimlich_co.levels play` played.

    python -m training.heimlich_co.level_ratings DIR … >> src/heimlich/bots/ratings.csv

Characters that have a rating keep it: it is put back after every game, so that the scale does not move. The others
start as everybody does, and are rated game after game.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from openskill.models import PlackettLuce

from heimlich.bots.heimlich_co.roster import LEVELS
from heimlich.bots.ratings import rating_of_bot
from training.heimlich_co.levels import GAME, games_in

RULES = "rio-grande"  # characters are rated by the basic game
Played = tuple[list[str], list[float]]


def rated(players: int, games: Sequence[Played]) -> Iterator[tuple[Any, ...]]:
    """Yield a line of ratings.csv for each level, the strongest first."""
    model = PlackettLuce()
    found = {name: model.rating() for name in LEVELS}
    met = dict.fromkeys(LEVELS, 0)
    for names, shares in games:
        seats = [found[name] if name in LEVELS else _fixed(model, players, name) for name in names]
        after = model.rate([[one] for one in seats], scores=shares)
        for name, (one,) in zip(names, after, strict=True):
            if name in LEVELS:
                found[name], met[name] = one, met[name] + 1
    source = f"levels play, {RULES}, on the scale of the other characters, {len(games)} games"
    for name in sorted(LEVELS, key=lambda one: -found[one].mu):
        yield GAME.id, players, name, round(found[name].mu, 2), round(found[name].sigma, 2), met[name], source


def _fixed(model: PlackettLuce, players: int, name: str) -> Any:
    known = rating_of_bot(GAME.id, players, name)
    assert known is not None, name
    return model.rating(mu=known.mu, sigma=known.sigma)


def main(folders: Sequence[Path]) -> None:
    """Print the lines for all numbers of players."""
    by_players = defaultdict(list)
    for folder in folders:
        for rules, words, shares in games_in(folder):
            if rules.partition("@")[0] == RULES:
                by_players[len(words)].append(([word.partition(":")[0] for word in words], shares))
    out = csv.writer(sys.stdout, lineterminator="\n")
    for players, games in sorted(by_players.items()):
        Random(players).shuffle(games)
        out.writerows(rated(players, games))


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
