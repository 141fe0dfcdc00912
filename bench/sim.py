"""How fast the simulator of Heimlich & Co. is: random play, whole games, each followed by the next one.

    PYTHONPATH=src python3 bench/sim.py            everything that fits into about five minutes
    PYTHONPATH=src python3 bench/sim.py --quick    a look, in about a minute

Needs the standard library and NumPy; with JAX installed, JAX is measured on whatever device it finds. Prints JSON; each
row also goes to stderr as it is measured. A decision is one action of one seat in one game. Every figure is the median
of several calls after a warm-up, and each call waits for its result.
"""

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from heimlich.game import RulesetName
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.sim.heimlich_co import Simulator

SEED = 1
ROUNDS = 7
STEPS = 64  # in one loop of known length
VARIANTS: dict[str, tuple[str, ...]] = {
    "basic": (),
    "cards": ("top-secret",),
    "dossier": ("dossier",),
    "cards+dossier": ("top-secret", "dossier"),
}


class Play(NamedTuple):
    """Games that go on, and how many have ended."""

    run: Callable[[int], None]
    finished: Callable[[], int]


class Row(NamedTuple):
    """Something to measure."""

    library: str
    variant: str
    players: int
    batch: int
    observed: bool
    unroll: int = 1


def main() -> int:
    """Measure row after row, as long as there is time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer rows and rounds")
    parser.add_argument("--seconds", type=float, default=300.0, help="start no further row after this (default 300)")
    options = parser.parse_args()
    started = time.monotonic()
    jax, device = _jax()
    found = []
    for row in rows(device, quick=options.quick):
        if time.monotonic() - started > options.seconds:
            break
        try:
            figures = measure(row, jax, rounds=3 if options.quick else ROUNDS)
        except Exception as error:  # one row that does not fit into memory must not cost the others
            figures = {"error": f"{type(error).__name__}: {error}"[:300]}
        found.append({**row._asdict(), **figures})
        print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    about = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "numpy": np.__version__,
        "jax": jax.__version__ if jax else None,
        "device": device,
        "seconds": round(time.monotonic() - started, 1),
    }
    print(json.dumps({**about, "rows": found}, indent=1))
    return 0


def _jax() -> tuple[Any, str | None]:
    try:
        import jax
    except ImportError:
        return None, None
    return jax, jax.devices()[0].device_kind


def rows(device: str | None, *, quick: bool) -> Iterator[Row]:
    """The figures of SPEED first, then what they depend on."""
    cpu = device is None or "cpu" in device.lower()
    small, main_batch = 2**14, 2**14 if cpu else 2**20
    unrolled = 1 if cpu else 4  # some steps in a loop's body spare a GPU the copying of what the loop carries
    yield Row("numpy", "basic", 7, small, observed=False)
    if device is not None:
        yield Row("jax", "basic", 7, main_batch, observed=False, unroll=unrolled)
        yield Row("jax", "basic", 7, main_batch, observed=True)
        yield Row("jax", "cards", 4, main_batch if cpu else 2**18, observed=False)
        yield Row("jax", "cards+dossier", 4, main_batch if cpu else 2**18, observed=False)
    if quick:
        return
    yield Row("numpy", "basic", 7, small, observed=True)
    yield Row("numpy", "cards", 4, small, observed=False)
    yield Row("numpy", "cards+dossier", 4, small, observed=False)
    if device is None:
        return
    for power in (12, 16) if cpu else (12, 14, 16, 18, 22):
        yield Row("jax", "basic", 7, 2**power, observed=False, unroll=unrolled)
    if not cpu:
        yield Row("jax", "basic", 7, 2**14, observed=False, unroll=8)
        yield Row("jax", "basic", 7, 2**20, observed=False)
        yield Row("jax", "basic", 7, 2**20, observed=False, unroll=2)
        yield Row("jax", "cards+dossier", 4, 2**20, observed=False)
    yield Row("jax", "dossier", 7, main_batch if cpu else 2**18, observed=False)
    yield Row("jax", "cards+dossier", 4, main_batch if cpu else 2**18, observed=True)
    for players in range(2, 7):
        yield Row("jax", "basic", players, main_batch, observed=False, unroll=unrolled)
    yield Row("jax", "cards+dossier", 7, main_batch if cpu else 2**18, observed=False)


def measure(row: Row, jax: Any, rounds: int) -> dict[str, Any]:
    """The median of several calls, each of many steps."""
    xp = np if row.library == "numpy" else jax.numpy
    name = HEIMLICH_CO.limited(RulesetName("rio-grande", VARIANTS[row.variant]))
    sim = Simulator(HEIMLICH_CO.ruleset(name), row.players, xp)
    play = _eager_play(sim, row) if xp is np else _compiled_play(sim, row, jax)
    started = time.perf_counter()
    play.run(STEPS)
    compiled = time.perf_counter() - started
    play.run(2 * STEPS)  # away from the first turns, where all games are alike
    steps = _enough_steps(play)
    before, times = play.finished(), []
    for _ in range(rounds):
        started = time.perf_counter()
        play.run(steps)
        times.append(time.perf_counter() - started)
    games = play.finished() - before
    middle = statistics.median(times)
    rate = row.batch * steps / middle
    figures: dict[str, Any] = {
        "decisions_per_s": float(f"{rate:.4g}"),
        "games_per_s": float(f"{games / sum(times):.4g}"),
        "steps_per_call": steps,
        "seconds_per_call": round(middle, 5),
        "spread": round((max(times) - min(times)) / middle, 3),
        "first_call_s": round(compiled, 2),
    }
    if xp is not np:
        memory = jax.devices()[0].memory_stats() or {}
        figures["peak_bytes"] = memory.get("peak_bytes_in_use")
    return figures


def _enough_steps(play: Play) -> int:
    """As many steps that a call takes about a third of a second."""
    started = time.perf_counter()
    play.run(STEPS)
    once = max(time.perf_counter() - started, 1e-6) / STEPS
    return max(1, min(4096, int(0.3 / once)) // STEPS) * STEPS


def _step(sim: Simulator, row: Row, state: Any, number: Any) -> tuple[Any, Any]:
    """One decision in every game, chosen at random; and what the next seat sees."""
    xp = sim.shape.xp
    words = _mix(xp, state.game * xp.uint32(0x9E3779B1) + _mix(xp, number))
    after, _, _ = sim.advance(state, sim.random_action(state, words), row.batch)
    return after, sim.observe(after, sim.to_act(after)) if row.observed else None


def _mix(xp: Any, word: Any) -> Any:
    """A word whose every bit depends on every bit of the other: enough for choosing at random."""
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        word = (word ^ (word >> xp.uint32(shift))) * xp.uint32(factor)
    return word ^ (word >> xp.uint32(16))


def _finished(games: Any, batch: int) -> int:
    """How many games are over: the numbers of those that stand in their places tell."""
    return int((np.asarray(games, np.int64) - np.arange(batch)).sum()) // batch


def _eager_play(sim: Simulator, row: Row) -> Play:
    state = sim.reset(SEED, np.arange(row.batch))
    number = 0

    def run(steps: int) -> None:
        nonlocal state, number
        for _ in range(steps):
            state, _ = _step(sim, row, state, np.full(1, number, np.uint32))
            number += 1

    return Play(run, lambda: _finished(state.game, row.batch))


def _compiled_play(sim: Simulator, row: Row, jax: Any) -> Play:
    """Many steps in one program. What is observed is carried along, so that it must be worked out and written."""
    xp = jax.numpy
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


if __name__ == "__main__":
    sys.exit(main())
