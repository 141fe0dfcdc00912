"""Fits the values that `master` judges positions by: `python -m training.heimlich_co.value rio-grande 4 --out FILE`.

Needs JAX (a GPU makes it minutes, not hours). Thousands of basic games are played in step. The hero, and any opponent
of his kind, takes the move whose position has the best value for him, knowing who owns whom and what kind of player
each is; the others are GU, G1, decoys or play at random. After each batch the network (network.py tells its shape) is
drawn towards how the games ended for the hero. Nothing here is needed to play.
"""

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from heimlich.bots.heimlich_co.value.network import IN_HAND, KINDS
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.ruleset import Ruleset
from training.heimlich_co.games import KIND_ODDS, Games
from training.heimlich_co.network import Params, embed, head, init, roles

TRUST = 0.85  # how much of a position's target is what became of it, turn by turn, and not the next position's value
BATCH = 16384  # positions in one step of gradient descent
RATE = 3e-3


class Trainer(Games):
    """Plays, and learns from it."""

    steps = 16  # of gradient descent after each batch of games

    def loss(self, params: Params, batch: Any) -> Any:
        place, points, safe, role, left, target, weight = batch
        total = embed(params, place, safe[:, None], points, role).sum(1) + params["left"][left]
        logit = head(params, total)
        each = jnp.logaddexp(0.0, logit) - target * logit
        return (each * weight).sum() / jnp.maximum(weight.sum(), 1)

    def targets(self, params: Params, seen: Any, ends: Any) -> Any:
        """[turns, games]: what the position after each turn should be worth, and what it is thought to be worth."""
        kinds, hero, mine, finished = ends

        def worth(turn: Any) -> Any:
            role = roles(kinds, hero, (turn + 1) % self.players, self.agents)
            place, points = (seen[name][turn].astype(jnp.int32) for name in ("place", "points"))
            safe = seen["safe"][turn].astype(jnp.int32)
            total = embed(params, place, safe[:, None], points, role).sum(1)
            left = jnp.where(seen["reached"][turn], self.left(turn), 0)
            return jax.nn.sigmoid(head(params, total + params["left"][left]))

        def back(later: Any, turn: Any) -> Any:
            value, live = worth(turn), seen["live"][turn]
            target = jnp.where(jnp.isnan(later), jnp.where(finished, mine, value), later)
            earlier = jnp.where(live, (1 - TRUST) * value + TRUST * target, jnp.nan)
            return earlier, (target, earlier)

        blank = jnp.full(self.games, jnp.nan)
        _, found = jax.lax.scan(back, blank, jnp.arange(self.most_turns), reverse=True)
        return found

    def learn(self, params: Params, moments: Any, seen: Any, ends: Any, turns: Any, rate: Any, key: Any) -> Any:
        kinds, hero, _, _ = ends
        target, earlier = self.targets(params, seen, ends)

        def one(carry: Any, key: Any) -> Any:
            params, (first, second, count) = carry
            k1, k2, k3 = jax.random.split(key, 3)
            turn = jax.random.randint(k1, (BATCH,), 0, turns)
            game = jax.random.randint(k2, (BATCH,), 0, self.games)
            held = (jax.random.uniform(k3, (BATCH,)) < 0.3) & seen["score"][turn, game]
            safe = jnp.where(held, IN_HAND, seen["safe"][turn, game].astype(jnp.int32))
            role = roles(kinds[game], hero[game], (turn + 1) % self.players, self.agents)
            live = seen["live"][turn, game]
            batch = (
                seen["place"][turn, game].astype(jnp.int32),
                seen["points"][turn, game].astype(jnp.int32),
                safe,
                role,
                jnp.where(seen["reached"][turn, game], self.left(turn), 0),
                jnp.where(live, jnp.where(held, earlier[turn, game], target[turn, game]), 0.0),
                live.astype(jnp.float32),
            )
            loss, slope = jax.value_and_grad(self.loss)(params, batch)
            count = count + 1
            first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
            second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
            params = jax.tree.map(
                lambda p, m, v: p - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8),
                params,
                first,
                second,
            )
            return (params, (first, second, count)), loss

        (params, moments), losses = jax.lax.scan(one, (params, moments), jax.random.split(key, self.steps))
        return params, moments, losses.mean()

    def iterate(self, params: Params, moments: Any, mean: Params, rate: Any, key: Any) -> Any:
        k1, k2 = jax.random.split(key)
        seen, kinds, hero, mine, finished, figure = self.play(params, k1)
        turns = figure[4].astype(jnp.int32)
        params, moments, loss = self.learn(params, moments, seen, (kinds, hero, mine, finished), turns, rate, k2)
        mean = jax.tree.map(lambda a, b: 0.98 * a + 0.02 * b, mean, params)
        return params, moments, mean, loss, figure


def fit(rules: Ruleset, players: int, options: argparse.Namespace) -> dict[str, np.ndarray[Any, Any]]:
    """Train for so long; the rate falls to a fiftieth."""
    assert len(options.kinds) == KINDS
    trainer = Trainer(rules, players, options.games, options.kinds)
    trainer.steps = options.steps
    key, seconds = jax.random.key(options.seed), options.seconds
    params = init(key, players)
    if options.start:
        with np.load(options.start) as arrays:
            params |= {name: jnp.array(arrays[name], jnp.float32) for name in arrays}
    zeros = jax.tree.map(jnp.zeros_like, params)
    moments, mean = (zeros, zeros, jnp.array(0.0)), params
    iterate = jax.jit(trainer.iterate)
    start, shown, number = None, 0.0, 0
    figures = []
    while True:
        done = 0.0 if start is None else (time.monotonic() - start) / seconds
        if done >= 1:
            break
        rate = RATE * 0.02**done
        params, moments, mean, loss, figure = iterate(params, moments, mean, rate, jax.random.fold_in(key, number))
        figures.append(np.array(figure))
        number += 1
        if start is None:
            start = time.monotonic()
        if done - shown > 0.1:
            shown = done
            last = np.sum(figures[-50:], axis=0)
            print(
                f"{rules.edition} {players}: {number} batches, loss {float(loss):.4f},"
                f" against GU {last[0] / last[1]:.4f}, all {last[2] / last[3]:.4f}, turns {figures[-1][4]:.0f}",
                flush=True,
            )
    return {
        name: np.asarray(value, np.float16)
        for name, value in mean.items()
        if rules.play_out_round or name != "left"  # elsewhere nothing is left to play once the target is reached
    }


def main() -> None:
    """Fit, and add the result to a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("edition", choices=EDITIONS[VERSION])
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=6144)
    parser.add_argument("--seconds", type=float, default=80)
    parser.add_argument("--steps", type=int, default=Trainer.steps)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file to go on from")
    parser.add_argument("--kinds", type=float, nargs=KINDS, default=KIND_ODDS, help="how likely each kind of opponent")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    for players in options.players:
        start = time.monotonic()
        found = fit(EDITIONS[VERSION][options.edition], players, options)
        np.savez(f"{options.out}/{options.edition}-{players}.npz", **found)  # type: ignore[arg-type]
        print(f"{players} players: {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
