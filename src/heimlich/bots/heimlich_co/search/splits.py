"""The best way to split a roll over the agents, for many positions at once and without listing all 924 of them.

What a split is worth is put together from what each agent brings with its steps (a sum, or the least of them), and that
depends only on whether somebody comes to the safe. So pairs of agents are put together, then pairs of pairs, and so on:
for every total the best that a group can do, and then, from the top down, how it does that.
"""

from collections.abc import Callable

import numpy as np
from numpy.lib.stride_tricks import as_strided

from heimlich.sim.heimlich_co.moves import SPAN, Array

# What a group of agents may do: nobody comes to the safe and nobody will; or nobody does, somebody does, or either,
# which is worth something else, as there will be a scoring.
QUIET, STILL, COMES, EITHER = range(4)
_NEVER = np.float32(-np.inf)
_GROUPS = 8  # at the bottom: agents, and nobody
# A group that does the one does it in two ways, by what its halves do.
_LEFT = np.array([[QUIET, STILL, COMES], [QUIET, STILL, STILL]])
_RIGHT = np.array([[QUIET, STILL, EITHER], [QUIET, STILL, COMES]])


class Splits:
    """What can be had by every total, in every position; values are joined by `join` (np.add, np.minimum)."""

    def __init__(self, quiet: Array, loud: Array, comes: Array, join: Callable[..., Array] = np.add) -> None:
        """[positions, agents, steps]: what each adds without and with a scoring, and whether it comes to the safe."""
        rows, agents, _ = quiet.shape
        self.agents, self._join = agents, join
        bottom = np.full((4, SPAN, _GROUPS, rows), _NEVER, np.float32)
        for table, cells in (
            (QUIET, np.where(comes, _NEVER, quiet)),
            (STILL, np.where(comes, _NEVER, loud)),
            (COMES, np.where(comes, loud, _NEVER)),
            (EITHER, loud),
        ):
            bottom[table, :, :agents] = cells.transpose(2, 1, 0)
        bottom[[QUIET, STILL, EITHER], 0, agents:] = np.inf if join is np.minimum else 0
        self._levels = [bottom]
        while self._levels[-1].shape[2] > 1:
            self._levels.append(self._joined(self._levels[-1]))

    def values(self, table: int) -> Array:
        """[positions, totals]: the best for each total."""
        best: Array = self._levels[-1][table, :, 0].T
        return best

    def _joined(self, parts: Array) -> Array:
        """Each two groups together."""
        left, right = parts[:, :, 0::2], parts[:, :, 1::2]
        found = np.full(left.shape, _NEVER, np.float32)
        beside = right[_RIGHT[0]]
        for steps in range(SPAN):
            rest, here = SPAN - steps, found[:3, steps:]
            np.maximum(here, self._join(left[:3, :rest], beside[:, steps, None]), out=here)
            np.maximum(here[COMES], self._join(left[STILL, :rest], right[COMES, steps]), out=here[COMES])
        np.maximum(found[STILL], found[COMES], out=found[EITHER])
        return found

    def steps(self, table: Array, total: Array) -> Array:
        """[positions, agents]: how a total is split at best, if this is what shall happen."""
        rows = np.arange(len(total))[:, None]
        table, total = table[:, None], total[:, None]  # [positions, groups]
        for here, parts in zip(self._levels[:0:-1], self._levels[-2::-1], strict=True):
            groups = np.arange(here.shape[2])
            better = np.where(here[STILL, total, groups, rows] >= here[COMES, total, groups, rows], STILL, COMES)
            table = np.where(table == EITHER, better, table)
            left, right = _LEFT[:, table], _RIGHT[:, table]  # [ways, positions, groups]
            each = parts.transpose(0, 2, 3, 1)
            rest = _rests(each[:, 0::2])[left, groups, rows, total]  # [ways, positions, groups, steps]
            values = self._join(rest, np.ascontiguousarray(each[:, 1::2])[right, groups, rows])
            way, steps = np.divmod(np.concatenate([values[0], values[1]], -1).argmax(-1), SPAN)
            table = _side_by_side(np.where(way, left[1], left[0]), np.where(way, right[1], right[0]))
            total = _side_by_side(total - steps, steps)
        split: Array = total[:, : self.agents]
        return split


def _rests(values: Array) -> Array:
    """[…, totals, steps]: the value of what is left of each total after so many steps, from values by total."""
    padded = np.full((*values.shape[:-1], 2 * SPAN - 1), _NEVER, np.float32)
    rests = padded[..., SPAN - 1 :]
    rests[...] = values
    *outer, one = padded.strides
    return as_strided(rests, (*values.shape, SPAN), (*outer, one, -one))


def _side_by_side(left: Array, right: Array) -> Array:
    """[positions, groups]: of both halves of each group."""
    both = np.empty((*left.shape, 2), np.int64)
    both[..., 0], both[..., 1] = left, right
    return both.reshape(len(left), -1)
