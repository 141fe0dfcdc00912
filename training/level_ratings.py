"""Rate the characters on the ladders from games that `python -m training.levels play` played.

    python -m training.level_ratings note DIR …    adds the games of these folders to training/levels.csv
    python -m training.level_ratings               rates by all games there, and writes src/heimlich/bots/ratings.csv

One fit for all tables of a game: a character's strength is the same number whatever the number of players, times a
scale for that number (the more players, the more is luck), and the ladder's order is never reversed. So tables of every
size tell about every other, where a rating of each size by itself is noise. A seat wins in proportion to the
exponential of its strength (Plackett and Luce's model, as for people). Casual keeps its figure, so that people's
ratings keep their scale; those below casual, who win by luck alone, keep theirs.
"""

import csv
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heimlich.bots.ratings import FILE, rating_of_bot
from heimlich.bots.registry import UNRANKED, ladder
from training.levels import HEIMLICH, SUITCASES, games_in

PLAYED = Path(__file__).with_name("levels.csv")
KINDS = {"rio-grande": HEIMLICH.id, "suitcases": SUITCASES.id}  # characters are rated by the basic game
BETA = 25 / 6  # the luck of one game, in points of rating (openskill's default)
FIXED = "casual"
STEP, DOUBT = math.log(0.62), 0.7  # a step between neighbours before any game: its logarithm, and how far it may be off
FAR = 3.0  # how far from casual those may be who stand beside the ladder
LEAST_SIGMA = 0.8  # no character is known better than this

Array = NDArray[np.float64]
Table = tuple[tuple[str, ...], tuple[float, ...]]  # who sat there, and their shares of the win
Games = Counter[tuple[int, Table]]  # … by the number of players, of whom some may have been left out


class Fit(NamedTuple):
    """The strength of every character and its scale at tables of each size, with their covariance."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    values: Array
    covariance: Array

    def strengths(self, values: Array | None = None) -> Array:
        """[sizes, names]: log-odds against casual."""
        values = self.values if values is None else values
        steps, scales = values[: len(self.names) - 1], values[len(self.names) - 1 :]
        top, beside = _ladder_part(self.names)
        found = {FIXED: 0.0}
        for lower, upper, step in zip(top, top[1:], steps, strict=False):
            found[upper] = found[lower] + math.exp(step)
        found |= dict(zip(beside, steps[len(top) - 1 :], strict=True))
        shape = np.array([found[name] for name in self.names])
        strengths: Array = np.concatenate([[1.0], np.exp(scales)])[:, None] * shape
        return strengths

    def slopes(self) -> Array:
        """[sizes × names, values]: how the strengths change with each value."""
        small = 1e-5
        columns = [
            (self.strengths(self.values + small * unit) - self.strengths(self.values - small * unit)).ravel()
            for unit in np.eye(len(self.values))
        ]
        return np.stack(columns, 1) / (2 * small)


def _ladder_part(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names from casual on, which come first, and the others."""
    start = list(names).index(FIXED)
    return list(names[start:]), list(names[:start])


def without(names: frozenset[str], games: Counter[Table]) -> Games:
    """Leave these out: by the model, who of the rest wins does not depend on them."""
    found: Games = Counter()
    for (everyone, shares), number in games.items():
        seats = [(name, share) for name, share in zip(everyone, shares, strict=True) if name not in names]
        total = sum(share for _, share in seats)
        if len(seats) > 1 and total:
            table = tuple(name for name, _ in seats), tuple(share / total for _, share in seats)
            found[len(everyone), table] += number
    return found


def fit(steps: tuple[str, ...], games: Games) -> Fit:
    """Fit strengths and scales to games; `steps` is the ladder, of which the order from casual on is kept."""
    sizes = tuple(sorted({players for players, _ in games}))
    met = {name for _, (names, _) in games for name in names}
    top = [name for name in steps[steps.index(FIXED) :] if name in met]
    names = (*sorted(met - set(top)), *top)
    top, beside = _ladder_part(names)
    guess = np.array([STEP] * (len(top) - 1) + [0.0] * len(beside) + [0.0] * (len(sizes) - 1))
    prior = np.array([DOUBT**-2] * (len(top) - 1) + [FAR**-2] * len(beside) + [1.0] * (len(sizes) - 1))
    found = Fit(names, sizes, guess, np.zeros((0, 0)))
    for _ in range(60):  # Fisher's scoring
        surprise, information = _evidence(found, games)
        slopes = found.slopes()
        curve = slopes.T @ information @ slopes + np.diag(prior)
        change = np.linalg.solve(curve, slopes.T @ surprise - prior * (found.values - guess))
        covariance: Array = np.linalg.inv(curve).astype(np.float64)
        found = found._replace(values=found.values + np.clip(change, -0.5, 0.5), covariance=covariance)
    return found


