"""Looks for a better style in the sketch, on a GPU: `python -m training.suitcases.sketch_styles 4 --seconds 120`.

Many styles play one seat each at tables of couriers and believers; the best quarter says where to look next.
"""

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.sight import CASUAL, Style
from training.suitcases.sketch_value import BOLD, ROUNDS, jax_ground, play

MANY = 64  # styles at once
FIXED = ("win", "blocked", "detour", "whim", "lone", "denied")


def main(words: Sequence[str] | None = None) -> None:
    """Search, and print the middle of each round."""
    parser = argparse.ArgumentParser(description="Look for a better style in the sketch.")
    parser.add_argument("players", type=int)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=2048, help="of each style and round")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    started, players = time.monotonic(), args.players
    ground, count = jax_ground(players), MANY * args.games
    others = jnp.array([[*CASUAL, 0.0], [*STYLE, 1.0]])

    @jax.jit
    def shares(styles: Any, key: Any) -> Any:
        one, two = jax.random.split(key)
        rows = others[jax.random.randint(one, (args.games, 1), 0, 2)]  # a table of one sort
        rows = jnp.tile(jnp.broadcast_to(rows, (args.games, players, rows.shape[-1])), (MANY, 1, 1))
        seat = jnp.arange(count) % players
        mine = jnp.repeat(styles, args.games, 0)
        rows = jnp.where((jnp.arange(players) == seat[:, None])[:, :, None], mine[:, None], rows)
        games, _ = play(ground, two, rows, ROUNDS[players], keep=False)
        won = jnp.take_along_axis(games.share, seat[:, None], 1)[:, 0]
        return won.reshape(MANY, args.games).mean(1)

    rng, free = np.random.default_rng(args.seed), [name not in FIXED for name in Style._fields]
    first = np.array([*STYLE, 1.0])
    fixed = [index for index, one in enumerate(free) if not one]
    middle = np.log(np.maximum(first, 1e-3))
    spread = np.where([*free, True], 0.5, 0.0)
    number = 0
    while time.monotonic() - started < args.seconds:
        tried = np.exp(middle + spread * rng.normal(size=(MANY, len(middle))))
        tried[:, fixed] = first[fixed]
        tried[0], tried[1], tried[2] = np.exp(middle), first, [*BOLD, 1.0]
        tried[:, Style._fields.index("lone")] = 0.0
        won = np.asarray(shares(jnp.asarray(tried, jnp.float32), jax.random.key(args.seed * 1000 + number)))
        best = np.argsort(-won)[: MANY // 4]
        logs = np.log(np.maximum(tried, 1e-3))
        middle = 0.5 * middle + 0.5 * logs[best].mean(0)
        spread = np.where(spread > 0, np.maximum(0.7 * spread + 0.3 * logs[best].std(0), 0.08), 0.0)
        line: dict[str, Any] = {"players": players, "round": number, "seconds": round(time.monotonic() - started, 1)}
        line |= {"middle": round(100 * float(won[0]), 2), "usual": round(100 * float(won[1]), 2)}
        line |= {"bold": round(100 * float(won[2]), 2), "best": round(100 * float(won.max()), 2)}
        names = (*Style._fields, "clued")
        print(json.dumps(line | {"style": dict(zip(names, np.exp(middle).round(3).tolist(), strict=True))}), flush=True)
        number += 1


if __name__ == "__main__":
    main()
