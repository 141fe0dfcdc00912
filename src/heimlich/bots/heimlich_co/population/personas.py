"""Values that each sort of the population goes by: one source for NumPy (the bots) and JAX (training).

Every sort values a move as GU does, by a weight for each agent times what the agent gains; the sorts differ in the
weights, in the agent that they work for, and in GU's table. A persona is what one seat has drawn for a whole game.
"""

from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.yardstick_values import WON, gu_table, is_own
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Array, Board, BoardRules, Outlook, look_ahead, summed
from heimlich.sim.heimlich_co.moves import Moves


class Sort(IntEnum):
    """The way in which a persona plays."""

    STRANGER = 0  # GU with another table, heat and look at the leaders
    SANDBAGGER = 1  # stays behind until a marker is near the end
    KINGMAKER = 2  # works for a favourite once its own agent is far behind
    PATRON = 3  # also helps another agent, always the same one
    LIAR = 4  # works for another agent until a marker is near the end
    BASHER = 5  # hits the leader more than it minds its own agent
    BANDWAGON = 6  # helps the leader along until a marker is near the end
    LOCKSMITH = 7  # opens the safe readily and puts it where few others reach it: what best responses learnt


HELD_OUT = frozenset({Sort.LIAR, Sort.BASHER, Sort.BANDWAGON})  # never trained on, as some of the tables
TRAINED = tuple(sort for sort in Sort if sort not in HELD_OUT)


class FittedTable(NamedTuple):
    """The settings that a table of GU was fitted with, and how its player decides."""

    discount: float  # what a turn later counts in the fit
    heat: float  # noise of its decisions, in points
    leader: float  # how sharply it looks at the leaders; see `yardstick_values.LEADER`


# Table 0 is GU's own; `training/heimlich_co/gu_tables.py` fits the others, each with its number as the seed.
TABLES = (
    FittedTable(0.85, 0.0, 4.0),
    FittedTable(0.6, 0.0, 4.0),
    FittedTable(0.7, 0.3, 8.0),
    FittedTable(0.75, 0.0, 2.5),
    FittedTable(0.8, 0.6, 4.0),
    FittedTable(0.88, 0.0, 6.0),
    FittedTable(0.9, 0.3, 3.0),
    FittedTable(0.92, 0.0, 5.0),
    FittedTable(0.94, 0.6, 8.0),
    FittedTable(0.65, 0.0, 5.0),  # held out from here on
    FittedTable(0.82, 0.2, 3.0),
    FittedTable(0.87, 0.0, 8.0),
    FittedTable(0.93, 0.0, 4.0),
)
TRAINED_TABLES = 9  # the first ones train; the others are held out

MARKS = (18, 30)  # a liar, sandbagger or bandwagon changes when a marker has come to one of these, drawn
BEHIND, LATE = 8, 14  # a kingmaker gives up so far behind the leader, once a marker has come so far
HELP = 0.5  # the weight of a patron's other agent, its own having 1
GREED = 0.5  # the weight of the own agent of bashers and bandwagons, the leader having 1
SHY, EASY = 2, 4  # a sandbagger wants to be this many points behind the best other; it minds itself fully 4 below that
HUSH = -0.5  # the weight of its own agent when that is in front
EAGER = 0.5  # points that a scoring is worth to a locksmith for itself …
CROWD = 0.5  # … and that it pays for each other agent with the safe 1 to 6 buildings ahead
REACH = 6  # buildings that an agent walks at most


class Persona(NamedTuple):
    """The draws of a seat for the whole game, one a row."""

    sort: Array  # [rows]: a `Sort`
    table: Array  # [rows]: the number of a table
    other: Array  # [rows]: another agent than its own: cover, favourite or friend
    mark: Array  # [rows]: the marker at which it changes


@lru_cache(maxsize=1)
def gu_tables() -> np.ndarray[Any, Any]:
    """[tables, place, safe]: GU's own table, and the fitted ones."""
    lines = files("heimlich.bots.heimlich_co").joinpath("data/gu-tables.csv").read_text().splitlines()
    cells = np.array([[float(cell) for cell in line.split(",")] for line in lines], np.float32)
    return np.concatenate([gu_table()[None], cells.reshape(-1, RING, RING)])


def leaders(xp: ModuleType) -> Array:
    """[tables]: how sharply the player of each table looks at the leaders."""
    return xp.asarray([table.leader for table in TABLES], xp.float32)


def heats(xp: ModuleType) -> Array:
    """[tables]: the noise of the decisions of each table's player, in points."""
    return xp.asarray([table.heat for table in TABLES], xp.float32)


