"""Learns the basic game by itself on a GPU: `python -m training.heimlich_co.self_play rio-grande 4 --out DIR`.

Every seat is played by one network. It judges what a seat sees (sim/heimlich_co/view.py): the seat's share of the win.
For each decision some random legal moves are looked at, each with the chance that follows (`Stepper.look`), and the
best one, with some noise, is played. In each game one seat watches; its judgements are drawn towards what it judged
later and how games ended, TD(λ). Play, observations, network and learning are one program on the device. On several
devices each plays its part of the games, and all learn by the mean of their slopes; draws follow from a game's number
among all, so that it is the same game however many devices there are. several.py learns on several machines.

A run can be stopped and goes on where it was: DIR holds the network and its moments (`NAME.npz`) and a log, one JSON
object a line (`NAME.jsonl`).
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec

from heimlich import GAMES, RulesetName
from heimlich.errors import HeimlichError
from heimlich.games.heimlich_co.encoding import view_fields
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.compiled import keep_compiled
from heimlich.sim.devices import AXIS
from heimlich.sim.fused import PackedGames
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.kernels import Stepper, new_games
from heimlich.sim.threefry import threefry_arrays

Array = Any
Params = dict[str, Any]
wait: Any = jax.block_until_ready

WIDTH = 256
POINTS = 44  # markers are told apart up to here
TRACE = 0.9  # λ: how much of a target comes from later than the next position
RATE = 1e-3
NOISE = 0.05  # of the share of the win, as the scale of a Gumbel draw for each candidate


class Learner(NamedTuple):
    """What is kept of a run."""

    params: Params
    first: Params  # Adam's moments
    second: Params
    steps: Array  # of gradient descent


class Figures(NamedTuple):
    """How a stretch of play went."""

    loss: Array
    ended: Array  # games
    won: Array  # the sum of what the watching seats won in them


class SelfPlay:
    """Games that go on, and the programs that play and learn."""

    def __init__(self, edition: str, players: int, games: int, stretch: int, candidates: int, devices: int = 1) -> None:
        game = GAMES["heimlich-co"]
        if games % devices:
            raise HeimlichError(f"{devices} devices cannot share {games} games; what would do: a multiple of {devices}")
        self.players, self.games, self.stretch, self.candidates = players, games, stretch, candidates
        self.devices, self.here = devices, games // devices  # `here`: games on one device
        self.sim: Any = Simulator(game.ruleset(game.limited(RulesetName(edition))), players, jnp)
        agents = self.sim.shape.agents
        self.places = {}
        start = 0
        for field in view_fields(agents, players, cards=False, dossier=False):
            self.places[field.name] = slice(start, start + field.size)
            start += field.size
        start_games = jax.jit(lambda size: new_games(self.sim, 1, jnp.arange(size)), static_argnums=0)
        self.stepper = Stepper(self.sim, start_games(self.here), games)
        self.packed = jax.jit(self.stepper.pack)(start_games(games))
        everywhere, apart = _spec(), PackedGames(_spec(AXIS), _spec())
        self.learn = self._compiled(self._learn, (everywhere, apart, everywhere), (everywhere, apart, everywhere))
        self.only_play = self._compiled(self._only_play, (apart, everywhere), (apart, _spec(None, None, AXIS)))
        self.compare = self._compiled(self._compare, (everywhere, apart, everywhere), (apart, everywhere, everywhere))

    # Several devices

    def _compiled(self, function: Callable[..., Any], takes: Any, gives: Any) -> Any:
        """The function as a program for all devices: which of its arrays are shared out is told by specs."""
        if self.devices == 1:
            return jax.jit(function)
        mesh = Mesh(np.asarray(jax.devices()[: self.devices]), (AXIS,))
        return jax.jit(jax.shard_map(function, mesh=mesh, in_specs=takes, out_specs=gives, check_vma=False))

    def _numbers(self) -> Array:
        """The numbers of this device's games among all games, uint32 [games here]."""
        first = jax.lax.axis_index(AXIS) * self.here if self.devices > 1 else 0
        return (first + jnp.arange(self.here)).astype(jnp.uint32)

    def _watcher(self) -> Array:
        return (self._numbers() % self.players).astype(jnp.int8)

    def _mean(self, tree: Any) -> Any:
        """The mean over all devices."""
        together: Any = jax.lax.pmean
        return together(tree, AXIS) if self.devices > 1 else tree

    def _total(self, tree: Any) -> Any:
        together: Any = jax.lax.psum
        return together(tree, AXIS) if self.devices > 1 else tree

    # The network

    def init(self, seed: int) -> Learner:
        """A network that knows nothing."""
        size = jax.eval_shape(self.features, jnp.zeros((self.sim.fields, 2), jnp.int16)).shape[0]
        sizes = {"w1": (size, WIDTH), "w2": (WIDTH, WIDTH), "w3": (WIDTH, 1)}
        keys = jax.random.split(jax.random.key(seed), len(sizes))
        params: Params = {
            name: jax.random.normal(key, shape) * (2 / shape[0]) ** 0.5 * (0.1 if name == "w3" else 1)
            for key, (name, shape) in zip(keys, sizes.items(), strict=True)
        }
        params |= {"b1": jnp.zeros(WIDTH), "b2": jnp.zeros(WIDTH), "b3": jnp.full(1, -jnp.log(self.players + 0.0))}
        nothing = jax.tree_util.tree_map(jnp.zeros_like, params)
        return Learner(params, nothing, nothing, jnp.zeros((), jnp.int32))

    def features(self, seen: Array) -> Array:
        """What is seen (int16 [fields, games]) as numbers from 0 to 1, bfloat16 [features, games]."""
        part = {name: seen[place].astype(jnp.int32) for name, place in self.places.items()}
        own = (part["owner"] == 0)[:, None]
        places = _one_hot(part["places"], RING)  # [agent, place, games]
        points = _one_hot(jnp.clip(part["points"], 0, POINTS - 1), POINTS)
        rows = [
            places.reshape(-1, seen.shape[-1]),
            points.reshape(-1, seen.shape[-1]),
            own[:, 0],
            (places & own).any(axis=0),
            (points & own).any(axis=0),
            _one_hot(part["safe"], RING)[0],
            _one_hot(part["seat"], self.players)[0],
            _one_hot(part["phase"], 2)[0],
            _one_hot(part["roll"][1:], 7)[0],
            part["reached"] != 0,
        ]
        return jnp.concatenate([row.astype(jnp.bfloat16) for row in rows])

    def judge(self, params: Params, seen: Array) -> Array:
        """The share of the win as a logit, float32 [games]."""
        layers = {name: value.astype(jnp.bfloat16) for name, value in params.items()}
        x = jax.nn.relu(layers["w1"].T @ self.features(seen) + layers["b1"][:, None])
        x = jax.nn.relu(layers["w2"].T @ x + layers["b2"][:, None])
        return (layers["w3"].T @ x)[0].astype(jnp.float32) + params["b3"][0]

    # Playing

    def _draws(self, key: Array) -> tuple[Array, Array]:
        """A random word and a Gumbel draw for each candidate of each game, [candidates, games here]."""
        numbers = jnp.arange(self.candidates, dtype=jnp.uint32)[:, None]
        one, two = jax.random.key_data(key).reshape(-1)[:2]
        words, others = threefry_arrays(jnp, (one[None], two[None]), (self._numbers(), numbers))
        uniform = ((others >> 8).astype(jnp.float32) + 0.5) / 2**24
        return words, -jnp.log(-jnp.log(uniform))

    def _choose(self, params: Params, packed: Any, key: Array, noise: float) -> Array:
        """The best of some random moves for whoever is to move, with some noise."""
        words, draws = self._draws(key)
        actions, seen = self.stepper.look(packed, words)
        flat = jnp.moveaxis(seen, 0, 1).reshape(self.sim.fields, -1)
        shares = jax.nn.sigmoid(self.judge(params, flat)).reshape(self.candidates, self.here)
        chosen = jnp.argmax(shares + noise * draws, axis=0)
        return jnp.take_along_axis(actions, chosen[None], axis=0)[0]

    def _reward(self, rewards: Array) -> Array:
        return jnp.take_along_axis(rewards, self._watcher()[None].astype(jnp.int32), axis=0)[0]

    def _learn(self, learner: Learner, packed: Any, key: Array) -> tuple[Learner, Any, Figures]:
        """Play a stretch, then learn from each of its moments once."""

        def step(packed: Any, key: Array) -> tuple[Any, tuple[Array, Array, Array]]:
            action = self._choose(learner.params, packed, key, NOISE)
            packed, rewards, over, _, seen = self.stepper.advance(packed, action, self._watcher())
            return packed, (seen, over, self._reward(rewards))

        packed, (seen, over, won) = jax.lax.scan(step, packed, jax.random.split(key, self.stretch))
        judged = jax.lax.map(lambda one: jax.nn.sigmoid(self.judge(learner.params, one)), seen)

        def back(later: Array, moment: tuple[Array, Array, Array]) -> tuple[Array, Array]:
            over, won, judged = moment
            target = jnp.where(over, won, TRACE * later + (1 - TRACE) * judged)
            return target, target

        # the moment before position t + 1 led to: what was seen at t is worth what comes at t + 1, or how it ended
        _, targets = jax.lax.scan(back, judged[-1], (over[1:], won[1:], judged[1:]), reverse=True)

        def descend(learner: Learner, batch: tuple[Array, Array]) -> tuple[Learner, Array]:
            loss, slope = jax.value_and_grad(self._loss)(learner.params, *batch)
            return _adam(learner, self._mean(slope)), loss

        learner, losses = jax.lax.scan(descend, learner, (seen[:-1], targets))
        return learner, packed, Figures(self._mean(losses.mean()), *self._total((over.sum(), won.sum())))

    def _loss(self, params: Params, seen: Array, target: Array) -> Array:
        logit = self.judge(params, seen)
        return (jax.nn.softplus(logit) - target * logit).mean()

    def _only_play(self, packed: Any, key: Array) -> Any:
        """The simulator's part of a stretch: all it computes for one, with choices that need no network."""

        def step(packed: Any, key: Array) -> tuple[Any, Array]:
            actions, seen = self.stepper.look(packed, self._draws(key)[0])
            chosen = seen[:, 0].astype(jnp.int32).sum(axis=0) % self.candidates
            action = jnp.take_along_axis(actions, chosen[None], axis=0)[0]
            packed, _, _, _, seen = self.stepper.advance(packed, action, self._watcher())
            return packed, seen

        return jax.lax.scan(step, packed, jax.random.split(key, self.stretch))

    def _compare(self, params: Params, packed: Any, key: Array) -> tuple[Any, Array, Array]:
        """The watching seats choose by the network, all others at random: games that ended, and shares won."""

        def step(packed: Any, key: Array) -> tuple[Any, tuple[Array, Array]]:
            keys = jax.random.split(key)
            best = self._choose(params, packed, keys[0], 0.0)
            other = self.stepper.look(packed, self._draws(keys[1])[0][:1])[0][0]
            to_act = self.sim.to_act(self.stepper.unpack(packed))
            action = jnp.where(to_act == self._watcher(), best, other)
            packed, rewards, over, *_ = self.stepper.advance(packed, action, self._watcher())
            return packed, (over.sum(), self._reward(rewards).sum())

        packed, (over, won) = jax.lax.scan(step, packed, jax.random.split(key, 4 * self.stretch))
        return packed, *self._total((over.sum(), won.sum()))


