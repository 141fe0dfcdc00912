"""A player with beliefs and without search: it takes the decision with the best win probability by the network.

Moves, places for the safe and cards are all valued the same way (search/candidates.py, search/card_play.py). The
network alone judges what follows from them; `master.py` plays on.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.belief.deals import all_deals
from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import Belief, belief_of
from heimlich.bots.heimlich_co.greedy import Greedy
from heimlich.bots.heimlich_co.players.versions import LATEST
from heimlich.bots.heimlich_co.search.answers import best_answer
from heimlich.bots.heimlich_co.search.attention import Glance
from heimlich.bots.heimlich_co.search.candidates import Candidates, move_candidates, safe_candidates
from heimlich.bots.heimlich_co.search.card_play import KEPT, card_candidates
from heimlich.bots.heimlich_co.value.context import SearchContext, search_context
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
    """Decides by the network, over its belief."""

    name = "detective"
    version = LATEST
    kept = KEPT  # what a kept card adds to a win probability of a half

    def __init__(self) -> None:
        self._keeper = EvidenceKeeper(self.version.belief)
        self._else = Greedy()

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        """Keep the evidence; before the first turn also load what decisions need, so that none has to wait for it."""
        table = before.table
        if table.turn == 1 and table.phase is Phase.ROLL:
            _prepare(table, self.version.networks)
        self._keeper.watch(before, events)

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        if len(actions) == 1:
            return actions[0]
        table = view.table
        belief = belief_of(self._keeper.at(table), view.seat, view.agents)
        if isinstance(actions[0], NameOwner):
            return best_answer(table, actions, belief)
        if isinstance(actions[0], MoveAgents) and not fits(move_terms(table)[0]):
            return self._else.choose(view, actions, budget, rng)
        generator = np.random.default_rng(rng.getrandbits(63))
        assert view.seat is not None
        context = search_context(table, view.seat, self.version.networks)
        feint, attention = self.feint(view, actions[0]), self.attention(table)
        found = find_candidates(context, view, actions, belief, generator, feint, attention, self.kept)
        best = found.actions[self.settle(context, found, belief, budget, generator)]
        if isinstance(actions[0], SayWhether):
            return SayWhether(isinstance(best, PlayCard))
        return best

    def feint(self, view: View, action: Action) -> Array | float:  # noqa: ARG002
        """Return what decisions add by what they make the others believe: nothing, as it does not hide."""
        return 0.0

    def attention(self, table: Table) -> Glance | None:  # noqa: ARG002
        """Return what limits the decisions that are looked at: nothing."""
        return None

    def settle(
        self, context: SearchContext, found: Candidates, belief: Belief, budget: Budget, rng: np.random.Generator
    ) -> int:
        """The index of the candidate to take: 0, the best by the network."""
        del context, found, belief, budget, rng
        return 0


def find_candidates(
    context: SearchContext,
    view: View,
    actions: Sequence[Action],
    belief: Belief,
    rng: np.random.Generator,
    feint: Array | float = 0.0,
    attention: Glance | None = None,
    kept: float = KEPT,
) -> Candidates:
    """The best decisions. Where the seat is asked whether it plays a card (T6): of all plays, and of passing."""
    table = view.table
    match actions[0]:
        case MoveAgents():
            return move_candidates(context, table, belief, rng, feint, attention)
        case MoveSafe():
            return safe_candidates(context, table, belief, rng, feint, attention)
        case SayWhether():
            return card_candidates(context, table, [Pass(), *card_plays(view)], belief, rng, attention, kept)
    return card_candidates(context, table, actions, belief, rng, attention, kept)


def _prepare(table: Table, networks: int) -> None:
    """Load the network, and work out the deals and moves that all decisions need."""
    judge(table.rules, table.players, networks)
    np.setdiff1d([0], [0])  # its first call loads a part of NumPy, which takes 50 ms
    all_deals(table.players, len(table.agents))
    for face in table.rules.die:
        if fits(face):
            totals, agents, most = move_terms(table._replace(roll=face))
            moves_of(totals, len(agents), most)
