"""The ratings of the characters, from the arena: fixed, so that people's ratings have a scale that does not drift.

ratings.csv names the source of each figure; `python -m training.ratings` makes the file again.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from heimlich.bots.characters import kind_of

FILE = Path(__file__).with_name("ratings.csv")


class Rating(NamedTuple):
    """A strength by Plackett and Luce's model, and its deviation."""

    mu: float
    sigma: float


def rating_of_bot(game: str, players: int, bot: str) -> Rating | None:
    """Return the rating of a bot in games with this number of players; None if it was not measured."""
    return _figures().get((game, players, kind_of(bot)))


@cache
def _figures() -> dict[tuple[str, int, str], Rating]:
    with FILE.open(newline="", encoding="utf-8") as lines:
        return {
            (row["game"], int(row["players"]), row["bot"]): Rating(float(row["mu"]), float(row["sigma"]))
            for row in csv.DictReader(lines)
        }
