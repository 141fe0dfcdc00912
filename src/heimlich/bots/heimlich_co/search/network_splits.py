"""The moves of players who go by the network, for many positions at once, where a roll may be split.

The network is no sum over agents, but nearly one for small changes: what each walk adds to its logit, by the gradient
at a position, is joined to the best split as for GU (splits.py). First the gradient is taken where nobody has moved,
then where the best moves so found lead. All moves found are valued by the network itself, and the best one is taken.
"""

import numpy as np

from heimlich.bots.heimlich_co.search.single_moves import Round
from heimlich.bots.heimlich_co.search.split_moves import NEVER, gu_splits
from heimlich.bots.heimlich_co.search.splits import COMES, QUIET, Splits
from heimlich.bots.heimlich_co.value.network import IN_HAND, Network
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Board, BoardRules, Reach, reach
from heimlich.sim.heimlich_co.moves import SPAN, Array


def network_splits(
    rules: BoardRules, net: Network, board: Board, me: Array, role: Array, allowed: Array, now: Round, noise: Array
) -> Array:
    """[positions, agents]: the move with about the best win probability by the network; 1 or 0 for ends of the game."""
    valuer = _Valuer(rules, net, board, me, role, now)
    nobody = np.zeros_like(board.places)
    found = valuer.improve(nobody, allowed)
    found += valuer.improve(_best(found), allowed)
    if valuer.ending.any():
        steps = gu_splits(rules, board, me, allowed, np.zeros_like(noise))
        found.append((steps, valuer.values(steps, valuer.scores(steps))))
    agents = np.arange(board.places.shape[1])
    return _best([(steps, values + noise[agents, steps].sum(1)) for steps, values in found])


def _best(found: list[tuple[Array, Array]]) -> Array:
    """[positions, agents]: of moves and their values, the best in each position."""
    steps, values = (np.stack(part) for part in zip(*found, strict=True))
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
        """[positions]: the win probability after these moves; `scores` tells whether there is a scoring."""
        won = self._net.win_probability(self._brought(steps, scores) @ self._net.w1, self._left)
        cells = self._first + steps
        ends = scores & self.ending.take(cells).any(1)
        if ends.any():
            marks = self._ahead.points.take(cells[ends])
            first = marks == marks.max(1, keepdims=True)
            won[ends] = first[np.arange(len(marks)), self._me[ends]] / first.sum(1)
        return won

    def scores(self, steps: Array) -> Array:
        """[positions]: whether there is a scoring after these moves."""
        due: Array = self._ahead.comes.take(self._first + steps).any(1)
        return due

    def improve(self, at: Array, allowed: Array) -> list[tuple[Array, Array]]:
        """Moves and their values: the best without and with a scoring, by the gradient after the moves `at`."""
        quiet, loud = (self._worth(np.full(len(at), part), at) for part in (False, True))
        splits = Splits(quiet, np.where(self.ending, NEVER, loud), self._ahead.comes)
        found = []
        for table, scores in ((QUIET, False), (COMES, True)):
            value = np.where(allowed, splits.values(table), NEVER)
            total = value.argmax(1)
            steps = splits.steps(np.full(len(total), table), total)
            values = self.values(steps, np.full(len(total), scores))
            found.append((steps, np.where(value.max(1) > NEVER, values, -1)))
        return found

    def _brought(self, steps: Array, scores: Array) -> Array:
        """[positions, INNER]: the sum over the agents, each having walked so far."""
        cells = self._first + steps + self.ending.size * scores[:, None]
        summed: Array = self._walks.reshape(-1, self._walks.shape[-1]).take(cells, 0).sum(1)
        return summed

    def _worth(self, scores: Array, at: Array) -> Array:
        """[positions, agents, steps]: what each walk adds to the logit, with or without a scoring."""
        slope = _slope(self._net, self._brought(at, scores), self._left)
        walks = self._walks[int(scores[0])]
        flat = walks.reshape(len(walks), -1, walks.shape[-1])
        worth: Array = np.matmul(flat, slope[:, :, None]).reshape(walks.shape[:-1])
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
    """[positions, INNER]: the gradient of the logit by what walks bring."""
    hidden = total @ net.w1 + net.b1 + net.left[left]
    z = np.maximum(hidden, 0) @ net.w2 + net.b2
    back = ((z > 0) * net.w3[:, 0]) @ net.w2.T
    slope: Array = ((hidden > 0) * back) @ net.w1.T
    return slope
