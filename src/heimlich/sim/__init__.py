"""Batch simulators: many games at once, in NumPy or JAX, equal to the readable rules.

This is the only second copy of the rules; tests/equivalence holds it equal to `heimlich.games`, game by game. One
source serves both array libraries: pure functions that are handed the namespace (`numpy` or `jax.numpy`). Start with
`heimlich.sim.heimlich_co`; `heimlich.sim.suitcases` is of the same form. Nothing here is imported by
`import heimlich`, which stays free of NumPy.
"""
