"""Plays a range of game numbers, and counts every game.

Games lie in lanes. When a lane's game is over it is counted, and the lane takes the game numbered by the number of
lanes further, as long as that one is within the range: so every number is played exactly once, to its end, however long
it takes. Chance and the draws of a policy follow from seed, game and decision, not from the lane.
"""

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from heimlich.errors import HeimlichError
from heimlich.lab.study import Study
from heimlich.lab.subjects import Array, Notes, subject_of
from heimlich.lab.tally import Tally, count_values, count_wins, sum_parts
from heimlich.sim.batch import for_some, is_eager, map_leaves
from heimlich.sim.compiled import keep_compiled
from heimlich.sim.threefry import stream_number, threefry_arrays

BACKENDS = ("auto", "numpy", "jax")
STREAM = "choice"  # stream of the random words that a policy draws by
STEPS = 12  # between two looks at which games are over; a lane waits half of that, on average
ENOUGH_FOR_JAX = 100_000  # games: with fewer, compiling takes longer than it saves
LANES = {"numpy": 2**14, "jax": 2**13, "jax on a GPU": 2**18}
CHUNK = {"numpy": 2**16, "jax": 2**17, "jax on a GPU": 2**22}


class Chunk(NamedTuple):
    """A range of games of a study, to be played by an array library."""

    study: Study
    backend: str
    first: int
    games: int


class Lanes(NamedTuple):
    """Games in progress."""

    state: Any
    notes: Notes
    decisions: Array  # int32
    live: Array  # bool: the game belongs to the range and has not been counted


class Player(NamedTuple):
    """The functions that play a study in one array library; compiled once in each process."""

    start: Callable[[int, int], Lanes]  # from the first game on, up to the end of the range
    go_on: Callable[[Lanes, int], Lanes]  # some steps, up to the end of the range
    harvest: Callable[[Lanes], "Harvest"]


class Harvest(NamedTuple):
    """The results of the games in the lanes, and which of them are over."""

    over: Array
    counts: dict[str, Array]
    ending: Array
    first: Array
    won: Array  # [batch, players]
    numbers: Array
    amounts: Array


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


def prepare(backend: str) -> None:
    """Keep what JAX compiles, so that the next study of the same rules begins at once."""
    if backend == "jax":
        keep_compiled()


def machine(backend: str) -> str:
    """The array library and, where that makes a difference, what it runs on."""
    if backend == "numpy":
        return backend
    import jax

    return backend if jax.default_backend() == "cpu" else "jax on a GPU"


def play_chunk(chunk: Chunk) -> Tally:
    """Play every game of the range, and return their tally."""
    lanes = LANES[machine(chunk.backend)]
    if chunk.backend == "numpy":
        lanes = min(lanes, chunk.games)
    player = _player(chunk.study, chunk.backend, lanes)
    found, end = Tally(), chunk.first + chunk.games
    games = player.start(chunk.first, end)
    while found.games < chunk.games:
        games = player.go_on(games, end)
        found.add(_count(player.harvest(games)))
    return found


@lru_cache(maxsize=8)
def _player(study: Study, backend: str, lanes: int) -> Player:
    subject = subject_of(study.game.id)
    xp, compiled = _arrays(backend)
    sim = subject.simulator(study.rules, study.players, xp)
    starter = subject.simulator(study.rules, study.players, np)  # needs no compiling, and makes the same states
    choose = subject.policies[study.policy]

    def start(first: int, end: int) -> Lanes:
        numbers = np.arange(first, first + lanes)
        games = (starter.reset(study.seed, numbers), subject.nothing_noted(starter, lanes), np.zeros(lanes, np.int32))
        return Lanes(*map_leaves(xp.asarray, (*games, numbers < end)))

    def renew(_shape: Any, _rules: Any, games: Lanes, number: Array) -> Lanes:
        state = sim.reset(study.seed, number)
        batch = number.shape[-1]
        notes = subject.nothing_noted(sim, batch)
        return Lanes(state._replace(seed=games.state.seed), notes, xp.zeros(batch, xp.int32), games.live)

    def step(games: Lanes) -> Lanes:
        state = games.state
        counter = (xp.full((1,), stream_number(STREAM), xp.uint32), games.decisions.astype(xp.uint32))
        word = threefry_arrays(xp, (state.seed, state.game), counter)[0]
        after = sim.step(state, choose(sim, state, word))
        decided = (~sim.is_over(state)).astype(xp.int32)
        notes = subject.note(sim, games.notes, state, after)
        return Lanes(after, notes, games.decisions + decided, games.live)

    def go_on(games: Lanes, end: Array) -> Lanes:
        over = sim.is_over(games.state)
        number = games.state.game + xp.uint32(lanes)
        going = games.live & over & (number < end)
        games = games._replace(live=games.live & (~over | going))
        games = for_some(sim.shape, going, renew, (), games, number)
        if is_eager(xp):
            for _ in range(STEPS):
                games = step(games)
            return games
        return _loop(STEPS, step, games)

    def harvest(games: Lanes) -> Harvest:
        state, notes = games.state, games.notes
        parts = subject.parts(sim, state, notes)
        return Harvest(
            over=games.live & sim.is_over(state),
            counts={"decisions": games.decisions, **subject.counts(sim, state, notes)},
            ending=subject.ending(state),
            first=subject.first(state),
            won=sim.rewards(state) > 0,
            numbers=parts.numbers,
            amounts=parts.amounts,
        )

    steps = compiled(go_on)
    return Player(start, lambda games, end: steps(games, xp.uint32(end)), compiled(harvest))


def _arrays(backend: str) -> tuple[Any, Callable[[Any], Any]]:
    """The array library, and how it compiles a function."""
    if backend == "numpy":
        return np, lambda function: function
    import jax

    return jax.numpy, jax.jit


def _loop(times: int, step: Callable[[Lanes], Lanes], games: Lanes) -> Lanes:
    import jax

    after: Lanes = jax.lax.fori_loop(0, times, lambda _, games: step(games), games)
    return after


def _count(found: Harvest) -> Tally:
    """Count the games that are over."""
    over = np.flatnonzero(np.asarray(found.over))
    won = np.asarray(found.won)[over].T
    players = len(won)
    places = np.arange(players)[:, None]
    return Tally(
        games=len(over),
        counted={name: count_values(np.asarray(values)[over]) for name, values in found.counts.items()},
        endings=count_values(np.asarray(found.ending)[over]),
        winners=count_values(won.sum(axis=0)),
        by_seat=count_wins(won, np.broadcast_to(places, won.shape)),
        by_order=count_wins(won, (places + np.asarray(found.first)[over]) % players),
        parts=sum_parts(np.asarray(found.numbers)[:, over], np.asarray(found.amounts)[:, over]),
    )
