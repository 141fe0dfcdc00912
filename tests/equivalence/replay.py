"""Games in the readable rules, with a simulator's numbers: what it is compared to.

Chance comes from Threefry by (seed, game), and the choices too: the n-th decision of a game takes the legal action at a
random place in the order of the numbers. `HEIMLICH` replays Heimlich & Co., suitcase_games.py the other game.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from heimlich.chance import draw
from heimlich.game import AnyGame, Decision
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.heimlich_co.encoding import action_number, action_of
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.notation import action_from_words
from heimlich.games.heimlich_co.state import State as Readable
from heimlich.offer import Part, spell
from heimlich.sim.threefry import ThreefrySource, stream_number, threefry_arrays
from tests.tables import ALL, Case

SEED = 11


class Moment(NamedTuple):
    """A decision: before it, what may be decided by whom, what was, and the state after it and all chance."""

    game: int
    before: Any
    seat: int
    legal: list[int]
    action: int
    after: Any


def all_of_them(state: Any, legal: list[int]) -> Sequence[int]:
    """Every legal action comes into question."""
    del state
    return legal


class Replay(NamedTuple):
    """A game, its cases, and what the numbers of its actions mean."""

    game: AnyGame
    cases: list[Case]
    legal_numbers: Callable[[Any, int], list[int]]  # of a seat in a state, in order
    action_of: Callable[[Any, int], Any]  # at a table, by number
    among: Callable[[Any, list[int]], Sequence[int]] = all_of_them  # what is drawn from, in a state

    def _follow_chance(self, state: Any, source: ThreefrySource) -> Any:
        """The state once no more chance is waiting."""
        while (chance := self.game.chance(state)) is not None:
            state = self.game.apply(state, draw(chance, source))
        return state

    def first_state(self, rules: Any, players: int, game: int) -> Any:
        """A game up to its first decision."""
        return self._follow_chance(self.game.new(rules, players), ThreefrySource(SEED, game))

    def moments(self, rules: Any, players: int, game: int) -> Iterator[Moment]:
        """Every decision of a game."""
        source = ThreefrySource(SEED, game)
        state = self.first_state(rules, players, game)
        number = 0
        while seats := self.game.actors(state):
            legal = self.legal_numbers(state, seats[0])
            choices = self.among(state, legal)
            action = choices[source.below(len(choices), "choice", number)]
            decision = Decision(seats[0], self.action_of(state.table, action))
            after = self._follow_chance(self.game.apply(state, decision), source)
            yield Moment(game, state, seats[0], legal, action, after)
            state = after
            number += 1

    def games_of(self, index: int, games: int) -> range:
        """The numbers of some games at one of the cases; every case has games of its own."""
        return range(index * 1_000_000, index * 1_000_000 + games)

    def played(self, index: int, games: int) -> tuple[Moment, ...]:
        """Every decision of some games at one of the cases."""
        case = self.cases[index]
        return tuple(
            moment for game in self.games_of(index, games) for moment in self.moments(case.rules, case.players, game)
        )


_NUMBERS: dict[tuple[tuple[Agent, ...], Part], list[int]] = {}


def _heimlich_numbers(state: Readable, seat: int) -> list[int]:
    """The numbers of all actions that an offer stands for, in order; each part of one is worked out once."""
    offer, table = HEIMLICH_CO.offer(HEIMLICH_CO.view(state, seat)), state.table
    agents = table.agents
    for part in offer:
        if (agents, part) not in _NUMBERS:
            actions = map(action_from_words, spell(part))
            _NUMBERS[agents, part] = sorted(action_number(table, action) for action in actions)
    if len(offer) == 1:
        return _NUMBERS[agents, offer[0]]
    return sorted(number for part in offer for number in _NUMBERS[agents, part])


CASES = [case for case in ALL if case.game.id == "heimlich-co"]
HEIMLICH = Replay(HEIMLICH_CO, CASES, _heimlich_numbers, action_of)
first_state, moments = HEIMLICH.first_state, HEIMLICH.moments
played = lru_cache(maxsize=2)(HEIMLICH.played)


def leaves(tree: Any) -> list[Any]:
    """The arrays of a tree, in order."""
    if tree is None:
        return []
    if isinstance(tree, tuple):
        return [leaf for part in tree for leaf in leaves(part)]
    return [np.asarray(tree)]


def assert_equal(found: Any, expected: Any) -> None:
    """Two batches are the same, array by array."""
    for number, (one, other) in enumerate(zip(leaves(found), leaves(expected), strict=True)):
        assert one.dtype == other.dtype, number
        if not np.array_equal(one, other):
            np.testing.assert_array_equal(one, other, err_msg=f"array {number}")


def check(sim: Any, pack: Callable[..., Any], decisions: Sequence[Moment]) -> None:
    """Legal actions before each decision, and the state and the shares after it."""
    games = [decision.game for decision in decisions]
    state = pack(sim.shape, [decision.before for decision in decisions], SEED, games)
    assert np.asarray(sim.to_act(state)).tolist() == [decision.seat for decision in decisions]
    rows = np.asarray(sim.legal_mask(state))
    assert [np.flatnonzero(row).tolist() for row in rows] == [decision.legal for decision in decisions]
    after = sim.step(state, sim.shape.array([decision.action for decision in decisions], "int32"))
    assert_equal(after, pack(sim.shape, [decision.after for decision in decisions], SEED, games))
    nothing = (0.0,) * sim.shape.players
    results = [decision.after.table.result for decision in decisions]
    expected = [result.outcome.shares if result else nothing for result in results]
    np.testing.assert_allclose(np.asarray(sim.rewards(after)), expected)


def choice_words(state: Any, decisions: Any) -> Any:
    """The words of the same choices, for the simulator to choose by."""
    stream = np.full(1, stream_number("choice"), np.uint32)
    return threefry_arrays(np, (state.seed, state.game), (stream, decisions))[0]


def ends_of_random_play(sim: Any, games: int) -> dict[int, list[float]]:
    """The simulator alone, choosing by itself, each finished game followed by another: how twice as many games end."""
    state: Any = sim.reset(SEED, np.arange(games))
    decisions = np.zeros(games, np.uint32)
    ends: dict[int, list[float]] = {}
    while not {*range(2 * games)} <= {*ends}:
        numbers = state.game.tolist()
        action = sim.random_action(state, choice_words(state, decisions))
        state, rewards, over = sim.advance(state, action, games)
        decisions = np.where(over, 0, decisions + 1).astype(np.uint32)
        ends |= {numbers[i]: rewards[i].tolist() for i in np.flatnonzero(over)}
    return {game: ends[game] for game in range(2 * games)}


def compiled(sim: Any) -> Any:
    """The same simulator with each function compiled; its library is JAX."""
    import jax

    for name in ("legal_mask", "step", "rewards", "to_act"):
        setattr(sim, name, jax.jit(getattr(sim, name)))
    return sim
