"""The table as one seat looks ahead from it, and the positions that its decisions lead to."""

from typing import NamedTuple

from heimlich.bots.heimlich_co.value.network import LATEST_NETWORKS, Network, judge
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import Board
from heimlich.sim.heimlich_co.moves import Array

MOST_TURNS = 7  # more than any seat waits for its next turn


class SearchContext(NamedTuple):
    """The part of a position that all decisions and rollouts of a search share."""

    rules: Ruleset
    net: Network
    me: int  # the seat that decides
    following: int  # the seat that rolls next
    first: int  # the seat that had the first turn
    players: int
    sharp: bool = False  # strong players move by the network in rollouts, whatever the rules
    horizon: int = MOST_TURNS  # the most turns of the others in a rollout
    beyond: int = 0  # turns that a rollout goes on for from the own next turn on

    @property
    def turns(self) -> int:
        """The turns in a rollout: until the own next turn, or as far as the horizon; or beyond the own next turn."""
        until = (self.me - self.following) % self.players
        return min(until, self.horizon) if self.horizon < until else until + self.beyond

    def left(self, seat: int) -> int:
        """The turns left in a round that is played out (H14), before this seat rolls; 0 where rounds are not."""
        return (self.first - seat) % self.players if self.rules.play_out_round else 0

    def is_last(self, seat: int) -> bool:
        """Tell whether the game is over before this seat rolls, once the target is reached."""
        return not self.rules.play_out_round or seat == self.first


def search_context(table: Table, me: int, networks: int = LATEST_NETWORKS) -> SearchContext:
    """The context of a seat's decision, with this turn about to end; `networks` is the version to value it by."""
    following = (table.seat + 1) % table.players
    net = judge(table.rules, table.players, networks)
    return SearchContext(table.rules, net, me, following, table.first, table.players)


class Positions(NamedTuple):
    """Positions that decisions lead to, one a row."""

    board: Board
    gains: Array  # [positions, agents]: points from a scoring just now
    reached: Array  # [positions]: whether a marker has reached the target

    def take(self, rows: Array) -> "Positions":
        """These rows."""
        return Positions(self.board.take(rows), self.gains[rows], self.reached[rows])
