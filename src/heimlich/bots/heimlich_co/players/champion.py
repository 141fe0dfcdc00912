"""The strongest player: a master for whom the others are strong, too.

It sees through players who go by the network (belief/network_players.py), and in its rollouts they reply by the
network for the agents that they are taken to own (search/network_splits.py), where the master has them move like a
loose GU. So its rollouts can be believed at a table of strong players, too. docs/bots.md says how strong it is.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.players.master import Master
from heimlich.bots.heimlich_co.players.versions import CHAMPION
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.search.rounds import Pace
from heimlich.bots.heimlich_co.value.context import MOST_TURNS, SearchContext
from heimlich.game import Budget

SMALL_TABLE = 3  # players with whom rollouts always go on to the own next turn
SLOW = 0.0015  # first estimate of the seconds for a turn of a tiny batch of rollouts …
DOUBLE = 50  # … a batch of this size takes twice as long …
PROBE = 48  # … and the most rollouts in the first batch, which corrects it
FADING = 0.7  # how much of a slow estimate is kept after each batch: many rollouts are alike, and cost little
RISE = 2.0  # a batch is never taken for more than so many times slower than expected
LITTLE = 0.05  # seconds, or …
FEW = 256  # … rollouts, below which rollouts end earlier than with the own next turn, so that there are more of them
LEAST = 36  # rollouts that are made in any case, if there is a limit of time


class Champion(Master):
    """Searches over its belief, among strong players."""

    name = "champion"
    version = CHAMPION

    def __init__(self) -> None:
        super().__init__()
        self._pace = Pace(SLOW, DOUBLE, PROBE, FADING, RISE)

    def settle(
        self, context: SearchContext, found: Candidates, belief: Belief, budget: Budget, rng: np.random.Generator
    ) -> int:
        """Search as the master does, with strong players who go by the network."""
        if budget.seconds is not None:
            budget = budget._replace(least=max(budget.least, LEAST))
        context = context._replace(sharp=True, horizon=horizon(context.players, budget))
        return super().settle(context, found, belief, budget, rng)


def horizon(players: int, budget: Budget) -> int:
    """The most turns of the others in a rollout: about half the way round, where little time must do."""
    little = (budget.seconds or 0) <= LITTLE and (budget.rollouts or 0) <= FEW
    return (players - 1) // 2 if little and players > SMALL_TABLE else MOST_TURNS
