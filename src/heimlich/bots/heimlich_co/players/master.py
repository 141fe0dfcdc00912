"""The strongest player: it weighs who may own whom, and takes the decision that wins most often.

First every decision is valued by the network, over a sample of who may own whom, as `detective.py` does. That alone
plays well, in a few thousandths of a second. The rest of the budget goes to rollouts of the best few decisions
(search/rounds.py). Where dossiers are written, it also pays for not being seen through (belief/hiding.py).
"""

from collections.abc import Sequence
from random import Random
from time import thread_time

import numpy as np

from heimlich.bots.heimlich_co.belief.hiding import feint
from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.players.detective import Detective
from heimlich.bots.heimlich_co.players.versions import VERSION_1
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.search.rounds import Limits, Pace, search
from heimlich.bots.heimlich_co.value.context import SearchContext
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.state import View
from heimlich.sim.heimlich_co.moves import Array, fits

SURE = 1 - 1e-6  # a win probability that is 1, but for rounding


class Master(Detective):
    """Searches over its belief."""

    name = "master"
    growth = 0.0  # of the trust in the network; see `search`
    takes_sure_wins = True  # however much keeping its cards seems to be worth

    def __init__(self) -> None:
        super().__init__()
        self._pace, self._start = Pace(), 0.0

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        self._start = thread_time()
        return super().choose(view, actions, budget, rng)

    def feint(self, view: View, action: Action) -> Array | float:
        """Pay for what decisions reveal, where dossiers are written."""
        return feint(self._keeper.at(view.table), view, action) if view.table.rules.dossier else 0.0

    def settle(
        self, context: SearchContext, found: Candidates, belief: Belief, budget: Budget, rng: np.random.Generator
    ) -> int:
        """Take what wins now; else search by rollouts, where arrays hold every face of the die."""
        won = wins_now(context, found)
        if self.takes_sure_wins and won.any():
            return int(won.argmax())
        if not all(map(fits, context.rules.die)):
            return 0
        return search(context, found, belief, Limits(budget, self._start, self._pace), rng, growth=self.growth)


class Master1(Master):
    """Version 1, frozen: a yardstick. Whatever the others learn, this one decides as it always did."""

    name = "master1"
    version = VERSION_1
    takes_sure_wins = False


def wins_now(context: SearchContext, found: Candidates) -> Array:
    """[candidates]: whether a decision ends the game and wins it, whoever owns whom; dossiers may still change that."""
    ends = found.after.reached & context.is_last(context.following)
    sure: Array = ends & (found.values - found.bonus > SURE) & (not context.rules.dossier)
    return sure
