"""The moves of players who go by the network, for many positions at once, where a roll may be split.

The network is no sum over agents, but nearly one for small changes: what each walk adds to its logit, by the gradient
at a position, is joined to the best split as for GU (splits.py), without and with a scoring. The moves found are valued
by the network itself, and the best one is taken.
"""

import numpy as np

from heimlich.bots.heimlich_co.search.single_moves import Round
from heimlich.bots.heimlich_co.search.split_moves import NEVER, gu_splits
from heimlich.bots.heimlich_co.search.splits import COMES, QUIET, Splits
from heimlich.bots.heimlich_co.value.network import IN_HAND, Network
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Board, BoardRules, Reach, reach
from heimlich.sim.heimlich_co.moves import SPAN, Array

PASSES = 1  # times that the gradient is taken: a second time costs as much again, and is hardly better


def network_splits(
    rules: BoardRules, net: Network, board: Board, me: Array, role: Array, allowed: Array, now: Round, noise: Array
) -> Array:
    """[positions, agents]: the move with about the best win probability by the network; 1 or 0 for ends of the game."""
    valuer = _Valuer(rules, net, board, me, role, now)
    found = [valuer.improve(np.zeros_like(board.places), allowed)]
    for _ in range(PASSES - 1):
        found.append(valuer.improve(_best(*found[-1]), allowed))
    steps, values = (np.concatenate(parts) for parts in zip(*found, strict=True))
    if valuer.ending.any():
        ends = gu_splits(rules, board, me, allowed, np.zeros_like(noise))
        steps = np.concatenate([steps, ends[None]])
        values = np.concatenate([values, valuer.values(ends[None], valuer.scores(ends)[None])])
    agents = np.arange(board.places.shape[1])
    return _best(steps, values + noise[agents, steps].sum(2))


def _best(steps: Array, values: Array) -> Array:
    """[positions, agents]: of some moves [moves, positions, agents], the one with the best value [moves, positions]."""
    best: Array = steps[values.argmax(0), np.arange(values.shape[1])]
    return best


class _Valuer:
    """Values moves in some positions, each for its mover."""

    def __init__(self, rules: BoardRules, net: Network, board: Board, me: Array, role: Array, now: Round) -> None:
        self._net, self._me = net, me
        self._ahead = reach(rules, board)
        over = self._ahead.points >= rules.target
        self.ending = over & (now.left == 0)  # [positions, agents, steps]: a scoring there ends the game
        self._left = np.where(now.reached, now.left, 0)
        self._walks = _walks(net, board, self._ahead, role)
        self._first = SPAN * np.arange(board.places.size).reshape(board.places.shape)  # [positions, agents]: a cell

    def values(self, steps: Array, scores: Array) -> Array:
        """[moves, positions]: the win probability after these moves; `scores` tells whether there is a scoring."""
        won = self._net.win_probability(self._brought(steps, scores) @ self._net.w1, self._left)
        cells = self._first + steps
        ends = scores & self.ending.take(cells).any(2)
        if ends.any():
            marks = self._ahead.points.take(cells[ends])
            first = marks == marks.max(1, keepdims=True)
            mine = self._me[np.nonzero(ends)[1]]
            won[ends] = first[np.arange(len(marks)), mine] / first.sum(1)
        return won

    def scores(self, steps: Array) -> Array:
        """[positions]: whether there is a scoring after these moves."""
        due: Array = self._ahead.comes.take(self._first + steps).any(1)
        return due

    def improve(self, at: Array, allowed: Array) -> tuple[Array, Array]:
        """[2, positions, agents]: the best moves without and with a scoring, by the gradient after the moves `at`.

        Also [2, positions]: their values; -1 where there is none.
        """
        number = len(at)
        quiet, loud = self._worth(at)
        splits = Splits(quiet, np.where(self.ending, NEVER, loud), self._ahead.comes)
        table, rows = np.repeat([QUIET, COMES], number), np.tile(np.arange(number), 2)
        value = np.where(allowed, np.stack([splits.values(QUIET), splits.values(COMES)]), NEVER)
        total = value.argmax(2)
        steps = splits.steps(table, total.ravel(), rows).reshape(2, number, -1)
        possible = np.take_along_axis(value, total[..., None], 2)[..., 0] > NEVER
        values = self.values(steps, np.broadcast_to([[False], [True]], possible.shape))
        return steps, np.where(possible, values, -1)

    def _brought(self, steps: Array, scores: Array) -> Array:
        """[moves, positions, INNER]: the sum over the agents, each having walked so far."""
        cells = self._first + steps + self.ending.size * scores[..., None]
        summed: Array = self._walks.reshape(-1, self._walks.shape[-1]).take(cells, 0).sum(2)
        return summed

    def _worth(self, at: Array) -> Array:
        """[2, positions, agents, steps]: what each walk adds to the logit, without and with a scoring."""
        both = np.stack([at, at])
        slope = _slope(self._net, self._brought(both, np.array([[False], [True]])), self._left)
        walks = self._walks
        flat = walks.reshape(2, len(at), -1, walks.shape[-1])
        worth: Array = np.matmul(flat, slope[..., None]).reshape(walks.shape[:-1])
        return worth


def _walks(net: Network, board: Board, ahead: Reach, role: Array) -> Array:
    """[2, positions, agents, steps, INNER]: what each walk brings into the network, without and with a scoring."""
    most = len(net.points) - 1
    found = np.empty((2, *ahead.places.shape, net.place.shape[1]), np.float32)
    known = net.role.take(role, 0)
    safe = board.safe[:, None, None]
    place = ahead.places * (RING + 1)
    np.take(net.place, place + safe, 0, out=found[0], mode="clip")
    found[0] += (known + net.points.take(np.clip(board.points, 0, most), 0))[:, :, None]
    np.take(net.place, place + IN_HAND, 0, out=found[1], mode="clip")
    found[1] += net.points.take(np.clip(ahead.points, 0, most), 0)
    found[1] += known[:, :, None]
    return np.maximum(found, 0, out=found)


def _slope(net: Network, total: Array, left: Array) -> Array:
    """[…, INNER]: the gradient of the logit by what walks bring."""
    hidden = total @ net.w1 + net.b1 + net.left[left]
    z = np.maximum(hidden, 0) @ net.w2 + net.b2
    back = ((z > 0) * net.w3[:, 0]) @ net.w2.T
    slope: Array = ((hidden > 0) * back) @ net.w1.T
    return slope
