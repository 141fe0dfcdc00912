"""Somebody who wants to be taken for another: it takes up the cause of an agent that is not its own.

Its cover is the agent that the others think likeliest to be its own, its own aside, as long as that one is not about to
win; so that a cover, once taken up, is kept while it serves. Decisions are worth more the more they speak for the
cover, and less the more they tell; but only so many points. The cover is dropped when the end is near.
"""

from random import Random

import numpy as np

from heimlich.bots.heimlich_co.belief.hiding import price
from heimlich.bots.heimlich_co.options import Options
from heimlich.bots.heimlich_co.players.careful import Careful
from heimlich.sim.heimlich_co.moves import Array

BELIEVED = 1.0  # points that it pays for being taken for its cover for certain
WORRY = 4.0  # points of a lead over its own marker that make a cover e times as poor
_SMALL = 1e-9
_WHIM = 1e-3  # between equals, any


class Bluffer(Careful):
    """Hides behind another agent."""

    name = "bluffer"

    def pretence(self, options: Options, own: int, found: Array, rng: Random) -> Array:
        points = np.array(options.table.points)
        ahead = np.maximum(points - points[own], 0)
        liking = np.log(found.mean(0) + _SMALL) - ahead / WORRY + _WHIM * np.array([rng.random() for _ in points])
        liking[own] = -np.inf
        worth: Array = BELIEVED * found[:, liking.argmax()] - price(found[:, own])
        return worth
