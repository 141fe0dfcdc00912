"""Trials of plans in sketches: hundreds of games at once, for some turns, then the network judges them.

All plans meet the same contents, dice and duel cards. Half of the plans go on to the next trial (sequential halving).
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from heimlich.bots.suitcases.belief.posterior import sample_contents
from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.distances import distance_table
from heimlich.bots.suitcases.search.candidates import Plan, blank_state
from heimlich.bots.suitcases.sight import CASUAL, Style
from heimlich.bots.suitcases.sketch.drawing import sketch
from heimlich.bots.suitcases.sketch.features import features
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain, ground_of
from heimlich.bots.suitcases.sketch.network import Weights, chances
from heimlich.bots.suitcases.sketch.turns import MOMENTS, turn_of
from heimlich.bots.suitcases.sketch.worth import Manner
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Decision, Seat
from heimlich.games.suitcases.actions import Step
from heimlich.games.suitcases.names import SUITCASES, colour_name
from heimlich.games.suitcases.state import Phase, Table
from heimlich.games.suitcases.turn import apply

FIRST = 12  # games of each plan in the first trial; twice as many in each further one
MOST = 200  # games of each plan, at most
FEW = 4  # games of each plan that are worth while, at least
COST = 6e-5  # seconds for a game and turn, before it has been measured …
TURN = 0.005  # … and for a turn, however few games there are


class Draft(NamedTuple):
    """A plan as far as it can be foreseen: the table then, and the step that follows; without one, the turn is over."""

    table: Table
    step: Step | None


def draft(table: Table, know: Knowledge, plan: Plan) -> Draft:
    """Carry a plan out, up to a duel or an opponent's suitcase that would be opened."""
    state, own = blank_state(table, know), colour_name(table.players, know.me)
    for action in plan:
        now = state.table
        if isinstance(action, Step) and action.place not in now.rules.board.cities:
            load = now.loads[know.me][action.agent - 1]
            if load is not None and SUITCASES[load][0] != own:
                return Draft(now, action)
        state = apply(state, Decision(know.me, action))
        if state.table.phase in (Phase.DUEL, Phase.FIGHT):
            assert isinstance(action, Step)
            return Draft(now, action)
    return Draft(state.table, None)


class Trials:
    """Compares plans for one decision."""

    def __init__(
        self,
        know: Knowledge,
        weights: Weights,
        turns: int,
        style: Style = STYLE,
        believers: Callable[[Seat], float] = lambda _: 0.5,
    ) -> None:
        self.know, self.weights, self.turns, self.believers = know, weights, turns, believers
        self._mind = Manner(style, 1.0)

    def values(self, drafts: Sequence[Draft], count: int, rng: Random) -> Array:
        """[drafts, count]: the own win probability after each, in as many samples of everything else."""
        table, me = drafts[0].table, self.know.me
        ground = ground_of(table.rules, table.players)
        worlds = [sample_contents(table, *self.know, rng) for _ in range(count)]
        games = sketch([one.table for one in drafts], worlds, self.know.clues)
        luck = np.random.default_rng(rng.getrandbits(64))
        many = len(drafts)
        games = self._finish_turn(ground, drafts, games, luck, count)
        seat, turn = me, table.turn
        chosen = luck.random((count, 1))
        for _ in range(self.turns):
            seat, turn = (seat + 1) % ground.players, turn + 1
            roll = np.tile(luck.choice(ground.rolls, count), many)
            cards = np.tile(luck.random((count, MOMENTS, 2)), (many, 1, 1))
            mind = self._mind if seat == me else _mixed(np.tile(chosen < self.believers(seat), (many, 1)))
            games = turn_of(ground, games, seat, mind, turn, roll, cards)
        rolls = (seat + 1) % ground.players
        share = chances(np, self.weights, features(ground, games, rolls))[:, (me - rolls) % ground.players]
        share = np.where(games.over, games.share[:, me], share)
        return share.reshape(many, count)

    def _finish_turn(
        self, ground: Terrain, drafts: Sequence[Draft], games: Sketches, luck: np.random.Generator, count: int
    ) -> Sketches:
        """Carry out the steps that could not be foreseen, and the rest of the turn."""
        cards = luck.random((count, MOMENTS, 2))
        open_ones = [index for index, one in enumerate(drafts) if one.step is not None]
        if not open_ones:
            return games
        numbers = distance_table(drafts[0].table.rules, ground.players).place_number
        rows = np.concatenate([np.arange(index * count, (index + 1) * count) for index in open_ones])
        tables = [drafts[index].table for index in open_ones]
        steps = [drafts[index].step for index in open_ones]

        def column(values: list[int]) -> Array:
            return np.repeat(np.array(values), count)

        agents = column([one.agent - 1 for one in steps if one])
        places = column([numbers.get(one.place, NONE) for one in steps if one])
        after = turn_of(
            ground,
            Sketches(*(one[rows] for one in games)),
            self.know.me,
            self._mind,
            tables[0].turn,
            column([table.steps for table in tables]),
            np.tile(cards, (len(open_ones), 1, 1)),
            (agents, places),
            (column([table.extra for table in tables]), column([table.mover - 1 for table in tables])),
        )
        return Sketches(*(_put(whole, rows, part) for whole, part in zip(games, after, strict=True)))


def _mixed(clued: Array) -> Manner:
    """Believers in some of the games, casuals in the others."""
    share = clued.astype(np.float32)
    style: list[Any] = [one + (other - one) * share for one, other in zip(CASUAL, STYLE, strict=True)]
    return Manner(Style(*style), share)


def _put(whole: Array, rows: Array, part: Array) -> Array:
    whole = whole.copy()
    whole[rows] = part
    return whole


class TrialLimits(NamedTuple):
    """Limits on trials: how many games in all (None: no limit), the seconds left, and how many are due even so."""

    games: int | None
    left: Callable[[], float]
    least: int = 0


def best_plan(trials: Trials, drafts: Sequence[Draft], limits: TrialLimits, rng: Random) -> int:
    """The number of the plan that has done best, by sequential halving."""
    left = list(range(len(drafts)))
    total, count, spent, size, cost = np.zeros(len(drafts)), 0, 0, FIRST, COST * (1 + trials.turns)
    base = TURN * (1 + trials.turns)
    while count < MOST:
        size = _affordable(limits, size, len(left), spent, cost, base)
        if not size:
            break
        before = limits.left()
        total[left] += trials.values([drafts[index] for index in left], size, rng).sum(1)
        spent, count = spent + size * len(left), count + size
        cost = max(COST / 4, (before - limits.left() - base) / (size * len(left)))
        ranked = sorted(left, key=lambda index: -total[index])
        left = sorted({0, *ranked[: max(2, (len(ranked) + 1) // 2)]})
        size = min(2 * size, MOST - count)
    if not count:
        return 0
    return max(left, key=lambda index: total[index])


def _affordable(limits: TrialLimits, size: int, plans: int, spent: int, cost: float, base: float) -> int:
    """Return how many games of each plan there is still time for; 0 if it is not worth while."""
    if limits.games is not None:
        size = min(size, (limits.games - spent) // plans)
    if spent < limits.least:
        return min(size, max(1, limits.least // plans))
    fits = int((limits.left() - base) / (cost * plans))
    return min(size, fits) if fits >= FEW else 0
