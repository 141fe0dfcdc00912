"""Decides for the others in rollouts: each seat as its kind of player would, for the agent that it owns.

All faces of the die are dealt with at once: where a roll may be split, by putting groups of agents together
(splits.py); where one agent takes it all (H9), by trying each.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.population.personas import gu_tables, leaders
from heimlich.bots.heimlich_co.search.network_splits import network_splits
from heimlich.bots.heimlich_co.search.single_moves import Round, by_g1, by_gu, by_win_probability
from heimlich.bots.heimlich_co.search.split_moves import g1_splits, gu_splits
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Kind, gu_tables_of
from heimlich.bots.heimlich_co.value.network import Network
from heimlich.bots.heimlich_co.value.win_probabilities import safe_win_probabilities_each
from heimlich.bots.heimlich_co.yardstick_values import g1_safe_values, gu_safe_values, gu_table
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, board_rules
from heimlich.sim.heimlich_co.moves import SPAN, Array, moves_of

EQUAL = 1e-3  # noise for greedy players, which draws between equal moves
LOOSE = 0.3  # noise for loose players, in points for each agent …
SURE = 0.003  # … and in win probability, where the network moves for them


class Movers(NamedTuple):
    """The seats that decide, one a row."""

    cause: Array  # [rows]: the agent that it decides for
    kind: Array  # [rows]: its kind of player
    role: Array  # [rows, agents]: the role of each agent to it, after its move
    reached: Array  # [rows]: whether a marker had reached the target before

    def take(self, rows: Array) -> "Movers":
        """These rows."""
        return Movers(*(part[rows] for part in self))


class Faces(NamedTuple):
    """The moves that each face of the die allows, as arrays."""

    totals: Array  # [faces, SPAN]: whether a face allows this total
    steps: Array  # [moves of all faces, agents]
    first: Array  # [faces]: the index of its first move in `steps` …
    number: Array  # … and the number of its moves


@lru_cache(maxsize=64)
def faces_of(rules: Ruleset, agents: int) -> Faces:
    """Return the moves that each face of the die allows with this number of agents in play."""
    moves = [moves_of(face, agents, 1 if rules.one_agent else agents).steps for face in rules.die]
    number = np.array([len(steps) for steps in moves])
    totals = np.array([np.isin(np.arange(SPAN), face) for face in rules.die])
    return Faces(totals, np.concatenate(moves), np.cumsum(number) - number, number)


def by_network(rules: Ruleset, kind: Array, everywhere: bool = False) -> Array:
    """The rows in which the network decides: of strong players, where one agent takes the whole roll, or everywhere.

    There moves are few enough, and GU plays poorly.
    """
    return np.flatnonzero(kind == Kind.STRONG) if rules.one_agent or everywhere else np.zeros(0, np.int64)


def random_moves(rules: Ruleset, face: Array, luck: Array, agents: int) -> Array:
    """[rows, agents]: a random move of the face; `luck` is between 0 and 1."""
    die = faces_of(rules, agents)
    moves: Array = die.steps[die.first[face] + (luck * die.number[face]).astype(np.int64)]
    return moves


def best_moves(
    rules: Ruleset,
    net: Network,
    board: Board,
    movers: Movers,
    face: Array,
    left: int,
    rng: np.random.Generator,
    everywhere: bool = False,
) -> Array:
    """[rows, agents]: the steps of the mover's best move, for movers who do not move at random.

    `left` is the number of turns after this one, if the round is played out (H14).
    """
    on_board, (cause, kind, role, reached), agents = board_rules(rules), movers, board.places.shape[1]
    allowed = faces_of(rules, agents).totals[face]
    noise = rng.gumbel(size=(agents, SPAN)).astype(np.float32)
    blur = np.where((kind == Kind.STRONG) | (kind == LOOSE_GU), np.float32(LOOSE), np.float32(EQUAL))
    gu, g1 = (by_gu, by_g1) if rules.one_agent else (gu_splits, g1_splits)
    strong, plain = by_network(rules, kind, everywhere), np.flatnonzero(kind == Kind.G1)
    others = np.setdiff1d(np.arange(len(kind)), np.concatenate([strong, plain]))
    steps: Array = np.zeros_like(board.places)
    if len(others):
        blurred = blur[others, None, None] * noise
        style = _gu_styles(kind[others])
        steps[others] = gu(on_board, board.take(others), cause[others], allowed[others], blurred, *style)
    if len(plain):
        steps[plain] = g1(on_board, board.take(plain), cause[plain], allowed[plain], EQUAL * noise)
    if len(strong):
        now, here = Round(reached[strong], left), board.take(strong)
        choose = by_win_probability if rules.one_agent else network_splits
        steps[strong] = choose(on_board, net, here, cause[strong], role[strong], allowed[strong], now, SURE * noise)
    return steps


def _gu_styles(kind: Array) -> tuple[Array, ...]:
    """The table of each row's player and how sharply it looks at the leaders, as `gu_cells` takes them.

    Empty if all of them have GU's own table.
    """
    tables = gu_tables_of(kind)
    return (gu_tables()[tables], leaders(np)[tables][:, None]) if tables.any() else ()


def safe_values(
    rules: Ruleset,
    net: Network,
    board: Board,
    movers: Movers,
    left: int,
    rng: np.random.Generator,
    everywhere: bool = False,
) -> Array:
    """[rows, 12]: the mover's value of each place for the safe; the target may have been reached just now."""
    cause, kind, role, reached = movers
    table, *leader = _gu_styles(kind) or (gu_table(),)
    values = gu_safe_values(np, table, board, cause, *leader)
    plain = kind == Kind.G1
    values[plain] = g1_safe_values(np, board.take(plain), cause[plain])
    strong = by_network(rules, kind, everywhere)
    if len(strong):
        there = board.take(strong)
        over = reached[strong] | (there.points.max(1) >= rules.target)
        values[strong] = safe_win_probabilities_each(net, there, role[strong], np.where(over, left, 0))
    noisy: Array = np.where((kind == Kind.RANDOM)[:, None], 0, values) + EQUAL * rng.random(values.shape[1])
    return noisy
