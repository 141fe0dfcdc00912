"""Players who hide by decoys: GU, but every so often they decide as if another agent were theirs.

They are for measuring: how well beliefs see through decoys, and what decoys cost.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.heimlich_co.yardsticks import GU
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.state import View


class Decoy(GU):
    """Version 1, for ever."""

    rate = 0.0  # of the decisions are made for another agent, drawn anew each time

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        if rng.random() < self.rate:
            others = [agent for agent in view.table.agents if agent not in view.agents]
            view = view._replace(agents=(rng.choice(others),))
        return super().choose(view, actions, budget, rng)


class Decoy30(Decoy):
    """Three decisions in ten are decoys."""

    name = "decoy-30"
    rate = 0.3


class Decoy60(Decoy):
    """Six decisions in ten are decoys."""

    name = "decoy-60"
    rate = 0.6
