"""The strongest player: it weighs who may own whom, and takes the decision that wins most often.

First every decision is valued by the network, over a sample of who may own whom (`beliefs.py`). That alone plays well,
in a few thousandths of a second. What time is left goes to the best few: they are played on (`rollouts.py`), the worse
are dropped, and so on. The network's word is not forgotten: it counts as much as some rollouts.
"""

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np

from heimlich.bots.answers import best_answer
from heimlich.bots.beliefs import Belief, Watcher, all_deals
from heimlich.bots.board import Board, Terms, board_of, look_ahead, open_places, scored, terms_of, walk
from heimlich.bots.greedy import Greedy
from heimlich.bots.moves import SPAN, Array, action_of, moves_of
from heimlich.bots.rollouts import Scene, Worlds, play_on
from heimlich.bots.value import end_shares, judge, move_chances, roles, safe_chances
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe, NameOwner, SeenEvent
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.state import Phase, Table, View

ASSUMPTIONS = 16  # that the network values every decision under
SKETCH = 4  # of them come first; only the best moves by these …
CLOSER = 96  # … so many, are looked at under all
CANDIDATES = 16  # that are played on
KEPT = 4  # of so many candidates, one goes on to the next round
BATCH = 1024  # rollouts in one go, at most
DOUBLE = 450  # rollouts make a batch take twice as long as hardly any
SLOW = 0.002  # seconds for a turn of a small batch, before it is known better
FEWEST = 6  # worlds that are worth a go
SHARE = 0.8  # of the time is used: what is begun must be finished


class Candidates(NamedTuple):
    """The best decisions by the network, the best first, with the positions that they lead to."""

    moves: Array  # row of the move, or place of the safe
    board: Board
    reached: Array
    values: Array


class Master:
    """Searches with belief."""

    name = "master"

    def __init__(self) -> None:
        self._watcher = Watcher()
        self._else = Greedy()
        self._pace = Pace()

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        """Remember what the others do; and before the first turn, get ready, so that no decision has to wait for it."""
        table = before.table
        if table.turn == 1 and table.phase is Phase.ROLL:
            _get_ready(table)
        self._watcher.watch(before, events)

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        limits = Limits(budget, perf_counter(), self._pace)
        if len(actions) == 1:
            return actions[0]
        table = view.table
        belief = self._watcher.at(table).belief(view.seat, view.agents)
        if isinstance(actions[0], NameOwner):
            return best_answer(table, actions, belief)
        totals, agents, most = move_terms(table)
        if not isinstance(actions[0], MoveAgents | MoveSafe) or max(totals) >= SPAN:
            return self._else.choose(view, actions, budget, rng)
        assert view.seat is not None
        generator = np.random.default_rng(rng.getrandbits(63))
        scene = Scene(table.rules, judge(table.rules, table.players), view.seat, table.first)
        if isinstance(actions[0], MoveSafe):
            found = safe_candidates(scene, table, belief, generator)
            return MoveSafe(int(found.moves[search(scene, found, belief, limits, generator)]))
        found = move_candidates(scene, table, belief, generator)
        moves = moves_of(totals, len(agents), most)
        best = int(found.moves[search(scene, found, belief, limits, generator)])
        return action_of(agents, moves.steps[best])


def _get_ready(table: Table) -> None:
    """Load and work out what all decisions need."""
    judge(table.rules, table.players)
    all_deals(table.players, len(table.agents))
    for face in table.rules.die:
        if max(face) < SPAN:
            moves_of(move_terms(table._replace(roll=face))[0], len(table.agents), move_terms(table)[2])


def safe_candidates(scene: Scene, table: Table, belief: Belief, rng: np.random.Generator) -> Candidates:
    """The places for the safe."""
    terms, board = terms_of(table.rules), board_of(table)
    owners, kinds, weights = belief.assume(ASSUMPTIONS, rng)
    chances = weights @ safe_chances(scene.net, board, _role(scene, owners, kinds, board))
    chances = np.where(open_places(terms, board)[0], chances, -1)
    order = np.argsort(-chances)[: np.count_nonzero(chances >= 0)]
    after = board.take(np.zeros(len(order), np.int64))._replace(safe=order)
    return Candidates(order, after, np.full(len(order), table.reached), chances[order])


