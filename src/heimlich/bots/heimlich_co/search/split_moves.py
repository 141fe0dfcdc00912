"""The moves of G1 and GU, for many positions, faces and owners at once, where a roll may be split."""

import numpy as np

from heimlich.bots.heimlich_co.search.splits import COMES, EITHER, QUIET, Splits
from heimlich.bots.heimlich_co.yardstick_values import BUILDING, LEADER, gu_cells, lead
from heimlich.sim.heimlich_co.board import Board, BoardRules, Reach, reach
from heimlich.sim.heimlich_co.moves import SPAN, Array

NEVER = np.float32(-np.inf)


def gu_splits(
    rules: BoardRules,
    board: Board,
    me: Array,
    allowed: Array,
    noise: Array,
    table: Array | None = None,
    leader: Array | float = LEADER,
) -> Array:
    """[positions, agents]: GU's move, if the face allows [positions, totals]; noise is added to what each agent brings.

    It takes an end that wins, if it can bring one about, and avoids all others, if it can. `table` and `leader` are as
    in `gu_cells`.
    """
    ahead = reach(rules, board)
    quiet, loud = gu_cells(np, table, board, me, ahead.places, ahead.points, leader)
    quiet, loud = quiet + noise, loud + noise
    over = ahead.points >= rules.target
    if not over.any():
        return _best(Splits(quiet, loud, ahead.comes), allowed)[0]
    rows, winning = _ends(ahead, loud, me, over)
    number = len(me)
    all_quiet = np.concatenate([quiet, np.full_like(winning, NEVER)])
    all_loud = np.concatenate([np.where(over, NEVER, loud), winning])
    from_ = np.concatenate([np.arange(number), rows])
    steps, value = _best(Splits(all_quiet, all_loud, ahead.comes[from_]), allowed[from_])
    stuck = np.flatnonzero(value[:number] == NEVER)
    if len(stuck):
        steps[stuck] = _best(Splits(quiet[stuck], loud[stuck], ahead.comes[stuck]), allowed[stuck])[0]
    order = np.argsort(value[number:], kind="stable")
    order = order[value[number:][order] > NEVER]
    steps[rows[order]] = steps[number + order]  # the best last, which stays
    return steps[:number]


def _ends(ahead: Reach, loud: Array, me: Array, over: Array) -> tuple[Array, Array]:
    """Positions in which the own marker can get to the target; and the cells of moves after which none is beyond it.

    A position comes once for each number of steps with which its own agent does that.
    """
    rows, own = np.nonzero(over[np.arange(len(me)), me])
    each = np.arange(len(rows))
    mark = ahead.points[rows, me[rows], own]
    cells = np.where(ahead.points[rows] > mark[:, None, None], NEVER, loud[rows])
    kept = cells[each, me[rows], own]
    cells[each, me[rows]] = NEVER
    cells[each, me[rows], own] = kept
    return rows, cells


def _best(splits: Splits, allowed: Array) -> tuple[Array, Array]:
    """[positions, agents]: the best move, and [positions] what it is worth."""
    both = np.concatenate([splits.values(QUIET), splits.values(COMES)], 1)
    both = np.where(np.tile(allowed, 2), both, NEVER)
    pick = both.argmax(1)
    scores, total = np.divmod(pick, SPAN)
    return splits.steps(np.where(scores, COMES, QUIET), total), both[np.arange(len(pick)), pick]


def g1_splits(rules: BoardRules, board: Board, me: Array, allowed: Array, noise: Array) -> Array:
    """[positions, agents]: G1's move; of the others only the best marker counts, so they are put together by that."""
    ahead = reach(rules, board)
    rows = np.arange(len(me))
    quiet = np.broadcast_to(noise, ahead.points.shape).astype(np.float32)
    loud = noise - ahead.points.astype(np.float32)
    comes = ahead.comes.copy()
    for cells in (quiet, loud):
        cells[rows, me] = NEVER
        cells[rows, me, 0] = np.inf  # the own steps are chosen later
    comes[rows, me] = False
    splits = Splits(quiet, loud, comes, np.minimum)
    still, brought, either = (_by_own(splits.values(table)) for table in (QUIET, COMES, EITHER))
    building = rules.values[ahead.places[rows, me]] / np.float32(BUILDING)  # [positions, own steps]
    arrives = ahead.comes[rows, me][:, None]
    blurred = (building + noise[0])[:, None]
    standing = lead(np, board.points, me)[:, None, None]
    calm = np.where(arrives | (still == NEVER), NEVER, standing + blurred)
    scoring = ahead.points[rows, me][:, None] + np.where(arrives, either, brought) + blurred
    values = np.stack([calm, scoring], 1)  # [positions, 2, totals, own steps]
    values = np.where(allowed[:, None, :, None], values, NEVER)
    pick = values.reshape(len(me), -1).argmax(1)
    scores, total, own = np.unravel_index(pick, values.shape[1:])
    table = np.where(scores == 0, QUIET, np.where(arrives[rows, 0, own], EITHER, COMES))
    steps = splits.steps(table, total - own)
    steps[rows, me] = own
    return steps


def _by_own(values: Array) -> Array:
    """[positions, totals, own steps]: the value of what the others do with the rest of a total."""
    rest = np.arange(SPAN)[:, None] - np.arange(SPAN)
    return np.where(rest >= 0, values[:, np.maximum(rest, 0)], NEVER)
