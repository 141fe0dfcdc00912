"""Many tables at once for Gymnasium, as one `VectorEnv` on the simulator: arrays in, arrays out.

With `arrays="jax"`, `reset` and `step` hand out the simulator's own arrays on the device, and actions are taken from
there: nothing is copied to the host and back, and the state of one step gives its memory to the next. With
`arrays="numpy"` the same games are played in NumPy.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, get_args

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from heimlich.adapters.spaces import LegalActions, observations
from heimlich.adapters.terms import House, Rewards, agree, seat_number, whole_number
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.games import part_of
from heimlich.sim import play
from heimlich.sim.batch import Array, is_eager, loop_while, select
from heimlich.sim.play import Running
from heimlich.sim.simulator import SEEDS, checked_seed

Arrays = Literal["numpy", "jax"]


class HandedOut(NamedTuple):
    """The arrays that are handed out after a reset or a step."""

    observation: Array  # int16 [tables, fields]
    reward: Array  # float32 [tables]
    over: Array  # bool [tables]
    mask: Array  # bool [tables, actions]; nothing is legal when a game is over
    seat: Array  # int8 [tables]: the seat that decides and sees this, from 1; 0 when a game is over
    rewards: Array  # float32 [tables, players]
    cut: Array  # bool [tables]: never, for games have a limit of turns


class VectorTables(VectorEnv[Any, Any, Any]):
    """Tables of one kind. With a `seat` (from 1) that seat is the learner's, and the others play at random.

    Without one, each decision is the learner's: an observation is that of the seat that decides next, the reward that
    of the seat that has just decided, and infos["rewards"] has those of all. After a game's end the next step ignores
    that table's action and begins another game there. An illegal action is refused in NumPy; in JAX, where looking for
    one would copy arrays to the host, a legal one is drawn in its place.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (as the library has it)

    def __init__(
        self,
        game: str = "heimlich-co",
        num_envs: int = 1024,
        *,
        edition: str | None = None,
        variants: Iterable[str] = (),
        players: int | None = None,
        house: House = (),
        rewards: Rewards = "shares",
        seat: int | None = None,
        arrays: Arrays = "numpy",
    ) -> None:
        self.terms = agree(game, edition, variants, players, house, rewards)
        if whole_number("num_envs", num_envs) < 1:
            raise HeimlichError(f"{num_envs} tables are too few; it takes at least 1")
        self.num_envs, self.arrays, self.render_mode = num_envs, arrays, None
        self._xp = _library(arrays)
        self._sim = part_of(game, "sim").Simulator(self.terms.rules, self.terms.players, self._xp)
        self._seat = seat_number(seat, self.terms.players)
        self.single_observation_space = observations(self.terms.code)
        self.single_action_space = LegalActions(self.terms.code.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(gymnasium.spaces.Discrete(self.terms.code.actions), num_envs)
        self._running: Running | None = None
        self._mask: Array = None
        self._begin, self._advance = _compiled(arrays, self._first, self._next)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game at every table; one seed is for all, and each table's games have numbers of their own."""
        del options
        if isinstance(seed, list):
            raise HeimlichError("one seed is for all tables; what would do: reset(seed=1)")
        chosen = int(np.random.default_rng().integers(SEEDS)) if seed is None else checked_seed(seed)
        self._running, seen = self._begin(self._xp.asarray([chosen], dtype=self._xp.uint32))
        self._mask = seen.mask
        return seen.observation, self._infos(seen)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take a decision at every table."""
        if self._running is None:
            raise IllegalAction("no game has begun; reset begins one")
        actions = self._checked(actions)
        self._running, seen = self._advance(self._running, actions)
        self._mask = seen.mask
        return seen.observation, seen.reward, seen.over, seen.cut, self._infos(seen)

    def _checked(self, actions: Any) -> Any:
        """The actions as an array; raises IllegalAction if a table that is asked gets one that is not legal.

        Of arrays on a device only shape and kind are looked at, which are known without a copy.
        """
        wanted = f"actions are {self.num_envs} whole numbers, one for each table"
        try:
            given = self._xp.asarray(actions) if isinstance(actions, list | tuple) or is_eager(self._xp) else actions
        except (TypeError, ValueError, OverflowError):
            raise IllegalAction(wanted) from None
        if not hasattr(given, "dtype") or given.shape != (self.num_envs,) or np.dtype(given.dtype).kind not in "iu":
            raise IllegalAction(wanted)
        if not is_eager(self._xp):
            return given
        asked = self._mask.any(axis=1)
        within = (given >= 0) & (given < self._mask.shape[1])
        legal = within & self._mask[np.arange(self.num_envs), np.where(within, given, 0)]
        for table in np.flatnonzero(asked & ~legal)[:1]:
            raise IllegalAction(f"{given[table]} is not legal at table {table} now; see infos['action_mask']")
        return given.astype(np.int32)

    @staticmethod
    def _infos(seen: HandedOut) -> dict[str, Any]:
        return {"action_mask": seen.mask, "seat": seen.seat, "rewards": seen.rewards}

    # Pure functions of arrays

    def _first(self, seed: Array) -> tuple[Running, HandedOut]:
        sim, xp = self._sim, self._xp
        state = sim.parts.reset(sim.shape, sim.rules, seed, xp.arange(self.num_envs, dtype=xp.uint32))
        running = self._others_play(play.start(xp, state))
        return running, self._outlook(running, running.state.seat)

    def _next(self, running: Running, actions: Array) -> tuple[Running, HandedOut]:
        sim, xp = self._sim, self._xp
        state = running.state
        over, decider = sim.is_over(state), sim.to_act(state)
        if not is_eager(xp):
            actions = self._legal(running, actions)
        after = sim.step(state, actions)
        fresh = sim.parts.renew(sim.shape, sim.rules, state, sim.shape.array([self.num_envs], "uint32"))
        decided = xp.where(over, xp.uint32(0), running.decided + xp.uint32(1))
        running = self._others_play(Running(select(xp, over, fresh, after), decided, running.before))
        return running, self._outlook(running, decider)

    def _legal(self, running: Running, actions: Array) -> Array:
        """The actions, with one drawn in the place of each that is not legal."""
        sim, xp = self._sim, self._xp
        mask = sim.legal_mask(running.state)
        number = xp.clip(actions, 0, mask.shape[1] - 1).astype(xp.int32)
        legal = xp.take_along_axis(mask, number[:, None], axis=1)[:, 0] & (number == actions)
        drawn = sim.random_action(running.state, play.choice_word(xp, running))
        return xp.where(legal, number, drawn)

    def _others_play(self, running: Running) -> Running:
        """Let the others decide at random up to the learner's next decision, or the end."""
        if self._seat is None:
            return running
        sim, xp, seat = self._sim, self._xp, self._seat

        def waits(running: Running) -> Array:
            return ~sim.is_over(running.state) & (sim.to_act(running.state) != seat)

        def one_step(running: Running) -> Running:
            after = play.decide_once(sim.shape, sim.rules, sim.parts, running)
            found: Running = select(xp, waits(running), after, running)
            return found

        settled: Running = loop_while(sim.shape, waits, one_step, running)
        return settled

    def _outlook(self, running: Running, decided: Array) -> HandedOut:
        sim, xp, state = self._sim, self._xp, running.state
        over = sim.is_over(state)
        rewards = sim.rewards(state)
        if self.terms.rewards == "centred":
            rewards = rewards - rewards.mean(axis=1, keepdims=True)
        mine = decided if self._seat is None else xp.full(over.shape, self._seat, xp.int8)
        mine = xp.maximum(mine, xp.int8(0))
        viewer = mine if self._seat is not None else xp.where(over, mine, sim.to_act(state))
        reward = xp.take_along_axis(rewards, mine[:, None].astype(xp.int32), axis=1)[:, 0]
        return HandedOut(
            observation=sim.observe(state, viewer),
            reward=xp.where(over, reward, xp.float32(0)),
            over=over,
            mask=sim.legal_mask(state) & ~over[:, None],
            seat=xp.where(over, xp.int8(0), viewer + xp.int8(1)),
            rewards=rewards,
            cut=xp.zeros_like(over),
        )


def _library(arrays: str) -> Any:
    if arrays not in get_args(Arrays):
        raise HeimlichError(f"'arrays' cannot be '{arrays}'; it can be: {', '.join(get_args(Arrays))}")
    if arrays == "numpy":
        return np
    try:
        import jax.numpy
    except ImportError:
        raise HeimlichError("JAX is not installed; what would do: pip install 'heimlich[jax]'") from None
    return jax.numpy


def _compiled(
    arrays: str, begin: Callable[..., Any], advance: Callable[..., Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Both functions as they are, or as programs; then a step takes the memory of the state before it."""
    if arrays == "numpy":
        return begin, advance
    import jax

    return jax.jit(begin), jax.jit(advance, donate_argnums=0)