def cause_of(xp: ModuleType, persona: Persona, points: Array, me: Array) -> Array:
    """[rows]: the agent that a persona works for: its own, or a liar's cover, or a kingmaker's favourite."""
    best, own = points.max(1), points[xp.arange(len(me)), me]
    lies = (persona.sort == Sort.LIAR) & (best < persona.mark)
    crowns = (persona.sort == Sort.KINGMAKER) & (best >= LATE) & (best - own >= BEHIND)
    return xp.where(lies | crowns, persona.other, me)


def weights_of(xp: ModuleType, persona: Persona, points: Array, me: Array) -> Array:
    """[rows, agents]: how much a point of each agent counts to a persona."""
    one, half = xp.float32(1), xp.float32(HELP)
    cause = cause_of(xp, persona, points, me)
    mine = is_own(xp, points, cause).astype(xp.float32)
    rivals = xp.where(mine > 0, xp.float32(-np.inf), points.astype(xp.float32))
    best = rivals.max(1, keepdims=True)
    sharp = xp.exp((rivals - best) / leaders(xp)[persona.table][:, None]).astype(xp.float32)
    plain = mine - sharp / sharp.sum(1, keepdims=True)
    front = (rivals == best).astype(xp.float32)
    front = front / front.sum(1, keepdims=True)
    gap = best - (points * mine).sum(1, keepdims=True)
    early = (points.max(1) < persona.mark)[:, None]
    hushed = xp.clip((gap - SHY) / EASY, HUSH, one).astype(xp.float32)
    friend = is_own(xp, points, persona.other).astype(xp.float32)
    sort = persona.sort[:, None]
    found = plain
    for which, weights in (
        (Sort.SANDBAGGER, xp.where(early, hushed * mine + half * (plain - mine), plain)),
        (Sort.PATRON, xp.where(friend > 0, half, plain)),
        (Sort.BASHER, xp.float32(GREED) * mine - front),
        (Sort.BANDWAGON, xp.where(early, xp.float32(GREED) * mine + front, plain)),
    ):
        found = xp.where(sort == which, weights, found)
    return found


def persona_values(
    rules: BoardRules,
    tables: Array,
    board: Board,
    persona: Persona,
    me: Array,
    moves: Moves,
    ahead: Outlook | None = None,
) -> Array:
    """[rows, moves]: what a persona thinks of each move, without its noise; `tables` is `gu_tables`.

    An end that wins for its own agent is always taken, and any other avoided; a kingmaker's favourite may win too.
    """
    xp = rules.xp
    ahead = ahead or look_ahead(rules, board, moves)
    share, table = weights_of(xp, persona, board.points, me)[:, :, None], persona.table[:, None, None]
    quiet = share * tables[table, ahead.places, board.safe[:, None, None]]
    gains = (ahead.points - board.points[:, :, None]).astype(xp.float32)
    scoring = share * (gains + tables.mean(2)[table, ahead.places])
    eager = xp.where(persona.sort == Sort.LOCKSMITH, xp.float32(EAGER), xp.float32(0))[:, None]
    values = xp.where(ahead.scores, summed(xp, scoring, moves) + eager, summed(xp, quiet, moves))
    goal = xp.where(persona.sort == Sort.KINGMAKER, cause_of(xp, persona, board.points, me), me)
    after = ahead.points.reshape(len(me), -1)[:, moves.cells]  # [rows, moves, agents]
    own = xp.take_along_axis(after, goal[:, None, None], 2)[:, :, 0]
    end = xp.where(own == after.max(2), xp.float32(WON), xp.float32(-WON))
    return values + end * ahead.ends


def persona_safe_values(xp: ModuleType, tables: Array, board: Board, persona: Persona, me: Array) -> Array:
    """[rows, 12]: what a persona thinks of each place for the safe, without its noise."""
    found = tables[persona.table[:, None], board.places]
    values = xp.einsum("ba,bas->bs", weights_of(xp, persona, board.points, me), found)
    price = xp.where(persona.sort == Sort.LOCKSMITH, xp.float32(CROWD), xp.float32(0))[:, None]
    return values - price * within_reach(xp, board, me)


def within_reach(xp: ModuleType, board: Board, me: Array) -> Array:
    """[rows, 12]: how many other agents would have the safe in reach, if it stood there."""
    ahead = (xp.arange(RING) - board.places[:, :, None]) % RING
    near = (ahead >= 1) & (ahead <= REACH) & ~is_own(xp, board.points, me)[:, :, None]
    return near.sum(1).astype(xp.float32)
