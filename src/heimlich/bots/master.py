"""The strongest player: it weighs who may own whom, and takes the decision that wins most often.

First every decision is valued by the network, over a sample of who may own whom (`beliefs.py`). That alone plays well,
in a few thousandths of a second. What time is left goes to the best few: they are played on (`rollouts.py`), the worse
half is dropped, and so on. The network's word is not forgotten: it counts as much as PRIOR rollouts.
"""

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np

from heimlich.bots.beliefs import Belief, Watcher, all_deals
from heimlich.bots.board import Board, Terms, board_of, look_ahead, open_places, scored, terms_of, walk
from heimlich.bots.greedy import Greedy
from heimlich.bots.moves import SPAN, Array, action_of, moves_of
from heimlich.bots.rollouts import Scene, Worlds, play_on
from heimlich.bots.value import end_shares, move_chances, network, roles, safe_chances
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe, SeenEvent
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.state import Phase, Table, View

ASSUMPTIONS = 16  # that the network values every decision under
SKETCH = 4  # of them come first; only the best moves by these …
CLOSER = 96  # … so many, are looked at under all
CANDIDATES = 16  # that are played on
PRIOR = 64  # rollouts that the network's value counts as much as
BATCH = 1024  # rollouts in one go, at most
FIRST = 64  # rollouts in the first go, when it is not known yet how long they take
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

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        """Remember what the others do; and before the first turn, get ready, so that no decision has to wait for it."""
        table = before.table
        if table.turn == 1 and table.phase is Phase.ROLL:
            _get_ready(table)
        self._watcher.watch(before, events)

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        start = perf_counter()
        if len(actions) == 1:
            return actions[0]
        table = view.table
        totals, agents, most = move_terms(table)
        if not isinstance(actions[0], MoveAgents | MoveSafe) or max(totals) >= SPAN:
            return self._else.choose(view, actions, budget, rng)
        assert view.seat is not None
        generator = np.random.default_rng(rng.getrandbits(63))
        belief = self._watcher.at(table).belief(view.seat, view.agents)
        scene = Scene(table.rules, network(table.rules.edition, table.players), view.seat, table.first)
        if isinstance(actions[0], MoveSafe):
            found = safe_candidates(scene, table, belief, generator)
            return MoveSafe(int(found.moves[search(scene, found, belief, budget, start, generator)]))
        found = move_candidates(scene, table, belief, generator)
        moves = moves_of(totals, len(agents), most)
        best = int(found.moves[search(scene, found, belief, budget, start, generator)])
        return action_of(agents, moves.steps[best])


def _get_ready(table: Table) -> None:
    """Load and work out what all decisions need."""
    network(table.rules.edition, table.players)
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


def search(
    scene: Scene, found: Candidates, belief: Belief, budget: Budget, start: float, rng: np.random.Generator
) -> int:
    """Which of the candidates is best, as far as the budget lets one see: sequential halving."""
    kept = np.arange(len(found.moves))
    total, count = found.values * PRIOR, np.full(len(kept), float(PRIOR))
    sizes = _halvings(len(kept))
    pace = 0.0  # seconds that a rollout takes, as far as seen
    for step, size in enumerate(sizes):
        kept = kept[np.argsort(-total[kept] / count[kept], kind="stable")][:size]
        left = (budget.rollouts or 0) // len(sizes)
        while True:
            number = BATCH // size
            if budget.rollouts is not None:
                number = min(number, left // size)
            if budget.seconds is not None:
                spare = budget.seconds * SHARE * (step + 1) / len(sizes) - (perf_counter() - start)
                number = min(number, int(spare / pace / size) if pace else FIRST // size)
                number = number if spare > 0 else 0
            elif budget.rollouts is None:
                number = 0
            if number < FEWEST:
                break
            clock = perf_counter()
            worlds = _worlds(belief, number, rng)
            results = play_on(scene, found.board.take(kept), found.reached[kept], worlds, rng)
            total[kept] += results.sum(0)
            count[kept] += len(results)
            left -= results.size
            pace = max(0.7 * pace, (perf_counter() - clock) / results.size)
    return int(kept[np.argmax(total[kept] / count[kept])])


def _halvings(number: int) -> list[int]:
    """How many candidates are left in each round: 16, 8, 4, 2."""
    sizes = []
    while number > 1:
        sizes.append(number)
        number = (number + 1) // 2
    return sizes


def _worlds(belief: Belief, number: int, rng: np.random.Generator) -> Worlds:
    owners, kinds, weights = belief.assume(number, rng)
    rows = np.repeat(np.arange(len(owners)), np.rint(weights * number).astype(np.int64))
    return Worlds(owners[rows], kinds[rows])
