"""`heimlich bench sim`: how fast the simulators are. Random play, whole games, each followed by the next one.

Needs the standard library and NumPy; with JAX installed, JAX is measured on whatever device it finds. A decision is one
action of one seat in one game. Every figure is the median of several calls after a warm-up, and each call waits for its
result. The loops that are measured stand in loops.py.
"""

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from heimlich.bench.loops import STEPS, BenchRow, Play, compiled_play, eager_play
from heimlich.errors import HeimlichError
from heimlich.game import RulesetName
from heimlich.games import GAMES

ROUNDS, QUICK_ROUNDS = 7, 3
VARIANTS: dict[str, tuple[str, ...]] = {
    "basic": (),
    "cards": ("top-secret",),
    "dossier": ("dossier",),
    "cards+dossier": ("top-secret", "dossier"),
}
TOWN, MAP = "heimlich-co", "suitcases"
BOTH = find_spec("heimlich.sim.suitcases") is not None
SMALL = 2**14
ENOUGH = 8.0  # seconds for the calls of a slow row, of which there are three at least


def run(options: argparse.Namespace) -> int:
    """Measure row after row until the time is up; Ctrl-C ends early and keeps the rows measured so far."""
    draw = _drawing(options.pictures)
    if options.figures is not None:
        return _draw_again(options, draw)
    started = time.monotonic()
    if options.jobs < 0:
        raise HeimlichError(f"--jobs {options.jobs} is too few; it takes at least 1")
    jax, device = _jax()
    if options.jobs and jax is None:
        raise HeimlichError("--jobs measures JAX, which is not installed; what would do: pip install 'heimlich[jax]'")
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    wanted = _core_rows(quick=options.quick) if options.jobs else rows(device, quick=options.quick)
    found: list[dict[str, Any]] = []
    try:
        for row in wanted:
            if time.monotonic() - started > options.seconds:
                break
            found.append({**row._asdict(), **_figures(row, jax, rounds, options.jobs)})
            print(as_text(found[-1]), file=sys.stderr if options.json else sys.stdout, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    about = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "numpy": np.__version__,
        "jax": jax.__version__ if jax else None,
        "device": device,
        "seconds": round(time.monotonic() - started, 1),
    }
    if options.json:
        print(json.dumps({**about, "rows": found}, indent=1))
    if draw is not None:
        for path in draw(found, options.pictures, options.format):
            print(path, file=sys.stderr)
    return 0


def _draw_again(options: argparse.Namespace, draw: Any) -> int:
    """Draw pictures of figures that were measured before, maybe on another machine."""
    if draw is None:
        raise HeimlichError("--figures needs --pictures, the folder to draw them into")
    try:
        found = json.loads(options.figures.read_text())["rows"]
        paths = draw(found, options.pictures, options.format)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HeimlichError(f"{options.figures} holds no figures of `heimlich bench sim --json`") from error
    for path in paths:
        print(path, file=sys.stderr)
    return 0


def _jax() -> tuple[Any, str | None]:
    try:
        import jax
    except ImportError:
        return None, None
    return jax, jax.devices()[0].device_kind


def _drawing(folder: Path | None) -> Any:
    """The drawing function, if pictures are wanted; fails before anything is measured if it cannot draw."""
    if folder is None:
        return None
    from heimlich.bench.pictures import draw
    from heimlich.lab.pictures import prepare

    prepare(folder)
    return draw


