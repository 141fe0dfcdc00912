"""Move, scoring, safe and win as arrays (H9 to H12, H15 to H17): one source for NumPy and JAX.

First the rules, element by element, on arrays of any shape: the simulator's step uses them for a vector per agent. Then
the same rules for `Board`s, which bots search with and training plays with: one position a row, agents along the second
axis. No cards, no dossiers. tests/equivalence holds all of it against the readable rules.
"""

from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset, SafeGoes
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.batch import is_eager
from heimlich.sim.heimlich_co.moves import SPAN, Moves
from heimlich.sim.heimlich_co.tables import NO_FLOOR

Array = Any  # of NumPy or JAX
LOWEST = -(2**31) + 1  # the rank of an agent that cannot win
_ABOVE_MARKS = 2**16  # a point gained outweighs every marker


# The rules, element by element


def ring(xp: ModuleType, place: Array) -> Array:
    """Round the ring of buildings (H1), once at most."""
    return xp.where(place >= RING, place - RING, place)


def walk(xp: ModuleType, place: Array, steps: Array) -> Array:
    """Every point moves an agent one building (H9)."""
    return ring(xp, place + steps)


def arrives(place: Array, steps: Array, safe: Array) -> Array:
    """Tell whether an agent that has walked so far came to rest at the safe, so that there is a scoring (H10)."""
    return (steps > 0) & (place == safe)


def scored(xp: ModuleType, points: Array, value: Array, floor: Array) -> Array:
    """A marker after a scoring: it gains the value of its agent's building, and stays above the floor (H11)."""
    return xp.maximum(points + value, floor)


def is_open(here: Array, occupied: Array, closed_here: Array, closed_occupied: Array) -> Array:
    """Tell whether the safe may go to a building, by whether it stands there now and whether an agent does (H12)."""
    return ~((closed_here & here) | (closed_occupied & occupied))


def rank(xp: ModuleType, mark: Array, gain: Array, counts: Array, target: Array, by_gain: Array) -> Array:
    """Return what decides who has won; the highest rank wins (H15).

    Compared are the markers; or, `by_gain`, for those that reached the target what they gained just then, and between
    equals the marker. Agents that do not count have the lowest rank.
    """
    mark, gain = mark.astype(xp.int32), gain.astype(xp.int32)
    gained = xp.where(mark >= target, gain * _ABOVE_MARKS + mark, LOWEST)
    return xp.where(counts, xp.where(by_gain, gained, mark), LOWEST)


# The rules for many positions


class BoardRules(NamedTuple):
    """The settings of a ruleset that matter on the board, and the array library to use."""

    xp: ModuleType
    values: Array  # H1 [building]
    walks: Array  # H9 [building, steps]: where a walk leads
    earns: Array  # H11 [building, steps]: the value of the building that it leads to
    arrivals: Array  # H10 [building × (safe or in hand), steps]: whether it leads to the safe
    floor: int  # H11
    target: int  # H14
    closed_here: bool  # H12: the safe may not stay
    closed_occupied: bool  # H12: nor go where an agent stands
    last_scoring_wins: bool  # H15
    free_agents_win: bool  # H16


def make_board_rules(rules: Ruleset, xp: ModuleType) -> BoardRules:
    """The settings for an array library. With JAX, not to be called inside a traced program."""
    walks = (np.arange(RING)[:, None] + np.arange(SPAN)) % RING
    values, steps, safe = np.array(rules.values, np.int64), np.arange(SPAN), np.arange(RING + 1)[:, None]
    return BoardRules(
        xp=xp,
        values=xp.asarray(values),
        walks=xp.asarray(walks),
        earns=xp.asarray(values[walks].astype(np.int32)),
        arrivals=xp.asarray(arrives(walks[:, None], steps, safe).reshape(-1, SPAN)),
        floor=NO_FLOOR if rules.floor is None else rules.floor,
        target=rules.target,
        closed_here=rules.safe_goes is SafeGoes.ELSEWHERE,
        closed_occupied=rules.safe_goes is SafeGoes.UNOCCUPIED,
        last_scoring_wins=rules.last_scoring_wins,
        free_agents_win=rules.free_agents_win,
    )


@lru_cache(maxsize=64)
def board_rules(rules: Ruleset) -> BoardRules:
    """The settings for NumPy."""
    return make_board_rules(rules, np)


