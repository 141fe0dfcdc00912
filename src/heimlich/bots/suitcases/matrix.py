"""Small zero-sum games, solved exactly: both players choose at once, and one wins what the other loses."""

from typing import NamedTuple

import numpy as np

from heimlich.bots.suitcases.distances import Array

TINY = 1e-9


class Solution(NamedTuple):
    """The mixed strategies of both players, and the value of the game to the one who chooses the row."""

    rows: Array
    columns: Array
    value: float


def solve(matrix: Array) -> Solution:
    """The equilibrium in mixed strategies; `matrix` is what the player who chooses the row gets.

    With every entry made positive, the column's player looks for the largest y with matrix @ y <= 1: that is a linear
    programme whose slack is a first solution, and whose prices are the other player's strategy.
    """
    low = float(matrix.min())
    count, width = matrix.shape
    tableau = np.zeros((count + 1, width + count + 1))
    tableau[:count, :width] = matrix - low + 1.0
    tableau[:count, width:-1] = np.eye(count)
    tableau[:count, -1] = 1.0
    tableau[-1, :width] = -1.0
    basis = list(range(width, width + count))
    while True:
        gains = np.flatnonzero(tableau[-1, :-1] < -TINY)
        if not len(gains):
            break
        enter = int(gains[0])  # the first one (Bland's rule), which never cycles
        column = tableau[:count, enter]
        usable = np.flatnonzero(column > TINY)
        ratios = tableau[usable, -1] / column[usable]
        tied = usable[ratios <= ratios.min() + TINY]
        leave = int(min(tied, key=lambda row: basis[row]))
        tableau[leave] /= tableau[leave, enter]
        others = np.arange(count + 1) != leave
        tableau[others] -= np.outer(tableau[others, enter], tableau[leave])
        basis[leave] = enter
    total = float(tableau[-1, -1])
    columns = np.zeros(width + count)
    columns[basis] = tableau[:count, -1]
    rows = np.maximum(tableau[-1, width:-1], 0)
    return Solution(rows / rows.sum(), columns[:width] / columns[:width].sum(), 1.0 / total + low - 1.0)
