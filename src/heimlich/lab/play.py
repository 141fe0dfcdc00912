"""Plays a range of game numbers, and counts every game.

Games lie in lanes. When a lane's game is over it is counted, and the lane takes the game numbered by the number of
lanes further, as long as that one is within the range: so every number is played exactly once, to its end, however long
it takes. Chance and the draws of a policy follow from seed, game and decision, not from the lane.
"""

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from heimlich.errors import HeimlichError
from heimlich.lab.games import Harvest, Lanes, games_of
from heimlich.lab.study import Study
from heimlich.lab.subjects import Array, subject_of
from heimlich.lab.tally import Tally, count_values, count_wins, sum_parts
from heimlich.sim.batch import for_some, is_eager, map_leaves
from heimlich.sim.compiled import keep_compiled
from heimlich.sim.devices import divisible, number_of_devices, shared_out
from heimlich.sim.fused import build_for

BACKENDS = ("auto", "numpy", "jax")
STEPS = 12  # between two looks at which games are over; a lane waits half of that, on average
ENOUGH_FOR_JAX = 100_000  # games: with fewer, compiling takes longer than it saves
ON_GPU = "jax on a GPU"
LANES = {"numpy": 2**14, "jax": 2**13, ON_GPU: 2**18}
CHUNK = {"numpy": 2**16, "jax": 2**17, ON_GPU: 2**20}
THREADS = "NPROC"  # of XLA on a CPU
PREALLOCATE = "XLA_PYTHON_CLIENT_PREALLOCATE"  # JAX would else take most of a GPU's memory for one process
MOST_AT_ONCE = 2**20  # games that one kernel plays


class Chunk(NamedTuple):
    """A range of games of a study, to be played by an array library."""

    study: Study
    backend: str
    first: int
    games: int


class LanePlayer(NamedTuple):
    """The functions that play a study in one array library; compiled once in each process."""

    start: Callable[[int, int], Lanes]  # from the first game on, up to the end of the range
    go_on: Callable[[Lanes, int], Lanes]  # some steps, up to the end of the range
    harvest: Callable[[Lanes], "Harvest"]


def library(backend: str, games: int) -> str:
    """Choose the array library: JAX where it is installed and faster."""
    if backend not in BACKENDS:
        raise HeimlichError(f"there is no backend '{backend}'; there are: {', '.join(BACKENDS)}")
    installed = find_spec("jax") is not None
    if backend == "jax" and not installed:
        raise HeimlichError("JAX is not installed; what would do: pip install 'heimlich[jax]', or --backend numpy")
    if backend == "auto":
        return "jax" if installed and games >= ENOUGH_FOR_JAX else "numpy"
    return backend


def prepare(backend: str, processes: int = 1) -> None:
    """Keep what JAX compiles, so that the next study of the same rules begins at once; let processes share a machine.

    On a CPU one thread for each process is twice as quick as all threads of XLA for one.
    """
    if backend == "jax":
        if processes > 1:
            os.environ.setdefault(THREADS, "1")
        os.environ.setdefault(PREALLOCATE, "false")
        keep_compiled()


def machine(backend: str) -> str:
    """The array library and, where that makes a difference, what it runs on."""
    if backend == "numpy":
        return backend
    import jax

    return backend if jax.default_backend() == "cpu" else ON_GPU


def play_chunk(chunk: Chunk) -> Tally:
    """Play every game of the range, and return their tally."""
    study, end = chunk.study, chunk.first + chunk.games
    subject = subject_of(study.game.id)
    names = ("decisions", *subject.counted)
    found = Tally()
    fused = machine(chunk.backend) == ON_GPU and study.policy not in subject.slow_policies
    kernel = _kernel(study, chunk.games) if fused else None
    if kernel is not None:
        for first in range(chunk.first, end, kernel.batch):
            harvest = kernel.play(first, end)
            found.add(_count(names, study.players, harvest))
        return found
    lanes = LANES[machine(chunk.backend)]
    if chunk.backend == "numpy" or study.policy in subject.slow_policies:  # there, lanes without a game cost
        lanes = min(lanes, chunk.games)
    lanes = lanes if chunk.backend == "numpy" else divisible(lanes)
    player = _player(study, chunk.backend, lanes)
    games = player.start(chunk.first, end)
    while found.games < chunk.games:
        games = player.go_on(games, end)
        found.add(_count(names, study.players, player.harvest(games)))
    return found


