"""Something small that learns, in plain JAX: one seat of Heimlich & Co. against three that play at random.

    pip install 'heimlich[jax]' && python examples/train.py

In its turn, seat 1 looks at some legal actions and takes the one after which the table looks best: by where its agent
stands, how far it is from there to the safe, and by how many points it leads, 25 weights in all. In each round, every
game tries weights of its own near the present ones; these then move towards what won more (an evolution strategy).
"""

from typing import Any

import jax
import jax.numpy as jnp

from heimlich import GAMES, RulesetName
from heimlich.sim.heimlich_co import Simulator

PLAYERS, BATCH, STEPS, CHOICES, NOISE, RATE = 4, 1024, 128, 16, 0.2, 0.3
GAMES_AT_ONCE = jnp.arange(BATCH)
game = GAMES["heimlich-co"]
sim = Simulator(game.ruleset(game.limited(RulesetName("rio-grande"))), PLAYERS, jnp)


def value(weights: Any, state: Any) -> Any:
    """How good the table looks to seat 1, which knows its own agent and no other."""
    mine, points = jnp.stack(state.owner) == 0, jnp.stack(state.points)
    place = (jnp.stack(state.places) * mine).sum(axis=0)
    lead = (points * mine).sum(axis=0) - (points * ~mine).max(axis=0)
    by_place = weights[GAMES_AT_ONCE, place] + weights[GAMES_AT_ONCE, 12 + (state.safe - place) % 12]
    return by_place + weights[:, 24] * lead


@jax.jit
def play_round(weights: Any, state: Any, key: Any) -> Any:
    """Some decisions in every game: the weights afterwards, the games, and how often seat 1 won."""
    noise = jax.random.normal(key, (BATCH, weights.size))
    tried = weights + NOISE * noise

    def step(state: Any, key: Any) -> Any:
        def look_at(word: Any) -> Any:
            action = sim.random_action(state, word)
            return action, value(tried, sim.step(state, action))

        actions, values = jax.lax.map(look_at, jax.random.bits(key, (CHOICES, BATCH)))
        best = jnp.where(sim.to_act(state) == 0, values.argmax(axis=0), 0)
        state, rewards, over = sim.advance(state, actions[best, GAMES_AT_ONCE], BATCH)
        return state, (rewards[:, 0], over)

    state, (won, over) = jax.lax.scan(step, state, jax.random.split(key, STEPS))
    better = won.sum(axis=0) - over.sum(axis=0) * won.sum() / over.sum()
    slope = (better[:, None] * noise).sum(axis=0)
    return weights + RATE * slope / jnp.linalg.norm(slope), state, won.sum() / over.sum()


def train(rounds: int) -> list[float]:
    """Seat 1's share of the wins, round by round."""
    weights, state, shares = jnp.zeros(25), sim.reset(1, GAMES_AT_ONCE), []
    for number in range(rounds):
        weights, state, share = play_round(weights, state, jax.random.key(number))
        shares.append(float(share))
    return shares


if __name__ == "__main__":
    for number, share in enumerate(train(rounds=60), 1):
        print(f"round {number:3}: wins {share:.3f}")
