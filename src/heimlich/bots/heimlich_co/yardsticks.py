"""Players that never change, to measure strength by: G1, GU, decoys and the hider.

G1 looks one move ahead at the markers. GU adds what its place is worth in the long run, from a table that was fitted
once by self-play (`training/heimlich_co/gu_table.py`) and is frozen. Both know nothing but the board. Decoys and the
hider are GU with a way to hide. A better yardstick gets a new name.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.greedy import Greedy
from heimlich.bots.heimlich_co.options import Options, options_of, pick
from heimlich.bots.heimlich_co.yardstick_values import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.game import Budget, Decision
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe, SeenEvent
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import View
from heimlich.sim.heimlich_co.board import Array, Board, BoardRules, board_of, board_rules, open_places
from heimlich.sim.heimlich_co.moves import Moves, action_of, fits, moves_of

HEATS, SLIPS = (0.1, 1.0, 100.0), 0.05  # the hider expects to be taken for GU, exact, loose or nearly random
SEEN, TOLD = 4.0, 0.2  # points that it pays for the probability of being seen through, and for each nat of its odds
DROPPED = 29  # it hides no longer once a marker is there
_SMALL = 1e-9


class Yardstick:
    """Decides moves and the safe by value; cards and dossiers like `Greedy`."""

    name = ""

    def __init__(self) -> None:
        self._else = Greedy()

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        if len(actions) == 1:
            return actions[0]
        table = view.table
        totals, agents, most = move_terms(table)
        if not isinstance(actions[0], MoveAgents | MoveSafe) or not fits(totals):
            return self._else.choose(view, actions, budget, rng)
        rules, board = board_rules(table.rules), board_of(table)
        me = np.array([table.agents.index(max(view.agents, key=table.marker))])
        if isinstance(actions[0], MoveSafe):
            values = np.where(open_places(rules, board), self.safe_values(board, me), -np.inf)[0]
            return MoveSafe(pick(values, rng))
        moves = moves_of(totals, len(agents), most)
        values = self.values(rules, board, me, moves)[0]
        return action_of(agents, moves.steps[pick(values, rng)])

    def values(self, rules: BoardRules, board: Board, me: Array, moves: Moves) -> Array:
        raise NotImplementedError

    def safe_values(self, board: Board, me: Array) -> Array:
        raise NotImplementedError


class G1(Yardstick):
    """Version 1, frozen."""

    name = "g1"

    def values(self, rules: BoardRules, board: Board, me: Array, moves: Moves) -> Array:
        return g1_values(rules, board, me, moves)

    def safe_values(self, board: Board, me: Array) -> Array:
        return g1_safe_values(np, board, me)


class GU(Yardstick):
    """Version 1, frozen."""

    name = "gu"

    def values(self, rules: BoardRules, board: Board, me: Array, moves: Moves) -> Array:
        return gu_values(rules, gu_table(), board, me, moves)

    def safe_values(self, board: Board, me: Array) -> Array:
        return gu_safe_values(np, gu_table(), board, me)


class Decoy(GU):
    """Version 1, frozen: GU, but now and then it decides as if another agent were its own.

    Measures how well beliefs see through decoys, and what decoys cost.
    """

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


class Hider(GU):
    """Version 1, frozen: GU, but it pays for decisions that tell too much about its agent.

    It hides from an observer who takes it for GU, more or less exact, and watches nobody else: so it needs no belief
    that may change.
    """

    name = "hider"

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[Agent, ...], Array] = {}

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        """Remember what its own decisions tell."""
        table = before.table
        if not table.turn:  # a new game
            self._told = {}
        for event in events:
            if isinstance(event, Decision) and event.seat == before.seat:
                options = options_of(table, event.action)
                if options is not None:
                    self._told[table.agents] = self._so_far(options) + _tells(options)[..., options.index(event.action)]

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        options = options_of(view.table, actions[0])
        if len(actions) == 1 or options is None or max(view.table.points) >= DROPPED:
            return super().choose(view, actions, budget, rng)
        own = view.table.agents.index(max(view.agents, key=view.table.marker))
        logs = self._so_far(options)[..., None] + _tells(options)
        odds = np.exp(logs - logs.max((0, 1))).sum(0)
        seen = odds[own] / odds.sum(0)
        told = np.log(seen + _SMALL) - np.log(1 - seen + _SMALL)
        return options.best(options.gu([own])[0] - SEEN * seen - TOLD * told, rng)

    def _so_far(self, options: Options) -> Array:
        """[heats, agents]: the log-likelihoods of its decisions so far."""
        agents = options.table.agents
        return self._told.get(agents, np.zeros((len(HEATS), len(agents))))


def _tells(options: Options) -> Array:
    """[heats, agents, decisions]: the log-likelihood of each decision, for the owner of each agent."""
    values = options.gu(range(len(options.table.agents)))
    odds = np.exp((values - values.max(1, keepdims=True)) / np.array(HEATS)[:, None, None])
    likely: Array = (1 - SLIPS) * odds / odds.sum(2, keepdims=True) + SLIPS / odds.shape[2]
    return np.log(likely)
