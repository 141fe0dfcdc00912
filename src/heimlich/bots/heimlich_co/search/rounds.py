"""The search at the root: rounds of rollouts, after each of which the worse candidates are dropped, within a budget.

The network's value of a candidate counts as much as some rollouts. It counts alone as far as the others are strong
players: rollouts take those for weaker than they are, and the network was fitted among them.
"""

from math import inf
from time import thread_time
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.search.movers import by_network
from heimlich.bots.heimlich_co.search.rollouts import play_on
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind
from heimlich.bots.heimlich_co.value.context import SearchContext
from heimlich.game import Budget
from heimlich.sim.heimlich_co.moves import Array

TRUST = 16.0  # rollouts that the network's value counts for
KEPT = 4  # one candidate in four goes on to the next round
FEW = 6  # candidates of the only round, where time does not suffice for a first round of all
BATCH = 1024  # the most rollouts in one batch
DOUBLE = 370  # a batch of this size takes twice as long as a tiny one
SLOW = 0.0015  # first estimate of the seconds for a turn of a tiny batch …
PROBE = 96  # … and the most rollouts in the first batch, which corrects it
FADING = 0.9  # how much of a slow estimate is kept after each batch
FEWEST = 6  # the fewest worlds in a batch
SHARE = 0.8  # of the time budget that is planned with, as a batch must be finished …
CAREFUL = 0.8  # … and of what is left of it, for the next batch: positions differ in cost


class Pace:
    """An estimate of how long rollouts take on this machine: a batch has a fixed cost, and one for each rollout."""

    def __init__(
        self, slow: float = SLOW, double: float = DOUBLE, probe: int = PROBE, fading: float = FADING, most: float = inf
    ) -> None:
        """Start with estimates; `most` is how many times slower than expected a batch may be taken for."""
        self._turn = slow  # seconds for a turn of a tiny batch
        self._double, self._most, self._fading, self._rise = double, probe, fading, most

    def fits(self, seconds: float, turns: int) -> int:
        """The number of rollouts, each of `turns` turns, that fit into this time."""
        return min(self._most, int(self._double * (seconds / (self._turn * turns) - 1)))

    def note(self, seconds: float, turns: int, rollouts: int) -> None:
        """Correct the estimate after a batch; a slow one is forgotten slowly."""
        turn = min(seconds / turns / (1 + rollouts / self._double), self._rise * self._turn)
        self._turn, self._most = max(self._fading * self._turn, turn), BATCH

    def decay(self) -> None:
        """No rollout fitted; lower the estimate so that one slow batch does not block rollouts for good."""
        self._turn *= self._fading


class Limits(NamedTuple):
    """The budget of one decision, when it began, and the pace of rollouts."""

    budget: Budget
    start: float
    pace: Pace

    def batch(self, done: float, left: int, turns: int, owed: int) -> int:
        """The size of the next batch, if the share `done` of the budget may be used after it; at least `owed`."""
        number = BATCH
        if self.budget.rollouts is not None:
            number = min(number, left)
        if self.budget.seconds is not None:
            spare = self.start + self.budget.seconds * SHARE * done - thread_time()
            number = min(number, max(owed, self.pace.fits(CAREFUL * spare, turns)))
        return number if any(self.budget) else 0


def search(
    context: SearchContext,
    found: Candidates,
    belief: Belief,
    limits: Limits,
    rng: np.random.Generator,
    trust: float = TRUST,
    growth: float = 0.0,
) -> int:
    """The index of the best candidate, by rounds of rollouts within the limits.

    The network's value counts for `trust` rollouts, or for `growth` times the root of how many were made, if that is
    more: with many of them, what is left is what they are wrong about, and not chance.
    """
    kept = np.arange(len(found.actions))
    if len(kept) == 1:
        return 0
    total, count = found.values * trust, np.full(len(kept), trust)
    turns = max(1, context.turns)
    rollouts, least = limits.budget.rollouts or 0, limits.budget.least
    sizes = _rounds(len(kept))
    if limits.batch(1 / len(sizes), rollouts // len(sizes), turns, least // len(sizes)) // len(kept) < FEWEST:
        sizes = [min(len(kept), FEW)]

    def estimates() -> Array:
        more = np.maximum(growth * np.sqrt(count - trust) - trust, 0.0)
        found_values: Array = (total + more * found.values) / (count + more)
        return found_values

    misjudged = []
    for step, size in enumerate(sizes, 1):
        kept = kept[np.argsort(-estimates()[kept], kind="stable")][:size]
        left, owed = rollouts // len(sizes), least // len(sizes)
        while (number := limits.batch(step / len(sizes), left, turns, owed) // size) >= FEWEST:
            clock = thread_time()
            worlds = draw_worlds(belief, number, rng).played_for(context.me, found.mine)
            results = play_on(context, found.after.take(kept), worlds, rng) + found.bonus[kept]
            total[kept] += results.sum(0)
            count[kept] += len(results)
            left, owed = left - results.size, owed - results.size
            limits.pace.note(thread_time() - clock, turns, results.size)
            misjudged.append(_share_of_strong(context, worlds))
    if not misjudged:
        limits.pace.decay()
    strong = float(np.mean(misjudged)) if misjudged else 0.0
    values = strong * found.values + (1 - strong) * estimates()
    return int(kept[np.argmax(values[kept])])


def _share_of_strong(context: SearchContext, worlds: Assumptions) -> float:
    """The share of the other seats that are strong players, where rollouts play those too weakly."""
    kinds = np.delete(worlds.kinds, context.me, axis=1).ravel()
    return float((kinds == Kind.STRONG).mean()) if not len(by_network(context.rules, kinds, context.sharp)) else 0.0


def _rounds(number: int) -> list[int]:
    """The number of candidates in each round, as 16, 4. Few rounds make large batches, which cost less."""
    sizes = []
    while number > 1:
        sizes.append(number)
        number = -(-number // KEPT)
    return sizes


def draw_worlds(belief: Belief, number: int, rng: np.random.Generator) -> Assumptions:
    """Draw a number of assumptions, each in proportion to its probability."""
    assumed, weights = belief.assume(number, rng)
    return assumed.take(np.repeat(np.arange(len(weights)), np.rint(weights * number).astype(np.int64)))
