"""What moves are worth by the network, in one position and for several assumptions, ends of the game included."""

import numpy as np

from heimlich.bots.heimlich_co.search.rollouts import Positions, Scene
from heimlich.bots.heimlich_co.value.network import Assumptions, end_shares, move_chances, roles
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import Board, Outlook, after_move, board_of, board_rules
from heimlich.sim.heimlich_co.moves import Array, Moves


class MoveChances:
    """Of the moves of one position, for the seat that looks."""

    def __init__(self, scene: Scene, table: Table, moves: Moves, ahead: Outlook) -> None:
        self._scene, self._table, self._moves, self._ahead = scene, table, moves, ahead
        reached = ahead.ends[0] | table.reached
        self.ends = reached & scene.is_last(scene.following)  # [moves]: the game is over
        self._left = np.where(reached, scene.left(scene.following), 0)

    def under(self, assumed: Assumptions, rows: Array) -> Array:
        """[assumptions, rows]: one's share of the win after some moves, in the mean."""
        scene, ahead, board = self._scene, self._ahead, board_of(self._table)
        role = role_of(scene, assumed, board)
        each = move_chances(scene.net, board, ahead, self._moves, role, rows, self._left[rows])
        final = np.flatnonzero(self.ends[rows])
        if len(final):
            over = self.after(rows[final])
            each[:, final] = end_shares(board_rules(scene.rules), over.board.points, over.gains, assumed, scene.me)
        return each

    def after(self, rows: Array) -> Positions:
        """What some moves lead to, the safe still where it was."""
        rules, start = board_rules(self._scene.rules), board_of(self._table).take(np.zeros(len(rows), np.int64))
        after, _ = after_move(rules, start, self._moves.steps[rows])
        reached = self._table.reached | (after.points.max(1) >= rules.target)
        return Positions(after, after.points - start.points, reached)


def role_of(scene: Scene, assumed: Assumptions, board: Board) -> Array:
    """[assumptions, agents]: what each agent is to oneself when the next seat rolls."""
    return roles(assumed, scene.me, scene.following, board.places.shape[1])
