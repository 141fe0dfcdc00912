"""Two players that never change, so that strength can be told in figures: G1 and GU. Both know nothing but the board.

G1 looks one move ahead at the markers. GU adds what its place is worth in the long run, from a table that was fitted
once by self-play (`training/heimlich_co/gu_table.py`) and is frozen. A better greedy player gets a new name.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.board import Board, Outlook, Terms, board_of, look_ahead, open_places, summed, terms_of
from heimlich.bots.heimlich_co.greedy import Greedy
from heimlich.bots.heimlich_co.moves import Array, Moves, action_of, fits, moves_of
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.state import View

LEADER = 4.0  # how sharply GU looks at the leaders: points that make another e times as important
WON = 1000.0
REACH = 6
_BLUR = 1e-4  # equal moves are drawn


@lru_cache(maxsize=1)
def gu_table() -> Array:
    """[place, safe]: the points that GU expects an agent to gain from there, those to come later counting less."""
    lines = files("heimlich.bots.heimlich_co").joinpath("data/gu1.csv").read_text().splitlines()
    return np.array([[float(cell) for cell in line.split(",")] for line in lines], np.float32)


def weights(points: Array, me: Array) -> Array:
    """[positions, agents]: 1 for one's own agent, and -1 shared among the others, most of it for those in front."""
    rows = np.arange(len(me))
    sharp = np.exp((points - points.max(1, keepdims=True)) / np.float32(LEADER)).astype(np.float32)
    sharp[rows, me] = 0
    share: Array = -sharp / sharp.sum(1, keepdims=True)
    share[rows, me] = 1
    return share


def gu_cells(table: Array, board: Board, me: Array, places: Array, points: Array) -> tuple[Array, Array]:
    """[positions, agents, steps]: what GU thinks an agent brings, without and with a scoring."""
    share = weights(board.points, me)[:, :, None]
    quiet = share * table[places, board.safe[:, None, None]]
    gains = (points - board.points[:, :, None]).astype(np.float32)
    return quiet, share * (gains + table.mean(1)[places])


def lead(points: Array, me: Array) -> Array:
    """[positions]: how far one's own marker is ahead of the best other."""
    rows = np.arange(len(me))
    others = points.astype(np.float32)
    own = others[rows, me]
    others[rows, me] = -np.inf
    ahead: Array = own - others.max(1)
    return ahead


def gu_values(terms: Terms, table: Array, board: Board, me: Array, moves: Moves, ahead: Outlook | None = None) -> Array:
    """[positions, moves]: what GU thinks of each move, for the owner of an agent."""
    ahead = ahead or look_ahead(terms, board, moves)
    quiet, scoring = gu_cells(table, board, me, ahead.places, ahead.points)
    values = summed(quiet, moves)
    np.copyto(values, summed(scoring, moves), where=ahead.scores)
    if ahead.ends.any():
        row, move = np.nonzero(ahead.ends)
        after = ahead.points.reshape(len(me), -1)[row[:, None], moves.cells[move]]
        own = after[np.arange(len(row)), me[row]]
        values[row, move] += np.where(own == after.max(1), WON, -WON)
    return values


def gu_safe_values(table: Array, board: Board, me: Array) -> Array:
    """[positions, 12]: what GU thinks of each place for the safe."""
    values: Array = np.einsum("ba,bas->bs", weights(board.points, me), table[board.places])
    return values


def g1_values(terms: Terms, board: Board, me: Array, moves: Moves, ahead: Outlook | None = None) -> Array:
    """[positions, moves]: own marker minus the best other after the move; between equals, the worth of the building."""
    ahead = ahead or look_ahead(terms, board, moves)
    rows = np.arange(len(me))
    own_points, own_place = ahead.points[rows, me], ahead.places[rows, me]
    steps = moves.steps.T[me]  # [positions, moves]
    best = np.full(ahead.scores.shape, -np.inf, np.float32)
    for agent in range(board.places.shape[1]):
        after = ahead.points[:, agent][:, moves.steps[:, agent]]
        best = np.where((me == agent)[:, None], best, np.maximum(best, after))
    standing = np.where(ahead.scores, np.take_along_axis(own_points, steps, 1) - best, lead(board.points, me)[:, None])
    building = terms.values[np.take_along_axis(own_place, steps, 1)]
    values: Array = standing + building / 100
    return values


def g1_safe_values(board: Board, me: Array) -> Array:
    """[positions, 12]: 1 for the places that the own agent could reach with one roll."""
    home = board.places[np.arange(len(me)), me]
    ahead = (np.arange(RING) - home[:, None]) % RING
    values: Array = ((ahead >= 1) & (ahead <= REACH)).astype(np.float32)
    return values


class _Yardstick:
    """What G1 and GU have in common: they decide moves and safe by value; cards and dossiers like `Greedy`."""

    name = ""

    def __init__(self) -> None:
        self._else = Greedy()

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        if len(actions) == 1:
            return actions[0]
        table = view.table
        totals, agents, most = move_terms(table)
        if not isinstance(actions[0], MoveAgents | MoveSafe) or not fits(totals):
            return self._else.choose(view, actions, budget, rng)
        terms, board = terms_of(table.rules), board_of(table)
        me = np.array([table.agents.index(max(view.agents, key=table.marker))])
        if isinstance(actions[0], MoveSafe):
            values = np.where(open_places(terms, board), self.safe_values(board, me), -np.inf)[0]
            return MoveSafe(pick(values, rng))
        moves = moves_of(totals, len(agents), most)
        values = self.values(terms, board, me, moves)[0]
        return action_of(agents, moves.steps[pick(values, rng)])

    def values(self, terms: Terms, board: Board, me: Array, moves: Moves) -> Array:
        raise NotImplementedError

    def safe_values(self, board: Board, me: Array) -> Array:
        raise NotImplementedError


def pick(values: Array, rng: Random) -> int:
    """The best, equal ones drawn."""
    best = np.flatnonzero(values >= values.max() - _BLUR)
    return int(best[int(rng.random() * len(best))])


class G1(_Yardstick):
    """Version 1, for ever."""

    name = "g1"

    def values(self, terms: Terms, board: Board, me: Array, moves: Moves) -> Array:
        return g1_values(terms, board, me, moves)

    def safe_values(self, board: Board, me: Array) -> Array:
        return g1_safe_values(board, me)


class GU(_Yardstick):
    """Version 1, for ever."""

    name = "gu"

    def values(self, terms: Terms, board: Board, me: Array, moves: Moves) -> Array:
        return gu_values(terms, gu_table(), board, me, moves)

    def safe_values(self, board: Board, me: Array) -> Array:
        return gu_safe_values(gu_table(), board, me)
