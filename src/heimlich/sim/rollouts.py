"""Values positions by many random games from them to their ends, on whatever devices there are.

    from heimlich.sim.rollouts import evaluate
    evaluate(state, 1_000_000).shares  # each seat's share of the win

The first call for a ruleset, a number of players and a number of rollouts compiles; later ones only play. Rollouts have
numbers, and dice, draws and choices follow from them: the tally is the same on a CPU, a GPU or several of them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, sqrt
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heimlich.errors import HeimlichError
from heimlich.games.suitcases import ruleset as suitcases
from heimlich.sim import play
from heimlich.sim.batch import Array, is_eager, map_leaves
from heimlich.sim.kernels import play_to_end
from heimlich.sim.simulator import BatchSimulator

MOST_DECISIONS = 20_000  # a rollout that is not over then counts for nobody
GRAIN = 128  # on a GPU, rollouts are made in multiples of this; surplus ones are not counted


class Evaluation(NamedTuple):
    """The results of some rollouts."""

    rollouts: int
    shares: tuple[float, ...]  # each seat's mean share of the one win
    errors: tuple[float, ...]  # their standard errors
    unfinished: int  # rollouts that were cut off


def evaluate(state: Any, rollouts: int, seed: int = 0) -> Evaluation:
    """Play on at random from a readable state, each legal action as likely, as often as asked.

    The state is the whole one, secrets included. For what a seat knows, draw states that agree with its view and pass
    them to `evaluate_each`.
    """
    return evaluate_each([state], rollouts, seed)[0]


def evaluate_each(states: Sequence[Any], rollouts: int, seed: int = 0) -> list[Evaluation]:
    """Evaluate several states of one table, with `rollouts` for each."""
    if not isinstance(rollouts, int | np.integer) or isinstance(rollouts, bool) or rollouts < 1:
        raise HeimlichError(f"{rollouts} rollouts tell nothing; what would do: 1 or more")
    if not states:
        return []
    for state in states:
        if not hasattr(state, "secrets"):
            what = type(state).__name__
            raise HeimlichError(
                f"a {what} is not the whole state; for a view, draw states by the game's consistent_state"
            )
    table = states[0].table
    if any((state.table.rules, state.table.players) != (table.rules, table.players) for state in states):
        raise HeimlichError("all states must have the same rules and the same number of players")
    evaluator = _evaluator(table.rules, table.players, rollouts, len(states))
    return evaluator(evaluator.sim.pack(states, seed, range(len(states))), seed)


@lru_cache(maxsize=32)
def _evaluator(rules: Any, players: int, rollouts: int, positions: int) -> "Evaluator":
    return Evaluator(_simulator(rules, players, _library()), rollouts, positions)


def _simulator(rules: Any, players: int, xp: ModuleType) -> BatchSimulator[Any, Any]:
    if isinstance(rules, suitcases.Ruleset):
        from heimlich.sim.suitcases import Simulator as Suitcases

        return Suitcases(rules, players, xp)
    from heimlich.sim.heimlich_co import Simulator

    return Simulator(rules, players, xp)


def _library() -> Any:
    """JAX if it is installed, else NumPy."""
    try:
        import jax.numpy
    except ImportError:
        return np
    return jax.numpy


class Evaluator:
    """Rollouts of packed positions, compiled once; shared out among all devices that JAX has."""

    def __init__(self, sim: BatchSimulator[Any, Any], rollouts: int, positions: int = 1) -> None:
        self.sim, self.rollouts, self.positions = sim, rollouts, positions
        self._count: Callable[..., Array] = self._tally if is_eager(sim.shape.xp) else self._compiled()

    def __call__(self, position: Any, seed: int = 0) -> list[Evaluation]:
        """One evaluation for each game of the batch."""
        counts = np.asarray(self._count(position, self._numbers(), self.sim.shape.array([seed], "uint32")))
        return [_evaluation(self.rollouts, each) for each in counts.astype(np.int64)]

    def _numbers(self) -> Array:
        """The rollouts of a position by number, with some to spare at the end."""
        xp = self.sim.shape.xp
        grain = 1 if is_eager(xp) else GRAIN * _devices()
        return xp.arange(ceil(self.rollouts / grain) * grain, dtype=xp.uint32)

    def _compiled(self) -> Callable[..., Array]:
        import jax
        from jax.sharding import Mesh, PartitionSpec

        if _devices() == 1:
            return jax.jit(self._tally)
        mesh = Mesh(np.asarray(jax.devices()), ("devices",))

        def on_one(position: Any, numbers: Array, seed: Array) -> Array:
            together: Any = jax.lax.psum
            return together(self._tally(position, numbers, seed), "devices")

        spec: Any = PartitionSpec
        everywhere, apart = spec(), spec("devices")
        specs = (everywhere, apart, everywhere)
        return jax.jit(jax.shard_map(on_one, mesh=mesh, in_specs=specs, out_specs=everywhere, check_vma=False))

    def _tally(self, position: Any, numbers: Array, seed: Array) -> Array:
        """For each position and seat, how often it was among so many winners, int32 [position, seat, number].

        In place of a seat at the end, at 0: how many rollouts were cut off.
        """
        xp, parts = self.sim.shape.xp, self.sim.parts
        size = (self.positions, *numbers.shape)
        games = xp.arange(self.positions, dtype=xp.uint32)[:, None] * xp.uint32(self.rollouts) + numbers
        state = map_leaves(lambda leaf: _repeated(xp, leaf, size), position)
        running = play.start(xp, state._replace(seed=seed, game=games.reshape(-1)))

        ended = play_to_end(self.sim, running, MOST_DECISIONS).state
        winners, phase = ended.winners.reshape(size), ended.phase.reshape(size)
        return self._counts(winners, phase == parts.over, numbers < xp.uint32(self.rollouts))

    def _counts(self, winners: Array, over: Array, wanted: Array) -> Array:
        xp, seats = self.sim.shape.xp, range(self.sim.shape.players)
        flags = [(xp.right_shift(winners, xp.int8(seat)) & xp.int8(1)) != 0 for seat in seats]
        number = sum(flag.astype(xp.int8) for flag in flags)
        rows = [[over & wanted & flag & (number == many) for many in range(len(seats) + 1)] for flag in flags]
        rows.append([~over & wanted, *[xp.zeros_like(over)] * len(seats)])
        counts = [xp.stack([flag.sum(axis=-1, dtype=xp.int32) for flag in row], axis=-1) for row in rows]
        return xp.stack(counts, axis=-2)


def _repeated(xp: ModuleType, leaf: Array, size: tuple[int, int]) -> Array:
    """Each position's numbers, once for each rollout."""
    spread = xp.broadcast_to(leaf[..., None], (*leaf.shape[:-1], *size))
    return spread.reshape(*leaf.shape[:-1], -1)


def _devices() -> int:
    import jax

    return len(jax.devices())


def _evaluation(rollouts: int, counted: Any) -> Evaluation:
    shares, errors = [], []
    for counts in counted[:-1]:
        mean = sum(times / number for number, times in enumerate(counts) if number) / rollouts
        squares = sum(times / number**2 for number, times in enumerate(counts) if number) / rollouts
        shares.append(float(mean))
        errors.append(sqrt(max(0.0, squares - mean * mean) / rollouts))
    return Evaluation(rollouts, tuple(shares), tuple(errors), int(counted[-1][0]))
