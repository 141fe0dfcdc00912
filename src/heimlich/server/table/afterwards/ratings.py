"""Work out ratings by openskill (Plackett and Luce's model), and turn them into numbers that people can read.

A rating is a strength `mu` and its deviation `sigma`. Shown is 1,500 for a newcomer, 20 points for each unit of `mu`
more or less, and as the uncertainty two deviations: in 19 cases of 20 the true strength lies within it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from heimlich.bots.ratings import Rating, rating_of_bot

__all__ = ["START", "Rating", "after_game", "first_rating", "shown_rating", "shown_uncertainty"]

START_MU, START_SIGMA = 25.0, 25.0 / 3  # openskill's own start
SHOWN_START, SHOWN_UNIT = 1500, 20
DEVIATIONS = 2  # that are shown as the uncertainty


START = Rating(START_MU, START_SIGMA)


def first_rating(game: str, players: int, bot: str = "") -> Rating:
    """Return the rating with which a newcomer begins, or the fixed one of a bot."""
    return (rating_of_bot(game, players, bot) if bot else None) or START


def after_game(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a game; equal places are ties."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(places))]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # loaded when the first rated game ends

    return PlackettLuce()


def shown_rating(rating: Rating) -> int:
    """Return the number that people see."""
    return round(SHOWN_START + SHOWN_UNIT * (rating.mu - START_MU))


def shown_uncertainty(rating: Rating) -> int:
    """Return the uncertainty that people see, in the same points."""
    return round(SHOWN_UNIT * DEVIATIONS * rating.sigma)
