"""The network of `heimlich.bots.heimlich_co.value` as JAX sees it, to be fitted; value.py is where to start."""

from typing import Any

import jax
import jax.numpy as jnp

from heimlich.bots.heimlich_co.value.assumptions import role_count
from heimlich.bots.heimlich_co.value.network import HIDDEN, INNER, OUTER, POINTS
from heimlich.games.heimlich_co.names import RING

Params = dict[str, Any]


def init(key: Any, players: int, widths: tuple[int, int, int] = (INNER, HIDDEN, OUTER)) -> Params:
    """Small random numbers."""
    inner, hidden, outer = widths
    shapes = {
        "place": (RING * (RING + 1), inner),
        "points": (POINTS, inner),
        "role": (role_count(players), inner),
        "w1": (inner, hidden),
        "w2": (hidden, outer),
        "w3": (outer, 1),
    }
    keys = jax.random.split(key, len(shapes))
    scale = {"place": 0.3, "points": 0.3, "role": 0.3, "w1": 0.06, "w2": 0.18, "w3": 0.25}
    params: Params = {
        name: scale[name] * jax.random.normal(one, shape)
        for one, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    # markers begin as a smooth scale, so that neighbours start alike
    ramp = jnp.arange(POINTS)[:, None] / 20.0
    params["points"] = 0.05 * params["points"] + ramp * 0.5 * jax.random.normal(keys[0], (1, inner))
    params["left"] = jnp.zeros((players, hidden))
    return params | {"b1": jnp.zeros(hidden), "b2": jnp.zeros(outer), "b3": jnp.zeros(1)}


def widened(params: Params, wider: Params) -> Params:
    """A network in the shape of a wider one that says the same.

    Its new units get their inputs from `wider`, so that they can learn, and nothing listens to them yet.
    """
    found = {}
    for name, new in wider.items():
        old = jnp.asarray(params.get(name, jnp.zeros_like(new)), jnp.float32)
        rows = old.shape[0] if name in {"w1", "w2", "w3"} else new.shape[0]
        kept = new if name in {"place", "points", "role", "w1", "w2"} else jnp.zeros_like(new)
        kept = kept.at[rows:].set(0.0) if name.startswith("w") else kept
        kept = kept.at[:rows, : old.shape[1]].set(0.0) if new.ndim == 2 else kept
        spot = tuple(slice(size) for size in old.shape)
        found[name] = kept.at[spot].set(old)
    return found


def embed(params: Params, place: Any, safe: Any, points: Any, role: Any) -> Any:
    """What each agent adds to the first sum."""
    x = params["place"][place * (RING + 1) + safe] + params["points"][jnp.clip(points, 0, POINTS - 1)]
    return jax.nn.relu(x + params["role"][role]) @ params["w1"]


def embed_by_products(params: Params, place: Any, safe: Any, points: Any, role: Any) -> Any:
    """The same as `embed`, by a product of matrices: on a GPU its slope is found faster than that of look-ups."""
    tables = jnp.concatenate([params[name] for name in ("place", "points", "role")])
    ones = [
        jax.nn.one_hot(index, len(params[name]))
        for name, index in (
            ("place", place * (RING + 1) + safe),
            ("points", jnp.clip(points, 0, POINTS - 1)),
            ("role", role),
        )
    ]
    return jax.nn.relu(jnp.concatenate(ones, -1) @ tables) @ params["w1"]


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
