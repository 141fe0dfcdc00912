"""The search at the root: candidates are played on, the worse are dropped, and so on, within a budget.

The network's word is not forgotten: it counts as much as some rollouts. And as far as the others are strong players,
whom rollouts take for weaker ones than they are, it counts alone: it was fitted among such players.
"""

from time import thread_time
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.search.candidates import Candidates
from heimlich.bots.heimlich_co.search.movers import by_network
from heimlich.bots.heimlich_co.search.rollouts import Scene, play_on
from heimlich.bots.heimlich_co.value.network import Assumptions, Kind
from heimlich.game import Budget

TRUST = 16.0  # rollouts: the network's word counts as much
KEPT = 4  # of so many candidates, one goes on to the next round
FEW = 6  # candidates, where there is not even time for a first round of all
BATCH = 1024  # rollouts in one go, at most
DOUBLE = 370  # rollouts make a batch take twice as long as hardly any
SLOW = 0.0015  # seconds for a turn of a small batch, before it is known better …
PROBE = 96  # … and the most rollouts to find out with
FADING = 0.9  # of how slow it was is remembered each time
FEWEST = 6  # worlds that are worth a go
SHARE = 0.8  # of the time is used: what is begun must be finished …
CAREFUL = 0.8  # … and a batch is planned to take so much of what is left of it, since positions differ in cost


class Pace:
    """How long rollouts take here and now: a batch has its price, however small it is."""

    def __init__(self) -> None:
        self._turn = SLOW  # seconds for a turn of the smallest batch
        self._most = PROBE

    def fits(self, seconds: float, turns: int) -> int:
        """How many rollouts of so many turns can be made in that time."""
        return min(self._most, int(DOUBLE * (seconds / (self._turn * turns) - 1)))

    def note(self, seconds: float, turns: int, rollouts: int) -> None:
        """So long it took; a slow batch is remembered for a while."""
        self._turn, self._most = max(FADING * self._turn, seconds / turns / (1 + rollouts / DOUBLE)), BATCH

    def rest(self) -> None:
        """Nothing was tried, as it would have taken too long: it may have been slow only once."""
        self._turn *= FADING


class Limits(NamedTuple):
    """What a decision may take."""

    budget: Budget
    start: float
    pace: Pace

    def batch(self, done: float, left: int, turns: int, owed: int) -> int:
        """How many rollouts may be made next, if this part of the budget may be used by then; at least those owed."""
        number = BATCH
        if self.budget.rollouts is not None:
            number = min(number, left)
        if self.budget.seconds is not None:
            spare = self.start + self.budget.seconds * SHARE * done - thread_time()
            number = min(number, max(owed, self.pace.fits(CAREFUL * spare, turns)))
        return number if any(self.budget) else 0


def search(scene: Scene, found: Candidates, belief: Belief, limits: Limits, rng: np.random.Generator) -> int:
    """Which of the candidates is best, as far as the budget lets one see; the worse are dropped round by round."""
    kept = np.arange(len(found.actions))
    if len(kept) == 1:
        return 0
    total, count = found.values * TRUST, np.full(len(kept), TRUST)
    turns = max(1, (scene.me - scene.following) % scene.players)
    rollouts, least = limits.budget.rollouts or 0, limits.budget.least
    sizes = _rounds(len(kept))
    if limits.batch(1 / len(sizes), rollouts // len(sizes), turns, least // len(sizes)) // len(kept) < FEWEST:
        sizes = [min(len(kept), FEW)]
    misjudged = []
    for step, size in enumerate(sizes, 1):
        kept = kept[np.argsort(-total[kept] / count[kept], kind="stable")][:size]
        left, owed = rollouts // len(sizes), least // len(sizes)
        while (number := limits.batch(step / len(sizes), left, turns, owed) // size) >= FEWEST:
            clock = thread_time()
            worlds = draw_worlds(belief, number, rng).played_for(scene.me, found.mine)
            results = play_on(scene, found.after.take(kept), worlds, rng) + found.bonus[kept]
            total[kept] += results.sum(0)
            count[kept] += len(results)
            left, owed = left - results.size, owed - results.size
            limits.pace.note(thread_time() - clock, turns, results.size)
            misjudged.append(_share_of_strong(scene, worlds))
    if not misjudged:
        limits.pace.rest()
    strong = float(np.mean(misjudged)) if misjudged else 0.0
    values = strong * found.values + (1 - strong) * total / count
    return int(kept[np.argmax(values[kept])])


def _share_of_strong(scene: Scene, worlds: Assumptions) -> float:
    """How many of the others are players whom rollouts do not do justice."""
    kinds = np.delete(worlds.kinds, scene.me, axis=1).ravel()
    return float((kinds == Kind.STRONG).mean()) if not len(by_network(scene.rules, kinds)) else 0.0


def _rounds(number: int) -> list[int]:
    """How many candidates are left in each round: 16, 4. Fewer rounds make larger batches, which cost less."""
    sizes = []
    while number > 1:
        sizes.append(number)
        number = -(-number // KEPT)
    return sizes


def draw_worlds(belief: Belief, number: int, rng: np.random.Generator) -> Assumptions:
    """So many assumptions, each as often as it is likely."""
    assumed, weights = belief.assume(number, rng)
    return assumed.take(np.repeat(np.arange(len(weights)), np.rint(weights * number).astype(np.int64)))
