"""The likelihood of decisions for players who value moves as GU does, by another table than GU's own.

A belief compares a handful of tables (population/personas.py): a stranger's table is none of them, but near some of
them, and rollouts in which it moves by the nearest are closer to what it does.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.likelihoods import Chances, TellingAction, real_moves, softmax
from heimlich.bots.heimlich_co.population.personas import gu_tables, heats, leaders
from heimlich.bots.heimlich_co.yardstick_values import gu_safe_values, gu_values
from heimlich.games.heimlich_co.actions import MoveSafe, PlayCard
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import Outlook, board_of, board_rules, look_ahead, open_places
from heimlich.sim.heimlich_co.moves import Array


def table_likelihoods(
    table: Table, action: TellingAction, chances: Chances, tables: tuple[int, ...], heat: float
) -> Array:
    """[agents, tables]: the probability of a decision, for the owner of each agent and a player with each table.

    `heat` is that of the choices of a player without any noise of its own. Cards tell nothing about tables.
    """
    if isinstance(action, PlayCard):
        return np.repeat(chances.sharp[:, [chances.picked]], len(tables), 1)
    number = len(table.agents)
    which, me = (part.ravel() for part in np.indices((len(tables), number)))
    which = np.array(tables)[which]
    rules, here = board_rules(table.rules), board_of(table)
    board = here.repeated(len(me))
    style, leader = gu_tables()[which], leaders(np)[which][:, None]
    if isinstance(action, MoveSafe):
        allowed = open_places(rules, here)[0]
        values = gu_safe_values(np, style, board, me, leader)[:, allowed]
    else:
        moves = real_moves(table)
        ahead = Outlook(*(np.repeat(part, len(me), 0) for part in look_ahead(rules, here, moves)))
        values = gu_values(rules, style, board, me, moves, ahead, leader)
    warmth = np.maximum(heats(np)[which], np.float32(heat))[:, None]
    likely: Array = softmax(values / warmth)[:, chances.picked].reshape(len(tables), number).T
    return likely
