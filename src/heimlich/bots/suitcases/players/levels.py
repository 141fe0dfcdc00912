"""The levels of the suitcase game between casual and master: each wins about 71 % against the one below.

Nobody plays every turn equally well. In some turns a level plays like the master with few trials; in some it reads from
the others' steps where bombs may be, and solves the duels, but tries nothing out; in the others it runs like casual. So
two shares move its strength, from casual's to nearly the master's. What wins now, for sure, it does in every turn.
`python -m training.levels` measures the steps.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.players.champion import Champion
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.state import View

TRIALS = 200  # games that they sketch for a decision, at most


class Habits(NamedTuple):
    """The shares of the turns in which a level reads, and in which it tries things out as well."""

    reads: float
    tries: float


HABITS = {
    "regular": Habits(0.6, 0.0),
    "snoop": Habits(0.94, 0.0),
    "inspector": Habits(1.0, 0.3),
    "profiler": Habits(1.0, 0.58),
    "veteran": Habits(1.0, 0.82),
}


class Climber(Champion):
    """Tries things out in some turns, reads in more, and runs in the others."""

    def __init__(self, name: str, habits: Habits | None = None) -> None:
        """Play on this level; `habits` replaces its own, for measuring."""
        super().__init__(name)
        self._habits = HABITS[name] if habits is None else habits
        self._courier = Courier()
        self._drawn_for, self._luck = -1, 0.0

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions; without a budget nothing is tried out, as with all who search."""
        self._believer.memory.look(view.table)  # it sees what lies where when it runs, too, and when it has not watched
        luck = rng.random()  # drawn every time: asked the same twice, it decides the same
        if view.table.turn != self._drawn_for:
            self._drawn_for, self._luck = view.table.turn, luck
        if self._luck < self._habits.tries:
            return super().choose(view, actions, at_most(budget, TRIALS), rng)
        if self._luck < self._habits.reads:
            return super().choose(view, actions, Budget(), rng)
        return self.sure_win(view) or self._courier.choose(view, actions, budget, rng)


def at_most(budget: Budget, trials: int) -> Budget:
    """The part of a budget that is used by a player who tries out this many games at most."""
    if budget == Budget():
        return budget
    rollouts = trials if budget.rollouts is None else min(budget.rollouts, trials)
    return budget._replace(rollouts=rollouts, least=min(budget.least, rollouts))
