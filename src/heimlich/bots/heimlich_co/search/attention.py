"""Attention: which decisions a player looks at, and how exactly it judges them. Levels differ in this.

A person does not see all 924 ways to spend a six. They see their own agent, whoever comes to the safe, and short moves
of one or two agents; they overlook agents far behind the safe, long walks, and splits over three agents or more. So
decisions are drawn without replacement, the striking ones with more weight. Nobody overlooks an end of the game: on a
turn that may be the last one, everything is looked at and judged exactly.
"""

from typing import NamedTuple

import numpy as np

from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Board, Outlook
from heimlich.sim.heimlich_co.moves import Array, Moves

# What a feature of a move adds to the logarithm of its weight.
OWN = 0.7  # the own agent walks
SCORING = 0.7  # somebody comes to the safe
CROWD = -1.0  # every agent that walks after the first
FAR = -0.4  # every agent that walks with more than half of the board between it and the safe
LONG = -0.15  # every step of the longest walk after the third
AHEAD = 1.0  # the safe is put in front of the own agent, within its reach

DANGER = 10  # points before the target from which a scoring may end the game: simple moves are all looked at then
PLACES = 4  # moves that take as long to look at as one place for the safe
REACH = 6  # buildings that a roll moves an agent at most


def worth_at_a_half(probability: Array, share: float) -> Array:
    """Return what changes a win probability by `share` at a half, and by less towards 0 and 1, where all is decided."""
    worth: Array = share * 4 * probability * (1 - probability)
    return worth


class Glance(NamedTuple):
    """The number of decisions looked at, on average, and the noise of their values at a win probability of a half."""

    looks: float
    noise: float

    def moves(self, board: Board, moves: Moves, ahead: Outlook, own: int, near: int, rng: np.random.Generator) -> Array:
        """[moves]: whether each of the moves on one board is looked at; `near` is the points left to the target."""
        striking = _striking(board, moves, ahead, own)
        seen: Array = (moves.steps > 0).sum(1) <= (1 if near <= DANGER else -1)
        seen[self._draw(striking, self.looks, rng)] = True
        return seen

    def places(self, board: Board, own: int, allowed: Array, rng: np.random.Generator) -> Array:
        """[12]: whether each of the places for the safe is looked at, where they are allowed."""
        ahead = (np.arange(RING) - board.places[0, own]) % RING
        weights = np.where((ahead >= 1) & (ahead <= REACH), AHEAD, 0.0)
        seen: Array = np.zeros(RING, bool)
        open_ones = np.flatnonzero(allowed)
        seen[open_ones[self._draw(weights[open_ones], 1 + self.looks / PLACES, rng)]] = True
        return seen

    def misjudgement(self, probabilities: Array, rng: np.random.Generator) -> Array:
        """Draw the errors with which these win probabilities are judged: none where all is decided."""
        errors: Array = worth_at_a_half(probabilities, self.noise) * rng.standard_normal(probabilities.shape)
        return errors

    def _draw(self, weights: Array, number: float, rng: np.random.Generator) -> Array:
        """Draw this many indices on average, at least one, without replacement, by the logarithms of their weights."""
        whole = max(1, int(number + rng.random()))
        if whole >= len(weights):
            return np.arange(len(weights))
        return np.argsort(-(weights + rng.gumbel(size=len(weights))))[:whole]


def _striking(board: Board, moves: Moves, ahead: Outlook, own: int) -> Array:
    """[moves]: the logarithm of the weight with which each of them is noticed."""
    walking = moves.steps > 0
    far = (board.safe[0] - board.places[0]) % RING > RING // 2
    weights: Array = (
        OWN * walking[:, own]
        + SCORING * ahead.scores[0]
        + CROWD * np.maximum(walking.sum(1) - 1, 0)
        + FAR * (walking & far).sum(1)
        + LONG * np.maximum(moves.steps.max(1) - 3, 0)
    )
    return weights
