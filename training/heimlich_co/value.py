"""Fits the networks that positions are judged by: `python -m training.heimlich_co.value rio-grande 4 --out DIR`.

A GPU makes it minutes, not hours. Thousands of basic games are played in step (games.py). The hero, and any opponent of
its kind, takes the move whose position has the best value for it, knowing who owns whom and what kind of player each
is; the others are GU, G1, decoys or play at random. After each batch the network (network.py) is drawn towards how the
games ended for the hero.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from heimlich.bots.heimlich_co.value.assumptions import KINDS, Kind
from heimlich.bots.heimlich_co.value.network import IN_HAND
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.ruleset import Ruleset
from training.heimlich_co.games import KIND_ODDS, Array, Games, Played
from training.heimlich_co.network import Params, embed, head, init, roles

TRUST = 0.85  # share of a position's target that comes from the outcome; the rest is the next position's value
BATCH = 16384  # positions in one step of gradient descent
STEPS = 16  # of gradient descent after each batch of games
IN_HAND_SHARE = 0.3  # of the positions after a scoring are learnt as they were before the safe was placed
RATE = 3e-3  # of learning, at first …
LAST_RATE = 0.02  # … and times this, in the end
MEAN_RATE = 0.02  # how fast the mean of the numbers follows them; the mean is what is kept


class Training(NamedTuple):
    """What is carried from one batch of games to the next."""

    params: Params
    moments: Any  # of Adam
    mean: Params


class Figures(NamedTuple):
    """How a batch went."""

    loss: Array
    won_from_gu: Array  # wins of the hero at tables of GU …
    gu_games: Array  # … and how many there were
    won: Array  # wins of the hero in all finished games …
    finished: Array  # … and how many there were
    turns: Array


class Trainer(Games):
    """Plays, and learns from it."""

    def __init__(
        self, rules: Ruleset, players: int, games: int, kind_odds: Sequence[float] = KIND_ODDS, steps: int = STEPS
    ) -> None:
        super().__init__(rules, players, games, kind_odds)
        self.steps, self.trust, self.batch = steps, TRUST, BATCH
        self.standoff: float | None = None  # what a game is worth that is not over after the most turns
        self.adam = optax.scale_by_adam()

    def begin(self, params: Params) -> Training:
        """Before the first batch."""
        return Training(params, self.adam.init(params), params)

    def loss(self, params: Params, batch: Any) -> Array:
        """The mean cross entropy of positions and their targets."""
        place, points, safe, role, left, target, weight = batch
        total = embed(params, place, safe[:, None], points, role).sum(1)
        each = optax.sigmoid_binary_cross_entropy(head(params, self.add_left(params, total, left)), target)
        return (each * weight).sum() / jnp.maximum(weight.sum(), 1)

    def targets(self, params: Params, played: Played) -> tuple[Array, Array]:
        """[turns, games]: what the position after each turn should be worth; and what it should be worth before.

        "Before" is with the safe still in hand: the mean of the position's own value and its target. A game that the
        batch left unfinished is worth what its last position is; one that went on for the most turns, `standoff`.
        """
        seen, stands = played.seen, played.turns >= self.most_turns

        def worth(turn: Array) -> Array:
            role = roles(played.kinds, played.hero, (turn + 1) % self.players, self.agents)
            places, points, safe = (part[turn].astype(jnp.int32) for part in (seen.places, seen.points, seen.safe))
            total = embed(params, places, safe[:, None], points, role).sum(1)
            left = jnp.where(seen.reached[turn], self.left(turn), 0)
            return jax.nn.sigmoid(head(params, self.add_left(params, total, left)))

        def back(later: Array, turn: Array) -> Any:
            value, live = worth(turn), seen.live[turn]
            last = value if self.standoff is None else jnp.where(stands, self.standoff, value)
            target = jnp.where(jnp.isnan(later), jnp.where(played.finished, played.won, last), later)
            earlier = jnp.where(live, (1 - self.trust) * value + self.trust * target, jnp.nan)
            return earlier, (target, earlier)

        none = jnp.full(self.games, jnp.nan)
        found: tuple[Array, Array] = jax.lax.scan(back, none, jnp.arange(self.most_turns), reverse=True)[1]
        return found

    def sample(self, played: Played, targets: tuple[Array, Array], key: Array) -> Any:
        """Positions drawn from a batch of games, as `loss` wants them."""
        seen, (target, earlier) = played.seen, targets
        k1, k2, k3 = jax.random.split(key, 3)
        turn = jax.random.randint(k1, (self.batch,), 0, played.turns)
        game = jax.random.randint(k2, (self.batch,), 0, self.games)
        held = (jax.random.uniform(k3, (self.batch,)) < IN_HAND_SHARE) & seen.scored[turn, game]
        live = seen.live[turn, game]
        return (
            seen.places[turn, game].astype(jnp.int32),
            seen.points[turn, game].astype(jnp.int32),
            jnp.where(held, IN_HAND, seen.safe[turn, game].astype(jnp.int32)),
            roles(played.kinds[game], played.hero[game], (turn + 1) % self.players, self.agents),
            jnp.where(seen.reached[turn, game], self.left(turn), 0),
            jnp.where(live, jnp.where(held, earlier[turn, game], target[turn, game]), 0.0),
            live.astype(jnp.float32),
        )

    def learn(self, params: Params, moments: Any, played: Played, rate: Array, key: Array) -> tuple[Params, Any, Array]:
        """Some steps of gradient descent, by Adam; also the mean loss."""
        targets = self.targets(params, played)

        def one(carry: Any, key: Array) -> Any:
            params, moments = carry
            loss, slope = jax.value_and_grad(self.loss)(params, self.sample(played, targets, key))
            updates, moments = self.adam.update(slope, moments)
            params = optax.apply_updates(params, jax.tree.map(lambda update: -rate * update, updates))
            return (params, moments), loss

        (params, moments), losses = jax.lax.scan(one, (params, moments), jax.random.split(key, self.steps))
        return params, moments, losses.mean()

    def iterate(self, state: Training, rate: Array, key: Array) -> tuple[Training, Figures]:
        """Play a batch of games, and learn from it."""
        key_games, key_learning = jax.random.split(key)
        played = self.play(state.params, key_games)
        params, moments, loss = self.learn(state.params, state.moments, played, rate, key_learning)
        mean = optax.incremental_update(params, state.mean, MEAN_RATE)
        others = jnp.where(jnp.arange(self.players)[None] == played.hero[:, None], Kind.GU, played.kinds)
        gu = (others == Kind.GU).all(1)
        figures = (loss, (played.won * gu).sum(), gu.sum(), (played.won * played.finished).sum(), played.finished.sum())
        return Training(params, moments, mean), Figures(*figures, played.turns)


def fit(rules: Ruleset, players: int, options: argparse.Namespace) -> dict[str, np.ndarray[Any, Any]]:
    """Train for so many seconds after the first batch, which compiles."""
    trainer = Trainer(rules, players, options.games, options.kinds, options.steps)
    key = jax.random.key(options.seed)
    params = init(key, players)
    if options.start:
        params |= {name: jnp.array(part, jnp.float32) for name, part in read_arrays(options.start).items()}
    state, iterate = trainer.begin(params), jax.jit(trainer.iterate)
    figures: list[Figures] = []
    done, shown, start = 0.0, 0.0, 0.0
    while done < 1:
        state, figure = iterate(state, RATE * LAST_RATE**done, jax.random.fold_in(key, len(figures)))
        figures.append(Figures(*map(float, figure)))
        start = start or time.monotonic()
        done = (time.monotonic() - start) / options.seconds if options.seconds else 1.0
        if done - shown > 0.1:
            shown = done
            print(f"{rules.edition} {players}: {_as_text(figures)}", flush=True)
    return {
        name: np.asarray(value, np.float16)
        for name, value in state.mean.items()
        if rules.play_out_round or name != "left"  # elsewhere nothing is left to play once the target is reached
    }


def _as_text(figures: Sequence[Figures]) -> str:
    last = Figures(*np.sum(figures[-50:], axis=0))
    return (
        f"{len(figures)} batches, loss {figures[-1].loss:.4f}, against GU {last.won_from_gu / last.gu_games:.4f},"
        f" all {last.won / last.finished:.4f}, turns {figures[-1].turns:.0f}"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Fit the networks of one edition, and write a file for each number of players."""
    parser = argparse.ArgumentParser(description="Fit the networks that strong players judge positions by.")
    parser.add_argument("edition", choices=EDITIONS[VERSION])
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=6144, help="in a batch")
    parser.add_argument("--seconds", type=float, default=80, help="for each number of players; 0 for one batch")
    parser.add_argument("--steps", type=int, default=STEPS, help="of gradient descent after each batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file to go on from")
    parser.add_argument("--kinds", type=float, nargs=KINDS, default=KIND_ODDS, help="how likely each kind of opponent")
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    options = parser.parse_args(words)
    for players in options.players:
        start = time.monotonic()
        found = fit(EDITIONS[VERSION][options.edition], players, options)
        np.savez(options.out / f"{options.edition}-{players}.npz", **found)  # type: ignore[arg-type]
        print(f"{players} players: {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
