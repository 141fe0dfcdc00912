"""How the others decide in rollouts: each as the sort of player that he is taken for would, for the agent he owns."""

from typing import NamedTuple

import numpy as np

from heimlich.bots.board import Board, look_ahead, terms_of
from heimlich.bots.moves import SPAN, Array, Moves
from heimlich.bots.value import IN_HAND, Kind, Network, safe_chances_each
from heimlich.bots.yardsticks import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.games.heimlich_co.ruleset import Ruleset

EQUAL = 1e-3  # heat of greedy players: equal moves are drawn
LOOSE = 0.5  # heat of players who are not known to be quite greedy, in points …
SURE = 0.01  # … and in chances of winning, where the network moves for them


class Movers(NamedTuple):
    """Who decides, one a row."""

    cause: Array  # [rows]: for which agent
    kind: Array  # [rows]: what sort of player he is
    role: Array  # [rows, agents]: what each agent is to him when he has moved

    def take(self, rows: Array) -> "Movers":
        """Some of them."""
        return Movers(*(part[rows] for part in self))


def by_network(rules: Ruleset, kind: Array) -> Array:
    """The rows in which the network decides: for strong players, where moves are few enough, and GU knows little."""
    return np.flatnonzero(kind == Kind.STRONG) if rules.one_agent else np.zeros(0, np.int64)


def move_values(
    rules: Ruleset, net: Network, board: Board, movers: Movers, moves: Moves, rng: np.random.Generator
) -> Array:
    """[rows, moves]: what the mover thinks of each."""
    terms, (cause, kind, _) = terms_of(rules), movers
    values = np.empty((len(cause), len(moves.steps)), np.float32)
    plain, others = np.flatnonzero(kind == Kind.G1), np.flatnonzero(kind != Kind.G1)
    if len(others):
        values[others] = gu_values(terms, gu_table(), board.take(others), cause[others], moves)
    if len(plain):
        values[plain] = g1_values(terms, board.take(plain), cause[plain], moves)
    noise = rng.gumbel(size=values.shape[1]).astype(np.float32)
    values += np.float32(EQUAL) * noise
    loose = np.flatnonzero(kind == Kind.STRONG)
    if len(loose):
        values[loose] += np.float32(LOOSE) * noise
    strong = by_network(rules, kind)
    if len(strong):
        values[strong] = _chances(rules, net, board.take(strong), movers.take(strong), moves) + SURE * noise
    return values


def _chances(rules: Ruleset, net: Network, board: Board, movers: Movers, moves: Moves) -> Array:
    """[rows, moves]: the mover's chance of winning; an end is worth it all or nothing."""
    ahead = look_ahead(terms_of(rules), board, moves)
    rows, agents = board.places.shape
    used = np.unique(moves.steps)  # with one agent for the whole roll: none, or all of it
    hot = moves.hot.reshape(agents, SPAN, -1)[:, used].reshape(agents * len(used), -1).T
    places, role = ahead.places[:, :, used], movers.role[:, :, None]
    quiet = net.embed(places, board.safe[:, None, None], board.points[:, :, None], role)
    loud = net.embed(places, IN_HAND, ahead.points[:, :, used], role)
    still, scoring = (net.chance(hot @ added.reshape(rows, -1, added.shape[-1])) for added in (quiet, loud))
    values: Array = np.where(ahead.scores, scoring, still)
    if ahead.ends.any():
        row, move = np.nonzero(ahead.ends)
        after = ahead.points.reshape(rows, -1)[row[:, None], moves.cells[move]]
        values[row, move] = after[np.arange(len(row)), movers.cause[row]] == after.max(1)
    return values


def safe_values(rules: Ruleset, net: Network, board: Board, movers: Movers, rng: np.random.Generator) -> Array:
    """[rows, 12]: what the mover thinks of each place for the safe."""
    cause, kind, role = movers
    values = gu_safe_values(gu_table(), board, cause)
    plain = kind == Kind.G1
    values[plain] = g1_safe_values(board.take(plain), cause[plain])
    strong = by_network(rules, kind)
    if len(strong):
        values[strong] = safe_chances_each(net, board.take(strong), role[strong])
    noisy: Array = np.where((kind == Kind.RANDOM)[:, None], 0, values) + EQUAL * rng.random(values.shape[1])
    return noisy
