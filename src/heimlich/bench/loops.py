"""The loops that `heimlich bench sim` measures: decisions in many games, and new games in the place of old ones."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heimlich.sim import play
from heimlich.sim.devices import compiler_options
from heimlich.sim.fused import Build, Kernels, build_for
from heimlich.sim.kernels import ROUND, new_games

SEED = 1
STEPS = 64  # in one loop of known length


class Play(NamedTuple):
    """Games that go on, how many have ended, and, where games may wait for others, how many decisions there were."""

    run: Callable[[int], None]
    finished: Callable[[], int]
    decided: Callable[[], int] | None = None


class BenchRow(NamedTuple):
    """One row of the benchmark: what to measure."""

    library: str
    game: str
    variant: str
    players: int
    batch: int
    observed: bool = False
    unroll: int = 1


def eager_play(sim: Any, row: BenchRow) -> Play:
    """Play one step after the other, in NumPy."""
    state = sim.reset(SEED, np.arange(row.batch))
    number = 0

    def run(steps: int) -> None:
        nonlocal state, number
        for _ in range(steps):
            state, _ = _step(sim, row, state, np.full(1, number, np.uint32))
            number += 1

    return Play(run, lambda: _finished(state.game, row.batch))


def compiled_play(simulator: Callable[[BenchRow, Any], Any], row: BenchRow, jax: ModuleType) -> Play:
    """Play many steps in one program. What is observed is carried along, so that it must be worked out and written."""
    xp = jax.numpy
    sim = simulator(row, xp)
    build = build_for(sim, row.batch)
    if build is not None:
        return kernel_play(sim, row, jax, build)
    if sim.shape.branches and not row.observed:
        return rounds_play(sim, row, jax)
    state = jax.jit(lambda: sim.reset(SEED, xp.arange(row.batch)))()
    layout = sim.layout(state)
    in_words = not sim.shape.branches
    seen = xp.zeros((row.batch, sim.fields), xp.int16) if row.observed else xp.zeros(1, xp.int16)
    carried = (jax.jit(layout.pack)(state) if in_words else state, seen, xp.zeros(1, xp.uint32))

    def step(carried: Any, _: Any) -> tuple[Any, None]:
        state, seen, number = carried
        if in_words:
            state = layout.unpack(jax.lax.optimization_barrier(state))
        state, now = _step(sim, row, state, number)
        return (layout.pack(state) if in_words else state, seen if now is None else now, number + 1), None

    @jax.jit  # type: ignore[untyped-decorator]
    def several(carried: Any, times: Any) -> Any:
        def many(_: Any, carried: Any) -> Any:
            return jax.lax.scan(step, carried, None, length=STEPS, unroll=row.unroll)[0]

        return jax.lax.fori_loop(0, times, many, carried)

    def run(steps: int) -> None:
        nonlocal carried
        carried = jax.block_until_ready(several(carried, steps // STEPS))

    def finished() -> int:
        return _finished((layout.unpack(carried[0]) if in_words else carried[0]).game, row.batch)

    return Play(run, finished)


def rounds_play(sim: Any, row: BenchRow, jax: ModuleType) -> Play:
    """Play on a CPU: finished games wait for the end of a round of steps, and are renewed together."""
    xp = jax.numpy
    running = jax.jit(lambda: play.start(xp, sim.reset(SEED, xp.arange(row.batch))))()

    def rounds(running: play.Running, times: Any) -> play.Running:
        return play.play_on(sim.shape, sim.rules, sim.parts, running, times, ROUND, row.batch)

    several = jax.jit(rounds, compiler_options=compiler_options())

    def run(steps: int) -> None:
        nonlocal running
        running = jax.block_until_ready(several(running, steps // ROUND))

    def decided() -> int:
        return int(np.asarray(running.decided + running.before, np.int64).sum())

    return Play(run, lambda: _finished(running.state.game, row.batch), decided)


def kernel_play(sim: Any, row: BenchRow, jax: ModuleType, build: Build) -> Play:
    """Play many steps in one kernel; with observations one step, and all observations are written to memory."""
    xp = jax.numpy
    start = jax.jit(lambda: play.start(xp, new_games(sim, SEED, xp.arange(row.batch))))()
    kernels = Kernels(sim, start, build)
    seen = xp.zeros((sim.fields, row.batch) if row.observed else (1, 1), xp.int16)
    carried = (jax.jit(kernels.pack)(start), seen)

    def some_steps(shape: Any, rules: Any, running: play.Running) -> Any:
        if not row.observed:
            return play.play_on(shape, rules, sim.parts, running, STEPS // ROUND, ROUND, row.batch), ()
        after = play.play_on(shape, rules, sim.parts, running, 1, 1, row.batch)
        columns = sim.parts.columns(shape, rules, after.state, sim.parts.to_act(shape, after.state))
        return after, shape.xp.stack(columns)

    @jax.jit  # type: ignore[untyped-decorator]
    def several(carried: Any, times: Any) -> Any:
        def once(_: Any, carried: Any) -> Any:
            packed, now = kernels.run(some_steps, carried[0], like=seen if row.observed else ())
            return packed, now if row.observed else seen

        return jax.lax.fori_loop(0, times, once, carried)

    def run(steps: int) -> None:
        nonlocal carried
        carried = jax.block_until_ready(several(carried, steps if row.observed else steps // STEPS))

    def now() -> play.Running:
        running: play.Running = kernels.unpack(carried[0])
        return running

    def decided() -> int:
        running = now()
        return int(np.asarray(running.decided + running.before, np.int64).sum())

    return Play(run, lambda: _finished(now().state.game, row.batch), decided)


def _step(sim: Any, row: BenchRow, state: Any, number: Any) -> tuple[Any, Any]:
    """Make one random decision in every game, and observe what the next seat sees."""
    xp = sim.shape.xp
    words = _mix(xp, state.game * xp.uint32(0x9E3779B1) + _mix(xp, number))
    after, _, _ = sim.advance(state, sim.random_action(state, words), row.batch)
    return after, sim.observe(after, sim.to_act(after)) if row.observed else None


def _mix(xp: ModuleType, word: Any) -> Any:
    """A word whose every bit depends on every bit of the other: enough for choosing at random."""
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        word = (word ^ (word >> xp.uint32(shift))) * xp.uint32(factor)
    return word ^ (word >> xp.uint32(16))


def _finished(games: Any, batch: int) -> int:
    """Count finished games by the numbers of the games that replaced them."""
    return int((np.asarray(games, np.int64) - np.arange(batch)).sum()) // batch