def _evidence(now: Fit, games: Games) -> tuple[Array, Array]:
    """[sizes × names]: wins beyond what is expected; and the information of the games about the strengths."""
    strengths = now.strengths()
    surprise, information = np.zeros(strengths.size), np.zeros((strengths.size, strengths.size))
    for (players, (names, shares)), number in games.items():
        row = now.sizes.index(players)
        places = np.array([row * len(now.names) + now.names.index(name) for name in names])
        odds = np.exp(strengths.ravel()[places])
        expected = odds / odds.sum()
        np.add.at(surprise, places, number * (np.array(shares) - expected))
        weight = np.diag(expected) - np.outer(expected, expected)
        np.add.at(information, (places[:, None], places[None]), number * weight)
    return surprise, information


def rated(game: str, kind: str, played: Counter[Table]) -> Iterator[tuple[Any, ...]]:
    """Yield a line of ratings.csv for each character and number of players, the strongest first."""
    steps = ladder(game)
    games = without(frozenset({UNRANKED, *steps[: steps.index(FIXED)]}), played)
    found = fit(steps, games)
    slopes, strengths = found.slopes(), found.strengths()
    errors = np.sqrt(np.diag(slopes @ found.covariance @ slopes.T)).reshape(strengths.shape)
    total = sum(games.values())
    for row, players in enumerate(found.sizes):
        known, luck = rating_of_bot(game, players, FIXED), BETA * math.sqrt(players)
        assert known is not None
        source = f"level_ratings, {kind}, one fit of {total} games with {_numbers(found.sizes)} players"
        for column in np.argsort(-strengths[row], kind="stable"):
            name = found.names[column]
            mu = known.mu + luck * strengths[row, column]
            sigma = max(LEAST_SIGMA, luck * errors[row, column])
            met = sum(number for (seats, (names, _)), number in games.items() if seats == players and name in names)
            yield game, players, name, round(float(mu), 2), round(float(sigma), 2), met, source


def _numbers(sizes: Sequence[int]) -> str:
    return f"{min(sizes)} to {max(sizes)}"


def note(folders: Sequence[Path]) -> None:
    """Add games to those that are kept: how often each result came at each table, whoever sat where."""
    kept = read()
    for folder in folders:
        for kind, words, shares in games_in(folder):
            rules = kind.partition("@")[0]
            if rules in KINDS:
                seats = sorted(zip((word.partition(":")[0] for word in words), shares, strict=True))
                kept[rules][tuple(name for name, _ in seats), tuple(share for _, share in seats)] += 1
    with PLAYED.open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("rules", "games", "players", "shares"))
        for rules, games in sorted(kept.items()):
            for (names, won), number in sorted(games.items()):
                table.writerow((rules, number, " ".join(names), " ".join(f"{share:.4g}" for share in won)))


def read() -> defaultdict[str, Counter[Table]]:
    """Return the games that are kept, by kind of rules."""
    kept: defaultdict[str, Counter[Table]] = defaultdict(Counter)
    if PLAYED.exists():
        with PLAYED.open(newline="", encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                won = tuple(float(share) for share in row["shares"].split())
                kept[row["rules"]][tuple(row["players"].split()), won] += int(row["games"])
    return kept


def rate(file: Path = FILE) -> None:
    """Write the ratings anew: those of all characters that these games tell about."""
    with file.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.reader(lines))
    new = [
        [str(cell) for cell in line]
        for kind, games in sorted(read().items())
        for line in rated(KINDS[kind], kind, games)
    ]
    made = {tuple(row[:3]) for row in new}
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows([*[row for row in rows if tuple(row[:3]) not in made], *new])


if __name__ == "__main__":
    if sys.argv[1:2] == ["note"]:
        note([Path(name) for name in sys.argv[2:]])
    else:
        rate()
