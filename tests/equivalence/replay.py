"""The same games in the readable rules and in the simulator, decision by decision.

Both get their chance from Threefry by (seed, game), and their choices too: the n-th decision of a game takes the legal
action at a random place in the order of the numbers.
"""

from collections.abc import Iterator, Sequence
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


class Moment(NamedTuple):
    """A state that waits for a decision, or is over; what may be decided by whom, and what was."""

    state: Readable
    seat: int  # -1 when over
    legal: list[int]
    action: int


def follow_chance(state: Readable, source: ThreefrySource) -> Readable:
    """The state once no more chance is waiting."""
    while (chance := HEIMLICH_CO.chance(state)) is not None:
        state = HEIMLICH_CO.apply(state, draw(chance, source))
    return state


def readable_game(rules: Ruleset, players: int, seed: int, game: int) -> Iterator[Moment]:
    """Every decision of a game, and its end."""
    source = ThreefrySource(seed, game)
    state = follow_chance(HEIMLICH_CO.new(rules, players), source)
    number = 0
    while seats := HEIMLICH_CO.actors(state):
        seat = seats[0]
        table = state.table
        legal = _numbers(table.agents, HEIMLICH_CO.offer(HEIMLICH_CO.view(state, seat)), table)
        action = legal[source.below(len(legal), "choice", number)]
        yield Moment(state, seat, legal, action)
        state = follow_chance(HEIMLICH_CO.apply(state, Decision(seat, action_of(table, action))), source)
        number += 1
    yield Moment(state, -1, [], 0)


_NUMBERS: dict[tuple[tuple[Agent, ...], Part], list[int]] = {}


def _numbers(agents: tuple[Agent, ...], offer: Offer, table: Table) -> list[int]:
    """The numbers of all actions that an offer stands for, in order; each part of one is worked out once."""
    for part in offer:
        if (agents, part) not in _NUMBERS:
            actions = map(action_from_words, spell(part))
            _NUMBERS[agents, part] = sorted(action_number(table, action) for action in actions)
    if len(offer) == 1:
        return _NUMBERS[agents, offer[0]]
    return sorted(number for part in offer for number in _NUMBERS[agents, part])


def rounds(games: Sequence[Iterator[Moment]]) -> Iterator[list[Moment]]:
    """The games side by side; one that is over stays at its end until all are."""
    now = [next(game) for game in games]
    yield now
    while any(moment.seat >= 0 for moment in now):
        now = [moment if moment.seat < 0 else next(game) for game, moment in zip(games, now, strict=True)]
        yield now


def leaves(tree: Any) -> list[Any]:
    """The arrays of a tree, in order."""
    if tree is None:
        return []
    if isinstance(tree, tuple):
        return [leaf for part in tree for leaf in leaves(part)]
    return [np.asarray(tree)]
