"""Self-play on several machines: `python -m training.heimlich_co.several rio-grande 4 --out DIR --ray ADDRESS`.

In each round every worker starts from the same network, plays games of its own and learns from them (self_play.py, on
all devices of its machine); the mean of what they learnt is the next network. Tasks hold all that a worker needs, and
what it returns depends on nothing else: a run gives the same network in one process, in several (`--jobs`) and on a Ray
cluster.
"""

import argparse
import json
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from heimlich.cli.options import add_where, where_of
from heimlich.errors import HeimlichError
from heimlich.sim.compiled import keep_compiled
from heimlich.spread import Where, spread
from training.heimlich_co.self_play import Learner, SelfPlay, load, save

Leaves = tuple[Any, ...]  # the arrays of a Learner


class Setup(NamedTuple):
    """The games that are learnt from."""

    edition: str
    players: int
    games: int  # at once, in each worker
    stretch: int
    candidates: int


class Task(NamedTuple):
    """A worker's part of a round."""

    setup: Setup
    worker: int
    seed: int
    stretches: int  # to play and learn from
    leaves: Leaves


class Lesson(NamedTuple):
    """The outcome of a task."""

    leaves: Leaves
    loss: float
    ended: int  # games


def learn(task: Task) -> Lesson:
    """Play and learn from the task's network on; the games begin anew."""
    play = _self_play(task.setup)
    learner = _learner(play, task.leaves)
    key = jax.random.fold_in(jax.random.key(task.seed), task.worker)
    packed, ended = play.packed, 0
    for number in range(task.stretches):
        learner, packed, figures = play.learn(learner, packed, jax.random.fold_in(key, number))
        ended += int(figures.ended)
    return Lesson(_leaves(learner), float(figures.loss), ended)


def mean_of(lessons: Sequence[Lesson]) -> Leaves:
    """The mean of what some workers have learnt, array by array; steps are alike in all of them."""
    parts = zip(*(lesson.leaves for lesson in lessons), strict=True)
    return tuple(np.mean(np.stack(same), axis=0).astype(same[0].dtype) for same in parts)


def train(
    setup: Setup, out: Path, where: Where, *, workers: int, rounds: int, stretches: int, seed: int
) -> list[dict[str, Any]]:
    """Learn for some rounds; go on from the network in the folder, if there is one. Return what is logged."""
    if min(workers, rounds, stretches) < 1:
        raise HeimlichError("workers, rounds and stretches: each takes at least 1")
    out.mkdir(parents=True, exist_ok=True)
    name = f"{setup.edition}-{setup.players}"
    path, log = out / f"{name}.npz", out / f"{name}.jsonl"
    play = _self_play(setup)
    learner = play.init(seed)
    if path.exists():
        learner = load(path, learner)
    written: list[dict[str, Any]] = []
    for _ in range(rounds):
        started, before = time.monotonic(), int(learner.steps)
        leaves = _leaves(learner)
        tasks = [Task(setup, worker, seed + before, stretches, leaves) for worker in range(workers)]
        with spread(learn, tasks, where) as results:
            lessons = {task.worker: lesson for task, lesson in results}
        in_order = [lessons[worker] for worker in range(workers)]  # so that the mean is the same to the last bit
        learner = _learner(play, mean_of(in_order))
        written.append(
            {
                "steps": int(learner.steps),
                "loss": round(sum(lesson.loss for lesson in in_order) / workers, 5),
                "games": sum(lesson.ended for lesson in in_order),
                "seconds": round(time.monotonic() - started, 1),
            }
        )
        with log.open("a") as file:
            file.write(json.dumps(written[-1]) + "\n")
        print(name, written[-1], flush=True)
        save(path, learner)
    return written


@lru_cache(maxsize=2)
def _self_play(setup: Setup) -> SelfPlay:
    """Compiled once in each process, for all devices of this machine."""
    keep_compiled()
    devices = len(jax.devices())
    return SelfPlay(*setup, devices if setup.games % devices == 0 else 1)


def _leaves(learner: Learner) -> Leaves:
    return tuple(np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(learner))


def _learner(play: SelfPlay, leaves: Leaves) -> Learner:
    structure = jax.tree_util.tree_structure(play.init(0))
    learner: Learner = jax.tree_util.tree_unflatten(structure, [jnp.asarray(leaf) for leaf in leaves])
    return learner


def main(arguments: list[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Learn the basic game by playing it, on several machines.")
    parser.add_argument("edition")
    parser.add_argument("players", type=int)
    parser.add_argument("--out", type=Path, required=True, help="a folder for network and log")
    parser.add_argument("--workers", type=int, default=2, help="networks that learn at the same time")
    parser.add_argument("--rounds", type=int, default=10, help="after each, the mean of all is the next network")
    parser.add_argument("--stretches", type=int, default=100, help="of play in a round, each followed by a lesson")
    parser.add_argument("--games", type=int, default=2**16, help="at once, in each worker")
    parser.add_argument("--stretch", type=int, default=32, help="decisions from one lesson to the next")
    parser.add_argument("--candidates", type=int, default=8, help="moves that are looked at")
    parser.add_argument("--seed", type=int, default=1)
    add_where(parser)
    options = parser.parse_args(arguments)
    setup = Setup(options.edition, options.players, options.games, options.stretch, options.candidates)
    counts = {"workers": options.workers, "rounds": options.rounds, "stretches": options.stretches}
    train(setup, options.out, where_of(options), **counts, seed=options.seed)


if __name__ == "__main__":
    main()
