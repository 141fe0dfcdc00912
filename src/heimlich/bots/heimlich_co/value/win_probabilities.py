"""Win probabilities by the network: of positions, of places for the safe, and of moves, ends of the game included."""

import numpy as np

from heimlich.bots.heimlich_co.value.assumptions import Assumptions, end_shares, roles
from heimlich.bots.heimlich_co.value.context import Positions, SearchContext
from heimlich.bots.heimlich_co.value.network import IN_HAND, Network
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import Board, Outlook, after_move, board_of, board_rules
from heimlich.sim.heimlich_co.moves import Array, Moves


def position_win_probabilities(net: Network, board: Board, role: Array, left: Array | int = 0) -> Array:
    """[assumptions, positions]: of each position; the safe may be IN_HAND."""
    total = net.embed(board.places, board.safe[:, None], board.points, role[:, None, :]).sum(2)
    return net.win_probability(total, left)


def move_win_probabilities(
    net: Network, board: Board, ahead: Outlook, moves: Moves, role: Array, some: Array, left: Array | int = 0
) -> Array:
    """[assumptions, some moves]: after some moves in one position, if the game goes on.

    `left` has a number for each of these moves; see `Network.win_probability`.
    """
    number = len(role)
    found = np.empty((number, len(some)), np.float32)
    scores = ahead.scores[0][some]
    left = np.broadcast_to(left, len(some))
    for rows, safe, points in (
        (np.flatnonzero(~scores), int(board.safe[0]), board.points[0][:, None]),
        (np.flatnonzero(scores), IN_HAND, ahead.points[0]),
    ):
        if len(rows):
            added = net.embed(ahead.places[0], safe, points, role[:, :, None])
            added = added.reshape(number, -1, added.shape[-1])
            found[:, rows] = net.win_probability(moves.hot.T[some[rows]] @ added, left[rows])
    return found


def safe_win_probabilities(net: Network, board: Board, role: Array, left: Array | int = 0) -> Array:
    """[assumptions, positions, 12]: with the safe in each place; `left` has a number for each position."""
    spots = np.arange(RING)[:, None]
    total = net.embed(board.places[:, None], spots, board.points[:, None], role[:, None, None, :]).sum(3)
    return net.win_probability(total, np.broadcast_to(left, len(board.safe))[:, None])


def safe_win_probabilities_each(net: Network, board: Board, role: Array, left: Array) -> Array:
    """[positions, 12]: `safe_win_probabilities` with one assumption for each position."""
    spots = np.arange(RING)[:, None]
    total = net.embed_all(board.places[:, None], spots, board.points[:, None], role[:, None])
    return net.win_probability(total, left[:, None])


class MoveOutcomes:
    """The outcomes of the moves of one position, for the seat that decides."""

    def __init__(self, context: SearchContext, table: Table, moves: Moves, ahead: Outlook) -> None:
        self._context, self._table, self._moves, self._ahead = context, table, moves, ahead
        reached = ahead.ends[0] | table.reached
        self.ends = reached & context.is_last(context.following)  # [moves]: whether the game ends
        self._left = np.where(reached, context.left(context.following), 0)

    def under(self, assumed: Assumptions, rows: Array) -> Array:
        """[assumptions, rows]: the expected share of the win after these moves."""
        context, ahead, board = self._context, self._ahead, board_of(self._table)
        role = role_of(context, assumed, board)
        each = move_win_probabilities(context.net, board, ahead, self._moves, role, rows, self._left[rows])
        final = np.flatnonzero(self.ends[rows])
        if len(final):
            over = self.after(rows[final])
            each[:, final] = end_shares(board_rules(context.rules), over.board.points, over.gains, assumed, context.me)
        return each

    def after(self, rows: Array) -> Positions:
        """The positions after these moves, with the safe where it was."""
        rules, start = board_rules(self._context.rules), board_of(self._table).take(np.zeros(len(rows), np.int64))
        after, _ = after_move(rules, start, self._moves.steps[rows])
        reached = self._table.reached | (after.points.max(1) >= rules.target)
        return Positions(after, after.points - start.points, reached)


def role_of(context: SearchContext, assumed: Assumptions, board: Board) -> Array:
    """[assumptions, agents]: the role of each agent to the seat that decides, when the next seat rolls."""
    return roles(assumed, context.me, context.following, board.places.shape[1])
