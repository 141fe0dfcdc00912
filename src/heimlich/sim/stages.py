"""Working something out in stages, each before the next one is begun."""

from collections.abc import Callable
from typing import Any

from heimlich.sim.batch import Array, Tree, is_eager, is_unrolled


def once(shape: Any, mask: Array, work: Callable[[], Tree]) -> Tree:
    """What `work` makes for the games of the mask, before anything is made of it; for the others it is open.

    XLA would else work shared parts out anew for each array that depends on them. On a CPU only a branch keeps it from
    that: without, the moves of the suitcase game took ten times as long.
    """
    if is_eager(shape.xp) or is_unrolled(shape.xp):
        return work()
    import jax

    if not shape.branches:
        barrier: Any = jax.lax.optimization_barrier
        return barrier(work())
    empty = jax.tree_util.tree_map(lambda leaf: jax.numpy.zeros(leaf.shape, leaf.dtype), jax.eval_shape(work))
    return jax.lax.cond(mask.any(), work, lambda: empty)
