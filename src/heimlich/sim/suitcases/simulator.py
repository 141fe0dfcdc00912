"""The suitcase game for learners and studies."""

from collections.abc import Sequence
from types import ModuleType

from heimlich.games.suitcases.encoding import action_count, view_size
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.sim.simulator import BatchSimulator, Parts
from heimlich.sim.suitcases import choice, legal, pack, tables, turn, view
from heimlich.sim.suitcases.state import State


class Simulator(BatchSimulator[State, Ruleset]):
    """Many games by one ruleset; or, by `which`, each game by one of several on the same map, with as many things."""

    parts = Parts.of(tables, turn, legal, choice, view, pack)

    def __init__(
        self, rulesets: Ruleset | Sequence[Ruleset], players: int, xp: ModuleType, which: Sequence[int] | None = None
    ) -> None:
        super().__init__(rulesets, players, xp, which)
        self.actions = action_count(self.rulesets[0])
        self.fields = view_size(self.rulesets[0], players)
