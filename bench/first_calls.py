"""How long the first call of the simulator takes: `python -m bench.first_calls [--kept FOLDER] [RULESET …]`.

For every ruleset, with as many players as there can be: to make the program, compile it, and play 64 decisions in each
of 2^18 games (2^13 on a CPU). With --kept, compiled programs are kept in a folder: a second run shows what that saves.
Prints a JSON object a line: seconds by the clock, and of CPU time, which other work on the machine changes little.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import jax
import jax.numpy as jnp

from heimlich.games import GAMES
from heimlich.lab.study import Study
from heimlich.lab.subjects import subject_of
from heimlich.lab.survey import rulesets_of
from heimlich.sim import kernels, play
from heimlich.sim.compiled import keep_compiled

ROUNDS = 8  # of 8 decisions


def first_call(label: str) -> dict[str, object]:
    """Play under a ruleset for the first time."""
    study = Study(label, 2, 1, "random")
    players = max(study.game.players(study.rules))
    batch = 2**18 if jax.default_backend() == "gpu" else 2**13
    begun, used = time.perf_counter(), time.process_time()
    sim = subject_of(study.game.id).simulator(study.rules, players, jnp)

    def whole() -> object:
        running = play.start(jnp, kernels.new_games(sim, 1, jnp.arange(batch)))
        return kernels.play_on(sim, running, ROUNDS, batch)

    jax.block_until_ready(jax.jit(whole)())  # type: ignore[no-untyped-call]
    seconds = {"s": time.perf_counter() - begun, "cpu_s": time.process_time() - used}
    return {"rules": label, "players": players, **{name: round(each, 2) for name, each in seconds.items()}}


def measure(wanted: Sequence[str]) -> Iterator[dict[str, object]]:
    """One row for each ruleset."""
    labels = wanted or [label for game in GAMES for label in rulesets_of(game)]
    jax.block_until_ready(jax.jit(lambda x: x + 1)(jnp.zeros(8)))  # type: ignore[no-untyped-call]
    yield from map(first_call, labels)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="How long the first call of the simulator takes.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="where compiled programs are kept")
    options = parser.parse_args()
    if options.kept:
        keep_compiled(options.kept)
    for row in measure(options.rulesets):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