def _spec(*axes: str | None) -> Any:
    spec: Any = PartitionSpec
    return spec(*axes)


def _one_hot(numbers: Array, size: int) -> Array:
    """bool [row, size, games]."""
    return numbers[:, None] == jnp.arange(size)[:, None]


def _adam(learner: Learner, slope: Params) -> Learner:
    steps = learner.steps + 1
    tree = jax.tree_util.tree_map
    first = tree(lambda old, new: 0.9 * old + 0.1 * new, learner.first, slope)
    second = tree(lambda old, new: 0.999 * old + 0.001 * new * new, learner.second, slope)
    one, two = 1 - 0.9**steps, 1 - 0.999**steps
    params = tree(lambda p, m, v: p - RATE * (m / one) / (jnp.sqrt(v / two) + 1e-8), learner.params, first, second)
    return Learner(params, first, second, steps)


def save(path: Path, learner: Learner) -> None:
    """Keep a run."""
    leaves = jax.tree_util.tree_leaves(learner)
    fresh = path.with_suffix(".new.npz")
    np.savez(fresh, *[np.asarray(leaf) for leaf in leaves])
    fresh.replace(path)


def load(path: Path, like: Learner) -> Learner:
    """Go on with a run."""
    with np.load(path) as kept:
        leaves = [jnp.asarray(kept[name]) for name in kept.files]
    learner: Learner = jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(like), leaves)
    return learner


