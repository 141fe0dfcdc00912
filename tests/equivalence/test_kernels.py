"""What a GPU kernel computes equals the simulator, which equals the readable rules: state by state, on a CPU.

A kernel is the simulator's own source, carried out with the namespace of unrolled.py and written down in PTX. Here that
source runs with NumPy's vectors, for every kind of rules; what is written runs on a machine made of NumPy; and every
kind of kernel is lowered for a GPU.
"""

from collections.abc import Callable
from functools import partial
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
from heimlich.sim.kernels import Stepper, new_games, play_in_stages
from heimlich.sim.suitcases import Simulator as Suitcases
from heimlich.sim.unrolled import Namespace
from heimlich.sim.unrolled_arrays import Unrolled
from tests.equivalence.ptx_machine import call
from tests.equivalence.replay import CASES as TOWN
from tests.equivalence.replay import SEED, assert_equal
from tests.equivalence.suitcase_games import CASES as MAPS
from tests.equivalence.suitcase_games import NAMES
from tests.soak import count
from tests.tables import Case

KINDS = [
    next(case for case in TOWN if str(case) == name)
    for name in (
        "heimlich-co rio-grande 7",
        "heimlich-co escale advanced 4",
        "heimlich-co cie dossier 2",
        "heimlich-co rio-grande top-secret dossier 4",
        "heimlich-co engine-1.0.1 top-secret 3",
    )
] + [MAPS[NAMES.index(name)] for name in ("small 2", "small 3", "jumbo 4")]
EVERY = [*TOWN, *MAPS] if count(0, 1) else KINDS


def simulator(case: Case, xp: Any) -> Any:
    """The simulator of a case's game."""
    return (Simulator if case.game.id == "heimlich-co" else Suitcases)(case.rules, case.players, xp)


def town(name: str) -> Case:
    """A table of Heimlich & Co. by its name."""
    return next(case for case in TOWN if str(case) == name)


def in_numpy(sim: Any, tree: Any) -> tuple[Any, Any, Any]:
    """Shape, rules and a tree as the inside of a kernel has them, with NumPy's vectors."""
    library = Namespace(tree.decided.shape[-1], np)
    rules = map_leaves(lambda leaf: fused.constants(library, leaf), sim.rules)

    def inner(leaf: Any) -> Any:
        rows = np.empty((*leaf.shape[:-1], 1), object)
        for place in np.ndindex(*leaf.shape[:-1]):
            rows[(*place, 0)] = library.numbers(leaf[place], fused.wide(leaf.dtype))
        return rows.flat[0] if leaf.ndim == 1 else Unrolled(library, rows)

    return sim.shape._replace(xp=library), rules, map_leaves(inner, tree)


def rows_of(tree: Any) -> list[Any]:
    """All vectors of a tree."""
    return [row for leaf in leaves_of(tree) for row in leaf.reshape(-1, leaf.shape[-1])]


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_the_source_of_kernels_plays_as_the_simulator(case: Case) -> None:
    """Whole games, and those after them, with all their choices."""
    games, rounds = 24, count(9 if case.game.id == "heimlich-co" else 3, 40)
    sim = simulator(case, np)
    running = play.start(np, sim.reset(SEED, np.arange(games)))
    shape, rules, inner = in_numpy(sim, running)
    found = shape.xp.vectors(play.play_on(shape, rules, sim.parts, inner, rounds, 8, games))
    expected = play.play_on(sim.shape, sim.rules, sim.parts, running, rounds, 8, games)
    for one, other in zip(found, rows_of(expected), strict=True):
        np.testing.assert_array_equal(np.broadcast_to(one, other.shape), other)


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_the_source_of_kernels_sees_as_the_simulator(case: Case) -> None:
    games = 16
    sim = simulator(case, np)
    running = play.play_on(sim.shape, sim.rules, sim.parts, play.start(np, sim.reset(SEED, np.arange(games))), 5, 8, 16)
    shape, rules, inner = in_numpy(sim, running)
    seat = sim.parts.to_act(shape, inner.state)
    found = sim.parts.columns(shape, rules, inner.state, seat)
    expected = sim.observe(running.state, sim.to_act(running.state))
    np.testing.assert_array_equal(np.stack([np.broadcast_to(row, games) for row in found], axis=-1), expected)


