"""The moves of several kinds of players, for many positions at once, where one agent takes the whole roll (H9).

Values are [positions, agents, steps]: of this agent walking so far, while the others stay.
"""

from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.value.network import IN_HAND, Network
from heimlich.bots.heimlich_co.yardstick_values import BUILDING, LEADER, WON, gu_cells, lead
from heimlich.sim.heimlich_co.board import Board, BoardRules, Reach, reach
from heimlich.sim.heimlich_co.moves import SPAN, Array


def by_gu(
    rules: BoardRules,
    board: Board,
    me: Array,
    allowed: Array,
    noise: Array,
    table: Array | None = None,
    leader: Array | float = LEADER,
) -> Array:
    """[positions, agents]: GU's move, by its own table or another; see `gu_cells`."""
    ahead = reach(rules, board)
    quiet, loud = map(_instead, gu_cells(np, table, board, me, ahead.places, ahead.points, leader))
    values = np.where(ahead.comes, loud, quiet) + noise
    first, over = _ends(rules, ahead, board.points, me)
    values += np.where(over, np.where(first, WON, -WON), 0)
    return _best(values, allowed)


def by_g1(rules: BoardRules, board: Board, me: Array, allowed: Array, noise: Array) -> Array:
    """[positions, agents]: G1's move."""
    ahead = reach(rules, board)
    scored = _own(ahead.points, me) - _best_other(ahead, me)
    standing = np.where(ahead.comes, scored, lead(np, board.points, me)[:, None, None])
    return _best(standing + rules.values[_own(ahead.places, me)] / BUILDING + noise, allowed)


class Round(NamedTuple):
    """The state of a round that is played out once the target is reached (H14)."""

    reached: Array  # [positions]: whether the target is reached
    left: int  # turns after this one; 0 also where rounds are not played out


def by_win_probability(
    rules: BoardRules, net: Network, board: Board, me: Array, role: Array, allowed: Array, now: Round, noise: Array
) -> Array:
    """[positions, agents]: the move with the best win probability by the network; 1 or 0 for ends of the game."""
    ahead = reach(rules, board)
    first, over = _ends(rules, ahead, board.points, me)
    over |= now.reached[:, None, None]
    values = np.full(ahead.points.shape, -np.inf, np.float32)
    row, total = np.nonzero(allowed)  # most faces allow a single total
    places, points, comes = (part[row, :, total] for part in ahead)
    here, roles, safe = board.take(row), role[row], board.safe[row, None]
    quiet = net.embed(here.places, safe, here.points, roles)
    loud = net.embed(here.places, IN_HAND, ahead.points[row, :, 0], roles)
    walked = net.embed(places, safe, here.points, roles)
    left = np.where(over[row, :, total], now.left, 0)
    still = net.win_probability(quiet.sum(1, keepdims=True) - quiet + walked, left)
    walked = net.embed(places, IN_HAND, points, roles)
    scoring = net.win_probability(loud.sum(1, keepdims=True) - loud + walked, left)
    values[row, :, total] = np.where(comes, scoring, still)
    if not now.left:
        values = np.where(over, first, values)
    return _best(values + noise, allowed)


def _instead(cells: Array) -> Array:
    """[positions, agents, steps]: the sum over all agents, if one walks so far and the others stay."""
    stay: Array = cells[:, :, :1]
    together: Array = stay.sum(1, keepdims=True) - stay + cells
    return together


def _own(cells: Array, me: Array) -> Array:
    """[positions, agents, steps]: the own agent's cell after each move, from the cells of all agents."""
    rows = np.arange(len(me))
    own = np.broadcast_to(cells[rows, me, 0][:, None, None], cells.shape).copy()
    own[rows, me] = cells[rows, me]
    return own


def _ends(rules: BoardRules, ahead: Reach, points: Array, me: Array) -> tuple[Array, Array]:
    """Tell whether the own marker is first after each move; and whether the move scores and reaches the target."""
    rows = np.arange(len(me))
    stay = ahead.points[:, :, 0]
    most = np.maximum(_others(stay), ahead.points)
    own = _own(ahead.points, me)
    now = points[rows, me] == points.max(1)
    return np.where(ahead.comes, own == most, now[:, None, None]), ahead.comes & (most >= rules.target)


def _others(stay: Array) -> Array:
    """[positions, agents, 1]: the best marker of the other agents."""
    order = np.sort(stay, 1)
    best, second = order[:, -1:], order[:, -2:-1]
    return np.where(stay == best, second, best)[:, :, None]


def _best_other(ahead: Reach, me: Array) -> Array:
    """[positions, agents, steps]: the best marker of all agents but the own one, after a scoring."""
    rows = np.arange(len(me))
    points = ahead.points.astype(np.float32)
    points[rows, me] = -np.inf
    best: Array = np.maximum(_others(points[:, :, 0]), points)
    return best


def _best(values: Array, allowed: Array) -> Array:
    """[positions, agents]: the steps of the best move."""
    rows, agents = values.shape[:2]
    pick = np.where(allowed[:, None], values, -np.inf).reshape(rows, -1).argmax(1)
    steps = np.zeros((rows, agents), np.int64)
    steps[np.arange(rows), pick // SPAN] = pick % SPAN
    return steps
