"""Values of moves and of places for the safe by G1 and GU: one source for NumPy and JAX.

The yardsticks decide by these values, beliefs and rollouts take other players for such players, and training plays
against them. The values are frozen with the yardsticks.
"""

from functools import lru_cache
from importlib.resources import files
from types import ModuleType
from typing import Any

import numpy as np

from heimlich.games.heimlich_co.names import RING
from heimlich.sim.batch import is_eager
from heimlich.sim.heimlich_co.board import Array, Board, BoardRules, Outlook, look_ahead, summed
from heimlich.sim.heimlich_co.moves import Moves

LEADER = 4.0  # how sharply GU looks at the leaders: points that make another agent e times as important
WON = 1000.0  # GU's value of an end of the game that wins; one that loses costs as much
REACH = 6  # buildings ahead of its agent, at most, where G1 puts the safe
BUILDING = 100  # G1: points of the own building that count as one point of the lead


@lru_cache(maxsize=1)
def gu_table() -> np.ndarray[Any, Any]:
    """[place, safe]: the points that GU expects an agent to gain from there, later ones counting less."""
    lines = files("heimlich.bots.heimlich_co").joinpath("data/gu1.csv").read_text().splitlines()
    return np.array([[float(cell) for cell in line.split(",")] for line in lines], np.float32)


def is_own(xp: ModuleType, points: Array, me: Array) -> Array:
    """[positions, agents]: whether this is the own agent `me` [positions]."""
    return xp.arange(points.shape[1]) == me[:, None]


def weights(xp: ModuleType, points: Array, me: Array, leader: Array | float = LEADER) -> Array:
    """[positions, agents]: 1 for the own agent, and -1 shared among the others, most of it for those in front.

    `leader` is LEADER, or one number for each position [positions, 1].
    """
    mine = is_own(xp, points, me)
    sharp = xp.exp((points - points.max(1, keepdims=True)) / xp.float32(leader)).astype(xp.float32)
    sharp = xp.where(mine, xp.float32(0), sharp)
    return mine - sharp / sharp.sum(1, keepdims=True)


def gu_cells(
    xp: ModuleType,
    table: Array | None,
    board: Board,
    me: Array,
    places: Array,
    points: Array,
    leader: Array | float = LEADER,
) -> tuple[Array, Array]:
    """[positions, agents, steps]: what each walk of an agent adds to GU's value of a move, without and with a scoring.

    `places` and `points` are those of `Reach`. `table` is one table, one for each position [positions, place, safe], or
    None for GU's own; `leader` is as in `weights`.
    """
    table = gu_table() if table is None else table
    each = (xp.arange(len(me))[:, None, None],) if table.ndim == 3 else ()
    share = weights(xp, board.points, me, leader)[:, :, None]
    quiet = share * table[(*each, places, board.safe[:, None, None])]
    gains = (points - board.points[:, :, None]).astype(xp.float32)
    return quiet, share * (gains + table.mean(-1)[(*each, places)])


def gu_values(
    rules: BoardRules,
    table: Array,
    board: Board,
    me: Array,
    moves: Moves,
    ahead: Outlook | None = None,
    leader: Array | float = LEADER,
) -> Array:
    """[positions, moves]: what GU thinks of each move, for the owner of an agent; `table` is `gu_table` or another."""
    xp = rules.xp
    ahead = ahead or look_ahead(rules, board, moves)
    quiet, scoring = gu_cells(xp, table, board, me, ahead.places, ahead.points, leader)
    values = xp.where(ahead.scores, summed(xp, scoring, moves), summed(xp, quiet, moves))
    if not is_eager(xp):
        return values + _end_values(xp, ahead.points, me, moves) * ahead.ends
    near = np.flatnonzero(ahead.ends.any(1))
    if len(near):
        values[near] += _end_values(xp, ahead.points[near], me[near], moves) * ahead.ends[near]
    return values


def _end_values(xp: ModuleType, points: Array, me: Array, moves: Moves) -> Array:
    """[positions, moves]: what a move is worth to GU if the game ends with its scoring."""
    after = points.reshape(len(me), -1)[:, moves.cells]  # [positions, moves, agents]
    own = xp.take_along_axis(after, me[:, None, None], 2)[:, :, 0]
    return xp.where(own == after.max(2), xp.float32(WON), xp.float32(-WON))


def gu_values_after(table: Array, points: Array, board: Board, due: Array, me: Array) -> Array:
    """[positions]: what GU thinks of positions that a card leads to, from one with these markers [1, agents].

    `due` are those in which there was a scoring: the safe is about to move.
    """
    lasting = np.where(due[:, None], table.mean(1)[board.places], table[board.places, board.safe[:, None]])
    values: Array = (board.points - points + lasting) @ weights(np, points, me)[0]
    return values


def gu_safe_values(xp: ModuleType, table: Array, board: Board, me: Array, leader: Array | float = LEADER) -> Array:
    """[positions, 12]: what GU thinks of each place for the safe; `table` and `leader` are as in `gu_cells`."""
    each = (xp.arange(len(me))[:, None],) if table.ndim == 3 else ()
    return xp.einsum("ba,bas->bs", weights(xp, board.points, me, leader), table[(*each, board.places)])


def lead(xp: ModuleType, points: Array, me: Array) -> Array:
    """[positions]: how far the own marker is ahead of the best other."""
    points = points.astype(xp.float32)
    own = points[xp.arange(len(me)), me]
    return own - xp.where(is_own(xp, points, me), -xp.inf, points).max(1)


def g1_values(rules: BoardRules, board: Board, me: Array, moves: Moves, ahead: Outlook | None = None) -> Array:
    """[positions, moves]: own marker minus the best other after the move; between equals, the worth of the building."""
    xp = rules.xp
    ahead = ahead or look_ahead(rules, board, moves)
    rows, steps = xp.arange(len(me)), xp.asarray(moves.steps)
    own_steps = steps.T[me]  # [positions, moves]
    own = xp.take_along_axis(ahead.points[rows, me], own_steps, 1)
    best = xp.full(ahead.scores.shape, -xp.inf, xp.float32)
    for agent in range(steps.shape[1]):
        after = ahead.points[:, agent][:, steps[:, agent]]
        best = xp.where((me == agent)[:, None], best, xp.maximum(best, after))
    standing = xp.where(ahead.scores, own - best, lead(xp, board.points, me)[:, None])
    return standing + rules.values[xp.take_along_axis(ahead.places[rows, me], own_steps, 1)] / BUILDING


def g1_values_after(rules: BoardRules, board: Board, me: Array) -> Array:
    """[positions]: what G1 thinks of positions that a card leads to, scorings done."""
    rows = np.arange(len(me))
    values: Array = lead(np, board.points, me) + rules.values[board.places[rows, me]] / BUILDING
    return values


def g1_safe_values(xp: ModuleType, board: Board, me: Array) -> Array:
    """[positions, 12]: 1 for the places that the own agent could reach with one roll."""
    home = board.places[xp.arange(len(me)), me]
    ahead = (xp.arange(RING) - home[:, None]) % RING
    return ((ahead >= 1) & (ahead <= REACH)).astype(xp.float32)
