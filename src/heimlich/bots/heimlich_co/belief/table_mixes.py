"""Probabilities of tables with players of different types: what one seat's play says about the others.

A player type (`likelihoods.MODELS`) has a prior probability. A table mix says how likely each type is at one kind of
table: at any table, or at a uniform one, where most seats are of one type.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.likelihoods import MODELS, PRIORS
from heimlich.sim.heimlich_co.moves import Array

P_UNIFORM_TABLE = 0.5  # the prior probability of a uniform table …
P_CONFORMS = 0.85  # … and at one, of a seat to be of the table's type
# [table mixes, models]: P(player type) at any table, and at a uniform table of each type.
TABLE_MIXES = np.concatenate(
    [np.exp(PRIORS)[None], P_CONFORMS * np.eye(len(MODELS)) + (1 - P_CONFORMS) * np.exp(PRIORS)],
)
TABLE_MIX_PRIORS = np.log([1 - P_UNIFORM_TABLE, *(P_UNIFORM_TABLE * model.prior for model in MODELS)])


def in_table_mixes(logs: Array) -> Array:
    """[table mixes, …]: log-likelihoods in every table mix, from those for each player type […, models]."""
    most = logs.max(-1, keepdims=True)
    total: Array = np.moveaxis(np.log(np.exp(logs - most) @ TABLE_MIXES.T) + most, -1, 0)
    return total
