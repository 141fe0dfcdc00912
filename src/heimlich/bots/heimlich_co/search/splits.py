"""The best way to split a roll over the agents, for many positions at once, without listing all 924 splits.

The value of a split is the sum (or the least) of what each agent brings with its steps, and this depends on the others
only by whether any agent comes to the safe. So agents are joined in pairs, then pairs in pairs, and so on: upwards the
best value of a group for every total, and then downwards the steps that lead to it.
"""

from collections.abc import Callable

import numpy as np
from numpy.lib.stride_tricks import as_strided

from heimlich.sim.heimlich_co.moves import SPAN, Array

# What a group of agents may do. QUIET: none of all agents comes to the safe. With a scoring, where walks have other
# values: STILL, none of this group comes; COMES, one does; EITHER.
QUIET, STILL, COMES, EITHER = range(4)
_NEVER = np.float32(-np.inf)
_GROUPS = 8  # at the bottom: an agent each, or none
# [ways, table]: what the left and the right half do, for each of the two ways in which a group does something.
_LEFT = np.array([[QUIET, STILL, COMES], [QUIET, STILL, STILL]])
_RIGHT = np.array([[QUIET, STILL, EITHER], [QUIET, STILL, COMES]])


class Splits:
    """The best values for every total, in every position; values are joined by `join` (np.add, np.minimum)."""

    def __init__(self, quiet: Array, loud: Array, comes: Array, join: Callable[..., Array] = np.add) -> None:
        """[positions, agents, steps]: what each walk adds without and with a scoring; whether it comes to the safe."""
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
        """Join each two groups."""
        left, right = parts[:, :, 0::2], parts[:, :, 1::2]
        found = np.full(left.shape, _NEVER, np.float32)
        shifted = right[_RIGHT[0]]
        for steps in range(SPAN):
            rest, here = SPAN - steps, found[:3, steps:]
            np.maximum(here, self._join(left[:3, :rest], shifted[:, steps, None]), out=here)
            np.maximum(here[COMES], self._join(left[STILL, :rest], right[COMES, steps]), out=here[COMES])
        np.maximum(found[STILL], found[COMES], out=found[EITHER])
        return found

    def steps(self, table: Array, total: Array, rows: Array | None = None) -> Array:
        """[rows, agents]: the best split of a total, if the agents do what `table` says (QUIET, COMES …).

        Each row is a position, in order, unless `rows` says which ones.
        """
        rows = np.arange(len(total))[:, None] if rows is None else rows[:, None]
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
    """[…, totals, steps]: the value of the total that is left after these steps, from values by total; a view."""
    padded = np.full((*values.shape[:-1], 2 * SPAN - 1), _NEVER, np.float32)
    rests = padded[..., SPAN - 1 :]
    rests[...] = values
    *outer, one = padded.strides
    return as_strided(rests, (*values.shape, SPAN), (*outer, one, -one))


def _side_by_side(left: Array, right: Array) -> Array:
    """[positions, groups]: both halves of each group, next to each other."""
    both = np.empty((*left.shape, 2), np.int64)
    both[..., 0], both[..., 1] = left, right
    return both.reshape(len(left), -1)
