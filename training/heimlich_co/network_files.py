"""Networks and states of training as files; what the bots read is written here."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from heimlich.bots.heimlich_co.value.network import Network
from heimlich.bots.heimlich_co.value.packing import packed, read_arrays
from heimlich.games.heimlich_co.ruleset import Ruleset
from training.heimlich_co.network import Params, widened

Array = Any  # of JAX
PARTS = frozenset(Network._fields)
MANTISSA = 7  # binary digits that are kept of each number; win probabilities change by less than 0.001


def read_network(path: Path, like: Params) -> Params:
    """A network from a file, in the shape of another one."""
    return widened(read_arrays(path), like)


def rounded(value: Array) -> np.ndarray[Any, Any]:
    """Numbers of half precision, rounded to MANTISSA binary digits: a sixth less to store."""
    bits, drop = np.asarray(value, np.float16).view(np.uint16).astype(np.uint32), 10 - MANTISSA
    return ((bits + (1 << drop >> 1)) >> drop << drop).astype(np.uint16).view(np.float16)


def write_network(path: Path, params: Params, rules: Ruleset) -> None:
    """Write a network for the bots; whoever reads the file meanwhile gets the old one or the new one."""
    kept = {name: rounded(value) for name, value in params.items() if name in PARTS}
    if not rules.play_out_round:
        kept.pop("left", None)
    fresh = path.with_suffix(".new.npz")
    np.savez(fresh, **packed(kept, MANTISSA))  # type: ignore[arg-type]
    fresh.replace(path)


def write_state(path: Path, state: Any, batches: int) -> None:
    """Write all that is needed to go on: any tree of arrays."""
    leaves = [np.asarray(leaf) for leaf in jax.tree.leaves(state)]
    np.savez(path, batches=batches, **{f"leaf{index}": leaf for index, leaf in enumerate(leaves)})  # type: ignore[arg-type]


def read_state(path: Path, like: Any) -> tuple[Any, int]:
    """Read what `write_state` wrote."""
    leaves, shape = jax.tree.flatten(like)
    with np.load(path) as arrays:
        found = [jnp.asarray(arrays[f"leaf{index}"]) for index in range(len(leaves))]
        return jax.tree.unflatten(shape, found), int(arrays["batches"])
