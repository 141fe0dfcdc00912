"""Computes something in stages, each before the next one begins."""

from collections.abc import Callable
from typing import Any

from heimlich.sim.batch import AnyShape, Array, Tree, is_eager, is_unrolled


def once(shape: AnyShape, mask: Array, work: Callable[[], Tree]) -> Tree:
    """The result of `work`, computed before anything uses it; undefined outside the mask.

    XLA would else compute shared parts again for each array that depends on them. On a CPU only a branch keeps it from
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
