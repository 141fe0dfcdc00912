"""A player that pretends to own another agent: its cover.

The cover is the agent, other than its own, that observers think likeliest to be its own, as long as that agent is not
about to win; so a cover is kept while it serves. A decision is worth more the more it speaks for the cover, up to a
point, and less the more it reveals. The cover is dropped when the end is near.
"""

from random import Random

import numpy as np

from heimlich.bots.heimlich_co.belief.hiding import price
from heimlich.bots.heimlich_co.options import Options
from heimlich.bots.heimlich_co.players.careful import Careful
from heimlich.sim.heimlich_co.moves import Array

BELIEVED = 1.0  # the worth of being taken for its cover for certain, in points
WORRY = 4.0  # points of the cover's lead over its own marker that make the cover e times as poor
_SMALL = 1e-9
_WHIM = 1e-3  # noise that draws between equal covers


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
