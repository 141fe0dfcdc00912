"""How good a position is for someone who knows, or assumes, who owns whom: a small network, reckoned with NumPy.

Each agent adds a vector that depends on its place and the safe's, its marker, and its role: free, one's own, or an
opponent's of some kind, and how soon its owner moves. The sum goes through two layers to one number, the chance of
winning. Because a move is a sum over agents too, all 924 splits of a six cost little more than a product of matrices.
"""

from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from heimlich.bots.board import Board, Outlook, Terms
from heimlich.bots.moves import Array, Moves
from heimlich.bots.yardsticks import gu_table
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset

INNER, HIDDEN, OUTER = 64, 64, 32
POINTS = 60  # markers are told apart up to here
IN_HAND = 12  # instead of the safe's place: a scoring has just been, and the mover is about to place it


class Kind(IntEnum):
    """What sort of player an opponent is taken for."""

    STRONG = 0
    GU = 1
    G1 = 2
    RANDOM = 3
    DECOY = 4


KINDS = len(Kind)


def role_count(players: int) -> int:
    """Roles: 0 free; then one's own by how soon one moves; then the opponents' by kind and how soon they move."""
    return 1 + players * (1 + KINDS)


class Network(NamedTuple):
    """The numbers of one edition and number of players."""

    place: Array  # [places × (places + 1), INNER]
    points: Array  # [POINTS, INNER]
    role: Array  # [roles, INNER]
    w1: Array
    b1: Array
    w2: Array
    b2: Array
    w3: Array
    b3: Array

    @property
    def trust(self) -> float:
        """How many rollouts its word counts as much as."""
        return 64.0

    def embed(self, place: Array, safe: Array | int, points: Array, role: Array) -> Array:
        """What agents add to the sum; all of one shape, or such that they fit together."""
        x = self.place[place * (RING + 1) + safe] + self.points[np.clip(points, 0, POINTS - 1)]
        x = x + self.role[role]
        added: Array = np.maximum(x, 0, out=x) @ self.w1
        return added

    def chance(self, total: Array) -> Array:
        """[...]: the chance of winning, from the sum over the agents [..., HIDDEN], which is used up."""
        total += self.b1
        z = np.maximum(total, 0, out=total).reshape(-1, HIDDEN) @ self.w2
        z += self.b2
        logit = np.maximum(z, 0, out=z) @ self.w3[:, 0] + self.b3[0]
        won: Array = 1 / (1 + np.exp(-logit))
        return won.reshape(total.shape[:-1])


class Odds(NamedTuple):
    """Stands in for a network where none was fitted: everyone's odds grow with marker and place, as GU values them."""

    players: int
    table: Array  # [places, places + 1]

    @property
    def trust(self) -> float:
        """How many rollouts its word counts as much as."""
        return 16.0

    def embed(self, place: Array, safe: Array | int, points: Array, role: Array) -> Array:
        """[..., 2]: each agent's odds, if it is one's own; and anyhow."""
        odds = np.exp((points + self.table[place, safe] - ODDS_FROM) / ODDS_HEAT)
        odds = np.where(role == 0, ODDS_FREE * odds, odds)
        return np.stack([np.where((role > 0) & (role <= self.players), odds, 0), odds], -1).astype(np.float32)

    def chance(self, total: Array) -> Array:
        """[...]: the chance of winning, from the sums over the agents."""
        won: Array = total[..., 0] / total[..., 1]
        return won


Judge = Network | Odds
ODDS_FROM = 30.0  # points; only so that the numbers stay small
ODDS_HEAT = 4.0  # points that make the odds e times as good
ODDS_FREE = 0.3  # what the odds of a free agent count: nobody pushes it


def judge(rules: Ruleset, players: int) -> Judge:
    """Who values positions under these rules: a fitted network, where moves are as it knows them."""
    if rules.one_agent:
        return Odds(players, np.concatenate([gu_table(), gu_table().mean(1, keepdims=True)], 1))
    return network(rules.edition, players)


@lru_cache(maxsize=32)
def network(edition: str, players: int) -> Network:
    """The network of an edition, or of the one that it is most like."""
    data = files("heimlich.bots").joinpath("data")
    known = data.joinpath(f"value1-{edition}-{players}.npz")
    if not known.is_file():
        known = data.joinpath(f"value1-rio-grande-{players}.npz")
    with known.open("rb") as stream, np.load(stream) as arrays:
        return Network(**{name: arrays[name].astype(np.float32) for name in Network._fields})


def roles(owners: Array, kinds: Array, me: int, following: int, agents: int) -> Array:
    """[assumptions, agents]: the role of each agent to seat `me`.

    `owners[assumption, seat]` is the agent that a seat is taken to own, `kinds[assumption, seat]` what it is taken for.
    """
    number, players = owners.shape
    offset = (np.arange(players) - following) % players
    role = np.zeros((number, agents), np.int64)
    theirs = 1 + players * (1 + kinds) + offset
    theirs[:, me] = 1 + offset[me]
    np.put_along_axis(role, owners, theirs, axis=1)
    return role


def move_chances(net: Judge, board: Board, ahead: Outlook, moves: Moves, role: Array, some: Array) -> Array:
    """[assumptions, some moves]: the chance of winning after moves in one position, if the game goes on."""
    number = len(role)
    chances = np.empty((number, len(some)), np.float32)
    scores = ahead.scores[0][some]
    for rows, safe, points in (
        (np.flatnonzero(~scores), int(board.safe[0]), board.points[0][:, None]),
        (np.flatnonzero(scores), IN_HAND, ahead.points[0]),
    ):
        if len(rows):
            added = net.embed(ahead.places[0], safe, points, role[:, :, None])
            added = added.reshape(number, -1, added.shape[-1])
            chances[:, rows] = net.chance(moves.hot.T[some[rows]] @ added)
    return chances


def safe_chances(net: Judge, board: Board, role: Array) -> Array:
    """[assumptions, 12]: the chance of winning with the safe in each place."""
    spots = np.arange(RING)[:, None]
    return net.chance(net.embed(board.places[0], spots, board.points[0], role[:, None, :]).sum(2))


def end_shares(terms: Terms, ahead: Outlook, board: Board, moves: Moves, ends: Array, owners: Array, me: int) -> Array:
    """[assumptions, ends]: the share of the win by moves that end the game (H15 to H17)."""
    points = ahead.points[0].reshape(-1)[moves.cells[ends]]
    rank = points.astype(np.float64)
    if terms.last_scoring_wins:
        gains = points - board.points[0]
        there = points >= terms.target
        rank = np.where(there, gains * 1000.0 + points, -1.0)
    theirs = rank[:, owners]  # [ends, assumptions, seats]
    most = rank.max(1)[:, None] if terms.free_agents_win else theirs.max(2)
    first = theirs == most[:, :, None]
    share: Array = (first[:, :, me] / np.maximum(first.sum(2), 1)).T
    return share