class Board(NamedTuple):
    """Positions, one a row."""

    places: Array  # [positions, agents]
    points: Array  # [positions, agents]
    safe: Array  # [positions]

    def repeated(self, number: int) -> "Board":
        """Each position `number` times in a row."""
        return Board(*(np.repeat(part, number, axis=0) for part in self))

    def take(self, rows: Array) -> "Board":
        """Some of the positions."""
        return Board(self.places[rows], self.points[rows], self.safe[rows])


def board_of(*tables: Table) -> Board:
    """The positions on some tables."""
    return Board(*(np.array([getattr(table, name) for table in tables]) for name in Board._fields))


class Reach(NamedTuple):
    """Goals of each agent with 0 to 6 steps, whatever the others do."""

    places: Array  # [positions, agents, steps]: where it gets to
    points: Array  # [positions, agents, steps]: its marker, if there is a scoring
    comes: Array  # [positions, agents, steps]: whether it comes to the safe


def reach(rules: BoardRules, board: Board) -> Reach:
    """Every walk of every agent (H9 to H11)."""
    xp = rules.xp
    places, values = (xp.take(table, board.places, axis=0, mode="clip") for table in (rules.walks, rules.earns))
    comes = xp.take(rules.arrivals, board.places * (RING + 1) + board.safe[:, None], axis=0, mode="clip")
    return Reach(places, scored(xp, board.points[:, :, None], values, rules.floor), comes)


class Outlook(NamedTuple):
    """Goals of each agent with 0 to 6 steps, and what the moves bring."""

    places: Array  # [positions, agents, steps]: where it gets to
    points: Array  # [positions, agents, steps]: its marker, if there is a scoring
    scores: Array  # [positions, moves]: whether there is one
    ends: Array  # [positions, moves]: whether there is one in which a marker reaches the target


def look_ahead(rules: BoardRules, board: Board, moves: Moves) -> Outlook:
    """Return what every move brings (H9 to H11, H14)."""
    xp = rules.xp
    places, points, comes = reach(rules, board)
    scores = summed(xp, comes, moves) > 0
    there = points >= rules.target
    if not is_eager(xp):
        return Outlook(places, points, scores, scores & (summed(xp, there, moves) > 0))
    near, ends = there.any((1, 2)), np.zeros_like(scores)
    if near.any():
        ends[near] = scores[near] & (summed(xp, there[near], moves) > 0)
    return Outlook(places, points, scores, ends)


def summed(xp: ModuleType, cells: Array, moves: Moves) -> Array:
    """[positions, moves]: what is known for each agent and number of steps, summed over the agents."""
    return cells.reshape(len(cells), -1).astype(xp.float32) @ moves.hot


def open_places(rules: BoardRules, board: Board) -> Array:
    """[positions, 12]: where the safe may go (H12)."""
    xp = rules.xp
    spots = xp.arange(RING)
    here = board.safe[:, None] == spots
    occupied = (board.places[:, :, None] == spots).any(1) if rules.closed_occupied else np.False_
    return is_open(here, occupied, rules.closed_here, rules.closed_occupied)


def after_move(rules: BoardRules, board: Board, steps: Array) -> tuple[Board, Array]:
    """The positions after a move in each, scored where that is due (H9 to H11); and [positions] where it is.

    The safe is still where it was.
    """
    xp = rules.xp
    places = walk(xp, board.places, steps)
    due = arrives(places, steps, board.safe[:, None]).any(1)
    points = scored(xp, board.points, rules.values[places], rules.floor)
    return Board(places, xp.where(due[:, None], points, board.points), board.safe), due


def ranks(rules: BoardRules, points: Array, gains: Array, counts: Array | bool = True) -> Array:
    """[..., agents]: what decides who has won, of the agents that count: all, or some (H15)."""
    there = (points >= rules.target) & counts
    by_gain = there.any(-1, keepdims=True) & rules.last_scoring_wins
    return rank(rules.xp, points, gains, counts, rules.target, by_gain)


def shares(xp: ModuleType, theirs: Array, best: Array) -> Array:
    """[..., seats]: each seat's share of the win (H17), from its rank and the best of all (H16).

    Where a free agent is alone in front, nobody has a share.
    """
    first = theirs == best[..., None]
    return first / xp.maximum(first.sum(-1, keepdims=True), 1)


def shares_as_dealt(rules: BoardRules, points: Array, gains: Array, players: int) -> Array:
    """[..., seats]: each seat's share of the win, if the first agents belong to the seats, in order (H15 to H17)."""
    xp = rules.xp
    found = ranks(rules, points, gains, (xp.arange(points.shape[-1]) < players) | rules.free_agents_win)
    return shares(xp, found[..., :players], found.max(-1))
