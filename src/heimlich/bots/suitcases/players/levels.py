"""The levels of the suitcase game between casual and master: each wins about two games in three against the one below.

Nobody plays every turn equally well. In some turns a level reads from the others' steps where bombs may be, and solves
the duels; in the others it runs like casual. The inspector, which is the first master, also tries plans out. Profiler
and veteran play like the master with little time, and in some turns with hardly any: then they try out few plans, and
do not think about how a rival chooses its duel cards. What wins now, for sure, all of them do.
`python -m training.levels` measures the steps.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.players.champion import Champion
from heimlich.bots.suitcases.players.master import Master
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.state import View

READS = {"regular": 0.4, "snoop": 1.0, "inspector": 1.0}  # the share of the turns in which they read and reckon
TRIES = ("inspector",)  # try plans out, too, as far as the budget goes
ALERT = {"profiler": 0.35, "veteran": 0.8}  # the share of the turns in which these do not hurry
TRIALS, HURRIED = 150, 60  # games that they sketch for a decision, at most; and in a hurry: too few for duels


class Climber(Master):
    """Reads in some turns, or in all of them."""

    def __init__(self, name: str, reads: float | None = None) -> None:
        """Play on this level; `reads` replaces how often it reads, for measuring."""
        super().__init__()
        self.name, self._reads = name, READS[name] if reads is None else reads
        self._courier, self._turn, self._awake = Courier(), -1, False

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions; the budget matters to those who try plans out."""
        self._believer.memory.look(view.table)  # asleep, too, it sees what lies where
        luck = rng.random()  # drawn every time: asked the same twice, it decides the same
        if view.table.turn != self._turn:
            self._turn, self._awake = view.table.turn, luck < self._reads
        if self._awake:
            return super().choose(view, actions, budget if self.name in TRIES else Budget(), rng)
        return self.sure_win(view) or self._courier.choose(view, actions, budget, rng)


class Expert(Champion):
    """The champion with few trials, and fewer in some turns, however much time there is."""

    def __init__(self, name: str, alert: float | None = None) -> None:
        """Play on this level; `alert` replaces how often it does not hurry, for measuring."""
        super().__init__(name)
        self._share = ALERT[name] if alert is None else alert
        self._drawn_for, self._alert = -1, False

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions; without a budget nothing is tried out, as with all who search."""
        luck = rng.random()  # drawn every time, as above
        if view.table.turn != self._drawn_for:
            self._drawn_for, self._alert = view.table.turn, luck < self._share
        return super().choose(view, actions, at_most(budget, TRIALS if self._alert else HURRIED), rng)


def at_most(budget: Budget, trials: int) -> Budget:
    """The part of a budget that is used by a player who tries out this many games at most."""
    if budget == Budget():
        return budget
    rollouts = trials if budget.rollouts is None else min(budget.rollouts, trials)
    return budget._replace(rollouts=rollouts, least=min(budget.least, rollouts))
