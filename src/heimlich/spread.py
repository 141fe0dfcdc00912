"""Run a pure function over many tasks: in this process, in several, or on a Ray cluster.

Results come in the order in which they are ready, each with its task, so that the caller can store them one by one.
When the caller stops (Ctrl-C, an error, `close`), running tasks are ended. Functions and tasks are pickled: use a
function of a module, or a `partial` of one.
"""

import logging
import multiprocessing
import os
import re
import signal
import socket
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from heimlich.errors import HeimlichError

Task = TypeVar("Task")
Result = TypeVar("Result")

REACHED_WITHIN = 5.0  # seconds; Ray itself would try for minutes
WAITING = 2  # tasks handed out for each worker: one runs, the next one is there when it is done
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # send no usage statistics
    "RAY_DEDUP_LOGS": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class ThisProcess(NamedTuple):
    """Run one task after the other, in this process."""


class Processes(NamedTuple):
    """Run tasks in this number of processes on this machine."""

    number: int


class Ray(NamedTuple):
    """Run tasks on a Ray cluster at an address, or on a local one that is started and ended for them."""

    address: str | None = None
    workers: int | None = None  # of a local one; by default, as many as there are cores


Where = ThisProcess | Processes | Ray


Results = Generator[tuple[Task, Result], None, None]


def spread(function: Callable[[Task], Result], tasks: Iterable[Task], where: Where) -> closing[Results[Task, Result]]:
    """Yield each task with its result, as they get ready: `with spread(…) as results: for task, result in results:`."""
    match where:
        case ThisProcess():
            return closing((task, function(task)) for task in tasks)
        case Processes(number):
            return closing(_in_processes(function, tasks, number))
        case Ray():
            return closing(_on_ray(function, tasks, where))


def _in_processes(function: Callable[[Task], Result], tasks: Iterable[Task], number: int) -> Results[Task, Result]:
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads, as JAX has, may hang
    pool = ProcessPoolExecutor(number, context, initializer=_take_interrupts)
    coming = iter(tasks)
    running: dict[Future[Result], Task] = {}
    workers = before
    try:
        while True:
            for task in islice(coming, WAITING * number - len(running)):
                running[pool.submit(function, task)] = task
            workers = set(multiprocessing.active_children()) - before
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    except BrokenProcessPool:
        raise HeimlichError("a worker process died; there may have been too little memory") from None
    finally:
        pool.shutdown(wait=not running, cancel_futures=True)
        if running:
            for process in workers:
                process.terminate()
            for process in workers:
                process.join()


def _take_interrupts() -> None:
    """Let Ctrl-C, which reaches all processes of a terminal, end a worker silently: the caller reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _on_ray(function: Callable[[Task], Result], tasks: Iterable[Task], where: Ray) -> Results[Task, Result]:
    ray = _start_ray(where)
    coming = iter(tasks)
    running: dict[Any, Task] = {}
    try:
        remote = ray.remote(num_cpus=1)(_call)
        shared = ray.put(function)
        width = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            for task in islice(coming, width - len(running)):
                running[remote.remote(shared, task)] = task
            if not running:
                return
            for done in ray.wait(list(running), num_returns=1)[0]:
                result = ray.get(done)
                yield running.pop(done), result
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # as it would have been raised here
    except ray.exceptions.RayError as error:
        raise HeimlichError(f"Ray gave up: {_first_line(error)}") from None
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
        ray.shutdown()


def _call(function: Callable[[Task], Result], task: Task) -> Result:
    return function(task)


def _start_ray(where: Ray) -> Any:
    """Start or join a Ray cluster; return the connected library."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise HeimlichError("Ray is not installed; what would do: pip install 'heimlich[ray]'") from None
    local: dict[str, Any] = {} if where.address else {"num_cpus": where.workers, "include_dashboard": False}
    try:
        _knock(where.address or "local")
        ray.init(address=where.address or "local", log_to_driver=False, logging_level=logging.ERROR, **local)
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        place = where.address or "local"
        raise HeimlichError(f"Ray cannot be reached at '{place}': {_first_line(error)}") from None
    return ray


def _knock(address: str) -> None:
    """Raise OSError if nobody listens at a host and port; leave other words (local, auto) to Ray."""
    found = re.fullmatch(r"(?:ray://)?([^:/]+):(\d+)", address)
    if found:
        socket.create_connection((found[1], int(found[2])), REACHED_WITHIN).close()


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0]
