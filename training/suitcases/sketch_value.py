"""Fits the network that judges sketches of the suitcase game, on a GPU: `python -m training.suitcases.sketch_value 4`.

Couriers of many styles play each other in the sketch, some thousand games at once; who wins is set against what the
games looked like at the end of every turn. Weights are written as they get better.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from heimlich import RulesetName
from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.sight import CASUAL, Style
from heimlich.bots.suitcases.sketch.events import finish
from heimlich.bots.suitcases.sketch.features import features
from heimlich.bots.suitcases.sketch.ground import Sketches, Terrain, ground_of
from heimlich.bots.suitcases.sketch.network import SHAPES, packed, scores
from heimlich.bots.suitcases.sketch.setup import new_games
from heimlich.bots.suitcases.sketch.turns import MOMENTS, turn_of
from heimlich.bots.suitcases.sketch.worth import Manner
from heimlich.games.suitcases.contract import SUITCASES

ROUNDS = {2: 40, 3: 30, 4: 28}
BOLD = STYLE._replace(prize=1.1, alarm=6.0)
SPREAD = 0.4  # of the logarithm of a changed style's weights
SMALL = ("place", "load", "spot", "content", "points", "delivered", "foreign", "hand")


def jax_ground(players: int) -> Terrain:
    """The ground for JAX."""
    ground = ground_of(SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo"))), players)
    changed: dict[str, Any] = {
        name: jnp.asarray(value) for name, value in ground._asdict().items() if isinstance(value, np.ndarray)
    }
    return ground._replace(**changed, xp=jnp, loop=jax.lax.fori_loop)


def drawer(key: Any) -> Callable[[tuple[int, ...]], Any]:
    """Draw random numbers one after the other."""
    count = [0]

    def draw(shape: tuple[int, ...]) -> Any:
        count[0] += 1
        return jax.random.uniform(jax.random.fold_in(key, count[0]), shape)

    return draw


def random_styles(key: Any, count: int) -> Any:
    """[count, weights of a style and trust in clues]: casuals, believers, bold ones, and others like them."""
    kinds = jnp.array([[*CASUAL, 0.0], [*STYLE, 1.0], [*BOLD, 1.0], [*STYLE, 1.0]])
    one, two, three = jax.random.split(key, 3)
    kind = jax.random.randint(one, (count,), 0, len(kinds))
    noise = jnp.exp(SPREAD * jax.random.normal(two, (count, kinds.shape[1])))
    noise = jnp.where(jax.random.uniform(three, noise.shape) < 0.5, noise, 1.0)
    return jnp.where((kind == len(kinds) - 1)[:, None], kinds[kind] * noise, kinds[kind])


def mind_of(style: Any) -> Manner:
    """The mind for rows of weights."""
    columns = [style[:, index : index + 1] for index in range(style.shape[1])]
    return Manner(Style(*columns[:-1]), columns[-1])


def play(ground: Terrain, key: Any, styles: Any, rounds: int, keep: bool = True) -> tuple[Sketches, Any]:
    """Play games to the end with styles [B, seats, …]; returns them, and how they looked after every turn."""
    count = styles.shape[0]
    begin, key = jax.random.split(key)
    whim = styles[:, :, Style._fields.index("whim")]
    games = new_games(ground, drawer(begin), count, whim)

    def one_turn(games: Sketches, number: Any) -> tuple[Sketches, Any]:
        seat = number % ground.players
        one, two = jax.random.split(jax.random.fold_in(key, number))
        roll = jax.random.choice(one, ground.rolls, (count,))
        luck = jax.random.uniform(two, (count, MOMENTS, 2))
        mind = mind_of(jax.lax.dynamic_index_in_dim(styles, seat, 1, keepdims=False))
        games = turn_of(ground, games, seat, mind, number + 1, roll, luck)
        return games, small(games) if keep else None

    games, kept = jax.lax.scan(one_turn, games, jnp.arange(rounds * ground.players))
    return finish(ground, games), kept


def small(games: Sketches) -> Sketches:
    """The same in fewer bytes."""
    less = {name: getattr(games, name).astype(jnp.int8) for name in SMALL}
    return games._replace(**less, clue=games.clue.astype(jnp.float16), share=jnp.zeros((), jnp.float32))


def large(games: Sketches) -> Sketches:
    """The same as numbers for sums."""
    more = {name: getattr(games, name).astype(jnp.int32) for name in SMALL}
    return games._replace(**more, clue=games.clue.astype(jnp.float32))


def first_weights(seed: int) -> dict[str, Any]:
    """Weights to begin with."""
    rng = np.random.default_rng(seed)
    return {
        name: jnp.asarray(rng.normal(0, (0.0 if len(shape) == 1 else (2 / shape[0]) ** 0.5), shape), jnp.float32)
        for name, shape in SHAPES.items()
    }


def loss_of(ground: Terrain, weights: Any, games: Sketches, share: Any, rolls: Any) -> tuple[Any, Any]:
    """The summed log loss where the game is not over, and how many these are."""
    seen = features(ground, games, rolls)
    score = scores(jnp, weights, seen)
    log = score - jax.scipy.special.logsumexp(score, axis=1, keepdims=True)
    turned = jnp.roll(share, -rolls, axis=1)
    live = ~games.over
    return -(jnp.sum(log * turned, 1) * live).sum(), live.sum()


def loss_on(ground: Terrain, weights: Any, kept: Any, share: Any, key: Any, batch: int) -> Any:
    """The log loss on random positions, as many of each seat's turns."""
    turns, count = kept.over.shape

    def of_seat(total: Any, seat: Any) -> tuple[Any, None]:
        one, two = jax.random.split(jax.random.fold_in(key, seat))
        when = seat + ground.players * jax.random.randint(one, (batch,), 0, turns // ground.players)
        which = jax.random.randint(two, (batch,), 0, count)
        part = Sketches(*(row if row.ndim < 2 else row[when, which] for row in kept))
        found = loss_of(ground, weights, large(part), share[which], (seat + 1) % ground.players)
        return (total[0] + found[0], total[1] + found[1]), None

    (loss, live), _ = jax.lax.scan(of_seat, (jnp.zeros(()), jnp.zeros((), jnp.int32)), jnp.arange(ground.players))
    return loss / jnp.maximum(live, 1)


def fit(
    ground: Terrain, kept: Any, share: Any, weights: Any, moments: Any, key: Any, steps: int, batch: int, rate: Any
) -> Any:
    """Some steps of Adam on random positions; the weights, Adam's moments, the losses before and during it."""

    def step(state: Any, number: Any) -> tuple[Any, Any]:
        weights, (mean, square, done) = state
        key_now = jax.random.fold_in(key, number)
        loss, slope = jax.value_and_grad(lambda now: loss_on(ground, now, kept, share, key_now, batch))(weights)
        done = done + 1
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slope)
        square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, slope)
        weights = jax.tree.map(
            lambda w, m, v: w - rate * (m / (1 - 0.9**done)) / (jnp.sqrt(v / (1 - 0.999**done)) + 1e-8),
            weights,
            mean,
            square,
        )
        return (weights, (mean, square, done)), loss

    (weights, moments), losses = jax.lax.scan(step, (weights, moments), jnp.arange(steps))
    return weights, moments, losses[: max(1, steps // 20)].mean(), losses.mean()


def main(words: Sequence[str] | None = None) -> None:
    """Play and fit until the time is over."""
    parser = argparse.ArgumentParser(description="Fit the network that judges sketches.")
    parser.add_argument("players", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    started, players = time.monotonic(), args.players
    ground, rounds = jax_ground(players), ROUNDS[players]

    @jax.jit
    def generate(key: Any) -> Any:
        one, two = jax.random.split(key)
        styles = random_styles(one, args.games * players).reshape(args.games, players, -1)
        return play(ground, two, styles, rounds)

    learn = jax.jit(partial(fit, ground, steps=args.steps, batch=args.batch))
    weights = first_weights(args.seed)
    zeros = jax.tree.map(jnp.zeros_like, weights)
    moments = (zeros, zeros, jnp.zeros(()))
    key, number = jax.random.key(args.seed), 0
    while (spent := time.monotonic() - started) < args.seconds:
        games, kept = generate(jax.random.fold_in(key, number))
        rate = 2e-3 * max(0.02, 1 - spent / args.seconds)
        weights, moments, loss, trained = learn(
            kept, games.share, weights, moments, jax.random.fold_in(key, 10**6 + number), rate=rate
        )
        line = {"players": players, "seconds": round(spent, 1), "rounds": number, "fresh": round(float(loss), 4)}
        line |= {"trained": round(float(trained), 4), "ten": round(float((games.points.max(1) >= 10).mean()), 3)}
        print(json.dumps(line), flush=True)
        store: dict[str, Any] = packed(weights)
        np.savez_compressed(args.folder / f"sketch{players}.npz", **store)
        number += 1


if __name__ == "__main__":
    main()
