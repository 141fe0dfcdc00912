"""The strongest player: a master for whom the others are strong, too.

It sees through players who go by the network (belief/network_players.py), and in its rollouts they reply by the
network for the agents that they are taken to own (search/network_splits.py), where the master has them move like a
loose GU. So its rollouts can be believed at a table of strong players, too. As those look who owns whom, it also
pays for not being seen through. docs/bots.md says how strong it is.
"""

from typing import ClassVar

import numpy as np

from heimlich.bots.heimlich_co.belief.hiding import attentive_share, can_hide, cost_of_revealing, for_observer
from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1
from heimlich.bots.heimlich_co.options import options_of
from heimlich.bots.heimlich_co.players.master import Master
from heimlich.bots.heimlich_co.players.versions import CHAMPION
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.search.rounds import Pace
from heimlich.bots.heimlich_co.value.context import MOST_TURNS, SearchContext
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.state import View
from heimlich.sim.heimlich_co.board import board_rules, ranks
from heimlich.sim.heimlich_co.moves import Array

SMALL_TABLE = 3  # players with whom rollouts always go on to the own next turn
GROWTH = 4.6  # of the trust in the network, with the root of the number of rollouts: 16 for 12 of them, 52 for 128
WAITING = {2: 0.03, 4: 0.03}  # by players: how much the network overrates moves after which nobody scores
BEYOND = {2: 2}  # by players: turns from the own next one on, in rollouts, where there is much time; else 1
HIDING = {3: 0.04, 4: 0.04}  # by players: the win probability that a point of `hiding.price` is worth, …
OBSERVER = BELIEF_1  # … which is paid for what somebody with this belief would conclude, …
LIKELY = 0.5  # an agent with this probability of being free is taken to be free, where it would win
FEW_CARE = 0.05  # … if more than this share of the others is expected to care who owns whom
SLOW = 0.0015  # first estimate of the seconds for a turn of a tiny batch of rollouts …
DOUBLE = 50  # … a batch of this size takes twice as long …
PROBE = 48  # … and the most rollouts in the first batch, which corrects it
FADING = 0.7  # how much of a slow estimate is kept after each batch: many rollouts are alike, and cost little
RISE = 2.0  # a batch is never taken for more than so many times slower than expected
LITTLE = 0.05  # seconds, or …
FEW = 256  # … rollouts, up to which rollouts end with the own next turn or earlier, so that there are more of them
LEAST = 36  # rollouts that are made in any case, if there is a limit of time


class Champion(Master):
    """Searches over its belief, among strong players."""

    name = "champion"
    version = CHAMPION
    growth = GROWTH
    waiting: ClassVar[dict[int, float]] = WAITING
    hiding: ClassVar[dict[int, float]] = HIDING

    def __init__(self) -> None:
        super().__init__()
        self._pace = Pace(SLOW, DOUBLE, PROBE, FADING, RISE)

    def feint(self, view: View, action: Action) -> Array | float:
        """Pay for what decisions reveal, as far as the others care who owns whom; where dossiers are written, more.

        What ends the game costs nothing, and of the others the one that reveals least: else ends would seem too dear
        to be looked at, or too cheap.
        """
        cost, options = self._cost_of_revealing(view, action), options_of(view.table, action)
        if options is None or options.safe or not isinstance(cost, np.ndarray):
            return cost
        ends = options.ends(0) != 0
        return cost if ends.all() else np.where(ends, 0.0, cost - cost[~ends].max())

    def _cost_of_revealing(self, view: View, action: Action) -> Array | float:
        """The price of what each decision tells somebody with the first belief, if enough of the others care."""
        table, cost = view.table, super().feint(view, action)
        point = self.hiding.get(table.players, 0.0)
        if not point or not can_hide(table) or table.rules.one_agent:  # there it was not measured
            return cost
        assert view.seat is not None
        evidence = self._keeper.at(table)
        share = attentive_share(evidence, view.seat)
        if share < FEW_CARE:
            return cost
        return cost + cost_of_revealing(for_observer(evidence, OBSERVER), view, action, share * point)

    def settle(
        self, context: SearchContext, found: Candidates, belief: Belief, budget: Budget, rng: np.random.Generator
    ) -> int:
        """Search as the master does, with strong players who go by the network."""
        if budget.seconds is not None:
            budget = budget._replace(least=max(budget.least, LEAST))
        players = context.players
        beyond = 0 if is_little(budget) else BEYOND.get(players, 1)
        context = context._replace(sharp=True, horizon=horizon(players, budget), beyond=beyond)
        apart = ends_apart(context, found)
        rows = np.flatnonzero(~gives_away(context, apart, belief))
        order, corrected = without_hope(apart.take(rows), self.waiting.get(players, 0.0))
        return int(rows[order[super().settle(context, corrected, belief, budget, rng)]])


def ends_apart(context: SearchContext, found: Candidates) -> Candidates:
    """Value decisions that end the game by what they bring: what the others believe then no longer counts."""
    ends = found.after.reached & context.is_last(context.following)
    return found._replace(values=found.values - ends * found.bonus, bonus=np.where(ends, 0.0, found.bonus))


def gives_away(context: SearchContext, found: Candidates, belief: Belief) -> Array:
    """[candidates]: whether a decision ends the game for an opponent and brings nothing; of none, if all end it so.

    With little hope left, the prices for waiting and for being seen through would make such an end look best. An end
    for a free agent is none: it is a draw, and it ends games in which all wait for each other.
    """
    lost = found.after.reached & context.is_last(context.following) & (found.values <= 0)
    if not lost.any() or lost.all():
        return np.zeros(len(lost), bool)
    rules = board_rules(context.rules)
    rank = ranks(rules, found.after.board.points, found.after.gains)
    free = np.where(rank == rank.max(1, keepdims=True), belief.owners()[-1], 1.0).min(1)
    gifts: Array = lost & (free < (LIKELY if rules.free_agents_win else np.inf))
    return gifts


def without_hope(found: Candidates, waiting: float) -> tuple[Array, Candidates]:
    """Correct what waiting for a scoring is overrated by: the candidates, the best first, and where each stood."""
    more = np.where(found.after.gains.any(1), waiting, 0.0)
    values = found.values + more
    order = np.argsort(-values, kind="stable")
    return order, found._replace(values=values, bonus=found.bonus + more).take(order)


def is_little(budget: Budget) -> bool:
    """Tell whether little time must do."""
    return (budget.seconds or 0) <= LITTLE and (budget.rollouts or 0) <= FEW


def horizon(players: int, budget: Budget) -> int:
    """The most turns of the others in a rollout: about half the way round, where little time must do."""
    return (players - 1) // 2 if is_little(budget) and players > SMALL_TABLE else MOST_TURNS
