"""Candidates: the moves and places for the safe with the best win probability by the network, over beliefs."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.search.attention import Glance, worth_at_a_half
from heimlich.bots.heimlich_co.value.assumptions import Assumptions
from heimlich.bots.heimlich_co.value.context import Positions, SearchContext
from heimlich.bots.heimlich_co.value.win_probabilities import (
    MoveOutcomes,
    position_win_probabilities,
    role_of,
    safe_win_probabilities,
)
from heimlich.games.heimlich_co.actions import Action, MoveSafe
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import RUINS
from heimlich.games.heimlich_co.state import Table
from heimlich.games.heimlich_co.supply import can_draw
from heimlich.sim.heimlich_co.board import Board, board_of, board_rules, look_ahead, open_places, walk
from heimlich.sim.heimlich_co.moves import Array, Moves, action_of, moves_of

ASSUMPTIONS = 16  # drawn from the belief, to average win probabilities over
COARSE_SAMPLES = 4  # assumptions under which all moves are valued first
REFINED_MOVES = 96  # the best moves by these are valued under all assumptions
CANDIDATES = 16  # moves that are kept
DRAWN = 0.08  # what a drawn card adds to a win probability of a half


class Candidates(NamedTuple):
    """The best decisions by the network, the best first, with the positions that they lead to."""

    actions: list[Action]
    after: Positions
    values: Array  # the win probability, bonus included
    bonus: Array  # what positions do not show: cards kept or drawn, and what the others will believe
    mine: int  # the own agent that the seat plays for now

    def take(self, rows: Array) -> "Candidates":
        """These rows."""
        actions = [self.actions[row] for row in rows]
        return Candidates(actions, self.after.take(rows), self.values[rows], self.bonus[rows], self.mine)


def assume(
    context: SearchContext, board: Board, belief: Belief, rng: np.random.Generator
) -> tuple[Assumptions, Array, int]:
    """Draw assumptions to value decisions under; also their weights, and which own agent to play for (T11)."""
    assumed, weights = belief.assume(ASSUMPTIONS, rng)
    own = {int(assumed.owners[0, context.me])}
    own |= {int(assumed.second[0, index]) for index, seat in enumerate(assumed.holders) if seat == context.me}
    if len(own) > 1:
        probabilities = {}
        for agent in sorted(own):
            role = role_of(context, assumed.played_for(context.me, agent), board)
            probabilities[agent] = float((weights @ position_win_probabilities(context.net, board, role))[0])
        own = {max(probabilities, key=probabilities.__getitem__)}
    (mine,) = own
    return assumed.played_for(context.me, mine), weights, mine


def safe_candidates(
    context: SearchContext,
    table: Table,
    belief: Belief,
    rng: np.random.Generator,
    feint: Array | float = 0.0,
    attention: Glance | None = None,
) -> Candidates:
    """All places for the safe; `feint` is what each of the twelve adds by what it makes the others believe.

    With `attention`, only those that are looked at, unless the game is about to end.
    """
    board = board_of(table)
    assumed, weights, mine = assume(context, board, belief, rng)
    probabilities = spots(context, board, role_of(context, assumed, board), weights, table.reached)[0]
    bonus = np.broadcast_to(feint, probabilities.shape)
    if attention and not table.reached:
        probabilities[~attention.places(board, mine, probabilities >= 0, rng)] = -1
        bonus = bonus + attention.misjudgement(probabilities, rng)
    values = np.where(probabilities >= 0, probabilities + bonus, -np.inf)
    order = np.argsort(-values, kind="stable")[: np.count_nonzero(probabilities >= 0)]
    after = board.take(np.zeros(len(order), np.int64))._replace(safe=order)
    gains = np.tile(table.gains, (len(order), 1))
    positions = Positions(after, gains, np.full(len(order), table.reached))
    return Candidates([MoveSafe(int(place)) for place in order], positions, values[order], bonus[order], mine)


def spots(context: SearchContext, board: Board, role: Array, weights: Array, reached: Array | bool) -> Array:
    """[positions, 12]: the win probability with the safe in each place; below 0 where it may not go."""
    left = np.where(reached, context.left(context.following), 0)
    probabilities = np.tensordot(weights, safe_win_probabilities(context.net, board, role, left), 1)
    return np.where(open_places(board_rules(context.rules), board), probabilities, -1)


def place_safe(context: SearchContext, after: Positions, rows: Array, role: Array, weights: Array) -> Array:
    """[rows]: the win probability after some scorings, with the safe in the best place; `after` is changed to that.

    The best place is chosen under the likeliest assumptions alone.
    """
    if not len(rows):
        return np.zeros(0)
    there = after.take(rows)
    likeliest = weights[:COARSE_SAMPLES] / weights[:COARSE_SAMPLES].sum()
    best = spots(context, there.board, role[:COARSE_SAMPLES], likeliest, there.reached).argmax(1)
    after.board.safe[rows] = best
    left = np.where(there.reached, context.left(context.following), 0)
    probabilities: Array = weights @ position_win_probabilities(
        context.net, there.board._replace(safe=best), role, left
    )
    return probabilities


def move_candidates(
    context: SearchContext,
    table: Table,
    belief: Belief,
    rng: np.random.Generator,
    feint: Array | float = 0.0,
    attention: Glance | None = None,
) -> Candidates:
    """The best moves, after a scoring with the safe in its best place.

    `feint` and `attention` are as in `safe_candidates`, by move; where a move could end the game, all are looked at.
    """
    rules, board = board_rules(table.rules), board_of(table)
    totals, agents, most = move_terms(table)
    moves = moves_of(totals, len(agents), most)
    ahead = look_ahead(rules, board, moves)
    assumed, weights, mine = assume(context, board, belief, rng)
    outcomes = MoveOutcomes(context, table, moves, ahead)

    def win_probabilities_of(some: slice, rows: Array) -> Array:
        summed: Array = weights[some] @ outcomes.under(assumed.take(some), rows)
        return summed

    if attention and not (table.reached or ahead.ends.any()):
        near = rules.target - int(board.points.max())
        seen = np.flatnonzero(attention.moves(board, moves, ahead, mine, near, rng))
    else:
        attention, seen = None, np.arange(len(moves.steps))
    probabilities = _coarse_then_refined(win_probabilities_of, seen, len(moves.steps), len(weights))
    bonus = _drawn_cards(context, table, moves, probabilities) + feint
    if attention:
        bonus = bonus + attention.misjudgement(np.clip(probabilities, 0, 1), rng)
    order = np.argsort(-(probabilities + bonus), kind="stable")[: min(CANDIDATES, len(seen))]
    after = outcomes.after(order)
    scores = np.flatnonzero(ahead.scores[0][order] & ~outcomes.ends[order])
    probabilities[order[scores]] = place_safe(context, after, scores, role_of(context, assumed, board), weights)
    probabilities += bonus
    by_value = np.argsort(-probabilities[order], kind="stable")
    order = order[by_value]
    actions: list[Action] = [action_of(agents, moves.steps[row]) for row in order]
    return Candidates(actions, after.take(by_value), probabilities[order], bonus[order], mine)


def _coarse_then_refined(
    win_probabilities_of: Callable[[slice, Array], Array], seen: Array, number: int, assumptions: int
) -> Array:
    """[moves]: win probabilities of those seen; -1 for all others, and for those that look poor at first."""
    found = win_probabilities_of(slice(COARSE_SAMPLES), seen)
    if assumptions > COARSE_SAMPLES:
        best = np.argsort(-found, kind="stable")[:REFINED_MOVES]
        seen, found = seen[best], found[best] + win_probabilities_of(slice(COARSE_SAMPLES, None), seen[best])
    probabilities = np.full(number, -1.0, found.dtype)
    probabilities[seen] = found
    return probabilities


def _drawn_cards(context: SearchContext, table: Table, moves: Moves, probabilities: Array) -> Array:
    """[moves]: the worth of the card that a move draws, by moving no agent or by one that stops in the ruins (T4)."""
    if table.cards is None or not can_draw(table, context.me):
        return np.zeros(len(moves.steps))
    rests = (walk(np, board_of(table).places, moves.steps) == RUINS) & (moves.steps > 0)
    worth = worth_at_a_half(np.clip(probabilities, 0, 1), DRAWN)
    return np.where(rests.any(1) | ~moves.steps.any(1), worth, 0.0)