def _core_rows(*, quick: bool) -> Iterator[BenchRow]:
    """The rows of `--jobs`."""
    yield BenchRow("jax", TOWN, "basic", 7, SMALL)
    yield BenchRow("jax", TOWN, "cards", 4, SMALL // 2)
    if not quick:
        yield BenchRow("jax", TOWN, "dossier", 7, SMALL // 2)
        yield BenchRow("jax", TOWN, "cards+dossier", 4, SMALL // 2)
        yield BenchRow("jax", MAP, "basic", 4, SMALL // 2)


def rows(device: str | None, *, quick: bool) -> Iterator[BenchRow]:
    """The main figures first, then what they depend on."""
    cpu = device is not None and "cpu" in device.lower()
    if device is not None and not cpu:
        yield from _gpu_rows(quick=quick)
    if not quick or device is None or cpu:
        yield BenchRow("numpy", TOWN, "basic", 7, SMALL)
    if cpu:
        yield from _cpu_rows(quick=quick)
    if not quick:
        yield from _numpy_rows()


def _gpu_rows(*, quick: bool) -> Iterator[BenchRow]:
    """Batches that fill a GPU; first those that have a bar."""
    several, few = 2**20, 2**18
    yield BenchRow("jax", TOWN, "basic", 7, several, unroll=4)  # in a loop's body, where there is no kernel
    yield BenchRow("jax", TOWN, "basic", 7, several, observed=True)
    yield BenchRow("jax", TOWN, "cards", 4, several)
    yield BenchRow("jax", TOWN, "cards+dossier", 4, several)
    if BOTH:
        yield BenchRow("jax", MAP, "basic", 4, several)
    if quick:
        return
    if BOTH:
        yield BenchRow("jax", MAP, "basic", 2, several)
        yield BenchRow("jax", MAP, "basic", 4, few, observed=True)
    yield BenchRow("jax", TOWN, "basic", 7, 2**22, unroll=4)
    yield BenchRow("jax", TOWN, "dossier", 7, several)
    yield BenchRow("jax", TOWN, "cards+dossier", 7, several)
    yield BenchRow("jax", TOWN, "cards+dossier", 4, few, observed=True)
    for power in (12, 14, 16, 18):
        yield BenchRow("jax", TOWN, "basic", 7, 2**power, unroll=4)
    for players in range(2, 7):
        yield BenchRow("jax", TOWN, "basic", players, several, unroll=4)
    yield BenchRow("jax", TOWN, "cards", 4, few)
    if BOTH:
        yield BenchRow("jax", MAP, "basic", 3, several)
        yield BenchRow("jax", MAP, "basic", 4, few)


def _cpu_rows(*, quick: bool) -> Iterator[BenchRow]:
    yield BenchRow("jax", TOWN, "basic", 7, SMALL)
    yield BenchRow("jax", TOWN, "basic", 7, SMALL, observed=True)
    yield BenchRow("jax", TOWN, "cards", 4, SMALL)
    yield BenchRow("jax", TOWN, "cards+dossier", 4, SMALL)
    if quick:
        return
    if BOTH:
        yield BenchRow("jax", MAP, "basic", 4, SMALL)
    for power in (12, 16):
        yield BenchRow("jax", TOWN, "basic", 7, 2**power)
    for players in range(2, 7):
        yield BenchRow("jax", TOWN, "basic", players, SMALL)
    yield BenchRow("jax", TOWN, "dossier", 7, SMALL)
    yield BenchRow("jax", TOWN, "cards+dossier", 7, SMALL)
    yield BenchRow("jax", TOWN, "cards+dossier", 4, SMALL, observed=True)
    if BOTH:
        yield BenchRow("jax", MAP, "basic", 2, SMALL)
        yield BenchRow("jax", MAP, "basic", 4, SMALL, observed=True)


def _numpy_rows() -> Iterator[BenchRow]:
    yield BenchRow("numpy", TOWN, "basic", 7, SMALL, observed=True)
    yield BenchRow("numpy", TOWN, "cards", 4, SMALL)
    yield BenchRow("numpy", TOWN, "cards+dossier", 4, SMALL)
    if BOTH:
        yield BenchRow("numpy", MAP, "basic", 4, SMALL)
    for power in (10, 12, 16):
        yield BenchRow("numpy", TOWN, "basic", 7, 2**power)
    for players in (2, 4):
        yield BenchRow("numpy", TOWN, "basic", players, SMALL)


def _figures(row: BenchRow, jax: ModuleType, rounds: int, jobs: int) -> dict[str, Any]:
    try:
        if jobs:
            from heimlich.bench.cores import measure_on_cores

            return measure_on_cores(row, jobs, rounds)
        return measure(row, jax, rounds)
    except Exception as error:  # one row that does not fit into memory must not cost the others
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def measure(row: BenchRow, jax: ModuleType, rounds: int, wait: Callable[[], Any] = lambda: None) -> dict[str, Any]:
    """Measure the median of several calls, each of many steps; `wait` is called before them."""
    play = eager_play(simulator(row, np), row) if row.library == "numpy" else compiled_play(simulator, row, jax)
    started = time.perf_counter()
    play.run(STEPS)
    compiled = time.perf_counter() - started
    steps = _enough_steps(play)
    play.run(min(steps, 2 * STEPS))  # away from the first turns, where all games are alike
    before, times, decided = play.finished(), list[float](), play.decided() if play.decided else 0
    wait()
    used = time.process_time()
    while len(times) < QUICK_ROUNDS or (len(times) < rounds and sum(times) < ENOUGH):
        started = time.perf_counter()
        play.run(steps)
        times.append(time.perf_counter() - started)
    used = time.process_time() - used
    games = play.finished() - before
    middle = statistics.median(times)
    decisions = (play.decided() - decided) / len(times) if play.decided else row.batch * steps
    rate = decisions / middle
    figures: dict[str, Any] = {
        "decisions_per_s": float(f"{rate:.4g}"),
        "decisions_per_cpu_s": float(f"{decisions * len(times) / max(used, 1e-9):.4g}"),
        "games_per_s": float(f"{games / sum(times):.4g}"),
        "steps_per_call": steps,
        "seconds_per_call": round(middle, 5),
        "spread": round((max(times) - min(times)) / middle, 3),
        "first_call_s": round(compiled, 2),
    }
    if row.library == "jax":
        memory = jax.devices()[0].memory_stats() or {}
        figures["peak_bytes"] = memory.get("peak_bytes_in_use")
    return figures


def simulator(row: BenchRow, xp: ModuleType) -> Any:
    """The simulator of a row's game, by the default edition."""
    if row.game == TOWN:
        from heimlich.sim.heimlich_co import Simulator
    else:
        from heimlich.sim.suitcases import Simulator  # type: ignore[assignment]  # of the same shape
    game = GAMES[row.game]
    name = game.limited(RulesetName(next(iter(game.editions())), VARIANTS[row.variant]))
    return Simulator(game.ruleset(name), row.players, xp)


def _enough_steps(play: Play) -> int:
    """The number of steps with which a call takes about a third of a second."""
    started = time.perf_counter()
    play.run(STEPS)
    once = max(time.perf_counter() - started, 1e-6) / STEPS
    return max(1, min(4096, int(0.3 / once)) // STEPS) * STEPS


def as_text(row: dict[str, Any]) -> str:
    """Format a row for people."""
    what = f"{row['library']:<5}  {row['game']:<11}  {row['variant'] + (' observed' if row['observed'] else ''):<22}"
    table = f"{row['players']} players  2^{row['batch'].bit_length() - 1:<2} games"
    if "error" in row:
        return f"{what}  {table}  {row['error']}"
    return (
        f"{what}  {table}  {row['decisions_per_s']:>9.3g} decisions/s  {row['games_per_s']:>9.3g} games/s"
        f"  first call {row['first_call_s']:.1f} s" + (f"  on {row['jobs']} cores" if "jobs" in row else "")
    )
