"""A player like someone who plays now and then: it fetches what seems worth it, and brings it home.

It decides as a courier does (courier.py), by what is in view, and remembers nothing. What wins now, for sure, it sees.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.search.filters import winning_plan
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.state import Phase, View


class Casual(Courier):
    """A courier with the usual style."""

    name = "casual"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions."""
        if view.table.phase is Phase.MOVE and len(actions) > 1:
            assert view.seat is not None
            plan = winning_plan(view.table, Knowledge(view.seat, view.contents, ()))
            if plan:
                return plan[0]
        return super().choose(view, actions, budget, rng)
