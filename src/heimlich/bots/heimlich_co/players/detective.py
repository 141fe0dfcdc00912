"""A player who believes, and does not search: it takes the decision that the network finds best, over its beliefs.

Moves, places for the safe and cards are all valued the same way (search/candidates.py, search/card_play.py). The
network alone judges what follows from them; `master.py` plays on.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief, Watcher, all_deals
from heimlich.bots.heimlich_co.greedy import Greedy
from heimlich.bots.heimlich_co.search.answers import best_answer
from heimlich.bots.heimlich_co.search.candidates import Candidates, move_candidates, safe_candidates
from heimlich.bots.heimlich_co.search.card_play import card_candidates
from heimlich.bots.heimlich_co.search.rollouts import Scene, scene_of
from heimlich.bots.heimlich_co.value.network import judge
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import (
    Action,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    SayWhether,
    SeenEvent,
)
from heimlich.games.heimlich_co.legal import card_plays
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.sim.heimlich_co.moves import Array, fits, moves_of


class Detective:
    """Believes, and decides at once."""

    name = "detective"

    def __init__(self) -> None:
        self._watcher = Watcher()
        self._else = Greedy()

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        """Remember what the others do; and before the first turn, get ready, so that no decision has to wait for it."""
        table = before.table
        if table.turn == 1 and table.phase is Phase.ROLL:
            _get_ready(table)
        self._watcher.watch(before, events)

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        if len(actions) == 1:
            return actions[0]
        table = view.table
        belief = self._watcher.at(table).belief(view.seat, view.agents)
        if isinstance(actions[0], NameOwner):
            return best_answer(table, actions, belief)
        if isinstance(actions[0], MoveAgents) and not fits(move_terms(table)[0]):
            return self._else.choose(view, actions, budget, rng)
        generator = np.random.default_rng(rng.getrandbits(63))
        assert view.seat is not None
        scene = scene_of(table, view.seat)
        found = find_candidates(scene, view, actions, belief, generator, self.feint(view, actions[0]))
        best = found.actions[self.settle(scene, found, belief, budget, generator)]
        if isinstance(actions[0], SayWhether):
            return SayWhether(isinstance(best, PlayCard))
        return best

    def feint(self, view: View, action: Action) -> Array | float:  # noqa: ARG002
        """What decisions like this one add by what they make the others believe: it hides nothing."""
        return 0.0

    def settle(self, scene: Scene, found: Candidates, belief: Belief, budget: Budget, rng: np.random.Generator) -> int:
        """Which of the candidates it takes: the first is the best by the network."""
        del scene, found, belief, budget, rng
        return 0


def find_candidates(
    scene: Scene,
    view: View,
    actions: Sequence[Action],
    belief: Belief,
    rng: np.random.Generator,
    feint: Array | float = 0.0,
) -> Candidates:
    """The best of what can be decided now. Asked whether it wants to play a card (T6): all plays, and keeping them."""
    table = view.table
    match actions[0]:
        case MoveAgents():
            return move_candidates(scene, table, belief, rng, feint)
        case MoveSafe():
            return safe_candidates(scene, table, belief, rng, feint)
        case SayWhether():
            return card_candidates(scene, table, [Pass(), *card_plays(view)], belief, rng)
    return card_candidates(scene, table, actions, belief, rng)


def _get_ready(table: Table) -> None:
    """Load and work out what all decisions need."""
    judge(table.rules, table.players)
    all_deals(table.players, len(table.agents))
    for face in table.rules.die:
        if fits(face):
            totals, agents, most = move_terms(table._replace(roll=face))
            moves_of(totals, len(agents), most)
