"""Games in the readable rules, with the simulator's numbers: what it is compared to.

Chance comes from Threefry by (seed, game), and the choices too: the n-th decision of a game takes the legal action at a
random place in the order of the numbers.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from heimlich.chance import draw
from heimlich.game import Decision
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.heimlich_co.encoding import action_number, action_of
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.notation import action_from_words
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import State as Readable
from heimlich.games.heimlich_co.state import Table
from heimlich.offer import Offer, Part, spell
from heimlich.sim.threefry import ThreefrySource
from tests.tables import ALL, Case

CASES = [case for case in ALL if case.game.id == "heimlich-co"]
SEED = 11


class Moment(NamedTuple):
    """A decision: before it, what may be decided by whom, what was, and the state after it and all chance."""

    game: int
    before: Readable
    seat: int
    legal: list[int]
    action: int
    after: Readable


def follow_chance(state: Readable, source: ThreefrySource) -> Readable:
    """The state once no more chance is waiting."""
    while (chance := HEIMLICH_CO.chance(state)) is not None:
        state = HEIMLICH_CO.apply(state, draw(chance, source))
    return state


def first_state(rules: Ruleset, players: int, game: int) -> Readable:
    """A game up to its first decision."""
    return follow_chance(HEIMLICH_CO.new(rules, players), ThreefrySource(SEED, game))


def moments(rules: Ruleset, players: int, game: int) -> Iterator[Moment]:
    """Every decision of a game."""
    source = ThreefrySource(SEED, game)
    state = first_state(rules, players, game)
    number = 0
    while seats := HEIMLICH_CO.actors(state):
        table = state.table
        legal = _numbers(HEIMLICH_CO.offer(HEIMLICH_CO.view(state, seats[0])), table)
        action = legal[source.below(len(legal), "choice", number)]
        after = follow_chance(HEIMLICH_CO.apply(state, Decision(seats[0], action_of(table, action))), source)
        yield Moment(game, state, seats[0], legal, action, after)
        state = after
        number += 1


@lru_cache(maxsize=2)
def played(index: int, games: int) -> tuple[Moment, ...]:
    """Every decision of some games at CASES[index]; every case has games of its own."""
    case = CASES[index]
    first = index * 1_000_000
    return tuple(moment for game in range(first, first + games) for moment in moments(case.rules, case.players, game))


_NUMBERS: dict[tuple[tuple[Agent, ...], Part], list[int]] = {}


def _numbers(offer: Offer, table: Table) -> list[int]:
    """The numbers of all actions that an offer stands for, in order; each part of one is worked out once."""
    agents = table.agents
    for part in offer:
        if (agents, part) not in _NUMBERS:
            actions = map(action_from_words, spell(part))
            _NUMBERS[agents, part] = sorted(action_number(table, action) for action in actions)
    if len(offer) == 1:
        return _NUMBERS[agents, offer[0]]
    return sorted(number for part in offer for number in _NUMBERS[agents, part])


def leaves(tree: Any) -> list[Any]:
    """The arrays of a tree, in order."""
    if tree is None:
        return []
    if isinstance(tree, tuple):
        return [leaf for part in tree for leaf in leaves(part)]
    return [np.asarray(tree)]


__all__ = ["CASES", "SEED", "Case", "Moment", "first_state", "leaves", "moments", "played"]