def simulator_share(play: SelfPlay, learner: Learner, times: int = 3) -> float:
    """How much of the time of a stretch with learning the simulator takes."""
    spent = []
    runs: list[Callable[[Array], Any]] = [
        lambda key: play.learn(learner, play.packed, key),
        lambda key: play.only_play(play.packed, key),
    ]
    for run in runs:
        wait(run(jax.random.key(0)))
        started = time.perf_counter()
        for number in range(times):
            wait(run(jax.random.key(number)))
        spent.append(time.perf_counter() - started)
    return spent[1] / spent[0]


def train(play: SelfPlay, name: str, out: Path, seconds: float, seed: int) -> list[dict[str, Any]]:
    """Learn for some time; what is logged."""
    out.mkdir(parents=True, exist_ok=True)
    path, log = out / f"{name}.npz", out / f"{name}.jsonl"
    learner = play.init(seed)
    if path.exists():
        learner = load(path, learner)
    written: list[dict[str, Any]] = []
    started, rounds = time.monotonic(), 0
    while not rounds or time.monotonic() - started < seconds:
        key = jax.random.fold_in(jax.random.key(seed), int(learner.steps))
        begun = time.perf_counter()
        repeats = 0
        while not repeats or (time.perf_counter() - begun < min(4.0, seconds / 8)):
            learner, play.packed, figures = play.learn(learner, play.packed, jax.random.fold_in(key, repeats))
            repeats += 1
            wait(figures)
        spent = time.perf_counter() - begun
        _, ended, won = play.compare(learner.params, play.packed, key)
        rounds += 1
        written.append(
            {
                "steps": int(learner.steps),
                "decisions_per_s": float(f"{repeats * play.stretch * play.games / spent:.4g}"),
                "loss": round(float(figures.loss), 5),
                "against_random": round(float(won) / max(int(ended), 1), 4),
                "games": int(ended),
                "seconds": round(time.monotonic() - started, 1),
            }
        )
        with log.open("a") as file:
            file.write(json.dumps(written[-1]) + "\n")
        print(name, written[-1], flush=True)
        save(path, learner)
    return written


def main(arguments: list[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Learn the basic game by playing it.")
    parser.add_argument("edition")
    parser.add_argument("players", type=int)
    parser.add_argument("--out", type=Path, required=True, help="a folder for network and log")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=2**16, help="at once")
    parser.add_argument("--stretch", type=int, default=32, help="decisions from one lesson to the next")
    parser.add_argument("--candidates", type=int, default=8, help="moves that are looked at")
    parser.add_argument("--devices", type=int, help="that share the games (default: all that JAX has)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    keep_compiled()
    devices = options.devices or len(jax.devices())
    play = SelfPlay(options.edition, options.players, options.games, options.stretch, options.candidates, devices)
    train(play, f"{options.edition}-{options.players}", options.out, options.seconds, options.seed)
    print("simulator's share", round(simulator_share(play, play.init(0)), 3), flush=True)


if __name__ == "__main__":
    main()
