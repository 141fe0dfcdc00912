"""The network of `heimlich.bots.heimlich_co.value` as JAX sees it, to be fitted; value.py is where to start."""

from typing import Any

import jax
import jax.numpy as jnp

from heimlich.bots.heimlich_co.value.assumptions import role_count
from heimlich.bots.heimlich_co.value.network import HIDDEN, INNER, OUTER, POINTS
from heimlich.games.heimlich_co.names import RING

Params = dict[str, Any]


def init(key: Any, players: int) -> Params:
    """Small random numbers."""
    shapes = {
        "place": (RING * (RING + 1), INNER),
        "points": (POINTS, INNER),
        "role": (role_count(players), INNER),
        "w1": (INNER, HIDDEN),
        "w2": (HIDDEN, OUTER),
        "w3": (OUTER, 1),
    }
    keys = jax.random.split(key, len(shapes))
    scale = {"place": 0.3, "points": 0.3, "role": 0.3, "w1": 0.06, "w2": 0.18, "w3": 0.25}
    params: Params = {
        name: scale[name] * jax.random.normal(one, shape)
        for one, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    # markers begin as a smooth scale, so that neighbours start alike
    ramp = jnp.arange(POINTS)[:, None] / 20.0
    params["points"] = 0.05 * params["points"] + ramp * 0.5 * jax.random.normal(keys[0], (1, INNER))
    params["left"] = jnp.zeros((players, HIDDEN))
    return params | {"b1": jnp.zeros(HIDDEN), "b2": jnp.zeros(OUTER), "b3": jnp.zeros(1)}


def embed(params: Params, place: Any, safe: Any, points: Any, role: Any) -> Any:
    """What each agent adds to the first sum."""
    x = params["place"][place * (RING + 1) + safe] + params["points"][jnp.clip(points, 0, POINTS - 1)]
    return jax.nn.relu(x + params["role"][role]) @ params["w1"]


def head(params: Params, total: Any) -> Any:
    """The win probability, as a logit, from the sum over the agents."""
    z = jax.nn.relu(total + params["b1"])
    z = jax.nn.relu(z @ params["w2"] + params["b2"])
    return (z @ params["w3"] + params["b3"])[..., 0]


def roles(kinds: Any, me: Any, following: Any, agents: int) -> Any:
    """[games, agents]: what each agent is, to someone: see `roles` there."""
    players = kinds.shape[1]
    owner = jnp.arange(agents)
    offset = (owner[None, :] - jnp.reshape(following, (-1, 1))) % players
    kind = jnp.pad(kinds, ((0, 0), (0, agents - players)))
    theirs = 1 + players * (1 + kind) + offset
    role = jnp.where(owner[None, :] == jnp.reshape(me, (-1, 1)), 1 + offset, theirs)
    return jnp.where(owner[None, :] < players, role, 0)
