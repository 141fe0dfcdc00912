"""Positions of Heimlich & Co. as arrays, many at once: what the rules of move, scoring and safe make of them.

This is the part of the rules that bots look ahead with: no cards, no dossiers. tests/bots holds it against the rules.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.moves import SPAN, Array, Moves
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset, SafeGoes
from heimlich.games.heimlich_co.state import Table

WALKS = (np.arange(RING)[:, None] + np.arange(SPAN)) % RING  # [place, steps]: where one gets to


class Terms(NamedTuple):
    """The settings of a ruleset that matter here."""

    values: Array  # of the buildings
    floor: int
    target: int
    safe_goes: SafeGoes
    last_scoring_wins: bool
    free_agents_win: bool


@lru_cache(maxsize=64)
def terms_of(rules: Ruleset) -> Terms:
    """What a ruleset says about moves, scorings and the end."""
    return Terms(
        np.array(rules.values, np.int64),
        -(10**6) if rules.floor is None else rules.floor,
        rules.target,
        rules.safe_goes,
        rules.last_scoring_wins,
        rules.free_agents_win,
    )


class Board(NamedTuple):
    """Positions, one a row."""

    places: Array  # [positions, agents]
    points: Array  # [positions, agents]
    safe: Array  # [positions]

    def repeated(self, number: int) -> "Board":
        """Each position so many times in a row."""
        return Board(*(np.repeat(part, number, axis=0) for part in self))

    def take(self, rows: Array) -> "Board":
        """Some of the positions."""
        return Board(self.places[rows], self.points[rows], self.safe[rows])


def board_of(*tables: Table) -> Board:
    """The positions on some tables."""
    return Board(*(np.array([getattr(table, name) for table in tables]) for name in Board._fields))


class Reach(NamedTuple):
    """Where each agent can get to with 0 to 6 steps."""

    places: Array  # [positions, agents, steps]
    points: Array  # [positions, agents, steps]: the markers if there is a scoring
    comes: Array  # [positions, agents, steps]: it comes to the safe


def reach(terms: Terms, board: Board) -> Reach:
    """What each agent can do, whatever the others do."""
    places = WALKS[board.places]
    points = np.maximum(board.points[:, :, None] + terms.values[places], terms.floor)
    comes = places == board.safe[:, None, None]
    comes[:, :, 0] = False
    return Reach(places, points, comes)


class Outlook(NamedTuple):
    """Where each agent can get to with 0 to 6 steps, and what the moves bring."""

    places: Array  # [positions, agents, steps]
    points: Array  # [positions, agents, steps]: the markers if there is a scoring
    scores: Array  # [positions, moves]: there is one
    ends: Array  # [positions, moves]: and a marker reaches the target


def look_ahead(terms: Terms, board: Board, moves: Moves) -> Outlook:
    """What every move does, agent by agent."""
    places, points, comes = reach(terms, board)
    scores = summed(comes, moves) > 0
    near = (points >= terms.target).any((1, 2))
    ends = np.zeros_like(scores)
    if near.any():
        ends[near] = scores[near] & (summed(points[near] >= terms.target, moves) > 0)
    return Outlook(places, points, scores, ends)


def summed(cells: Array, moves: Moves) -> Array:
    """What is known for each agent and number of steps, summed over the agents for each move."""
    total: Array = cells.reshape(len(cells), -1).astype(np.float32) @ moves.hot
    return total


def open_places(terms: Terms, board: Board) -> Array:
    """[positions, 12]: where the safe may go (H12)."""
    allowed = np.ones((len(board.safe), RING), bool)
    if terms.safe_goes is SafeGoes.ELSEWHERE:
        allowed[np.arange(len(board.safe)), board.safe] = False
    elif terms.safe_goes is SafeGoes.UNOCCUPIED:
        np.put_along_axis(allowed, board.places, False, axis=1)
    return allowed


def walk(board: Board, steps: Array) -> Array:
    """[positions, agents]: the places after a move for each position."""
    after: Array = (board.places + steps) % RING
    return after


def scored(terms: Terms, places: Array, points: Array) -> Array:
    """[positions, agents]: the markers after a scoring (H11)."""
    after: Array = np.maximum(points + terms.values[places], terms.floor)
    return after


def leads(terms: Terms, points: Array, gains: Array, owned: int) -> Array:
    """[positions, owned]: each owner's share of the win; the first so many agents have owners (H15 to H17)."""
    rank = points.astype(np.float64)
    if terms.last_scoring_wins:
        there = points >= terms.target
        rank = np.where(there.any(1, keepdims=True), np.where(there, gains * 1000.0 + points, -np.inf), rank)
    counted = rank if terms.free_agents_win else rank[:, :owned]
    first = rank[:, :owned] == counted.max(1, keepdims=True)
    shares: Array = first / np.maximum(first.sum(1, keepdims=True), 1)
    return shares
