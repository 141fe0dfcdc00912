"""All ways to deal the agents."""

from functools import lru_cache
from itertools import permutations

import numpy as np

from heimlich.sim.heimlich_co.moves import Array


@lru_cache(maxsize=32)
def all_deals(players: int, agents: int) -> Array:
    """[deals, seats]: every way to deal an agent to each seat."""
    return np.array(list(permutations(range(agents), players)), np.int64)
