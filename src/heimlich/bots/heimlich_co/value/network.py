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

from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, BoardRules, Outlook, ranks, shares
from heimlich.sim.heimlich_co.moves import Array, Moves

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


class Assumptions(NamedTuple):
    """Who may own whom and play how, one assumption a row."""

    owners: Array  # [rows, seats]: the agent that each seat plays for
    kinds: Array  # [rows, seats]: what sort of player it is
    second: Array  # [rows, second agents]: those that it does not play for (T11) …
    holders: tuple[int, ...]  # … and whose they are

    def take(self, rows: Array | slice) -> "Assumptions":
        """Some of them."""
        return Assumptions(self.owners[rows], self.kinds[rows], self.second[rows], self.holders)

    def led_by(self, marks: Array) -> "Assumptions":
        """Every seat plays for that agent of its own which has the highest mark."""
        changed = self
        for index, seat in enumerate(self.holders):
            better = marks[changed.second[:, index]] > marks[changed.owners[:, seat]]
            changed = changed._swapped(index, seat, better)
        return changed

    def played_for(self, seat: int, agent: int) -> "Assumptions":
        """A seat plays for this one of its agents."""
        changed = self
        for index, holder in enumerate(self.holders):
            if holder == seat:
                changed = changed._swapped(index, seat, changed.second[:, index] == agent)
        return changed

    def owned(self, agents: int) -> Array:
        """[rows, agents]: whether an agent belongs to anybody."""
        found = np.zeros((len(self.owners), agents), bool)
        for agents_held in (self.owners, self.second):
            np.put_along_axis(found, agents_held, True, axis=1)
        return found

    def _swapped(self, index: int, seat: int, where: Array) -> "Assumptions":
        owners, second = self.owners.copy(), self.second.copy()
        owners[where, seat], second[where, index] = self.second[where, index], self.owners[where, seat]
        return Assumptions(owners, self.kinds, second, self.holders)


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
    left: Array = np.zeros(
        (1, HIDDEN), np.float32
    )  # for each number of turns that are left when the round is played out

    def embed(self, place: Array, safe: Array | int, points: Array, role: Array) -> Array:
        """What agents add to the sum; all of one shape, or such that they fit together."""
        x = self.place[place * (RING + 1) + safe] + self.points[np.clip(points, 0, POINTS - 1)]
        x = x + self.role[role]
        added: Array = np.maximum(x, 0, out=x) @ self.w1
        return added

    def chance(self, total: Array, left: Array | int = 0) -> Array:
        """[...]: the chance of winning, from the sum over the agents [..., HIDDEN], which is used up.

        If the target has been reached and the round is being played out, so many turns of it are left (H14).
        """
        total += self.b1 + self.left[0]
        if np.any(left):
            total += (self.left - self.left[0])[left]
        z = np.maximum(total, 0, out=total).reshape(-1, HIDDEN) @ self.w2
        z += self.b2
        logit = np.maximum(z, 0, out=z) @ self.w3[:, 0] + self.b3[0]
        won: Array = 1 / (1 + np.exp(-logit))
        return won.reshape(total.shape[:-1])


def judge(rules: Ruleset, players: int) -> Network:
    """Who values positions under these rules: the network of the printed edition whose moves are like these."""
    return network("cie" if rules.one_agent else rules.edition, players)


@lru_cache(maxsize=32)
def network(edition: str, players: int) -> Network:
    """The network of an edition, or of the one that it is most like."""
    data = files("heimlich.bots.heimlich_co").joinpath("data")
    known = data.joinpath(f"value1-{edition}-{players}.npz")
    if not known.is_file():
        known = data.joinpath(f"value1-rio-grande-{players}.npz")
    with known.open("rb") as stream, np.load(stream) as arrays:
        return Network(**{name: arrays[name].astype(np.float32) for name in arrays})


