"""Many basic games at once, in step: for fitting, and for quick matches between players that decide by arrays.

Every game of a batch is at the same turn, so the same seat moves in all of them; agents are alike at the start, so the
first ones belong to the seats, in order, and the rest are free. Each turn the games are shuffled and every face of the
die gets an equal part of them, which is as fair as rolling, and the games of one face are computed together.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, BoardRules, after_move, board_rules, open_places, shares_as_dealt
from heimlich.sim.heimlich_co.moves import Array, Moves, moves_of

TURNS = 400  # a game that is not over by then counts as nobody's


class Policy(Protocol):
    """Decides for many positions at once; `me` is the own agent in each."""

    def move(self, rules: BoardRules, board: Board, me: Array, moves: Moves, rng: np.random.Generator) -> Array: ...
    def safe(self, rules: BoardRules, board: Board, me: Array, allowed: Array, rng: np.random.Generator) -> Array: ...


class Turn(NamedTuple):
    """What a watcher is shown after each turn: the games that took part in it."""

    number: int
    games: Array
    before: Board
    after: Board
    gains: Array  # [games, agents]


class Uniform:
    """Any move, any place."""

    def move(self, rules: BoardRules, board: Board, me: Array, moves: Moves, rng: np.random.Generator) -> Array:  # noqa: ARG002
        return rng.integers(len(moves.steps), size=len(me))

    def safe(self, rules: BoardRules, board: Board, me: Array, allowed: Array, rng: np.random.Generator) -> Array:  # noqa: ARG002
        picked: Array = np.argmax(rng.random(allowed.shape) * allowed, axis=1)
        return picked


class ByValue:
    """The best by a function of values, equal ones drawn."""

    def __init__(
        self,
        values: Callable[[BoardRules, Board, Array, Moves], Array],
        safe_values: Callable[[Board, Array], Array],
    ) -> None:
        self._values, self._safe_values = values, safe_values

    def move(self, rules: BoardRules, board: Board, me: Array, moves: Moves, rng: np.random.Generator) -> Array:
        values = self._values(rules, board, me, moves)
        best: Array = np.argmax(values + 1e-4 * rng.random(values.shape, np.float32), axis=1)
        return best

    def safe(self, rules: BoardRules, board: Board, me: Array, allowed: Array, rng: np.random.Generator) -> Array:  # noqa: ARG002
        values = self._safe_values(board, me) + 1e-4 * rng.random(allowed.shape, np.float32)
        best: Array = np.argmax(np.where(allowed, values, -np.inf), axis=1)
        return best


class Mixed:
    """One policy, and now and then another."""

    def __init__(self, usual: Policy, other: Policy, rate: float) -> None:
        self._usual, self._other, self._rate = usual, other, rate

    def move(self, rules: BoardRules, board: Board, me: Array, moves: Moves, rng: np.random.Generator) -> Array:
        usual, other = (policy.move(rules, board, me, moves, rng) for policy in (self._usual, self._other))
        return np.where(rng.random(len(me)) < self._rate, other, usual)

    def safe(self, rules: BoardRules, board: Board, me: Array, allowed: Array, rng: np.random.Generator) -> Array:
        usual, other = (policy.safe(rules, board, me, allowed, rng) for policy in (self._usual, self._other))
        return np.where(rng.random(len(me)) < self._rate, other, usual)


def play_many(
    rules: Ruleset,
    policies: Sequence[Policy],
    games: int,
    rng: np.random.Generator,
    watch: Callable[[Turn], None] | None = None,
) -> Array:
    """[games, seats]: each seat's share of the win; seat 0 begins."""
    players = len(policies)
    agents = rules.agents_in_play[players - 2]
    on_board = board_rules(rules)
    shares = np.zeros((games, players))
    alive = np.arange(games)
    board = Board(
        np.zeros((games, agents), np.int64), np.zeros((games, agents), np.int64), np.full(games, rules.safe_start)
    )
    reached = np.zeros(games, bool)
    for number in range(TURNS):
        seat = number % players
        order = rng.permutation(len(alive))
        alive, board, reached = alive[order], board.take(order), reached[order]
        parts = [
            _turn(on_board, rules.one_agent, policies[seat], seat, face, board.take(rows), rng)
            for face, rows in zip(rules.die, _parts(len(alive), len(rules.die), rng), strict=True)
        ]
        after = Board(*(np.concatenate([part[0][index] for part in parts]) for index in range(3)))
        gains = np.concatenate([part[1] for part in parts])
        if watch is not None:
            watch(Turn(number, alive, board, after, gains))
        board = after
        reached = reached | (board.points.max(1) >= rules.target)
        over = reached & (not rules.play_out_round or (seat + 1) % players == 0)
        shares[alive[over]] = shares_as_dealt(on_board, board.points[over], gains[over], players)
        alive, board, reached = alive[~over], board.take(~over), reached[~over]
        if not len(alive):
            break
    return shares


def _parts(games: int, faces: int, rng: np.random.Generator) -> list[Array]:
    """Contiguous parts, as equal as can be, one for each face; which faces get the odd ones is drawn."""
    extra = rng.permutation(faces) < games % faces
    ends = np.cumsum(games // faces + extra)
    return [np.arange(start, end) for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def _turn(
    rules: BoardRules,
    one_agent: bool,
    policy: Policy,
    seat: int,
    face: tuple[int, ...],
    board: Board,
    rng: np.random.Generator,
) -> tuple[Board, Array]:
    """The positions after a turn of this seat, and [positions, agents] what a scoring brought."""
    agents = board.places.shape[1]
    moves = moves_of(face, agents, 1 if one_agent else agents)
    me = np.full(len(board.safe), seat)
    if not len(me):
        return board, np.zeros_like(board.points)
    after, scores = after_move(rules, board, moves.steps[policy.move(rules, board, me, moves, rng)])
    due, safe = np.flatnonzero(scores), board.safe.copy()
    if len(due):
        there = after.take(due)
        safe[due] = policy.safe(rules, there, me[due], open_places(rules, there), rng)
    return after._replace(safe=safe), after.points - board.points
