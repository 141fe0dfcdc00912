"""`heimlich bench sim --jobs N`: JAX on CPU cores, a process on each, all measured at the same time.

One thread for each process is twice as quick as XLA's threads for one: those wait for each other after each of some
hundred small programs of a step.
"""

import multiprocessing
import os
from multiprocessing.synchronize import Barrier
from typing import Any

from heimlich.bench.loops import BenchRow
from heimlich.errors import HeimlichError

START_WITHIN = 300.0  # seconds for compiling, in the slowest process
ONE_THREAD = {"NPROC": "1", "OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}


def measure_on_cores(row: BenchRow, jobs: int, rounds: int) -> dict[str, Any]:
    """Measure one row in several processes at once; the figures of all of them together."""
    context = multiprocessing.get_context("spawn")
    together, answers = context.Barrier(jobs), context.Queue()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)  # for the processes: JAX reads it when it starts
    workers = [
        context.Process(target=_measure, args=(row, rounds, cores[job : job + 1], together, answers), daemon=True)
        for job in range(jobs)
    ]
    try:
        for worker in workers:
            worker.start()
        found = [answers.get() for _ in workers]
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    for each in found:
        if "error" in each:
            raise HeimlichError(each["error"])
    return {
        "jobs": jobs,
        "decisions_per_s": sum(each["decisions_per_s"] for each in found),
        "decisions_per_cpu_s": sum(each["decisions_per_cpu_s"] for each in found),  # on cores that do nothing else
        "by_job": sorted(each["decisions_per_s"] for each in found),
        "games_per_s": sum(each["games_per_s"] for each in found),
        "spread": max(each["spread"] for each in found),
        "first_call_s": max(each["first_call_s"] for each in found),
    }


def _measure(row: BenchRow, rounds: int, cores: list[int], together: Barrier, answers: Any) -> None:
    """Measure in this process, on a core of its own, when all others are ready."""
    if cores:
        os.sched_setaffinity(0, cores)
    try:
        import jax

        from heimlich.bench.sim import measure

        answers.put(measure(row, jax, rounds, lambda: together.wait(START_WITHIN)))
    except Exception as error:  # told by the process that waits for it
        together.abort()
        answers.put({"error": f"{type(error).__name__}: {error}"[:300]})
