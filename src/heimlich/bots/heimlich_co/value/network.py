"""The value network: the win probability of a seat that knows, or assumes, who owns whom. Evaluated with NumPy.

Each agent adds a vector that depends on its place and the safe's, its marker, and its role: free, the own agent, or an
opponent's of some kind, and how soon its owner moves. The sum goes through two layers to one number, the win
probability. Because a move is a sum over agents too, all 924 splits of a six cost little more than one matrix product.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.moves import Array

INNER, HIDDEN, OUTER = 64, 64, 32  # of version 1; others may be wider
POINTS = 60  # markers from here on are treated alike
LATEST_NETWORKS = 1  # the version of the networks that bots use now; those of a version never change
IN_HAND = 12  # stands for the safe's place after a scoring, before the mover has put it down


class Network(NamedTuple):
    """The parameters for one edition and number of players."""

    place: Array  # [places × (places + 1), INNER]
    points: Array  # [POINTS, INNER]
    role: Array  # [roles, INNER]
    w1: Array
    b1: Array
    w2: Array
    b2: Array
    w3: Array
    b3: Array
    left: Array  # [turns left in a round that is played out, HIDDEN]; one row of zeros where none is

    def embed(self, place: Array, safe: Array | int, points: Array, role: Array) -> Array:
        """[..., HIDDEN]: what agents add to the sum; the arguments are broadcast."""
        x = self.place[place * (RING + 1) + safe] + self.points[np.clip(points, 0, POINTS - 1)]
        x = x + self.role[role]
        added: Array = np.maximum(x, 0, out=x) @ self.w1
        return added

    def embed_all(self, place: Array, safe: Array | int, points: Array, role: Array) -> Array:
        """[..., HIDDEN]: `embed`, summed over the agents, the last axis; the sum comes before the matrix product."""
        cells: Array = place * (RING + 1) + safe
        x = self.place.take(cells, 0)
        x += self.points.take(np.clip(points, 0, POINTS - 1), 0) + self.role.take(role, 0)
        added: Array = np.maximum(x, 0, out=x).sum(-2) @ self.w1
        return added

    def win_probability(self, total: Array, left: Array | int = 0) -> Array:
        """[...]: the win probability, from the sum over the agents [..., HIDDEN], which is overwritten.

        `left` is the number of turns left, if the target is reached and the round is played out (H14).
        """
        total += self.b1 + self.left[0]
        if np.any(left):
            total += (self.left - self.left[0])[left]
        z = np.maximum(total, 0, out=total).reshape(-1, len(self.b1)) @ self.w2
        z += self.b2
        logit = np.maximum(z, 0, out=z) @ self.w3[:, 0] + self.b3[0]
        won: Array = 1 / (1 + np.exp(-logit))
        return won.reshape(total.shape[:-1])


def judge(rules: Ruleset, players: int, version: int = LATEST_NETWORKS) -> Network:
    """The network for these rules: that of the printed edition whose moves are like theirs."""
    return network("cie" if rules.one_agent else rules.edition, players, version)


def network(edition: str, players: int, version: int = LATEST_NETWORKS) -> Network:
    """The network of an edition; an earlier version, or `rio-grande`, stands in for editions without one."""
    return _read_network(edition, players, version)


@lru_cache(maxsize=64)
def _read_network(edition: str, players: int, version: int) -> Network:
    data = files("heimlich.bots.heimlich_co").joinpath("data")
    older = range(version, 0, -1)
    names = [f"value{number}-{each}-{players}.npz" for each in (edition, "rio-grande") for number in older]
    known = next(path for path in map(data.joinpath, names) if path.is_file())
    with known.open("rb") as stream:
        return network_of(read_arrays(stream))


def network_of(arrays: Mapping[str, Array]) -> Network:
    """The network with these parameters, of any width; `left` may be missing."""
    known = {name: array.astype(np.float32) for name, array in arrays.items()}
    return Network(**({"left": np.zeros((1, len(known["b1"])), np.float32)} | known))