WRITTEN = {
    "heimlich-co rio-grande 7": (3, 8),
    "heimlich-co rio-grande top-secret dossier 4": (1, 6),
    str(MAPS[NAMES.index("small 2")]): (1, 6),
}


@pytest.mark.parametrize("case", [case for case in KINDS if count(0, 1) or str(case) in WRITTEN], ids=str)
def test_a_kernel_plays_as_the_simulator(case: Case) -> None:
    """From the middle of games, whose number leaves some threads without one."""
    games = 40
    rounds, steps = WRITTEN.get(str(case), (4, 8))
    sims = [simulator(case, xp) for xp in (np, jnp)]
    start = play.start(np, sims[0].reset(SEED, np.arange(games)))
    running = play.play_on(sims[0].shape, sims[0].rules, sims[0].parts, start, 14, 8, games)
    kernels = Kernels(sims[1], running, Build(32))

    def several(shape: Any, rules: Any, running: play.Running) -> Any:
        return play.play_on(shape, rules, sims[1].parts, running, rounds, steps, games), ()

    found = call(lambda packed: kernels.run(several, packed)[0], kernels.pack(running))
    expected = play.play_on(sims[0].shape, sims[0].rules, sims[0].parts, running, rounds, steps, games)
    assert (expected.decided > running.decided).any()
    assert case.game.id != "heimlich-co" or (expected.state.game > running.state.game).any(), "no game has ended"
    assert_equal(kernels.unpack(found), expected)


@pytest.mark.parametrize("in_step", [False, True])
def test_a_kernel_plays_games_to_their_ends(*, in_step: bool) -> None:
    case, games = town("heimlich-co escale 2"), 33
    sims = [simulator(case, xp) for xp in (np, jnp)]
    running = play.start(np, sims[0].reset(SEED, np.arange(games)))
    kernels = Kernels(sims[1], running, Build(32, in_step=in_step))

    def to_end(shape: Any, rules: Any, running: play.Running) -> Any:
        return play.play_to_end(shape, rules, sims[1].parts, running, 1000), ()

    found = call(lambda packed: kernels.run(to_end, packed)[0], kernels.pack(running))
    expected = play.play_to_end(sims[0].shape, sims[0].rules, sims[0].parts, running, 1000)
    assert (expected.state.phase == sims[0].parts.over).all()
    assert_equal(kernels.unpack(found), expected)


@pytest.mark.parametrize("case", [town("heimlich-co rio-grande top-secret dossier 4"), KINDS[-3]], ids=str)
def test_a_kernel_deals_as_the_simulator(case: Case) -> None:
    games = 40
    sims = [simulator(case, xp) for xp in (np, jnp)]
    found = call(lambda numbers: new_games(sims[1], SEED, numbers, Build(32)), np.arange(5, 5 + games))
    assert_equal(found, sims[0].reset(SEED, np.arange(5, 5 + games)))


@pytest.mark.parametrize("spent", [40, 3, 1])
def test_games_that_go_on_are_gathered_and_put_back(spent: int) -> None:
    """In stages, after each or some of which they are: the result is that of games which all play to their ends."""
    case, games = town("heimlich-co escale 2"), 40
    sims = [simulator(case, xp) for xp in (np, jnp)]
    running = play.start(np, sims[0].reset(SEED, np.arange(games)))
    kernels = Kernels(sims[1], running, Build(32))
    found, stages = _in_stages(sims[1], kernels, kernels.pack(running), spent)
    expected = play.play_to_end(sims[0].shape, sims[0].rules, sims[0].parts, running, 1000)
    assert stages > 2
    assert_equal(kernels.unpack(found), expected)


