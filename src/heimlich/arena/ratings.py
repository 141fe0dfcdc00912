"""Ratings by openskill (Plackett and Luce's model), game after game: one number for strength, and how sure it is."""

from collections.abc import Sequence
from typing import Any

from heimlich.arena.deals import Contest, Dealt
from heimlich.bots.ratings import Rating


def ratings(contest: Contest, deals: Sequence[Dealt]) -> list[Rating] | None:
    """Rate every contestant; None where openskill is not installed (heimlich[arena])."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    found = [model.rating() for _ in contest.everyone]
    for dealt in deals:
        for played in dealt.games:
            if len(set(played.seats)) > 1:
                found = _after(model, found, played.seats, played.shares)
    return [Rating(each.mu, each.sigma) for each in found]


def _after(model: Any, found: list[Any], seats: Sequence[int], shares: Sequence[float]) -> list[Any]:
    """Update ratings after one game; a contestant on several seats gets the mean of their ratings."""
    rated = model.rate([[found[who]] for who in seats], scores=list(shares))
    after = list(found)
    for who in set(seats):
        own = [team[0] for seat, team in zip(seats, rated, strict=True) if seat == who]
        mu, sigma = (sum(values) / len(own) for values in zip(*((each.mu, each.sigma) for each in own), strict=True))
        after[who] = model.rating(mu=mu, sigma=sigma)
    return after
