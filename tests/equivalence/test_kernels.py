"""What a GPU kernel computes equals the simulator, which equals the readable rules: state by state, on a CPU.

A kernel is the simulator's own source, traced with the namespace of unrolled.py. Here that source runs with NumPy's
vectors, for every kind of rules; a small kernel runs in Pallas' interpreter; and every kind of kernel is lowered for a
GPU, up to where Triton would compile it.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.errors import HeimlichError
from heimlich.sim import fused, play
from heimlich.sim.batch import leaves_of, map_leaves
from heimlich.sim.fused import Build, Kernels
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.kernels import Stepper
from heimlich.sim.unrolled import Namespace
from tests.equivalence.replay import CASES, SEED, assert_equal
from tests.soak import count
from tests.tables import Case

KINDS = [
    next(case for case in CASES if str(case) == name)
    for name in (
        "heimlich-co rio-grande 7",
        "heimlich-co escale advanced 4",
        "heimlich-co cie dossier 2",
        "heimlich-co rio-grande top-secret dossier 4",
        "heimlich-co engine-1.0.1 top-secret 3",
    )
]
EVERY = CASES if count(0, 1) else KINDS


def in_numpy(sim: Simulator, tree: Any) -> tuple[Any, Any, Any]:
    """Shape, rules and a tree as the inside of a kernel has them, with NumPy's vectors."""
    library = Namespace(tree.decided.shape[-1], np)
    rules = map_leaves(lambda leaf: fused.constants(library, leaf), sim.rules)
    rows = [library.numbers(leaf, fused.wide(leaf.dtype)) for leaf in leaves_of(tree)]
    return sim.shape._replace(xp=library), rules, library.tree(rows, tree)


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_the_source_of_kernels_plays_as_the_simulator(case: Case) -> None:
    """Whole games, and those after them, with all their choices."""
    games, rounds = 24, count(9, 40)
    sim = Simulator(case.rules, case.players, np)
    running = play.start(np, sim.reset(SEED, np.arange(games)))
    shape, rules, inner = in_numpy(sim, running)
    found = shape.xp.vectors(play.play_on(shape, rules, sim.parts, inner, rounds, 8, games))
    expected = play.play_on(sim.shape, sim.rules, sim.parts, running, rounds, 8, games)
    for one, other in zip(found, leaves_of(expected), strict=True):
        np.testing.assert_array_equal(np.broadcast_to(one, other.shape), other)


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_the_source_of_kernels_sees_as_the_simulator(case: Case) -> None:
    games = 16
    sim = Simulator(case.rules, case.players, np)
    running = play.play_on(sim.shape, sim.rules, sim.parts, play.start(np, sim.reset(SEED, np.arange(games))), 5, 8, 16)
    shape, rules, inner = in_numpy(sim, running)
    seat = sim.parts.to_act(shape, inner.state)
    found = sim.parts.columns(shape, rules, inner.state, seat)
    expected = sim.observe(running.state, sim.to_act(running.state))
    np.testing.assert_array_equal(np.stack([np.broadcast_to(row, games) for row in found], axis=-1), expected)


def test_a_kernel_plays_as_the_simulator() -> None:
    """The smallest game, in Pallas' interpreter; in two blocks, over the ends of games."""
    case, games = next(case for case in CASES if str(case) == "heimlich-co escale 2"), 16
    sims = [Simulator(case.rules, case.players, xp) for xp in (np, jnp)]
    running = [play.start(sim.shape.xp, sim.reset(SEED, np.arange(games))) for sim in sims]
    kernels = Kernels(sims[1], running[1], Build(8, 1, interpret=True))

    def several(shape: Any, rules: Any, running: play.Running) -> Any:
        return play.play_on(shape, rules, sims[1].parts, running, 6, 8, games), ()

    packed, _ = jax.jit(lambda packed: kernels.run(several, packed))(kernels.pack(running[1]))
    found = kernels.unpack(packed)
    expected = play.play_on(sims[0].shape, sims[0].rules, sims[0].parts, running[0], 6, 8, games)
    assert (expected.state.game >= games).any()
    assert_equal(found, expected)


def test_a_kernel_advances_and_observes_as_the_simulator() -> None:
    case, games = next(case for case in CASES if str(case) == "heimlich-co escale 2"), 16
    sims = [Simulator(case.rules, case.players, xp) for xp in (np, jnp)]
    states: list[Any] = [sim.reset(SEED, np.arange(games)) for sim in sims]
    steppers = [
        Stepper(sims[1], states[1], games, Build(8, 1, interpret=True)),
        Stepper(sims[1], states[1], games),  # without a kernel
    ]
    advance = [jax.jit(stepper.advance) for stepper in steppers]
    packed = [stepper.pack(states[1]) for stepper in steppers]
    state = states[0]
    for step in range(count(60, 300)):
        word = play.choice_word(np, play.Running(state, np.full(games, step, np.uint32), np.zeros(games)))
        action = sims[0].random_action(state, word)
        state, rewards, over = sims[0].advance(state, action, games)
        seat = sims[0].to_act(state)
        for number, each in enumerate(advance):
            packed[number], *found = each(packed[number], action)
            expected = (rewards.T, over, seat, sims[0].observe(state, seat).T)
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_array_equal(one, other)
            assert_equal(steppers[number].unpack(packed[number]), state)
    assert (state.game >= games).any()


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_kernels_can_be_made_for_a_gpu(case: Case) -> None:
    """Up to the program that Triton compiles; every operation of the rules has to have a counterpart there."""
    sim, games = Simulator(case.rules, case.players, jnp), 128
    running = jax.eval_shape(lambda: play.start(jnp, sim.reset(SEED, np.arange(games))))
    kernels = Kernels(sim, running, Build(32, 1))

    def to_end(shape: Any, rules: Any, running: play.Running) -> Any:
        ended = play.play_to_end(shape, rules, sim.parts, running, 1000)
        return play.play_on(shape, rules, sim.parts, ended, 2, 2, games), ()

    packed = jax.eval_shape(kernels.pack, running)
    program = jax.jit(lambda packed: kernels.run(to_end, packed)[0]).trace(packed)
    assert "triton" in program.lower(lowering_platforms=("cuda",)).as_text()


def test_a_kernel_refuses_what_it_cannot_do() -> None:
    rules = [case.rules for case in CASES if str(case) in ("heimlich-co rio-grande 7", "heimlich-co escale 7")]
    sim = Simulator(rules, 7, jnp, [0, 1] * 16)
    running = play.start(jnp, sim.reset(SEED, np.arange(32)))
    with pytest.raises(HeimlichError, match="made for one ruleset"):
        fused.fuse(sim.shape, sim.rules, play.play_on, running, Build(32, 1, interpret=True))
    sim = Simulator(rules[0], 7, jnp)
    running = play.start(jnp, sim.reset(SEED, np.arange(33)))
    kernels = Kernels(sim, running, Build(32, 1, interpret=True))
    with pytest.raises(HeimlichError, match="33 games are not a multiple of the kernel's 32"):
        kernels.run(lambda *arguments: (arguments[-1], ()), kernels.pack(running))
