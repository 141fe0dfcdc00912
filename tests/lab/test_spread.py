"""Spreading work: the same results here, in processes and on Ray; and what happens when it goes wrong."""

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from heimlich.errors import HeimlichError
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.lab.tally import Tally
from heimlich.spread import Processes, Ray, ThisProcess, Where, spread

STUDY = Study("rio-grande", 3, 4, "random")
TRIES = 3


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 3:
        raise HeimlichError("not 3")
    return number


def die(number: int) -> int:
    os._exit(number)


def sleep_on(folder: Path, number: int) -> int:
    """Quick at first; then a task that takes for ever, and leaves a trace when it begins."""
    if number:
        (folder / f"began-{os.getpid()}").touch()
        time.sleep(600)
    return number


def test_every_task_has_its_result() -> None:
    for where in (ThisProcess(), Processes(2)):
        with spread(square, range(20), where) as results:
            assert sorted(results) == [(number, number**2) for number in range(20)]


def test_what_a_task_raises_is_raised_here() -> None:
    for where in (ThisProcess(), Processes(2)):
        with pytest.raises(HeimlichError, match="not 3"), spread(refuse, range(9), where) as results:
            list(results)


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(HeimlichError, match="a worker process died"), spread(die, [1], Processes(1)) as results:
        list(results)


def test_who_stops_asking_ends_what_runs(tmp_path: Path) -> None:
    started = time.monotonic()
    with spread(partial(sleep_on, tmp_path), [0, 1, 2], Processes(2)) as results:
        assert next(results) == (0, 0)
        while not (began := list(tmp_path.iterdir())):
            time.sleep(0.05)
    assert time.monotonic() - started < 60
    for path in began:
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name.partition("-")[2]), 0)


def tally(where: Where) -> Tally:
    chunks = [Chunk(STUDY, "numpy", first, 25) for first in range(0, 100, 25)]
    found = Tally()
    with spread(play_chunk, chunks, where) as results:
        for _, part in results:
            found.add(part)
    return found


def test_processes_change_no_figure() -> None:
    assert tally(Processes(2)) == tally(ThisProcess())


def check_a_local_ray() -> None:
    where = Ray(workers=2)
    assert tally(where) == tally(ThisProcess())
    with pytest.raises(HeimlichError, match="not 3"), spread(refuse, range(9), where) as results:
        list(results)


@pytest.mark.slow
def test_a_local_ray_changes_no_figure_and_tells_what_goes_wrong() -> None:
    """In a process of its own, as Ray's core ends the whole process when it has lost its own servers. On a busy machine
    they do not always come up in time, so that it may try again: what is wrong here would be wrong every time.
    """
    command = (sys.executable, "-W", "ignore", "-c", f"from {__name__} import check_a_local_ray as go; go()")
    for _ in range(TRIES):
        ended = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=300)
        if ended.returncode == 0:
            break
    assert ended.returncode == 0, ended.stderr


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("address", "reason"), [("127.0.0.1:9", "Connection refused"), ("ray://127.0.0.1:9", "Connection refused")]
)
def test_a_cluster_that_is_not_there_is_told(address: str, reason: str) -> None:
    with (
        pytest.raises(HeimlichError, match=f"Ray cannot be reached at '{address}': .*{reason}"),
        spread(square, [1], Ray(address)) as results,
    ):
        list(results)