def roles(assumed: Assumptions, me: int, following: int, agents: int) -> Array:
    """[assumptions, agents]: the role of each agent to seat `me`. Second agents of others count as free."""
    owners, kinds = assumed.owners, assumed.kinds
    number, players = owners.shape
    offset = (np.arange(players) - following) % players
    role = np.zeros((number, agents), np.int64)
    theirs = 1 + players * (1 + kinds) + offset
    theirs[:, me] = 1 + offset[me]
    np.put_along_axis(role, owners, theirs, axis=1)
    return role


def position_chances(net: Network, board: Board, role: Array, left: Array | int = 0) -> Array:
    """[assumptions, positions]: the chance of winning in each; the safe may be IN_HAND."""
    total = net.embed(board.places, board.safe[:, None], board.points, role[:, None, :]).sum(2)
    return net.chance(total, left)


def move_chances(
    net: Network, board: Board, ahead: Outlook, moves: Moves, role: Array, some: Array, left: Array | int = 0
) -> Array:
    """[assumptions, some moves]: the chance of winning after moves in one position, if the game goes on.

    `left` is for each of the moves; see `Network.chance`.
    """
    number = len(role)
    chances = np.empty((number, len(some)), np.float32)
    scores = ahead.scores[0][some]
    left = np.broadcast_to(left, len(some))
    for rows, safe, points in (
        (np.flatnonzero(~scores), int(board.safe[0]), board.points[0][:, None]),
        (np.flatnonzero(scores), IN_HAND, ahead.points[0]),
    ):
        if len(rows):
            added = net.embed(ahead.places[0], safe, points, role[:, :, None])
            added = added.reshape(number, -1, added.shape[-1])
            chances[:, rows] = net.chance(moves.hot.T[some[rows]] @ added, left[rows])
    return chances


def safe_chances(net: Network, board: Board, role: Array, left: Array | int = 0) -> Array:
    """[assumptions, positions, 12]: the chance of winning with the safe in each place; `left` for each position."""
    spots = np.arange(RING)[:, None]
    total = net.embed(board.places[:, None], spots, board.points[:, None], role[:, None, None, :]).sum(3)
    return net.chance(total, np.broadcast_to(left, len(board.safe))[:, None])


def safe_chances_each(net: Network, board: Board, role: Array, left: Array) -> Array:
    """[positions, 12]: the same with an assumption for each position."""
    spots = np.arange(RING)[:, None]
    total = net.embed(board.places[:, None], spots, board.points[:, None], role[:, None]).sum(2)
    return net.chance(total, left[:, None])


def end_shares(rules: BoardRules, points: Array, gains: Array, assumed: Assumptions, me: int) -> Array:
    """[assumptions, ends]: one's share of the win if the game ends with these markers [ends, agents] (H15 to H17)."""
    counts = True if rules.free_agents_win else assumed.owned(points.shape[1])
    rank = ranks(rules, points[:, None], gains[:, None], counts)  # [ends, 1 or assumptions, agents]
    each = np.broadcast_to(rank, (len(points), len(assumed.owners), points.shape[1]))
    return _share(each, rank.max(-1), assumed, me).T


def end_share(rules: BoardRules, points: Array, gains: Array, assumed: Assumptions, me: int) -> Array:
    """[rows]: the same for markers [rows, agents] with an assumption for each."""
    counts = True if rules.free_agents_win else assumed.owned(points.shape[1])
    rank = ranks(rules, points, gains, counts)
    return _share(rank, rank.max(-1), assumed, me)


def _share(rank: Array, best: Array, assumed: Assumptions, me: int) -> Array:
    """[…, assumptions]: one's share of the win, from the ranks of agents […, assumptions, agents] and the best rank."""
    every = np.arange(len(assumed.owners))[:, None]
    theirs, also = rank[..., every, assumed.owners], rank[..., every, assumed.second]
    for index, seat in enumerate(assumed.holders):  # the agent that is furthest counts (T11)
        theirs[..., seat] = np.maximum(theirs[..., seat], also[..., index])
    share: Array = shares(np, theirs, best)[..., me]
    return share
