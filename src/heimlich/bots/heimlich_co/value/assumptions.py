"""Assumptions about the others: which agent each seat owns, and what kind of player it is."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from heimlich.sim.heimlich_co.board import BoardRules, ranks, shares
from heimlich.sim.heimlich_co.moves import Array


class Kind(IntEnum):
    """The kind of player that an opponent is taken for."""

    STRONG = 0
    GU = 1
    G1 = 2
    RANDOM = 3
    DECOY = 4


KINDS = len(Kind)  # that networks know
LOOSE_GU = KINDS  # one more, for rollouts alone: a loose GU; networks take it for a strong player
# Numbers above it, for rollouts alone too: LOOSE_GU + k is a GU with table k (population/personas.py).


def gu_tables_of(kinds: Array) -> Array:
    """The numbers of the tables by which players of these kinds value moves, if they do it as GU does."""
    tables: Array = np.maximum(kinds - LOOSE_GU, 0)
    return tables


def role_count(players: int) -> int:
    """The number of roles: free; the own agent by how soon its seat moves; opponents' by kind and by how soon."""
    return 1 + players * (1 + KINDS)


class Assumptions(NamedTuple):
    """Assumptions about owners and kinds of players, one a row."""

    owners: Array  # [rows, seats]: the agent that each seat plays for
    kinds: Array  # [rows, seats]: its kind of player, a `Kind`, LOOSE_GU, or above
    second: Array  # [rows, second agents]: agents that their owners do not play for (T11) …
    holders: tuple[int, ...]  # … and the seats that own them

    def take(self, rows: Array | slice) -> "Assumptions":
        """These rows."""
        return Assumptions(self.owners[rows], self.kinds[rows], self.second[rows], self.holders)

    def led_by(self, marks: Array) -> "Assumptions":
        """The assumptions with every seat playing for the one of its agents that has the highest mark."""
        changed = self
        for index, seat in enumerate(self.holders):
            better = marks[changed.second[:, index]] > marks[changed.owners[:, seat]]
            changed = changed._swapped(index, seat, better)
        return changed

    def played_for(self, seat: int, agent: int) -> "Assumptions":
        """The assumptions with a seat playing for this one of its agents."""
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


def roles(assumed: Assumptions, me: int, following: int, agents: int) -> Array:
    """[assumptions, agents]: the role of each agent to seat `me`. Second agents of others count as free."""
    owners, kinds = assumed.owners, np.where(assumed.kinds == LOOSE_GU, Kind.STRONG, assumed.kinds)
    kinds = np.where(kinds > LOOSE_GU, Kind.GU, kinds)
    number, players = owners.shape
    offset = (np.arange(players) - following) % players
    role = np.zeros((number, agents), np.int64)
    theirs = 1 + players * (1 + kinds) + offset
    theirs[:, me] = 1 + offset[me]
    np.put_along_axis(role, owners, theirs, axis=1)
    return role


def end_shares(rules: BoardRules, points: Array, gains: Array, assumed: Assumptions, me: int) -> Array:
    """[assumptions, ends]: the share of the win of seat `me`, at ends with markers [ends, agents] (H15 to H17)."""
    counts = True if rules.free_agents_win else assumed.owned(points.shape[1])
    rank = ranks(rules, points[:, None], gains[:, None], counts)  # [ends, 1 or assumptions, agents]
    each = np.broadcast_to(rank, (len(points), len(assumed.owners), points.shape[1]))
    return _share(each, rank.max(-1), assumed, me).T


def end_share_each(rules: BoardRules, points: Array, gains: Array, assumed: Assumptions, me: int) -> Array:
    """[rows]: `end_shares` for markers [rows, agents] with one assumption for each row."""
    counts = True if rules.free_agents_win else assumed.owned(points.shape[1])
    rank = ranks(rules, points, gains, counts)
    return _share(rank, rank.max(-1), assumed, me)


def _share(rank: Array, best: Array, assumed: Assumptions, me: int) -> Array:
    """[…, assumptions]: the share of the win of seat `me`, from the ranks of agents […, assumptions, agents]."""
    every = np.arange(len(assumed.owners))[:, None]
    theirs, also = rank[..., every, assumed.owners], rank[..., every, assumed.second]
    for index, seat in enumerate(assumed.holders):  # the agent that is furthest counts (T11)
        theirs[..., seat] = np.maximum(theirs[..., seat], also[..., index])
    share: Array = shares(np, theirs, best)[..., me]
    return share
