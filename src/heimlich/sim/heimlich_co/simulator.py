"""Heimlich & Co. for learners and studies."""

from collections.abc import Sequence
from types import ModuleType

from heimlich.games.heimlich_co.encoding import UNIT_COUNT, action_count, view_size
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.batch import select
from heimlich.sim.heimlich_co import choice, legal, pack, tables, turn, units, view
from heimlich.sim.heimlich_co.state import Array, Rows, State
from heimlich.sim.simulator import BatchSimulator, Parts


class Simulator(BatchSimulator[State, Ruleset]):
    """Many games by one ruleset; or, by `which`, each game by one of several with the same number of agents."""

    parts = Parts.of(tables, turn, legal, choice, view, pack)

    def __init__(
        self, rulesets: Ruleset | Sequence[Ruleset], players: int, xp: ModuleType, which: Sequence[int] | None = None
    ) -> None:
        super().__init__(rulesets, players, xp, which)
        self.actions = action_count(self.shape.points)
        self.units = UNIT_COUNT
        self.fields = view_size(self.shape.agents, players, cards=self.shape.cards, dossier=self.shape.dossier)

    # Unit steps: moves point by point, with what is spent so far kept next to the state

    def nothing_spent(self, state: State) -> Rows:
        """Before the first point of a move: for each agent int8 [batch]."""
        return units.nothing_spent(self.shape, state)

    def unit_mask(self, state: State, spent: Rows) -> Array:
        """Return which unit steps may follow, bool [batch, units]."""
        return units.unit_mask(self.shape, self.rules, state, spent)

    def unit_advance(self, state: State, spent: Rows, unit: Array, stride: int) -> tuple[State, Rows, Array, Array]:
        """`advance` by a unit step: state, what is spent, rewards, and which games ended with it."""
        xp = self.shape.xp
        spent, action, complete = units.spend(self.shape, self.rules, state, spent, unit)
        after, rewards, over = self.advance(state, action, stride)
        over = over & complete
        left = tuple(xp.where(complete, xp.int8(0), points) for points in spent)
        return select(xp, complete, after, state), left, rewards * over[:, None], over
