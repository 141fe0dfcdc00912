"""Programs whose games are shared out among all devices that JAX has: each plays its part, none waits for another."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from heimlich.sim.batch import Array, Tree, map_leaves

AXIS = "devices"
CPU_INFO = Path("/proc/cpuinfo")
WIDE = {"xla_cpu_prefer_vector_width": 512}  # else XLA takes vectors of 256 bits


@lru_cache(maxsize=1)
def compiler_options() -> dict[str, int] | None:
    """XLA's options for programs that run long: vectors of 512 bits on CPUs that have them.

    Cards gain a fifth to a third by that, and compile longer.
    """
    import jax

    if jax.default_backend() != "cpu" or not CPU_INFO.exists() or "avx512f" not in CPU_INFO.read_text():
        return None
    try:  # an XLA that does not know the option refuses it
        jax.jit(lambda number: number + 1, compiler_options=WIDE)(np.int32(0))
    except Exception:  # of a kind that differs between versions
        return None
    return WIDE


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
        return jax.jit(function, compiler_options=compiler_options())
    mesh = Mesh(np.asarray(jax.devices()), (AXIS,))
    specs, results = map_leaves(_spec, takes), map_leaves(_spec, gives)
    shared = jax.shard_map(function, mesh=mesh, in_specs=specs, out_specs=results, check_vma=False)
    return jax.jit(shared, compiler_options=compiler_options())


def _spec(leaf: Array) -> Any:
    from jax.sharding import PartitionSpec

    spec: Any = PartitionSpec
    return spec() if not leaf.shape or leaf.shape[-1] == 1 else spec(*[None] * (len(leaf.shape) - 1), AXIS)
