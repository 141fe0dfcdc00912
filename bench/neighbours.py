"""How fast this simulator is beside pgx and jumanji: `python -m bench.neighbours [POWER …] [NAME …]`.

Powers are 12, 15 and 18 unless told; with names, only games that have one of them in theirs are measured.
Steps a second in 2^POWER games of random legal play, finished games replaced, observations included, 64 steps a call,
the median of nine calls. pgx and jumanji are measured where they are installed; neither is a dependency. Prints a JSON
object a line.
"""

import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from heimlich.bench.loops import BenchRow, compiled_play
from heimlich.bench.sim import simulator

STEPS, CALLS = 64, 9
OWN = (("heimlich-co", "basic", 7), ("heimlich-co", "cards+dossier", 4), ("suitcases", "basic", 4))
PGX = ("connect_four", "2048", "backgammon")
JUMANJI = ("Minesweeper-v0", "Game2048-v1", "Snake-v1")

Call = Callable[[], object]  # plays some steps in all games, and waits for them


def own_call(game: str, variant: str, players: int, games: int) -> Call:
    """This simulator."""
    going = compiled_play(simulator, BenchRow("jax", game, variant, players, games, observed=True), jax)
    return lambda: going.run(STEPS)


def pgx_call(name: str, games: int) -> Call:
    """A game of pgx."""
    pgx = importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> tuple[Any, None]:
        choose, deal = jax.random.split(key)
        action = jax.random.categorical(choose, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return step(state, action, jax.random.split(deal, games)), None

    return _repeated(jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), games)), advance)


def jumanji_call(name: str, games: int) -> Call:
    """A game of jumanji."""
    wrappers = importlib.import_module("jumanji.wrappers")
    env = wrappers.AutoResetWrapper(importlib.import_module("jumanji").make(name))
    spec = env.action_spec

    def draw(key: Any, seen: Any) -> Any:
        mask = getattr(seen.observation, "action_mask", None)
        if mask is None:
            return jax.random.randint(key, (), 0, spec.num_values)
        flat = jax.random.categorical(key, jnp.where(mask.reshape(-1), 0.0, -1e9))
        return (flat if mask.ndim == 1 else jnp.stack(jnp.unravel_index(flat, mask.shape))).astype(spec.dtype)

    def advance(carried: Any, key: Any) -> tuple[Any, None]:
        state, seen = carried
        return jax.vmap(env.step)(state, jax.vmap(draw)(jax.random.split(key, games), seen)), None

    return _repeated(jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(0), games)), advance)


def _repeated(state: Any, advance: Callable[[Any, Any], tuple[Any, None]]) -> Call:
    several = jax.jit(lambda state, key: jax.lax.scan(advance, state, jax.random.split(key, STEPS))[0])
    calls = 0

    def call() -> None:
        nonlocal state, calls
        state = jax.block_until_ready(several(state, jax.random.PRNGKey(calls)))  # type: ignore[no-untyped-call]
        calls += 1

    return call


def rows(games: int) -> Iterator[tuple[str, Callable[[], Call]]]:
    """Everything that can be measured here, not yet compiled."""
    for game, variant, players in OWN:
        yield f"{game}, {variant}, {players} players", partial(own_call, game, variant, players, games)
    for library, names, make in (("pgx", PGX, pgx_call), ("jumanji", JUMANJI, jumanji_call)):
        if importlib.util.find_spec(library):
            yield from ((f"{library} {name}", partial(make, name, games)) for name in names)


def measure(games: int, wanted: Sequence[str] = ()) -> Iterator[dict[str, object]]:
    """One row for each game; the first call, which compiles, does not count."""
    for name, make in rows(games):
        if wanted and not any(each in name for each in wanted):
            continue
        call = make()
        call()
        times = []
        for _ in range(CALLS):
            begun = time.perf_counter()
            call()
            times.append(time.perf_counter() - begun)
        times.sort()
        middle = times[CALLS // 2]
        spread = round((times[-1] - times[0]) / middle, 3)
        yield {"name": name, "games": games, "steps_per_s": float(f"{games * STEPS / middle:.4g}"), "spread": spread}


def main(words: Sequence[str]) -> None:
    """One line for each game and number of games."""
    powers = [int(word) for word in words if word.isdecimal()] or [12, 15, 18]
    for power in powers:
        for row in measure(2**power, [word for word in words if not word.isdecimal()]):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