def _in_stages(sim: Any, kernels: Kernels, packed: Any, spent: int) -> tuple[Any, int]:
    """`play_in_stages` with its kernels on the machine of NumPy; and the number of stages."""
    stages = 0

    def run(function: Any, packed: Any, *more: Any) -> Any:
        nonlocal stages
        stages += 1
        found = call(lambda packed, *more: Kernels.run(kernels, function, packed, *more), packed, *more)
        return jax.tree_util.tree_map(jnp.asarray, found)

    def while_loop(goes_on: Callable[..., Any], body: Callable[..., Any], carried: Any) -> Any:
        while goes_on(carried):
            carried = body(carried)
        return carried

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jax.lax, "while_loop", while_loop)
        patch.setattr(kernels, "run", run)
        return play_in_stages(sim, kernels, packed, 1000, 16, spent), stages


def test_a_kernel_advances_and_observes_as_the_simulator() -> None:
    """With a kernel and without; from where some games are about to end."""
    case, games = town("heimlich-co escale 2"), 32
    sims = [simulator(case, xp) for xp in (np, jnp)]
    start = play.start(np, sims[0].reset(SEED, np.arange(games)))
    state = play.play_on(sims[0].shape, sims[0].rules, sims[0].parts, start, 4, 8, games).state
    steppers = [Stepper(sims[1], state, games, Build(32)), Stepper(sims[1], state, games)]
    packed = [stepper.pack(state) for stepper in steppers]
    advance: list[Callable[..., Any]] = [partial(call, steppers[0].advance), jax.jit(steppers[1].advance)]
    for step in range(count(12, 300)):
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


def test_a_kernel_looks_ahead_as_the_simulator() -> None:
    """Several random actions from one position: which they are, and what the seat that takes them would see."""
    case, games = town("heimlich-co escale 2"), 32
    sims = [simulator(case, xp) for xp in (np, jnp)]
    state = sims[0].reset(SEED, np.arange(games))
    stepper = Stepper(sims[1], state, games, Build(32))
    words = np.random.default_rng(1).integers(0, 2**32, (3, games), np.uint32)
    actions, seen = call(stepper.look, stepper.pack(state), words)
    seat = sims[0].to_act(state)
    watchers = ((seat + 1) % 2).astype(np.int8)
    for word, action, view in zip(words, actions, seen, strict=True):
        np.testing.assert_array_equal(action, sims[0].random_action(state, word))
        np.testing.assert_array_equal(view, sims[0].observe(sims[0].step(state, action), seat).T)
    _, _, _, who, watched = call(stepper.advance, stepper.pack(state), actions[0], watchers)
    after, _, _ = sims[0].advance(state, actions[0], games)
    np.testing.assert_array_equal(who, watchers)
    np.testing.assert_array_equal(watched, sims[0].observe(after, watchers).T)


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_kernels_can_be_made_for_a_gpu(case: Case) -> None:
    """Up to the program that the driver compiles; every operation of the rules has to have an instruction."""
    sim, games = simulator(case, jnp), 128
    running = jax.eval_shape(lambda: play.start(jnp, sim.reset(SEED, np.arange(games))))
    kernels = Kernels(sim, running, Build(32))

    def to_end(shape: Any, rules: Any, running: play.Running) -> Any:
        ended = play.play_to_end(shape, rules, sim.parts, running, 1000)
        return play.play_on(shape, rules, sim.parts, ended, 2, 2, games), ()

    packed = jax.eval_shape(kernels.pack, running)
    program = jax.jit(lambda packed: kernels.run(to_end, packed)[0]).trace(packed)
    assert fused.CALL in program.lower(lowering_platforms=("cuda",)).as_text()


def test_a_kernel_refuses_several_rulesets() -> None:
    rules = [case.rules for case in TOWN if str(case) in ("heimlich-co rio-grande 7", "heimlich-co escale 7")]
    sim = Simulator(rules, 7, np, [0, 1] * 16)
    running = play.start(np, sim.reset(SEED, np.arange(32)))
    with pytest.raises(HeimlichError, match="made for one ruleset"):
        fused.fuse(sim.shape, sim.rules, play.play_on, running, Build(32))