def move_candidates(scene: Scene, table: Table, belief: Belief, rng: np.random.Generator) -> Candidates:
    """The best moves, each with the place where the safe would best go."""
    terms, board = terms_of(table.rules), board_of(table)
    totals, agents, most = move_terms(table)
    moves = moves_of(totals, len(agents), most)
    ahead = look_ahead(terms, board, moves)
    owners, kinds, weights = belief.assume(ASSUMPTIONS, rng)
    role = _role(scene, owners, kinds, board)
    ends = np.flatnonzero(ahead.ends[0])
    if table.rules.play_out_round and (scene.me + 1) % table.players != table.first:
        ends = ends[:0]

    def chances_of(some: slice, rows: Array) -> Array:
        each = move_chances(scene.net, board, ahead, moves, role[some], rows)
        final = np.isin(rows, ends)
        if final.any():
            each[:, final] = end_shares(terms, ahead, board, moves, rows[final], owners[some], scene.me)
        summed: Array = weights[some] @ each
        return summed

    rows = np.arange(len(moves.steps))
    chances = chances_of(slice(SKETCH), rows)
    if len(weights) > SKETCH:
        rows = np.argsort(-chances, kind="stable")[:CLOSER]
        closer = chances[rows] + chances_of(slice(SKETCH, None), rows)
        chances = np.full_like(chances, -1.0)
        chances[rows] = closer
    order = np.argsort(-chances, kind="stable")[:CANDIDATES]
    after, reached = _after(terms, board, moves.steps[order], ahead.scores[0][order], table.reached)
    for index in np.flatnonzero(ahead.scores[0][order] & ~ahead.ends[0][order]):
        there = after.take(np.array([index]))
        spots = weights @ safe_chances(scene.net, there, role)
        spots = np.where(open_places(terms, there)[0], spots, -1)
        after.safe[index] = spots.argmax()
        chances[order[index]] = spots.max()
    by_value = np.argsort(-chances[order], kind="stable")
    order = order[by_value]
    return Candidates(order, after.take(by_value), reached[by_value], chances[order])


def _after(terms: Terms, board: Board, steps: Array, scores: Array, reached: bool) -> tuple[Board, Array]:
    """The positions that some moves lead to, the safe still where it was."""
    start = board.take(np.zeros(len(steps), np.int64))
    places = walk(start, steps)
    points = np.where(scores[:, None], scored(terms, places, start.points), start.points)
    return Board(places, points, start.safe), reached | (points.max(1) >= terms.target)


def _role(scene: Scene, owners: Array, kinds: Array, board: Board) -> Array:
    players = owners.shape[1]
    return roles(owners, kinds, scene.me, (scene.me + 1) % players, board.places.shape[1])


class Pace:
    """How long rollouts take here and now: a batch has its price, however small it is."""

    def __init__(self) -> None:
        self._turn = SLOW  # seconds for a turn of the smallest batch

    def fits(self, seconds: float, turns: int) -> int:
        """How many rollouts of so many turns can be made in that time."""
        return int(DOUBLE * (seconds / (self._turn * turns) - 1))

    def note(self, seconds: float, turns: int, rollouts: int) -> None:
        """So long it took; a slow batch is remembered for a while."""
        self._turn = max(0.9 * self._turn, seconds / turns / (1 + rollouts / DOUBLE))


class Limits(NamedTuple):
    """What a decision may take."""

    budget: Budget
    start: float
    pace: Pace

    def batch(self, done: float, left: int, turns: int) -> int:
        """How many rollouts may be made next, if this part of the budget may be used by then."""
        number = BATCH
        if self.budget.rollouts is not None:
            number = min(number, left)
        if self.budget.seconds is not None:
            spare = self.start + self.budget.seconds * SHARE * done - perf_counter()
            number = min(number, self.pace.fits(spare, turns))
        return number if any(self.budget) else 0


def search(scene: Scene, found: Candidates, belief: Belief, limits: Limits, rng: np.random.Generator) -> int:
    """Which of the candidates is best, as far as the budget lets one see; the worse are dropped round by round."""
    kept = np.arange(len(found.moves))
    total, count = found.values * scene.net.trust, np.full(len(kept), scene.net.trust)
    sizes = _rounds(len(kept))
    turns = belief.deals.shape[1] - 1
    for step, size in enumerate(sizes, 1):
        kept = kept[np.argsort(-total[kept] / count[kept], kind="stable")][:size]
        left = (limits.budget.rollouts or 0) // len(sizes)
        while (number := limits.batch(step / len(sizes), left, turns) // size) >= FEWEST:
            clock = perf_counter()
            results = play_on(scene, found.board.take(kept), found.reached[kept], _worlds(belief, number, rng), rng)
            total[kept] += results.sum(0)
            count[kept] += len(results)
            left -= results.size
            limits.pace.note(perf_counter() - clock, turns, results.size)
    return int(kept[np.argmax(total[kept] / count[kept])])


def _rounds(number: int) -> list[int]:
    """How many candidates are left in each round: 16, 4. Fewer rounds make larger batches, which cost less."""
    sizes = []
    while number > 1:
        sizes.append(number)
        number = -(-number // KEPT)
    return sizes


def _worlds(belief: Belief, number: int, rng: np.random.Generator) -> Worlds:
    owners, kinds, weights = belief.assume(number, rng)
    rows = np.repeat(np.arange(len(owners)), np.rint(weights * number).astype(np.int64))
    return Worlds(owners[rows], kinds[rows])
