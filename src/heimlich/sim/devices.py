"""Programs whose games are shared out among all devices that JAX has: each plays its part, none waits for another."""

from collections.abc import Callable
from typing import Any

import numpy as np

from heimlich.sim.batch import Array, Tree, map_leaves

AXIS = "devices"


def number_of_devices() -> int:
    """The number of devices that JAX has."""
    import jax

    return len(jax.devices())


def divisible(games: int) -> int:
    """The largest number of games up to this one that all devices can share, at least one for each."""
    devices = number_of_devices()
    return max(1, games // devices) * devices


def shared_out(function: Callable[..., Tree], takes: tuple[Tree, ...], gives: Tree) -> Callable[..., Tree]:
    """The function, compiled; on several devices it is carried out on each, for that device's games.

    `takes` and `gives` are trees like those that it takes and returns. Arrays in them have the games along the last
    axis; those with a last axis of 1, or none, hold for all games and are on every device.
    """
    import jax
    from jax.sharding import Mesh

    if number_of_devices() == 1:
        return jax.jit(function)
    mesh = Mesh(np.asarray(jax.devices()), (AXIS,))
    specs, results = map_leaves(_spec, takes), map_leaves(_spec, gives)
    return jax.jit(jax.shard_map(function, mesh=mesh, in_specs=specs, out_specs=results, check_vma=False))


def _spec(leaf: Array) -> Any:
    from jax.sharding import PartitionSpec

    spec: Any = PartitionSpec
    return spec() if not leaf.shape or leaf.shape[-1] == 1 else spec(*[None] * (len(leaf.shape) - 1), AXIS)