class WholeGames(NamedTuple):
    """A kernel that plays whole games, so many at once."""

    batch: int
    play: Callable[[int, int], Harvest]  # from the first game on, up to the end of the range


@lru_cache(maxsize=8)
def _kernel(study: Study, games: int) -> WholeGames | None:
    """The kernel of a study, where there is a GPU that takes it."""
    import jax

    from heimlich.lab.kernel import whole_games

    xp = jax.numpy
    devices = number_of_devices()
    build = build_for(games_of(study, xp).sim, games // devices)
    if build is None:
        return None
    for_each = min(-(-games // (build.block * devices)) * build.block, MOST_AT_ONCE)
    batch = for_each * devices
    example = np.zeros(batch, np.uint32)
    kernel = whole_games(study, xp, build, for_each)
    played = shared_out(kernel.play, (example,), kernel.like)

    def play(first: int, end: int) -> Harvest:
        numbers = np.arange(first, first + batch, dtype=np.uint32)
        found: Harvest = played(xp.asarray(numbers))
        return found._replace(over=np.asarray(found.over) & (numbers < end))

    return WholeGames(batch, play)


@lru_cache(maxsize=8)
def _player(study: Study, backend: str, lanes: int) -> LanePlayer:
    xp = _arrays(backend)
    games_here = games_of(study, xp)
    starter = games_of(study, np)  # needs no compiling, and makes the same states
    sim = games_here.sim

    def start(first: int, end: int) -> Lanes:
        numbers = np.arange(first, first + lanes)
        begun: Lanes = map_leaves(xp.asarray, starter.start(numbers, numbers < end))
        return begun

    def renew(_shape: Any, _rules: Any, games: Lanes, number: Array) -> Lanes:
        fresh = games_here.start(number, games.live)
        return fresh._replace(state=fresh.state._replace(seed=games.state.seed))

    def go_on(games: Lanes, end: Array) -> Lanes:
        over = sim.is_over(games.state)
        number = games.state.game + xp.uint32(lanes)
        going = games.live & over & (number < end)
        games = games._replace(live=games.live & (~over | going))
        games = for_some(sim.shape, going, renew, (), games, number)
        if is_eager(xp):
            for _ in range(STEPS):
                games = games_here.step(games)
            return games
        return _loop(STEPS, games_here.step, games)

    steps, harvest = go_on, games_here.harvest
    if not is_eager(xp):
        example = starter.start(np.arange(lanes))
        steps = shared_out(go_on, (example, np.uint32(0)), example)
        harvest = shared_out(harvest, (example,), starter.harvest(example))
    return LanePlayer(start, lambda games, end: steps(games, xp.uint32(end)), harvest)


def _arrays(backend: str) -> Any:
    """The array library."""
    if backend == "numpy":
        return np
    import jax.numpy

    return jax.numpy


def _loop(times: int, step: Callable[[Lanes], Lanes], games: Lanes) -> Lanes:
    import jax

    after: Lanes = jax.lax.fori_loop(0, times, lambda _, games: step(games), games)
    return after


def _count(names: Sequence[str], players: int, found: Harvest) -> Tally:
    """Count the games that are over."""
    over = np.flatnonzero(np.asarray(found.over))
    places = np.arange(players)[:, None]
    won = np.asarray(found.winners)[over] >> places & 1 != 0
    return Tally(
        games=len(over),
        counted={
            name: count_values(np.asarray(values)[over]) for name, values in zip(names, found.counts, strict=True)
        },
        endings=count_values(np.asarray(found.ending)[over]),
        winners=count_values(won.sum(axis=0)),
        by_seat=count_wins(won, np.broadcast_to(places, won.shape)),
        by_order=count_wins(won, (places + np.asarray(found.first)[over]) % players),
        parts=sum_parts(np.asarray(found.numbers)[:, over], np.asarray(found.amounts)[:, over]),
    )
