"""The decisions that are worth a closer look: moves and places for the safe, valued by the network over beliefs."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.search.rollouts import Positions, Scene
from heimlich.bots.heimlich_co.value.chances import MoveChances, role_of
from heimlich.bots.heimlich_co.value.network import Assumptions, position_chances, safe_chances
from heimlich.games.heimlich_co.actions import Action, MoveSafe
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import RUINS
from heimlich.games.heimlich_co.state import Table
from heimlich.games.heimlich_co.supply import can_draw
from heimlich.sim.heimlich_co.board import Board, board_of, board_rules, look_ahead, open_places, walk
from heimlich.sim.heimlich_co.moves import Array, Moves, action_of, moves_of

ASSUMPTIONS = 16  # that the network values every decision under
SKETCH = 4  # of them come first; only the best moves by these …
CLOSER = 96  # … so many, are looked at under all
CANDIDATES = 16  # that are played on
DRAWN = 0.08  # of the win, for a card that is drawn when the chances are even


class Candidates(NamedTuple):
    """The best decisions by the network, the best first, with the positions that they lead to."""

    actions: list[Action]
    after: Positions
    values: Array  # the chance of winning, bonus included
    bonus: Array  # what no position shows: cards that are kept or drawn, and what others will believe
    mine: int  # the agent of one's own that one plays for now


def assume(scene: Scene, board: Board, belief: Belief, rng: np.random.Generator) -> tuple[Assumptions, Array, int]:
    """What to value decisions under: assumptions, their weights, and which agent of one's own to play for (T11)."""
    assumed, weights = belief.assume(ASSUMPTIONS, rng)
    own = {int(assumed.owners[0, scene.me])}
    own |= {int(assumed.second[0, index]) for index, seat in enumerate(assumed.holders) if seat == scene.me}
    if len(own) > 1:
        chances = {}
        for agent in sorted(own):
            role = role_of(scene, assumed.played_for(scene.me, agent), board)
            chances[agent] = float((weights @ position_chances(scene.net, board, role))[0])
        own = {max(chances, key=chances.__getitem__)}
    (mine,) = own
    return assumed.played_for(scene.me, mine), weights, mine


def safe_candidates(
    scene: Scene, table: Table, belief: Belief, rng: np.random.Generator, feint: Array | float = 0.0
) -> Candidates:
    """The places for the safe; `feint` is what each of the twelve adds by what it makes the others believe."""
    board = board_of(table)
    assumed, weights, mine = assume(scene, board, belief, rng)
    chances = spots(scene, board, role_of(scene, assumed, board), weights, table.reached)[0]
    bonus = np.broadcast_to(feint, chances.shape)
    values = np.where(chances >= 0, chances + bonus, -np.inf)
    order = np.argsort(-values, kind="stable")[: np.count_nonzero(chances >= 0)]
    after = board.take(np.zeros(len(order), np.int64))._replace(safe=order)
    gains = np.tile(table.gains, (len(order), 1))
    positions = Positions(after, gains, np.full(len(order), table.reached))
    return Candidates([MoveSafe(int(place)) for place in order], positions, values[order], bonus[order], mine)


def spots(scene: Scene, board: Board, role: Array, weights: Array, reached: Array | bool) -> Array:
    """[positions, 12]: the chance of winning with the safe in each place; below 0 where it may not go."""
    left = np.where(reached, scene.left(scene.following), 0)
    chances = np.tensordot(weights, safe_chances(scene.net, board, role, left), 1)
    return np.where(open_places(board_rules(scene.rules), board), chances, -1)


def place_safe(scene: Scene, after: Positions, rows: Array, role: Array, weights: Array) -> Array:
    """[rows]: the chance of winning after some scorings, the safe being put (in `after`, too) to the best place.

    Which that is, the likeliest assumptions alone decide.
    """
    if not len(rows):
        return np.zeros(0)
    there = after.take(rows)
    best = spots(scene, there.board, role[:SKETCH], weights[:SKETCH] / weights[:SKETCH].sum(), there.reached).argmax(1)
    after.board.safe[rows] = best
    left = np.where(there.reached, scene.left(scene.following), 0)
    chances: Array = weights @ position_chances(scene.net, there.board._replace(safe=best), role, left)
    return chances


def move_candidates(
    scene: Scene, table: Table, belief: Belief, rng: np.random.Generator, feint: Array | float = 0.0
) -> Candidates:
    """The best moves, each with the place where the safe would best go; `feint` is as with the safe, for each move."""
    rules, board = board_rules(table.rules), board_of(table)
    totals, agents, most = move_terms(table)
    moves = moves_of(totals, len(agents), most)
    ahead = look_ahead(rules, board, moves)
    assumed, weights, mine = assume(scene, board, belief, rng)
    outcomes = MoveChances(scene, table, moves, ahead)

    def chances_of(some: slice, rows: Array) -> Array:
        summed: Array = weights[some] @ outcomes.under(assumed.take(some), rows)
        return summed

    chances = _in_two_steps(chances_of, len(moves.steps), len(weights))
    bonus = _drawn_cards(scene, table, moves, chances) + feint
    order = np.argsort(-(chances + bonus), kind="stable")[:CANDIDATES]
    after = outcomes.after(order)
    scores = np.flatnonzero(ahead.scores[0][order] & ~outcomes.ends[order])
    chances[order[scores]] = place_safe(scene, after, scores, role_of(scene, assumed, board), weights)
    chances += bonus
    by_value = np.argsort(-chances[order], kind="stable")
    order = order[by_value]
    actions: list[Action] = [action_of(agents, moves.steps[row]) for row in order]
    return Candidates(actions, after.take(by_value), chances[order], bonus[order], mine)


def _in_two_steps(chances_of: Callable[[slice, Array], Array], number: int, assumptions: int) -> Array:
    """[moves]: their chances; those that look poor under the first assumptions are left at -1."""
    rows = np.arange(number)
    chances = chances_of(slice(SKETCH), rows)
    if assumptions > SKETCH:
        rows = np.argsort(-chances, kind="stable")[:CLOSER]
        closer = chances[rows] + chances_of(slice(SKETCH, None), rows)
        chances = np.full_like(chances, -1.0)
        chances[rows] = closer
    return chances


def _drawn_cards(scene: Scene, table: Table, moves: Moves, chances: Array) -> Array:
    """[moves]: what the card is worth that a move brings: nobody moves, or someone comes to rest in the ruins (T4)."""
    if table.cards is None or not can_draw(table, scene.me):
        return np.zeros(len(moves.steps))
    rests = (walk(np, board_of(table).places, moves.steps) == RUINS) & (moves.steps > 0)
    worth = worth_of_a_card(np.clip(chances, 0, 1), DRAWN)
    return np.where(rests.any(1) | ~moves.steps.any(1), worth, 0.0)


def worth_of_a_card(chance: Array, share: float) -> Array:
    """What a card adds to a chance of winning: most when that is even, nothing when all is decided."""
    worth: Array = share * 4 * chance * (1 - chance)
    return worth
