"""Plays many games by one GPU kernel, for a profiler: `python -m bench.kernel RULESET PLAYERS POWER`.

64 decisions in each of 2^POWER games, which have had 64 before. With NVIDIA's profiler, for instance:

    ncu --clock-control none --kernel-name play --launch-skip 2 --launch-count 1 python -m bench.kernel jumbo 4 20

The first kernel of that name deals, the second plays the first 64 decisions, the third is the one to look at.
"""

import sys
from collections.abc import Sequence

import jax
import jax.numpy as jnp

from heimlich.lab.study import Study
from heimlich.lab.subjects import subject_of
from heimlich.sim import kernels, play

ROUNDS = 8  # of 8 decisions


def main(words: Sequence[str]) -> None:
    """Play, and print how many decisions there were."""
    label, players, power = words
    study, games = Study(label, int(players), 1, "random"), 2 ** int(power)
    sim = subject_of(study.game.id).simulator(study.rules, int(players), jnp)
    running = jax.jit(lambda: play.start(jnp, kernels.new_games(sim, 1, jnp.arange(games))))()
    go_on = jax.jit(lambda running: kernels.play_on(sim, running, ROUNDS, games))
    for _ in range(2):
        running = jax.block_until_ready(go_on(running))  # type: ignore[no-untyped-call]
    print(int((running.decided + running.before).sum()))


if __name__ == "__main__":
    main(sys.argv[1:])
