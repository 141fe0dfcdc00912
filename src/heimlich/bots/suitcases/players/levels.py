"""The levels of the suitcase game between casual and master: each wins about two games in three against the one below.

Nobody plays every turn equally well. In some turns a level reads from the others' steps where bombs may be, and solves
the duels; in the others it runs like casual. The veteran, which is the first master, also tries plans out. What wins
now, for sure, all of them do. `python -m training.levels` measures the steps.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.players.master import Master
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.state import View

READS = {"regular": 0.4, "inspector": 1.0, "veteran": 1.0}  # the share of the turns in which they read and reckon
TRIES = ("veteran",)  # try plans out, too, as far as the budget goes


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
