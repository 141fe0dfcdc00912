"""The decisions that a seat has now, as arrays: all moves, or all places for the safe."""

from collections.abc import Sequence
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.yardstick_values import gu_safe_values, gu_table, gu_values
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import Array, after_move, board_of, board_rules, open_places, ranks
from heimlich.sim.heimlich_co.moves import action_of, fits, moves_of

_EQUAL = 1e-4  # values that differ by less are equal


class Options:
    """All decisions of one position: the moves in the order of `moves_of`, or the open places in order."""

    def __init__(self, table: Table, *, safe: bool) -> None:
        self.table, self.safe = table, safe
        self._rules, self._board = board_rules(table.rules), board_of(table)
        self.places = np.flatnonzero(open_places(self._rules, self._board)[0])
        totals, agents, most = move_terms(table)
        self._moves = moves_of(totals, len(agents), most)

    @property
    def idle(self) -> bool:
        """Tell whether the first of the moves moves no agent (T3)."""
        return not self.safe and 0 in move_terms(self.table)[0]

    def gu(self, owned: Sequence[int]) -> Array:
        """[owned, decisions]: GU's value of each decision, for the owner of each of these agents."""
        board, me = self._board.repeated(len(owned)), np.array(owned)
        if self.safe:
            return gu_safe_values(np, gu_table(), board, me)[:, self.places]
        return gu_values(self._rules, gu_table(), board, me, self._moves)

    def ends(self, own: int) -> Array:
        """[decisions]: 1 where a move ends the game with this agent alone in front, -1 where it ends with others there.

        Where it shares the front, a half; where the game goes on, as after any place for the safe, 0 (H14, H15).
        """
        if self.safe:
            return np.zeros(len(self.places))
        table, points = self.table, after_move(self._rules, self._board, self._moves.steps)[0].points
        last = not table.rules.play_out_round or (table.seat + 1) % table.players == table.first
        over = last & (table.reached | (points.max(1) >= table.rules.target))
        rank = ranks(self._rules, points, points - self._board.points)
        front = rank == rank.max(1, keepdims=True)
        shares = np.where(front[:, own], np.where(front.sum(1) == 1, 1.0, 0.5), -1.0)
        return np.where(over, shares, 0.0)

    def index(self, action: MoveAgents | MoveSafe) -> int:
        """The index of a decision."""
        if isinstance(action, MoveSafe):
            return int(np.searchsorted(self.places, action.place))
        steps = dict(action.steps)
        row = np.array([steps.get(agent, 0) for agent in self.table.agents])
        return int(np.flatnonzero((self._moves.steps == row).all(1))[0])

    def best(self, values: Array, rng: Random) -> MoveAgents | MoveSafe:
        """The decision with the highest value, equal ones drawn."""
        index = pick(values, rng)
        if self.safe:
            return MoveSafe(int(self.places[index]))
        return action_of(self.table.agents, self._moves.steps[index])


def pick(values: Array, rng: Random) -> int:
    """The index of the highest value, equal ones drawn."""
    best = np.flatnonzero(values >= values.max() - _EQUAL)
    return int(best[int(rng.random() * len(best))])


def options_of(table: Table, action: Action) -> Options | None:
    """All decisions like this one: moves or places for the safe; None for others, and where a roll is beyond `SPAN`."""
    if not isinstance(action, MoveAgents | MoveSafe) or not fits(move_terms(table)[0]):
        return None
    return Options(table, safe=isinstance(action, MoveSafe))
