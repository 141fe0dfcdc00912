"""Something small that learns: policy gradients in plain JAX, one seat against three that play at random.

    PYTHONPATH=src python3 bench/train_example.py

Points are spent one by one (the unit-step numbering). An agent is judged by where it stands, how far it is to the safe
and whether it is one's own; a place for the safe by how far it is from one's own agent: 61 weights in all.
"""

import sys
from typing import Any

import jax
import jax.numpy as jnp

from heimlich.game import RulesetName
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.heimlich_co.encoding import DONE, SAFE_START, view_fields
from heimlich.sim.heimlich_co import Simulator

PLAYERS, BATCH, STEPS = 4, 256, 64
sim = Simulator(HEIMLICH_CO.ruleset(HEIMLICH_CO.limited(RulesetName("rio-grande"))), PLAYERS, jnp)
AGENTS = sim.shape.agents
FIELDS = view_fields(AGENTS, PLAYERS, cards=False, dossier=False)
START = {field.name: sum(each.size for each in FIELDS[:place]) for place, field in enumerate(FIELDS)}


def of_agents(seen: Any, name: str) -> Any:
    return seen[:, START[name] : START[name] + AGENTS]


def logits(weights: Any, seen: Any) -> Any:
    """How much each unit step appeals to the one who sees this."""
    mine, place, safe = of_agents(seen, "owner") == 0, of_agents(seen, "places"), seen[:, START["safe"], None]
    steps = weights["place"][mine * 1, place] + weights["to_safe"][mine * 1, (safe - place) % 12]
    own = (place * mine).sum(axis=1, keepdims=True)
    places = weights["safe"][(jnp.arange(12) - own) % 12]
    done = jnp.broadcast_to(weights["done"], (len(seen), 1))
    gap = jnp.zeros((len(seen), DONE - SAFE_START - 12))
    return jnp.concatenate([jnp.zeros((len(seen), SAFE_START)), places, gap, done, steps], axis=1)


def step(weights: Any, carried: Any, key: Any) -> Any:
    """One unit step in every game; seat 1 by the weights, the others at random."""
    state, spent = carried
    seat = sim.to_act(state)
    chosen = jnp.where((seat == 0)[:, None], logits(weights, sim.observe(state, seat)), 0.0)
    chance = jax.nn.log_softmax(jnp.where(sim.unit_mask(state, spent), chosen, -1e9))
    unit = jax.random.categorical(key, chance)
    after, spent, rewards, over = sim.unit_advance(state, spent, unit, BATCH)
    lead = [jnp.where(over, 0.0, lead_of(each)) for each in (state, after)]
    gained = jnp.where(over, 5 * (rewards[:, 0] - 1 / PLAYERS), (lead[1] - lead[0]) / 10)
    log_chance = jnp.where(seat == 0, jnp.take_along_axis(chance, unit[:, None], 1)[:, 0], 0.0)
    return (after, spent), (log_chance, gained, over, rewards[:, 0])


def lead_of(state: Any) -> Any:
    seen = sim.observe(state, 0)
    points = of_agents(seen, "points") * 1.0
    return (points * (of_agents(seen, "owner") == 0)).sum(axis=1) - points.mean(axis=1)


def loss(weights: Any, carried: Any, keys: Any) -> Any:
    carried, (log_chance, gained, over, won) = jax.lax.scan(lambda c, key: step(weights, c, key), carried, keys)
    back = lambda later, now: (now[0] + 0.97 * later * ~now[1],) * 2  # noqa: E731
    _, returns = jax.lax.scan(back, jnp.zeros(BATCH), (gained, over), reverse=True)
    returns = jax.lax.stop_gradient(returns - returns.mean())
    return -(log_chance * returns).mean(), (carried, won.sum() / jnp.maximum(over.sum(), 1))


def train(rounds: int) -> list[float]:
    """The share of wins of the learning seat, round by round."""
    weights = {"place": jnp.zeros((2, 12)), "to_safe": jnp.zeros((2, 12)), "safe": jnp.zeros(12), "done": jnp.zeros(1)}
    state = jax.jit(lambda: sim.reset(1, jnp.arange(BATCH)))()
    carried: Any = (state, sim.nothing_spent(state))
    gradient = jax.jit(jax.grad(loss, has_aux=True))
    shares = []
    for number in range(rounds):
        slope, (carried, share) = gradient(weights, carried, jax.random.split(jax.random.key(number), STEPS))
        size = jnp.sqrt(sum((part**2).sum() for part in slope.values()))
        weights = {name: weight - 0.2 * slope[name] / size for name, weight in weights.items()}
        shares.append(float(share))
    return shares


if __name__ == "__main__":
    won = train(int(sys.argv[1]) if len(sys.argv) > 1 else 80)
    for first in range(0, len(won), 20):
        some = won[first : first + 20]
        print(f"rounds {first + 1:3} to {first + len(some):3}: wins {sum(some) / len(some):.3f}")
