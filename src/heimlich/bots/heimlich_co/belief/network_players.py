"""The likelihood of decisions for players who go by the value network, as detectives, masters and champions do.

Such a player does not know who owns whom either. It is taken to believe what an observer would conclude from public
play so far if it owned the agent in question: some deals are drawn from that, and it values its decisions under them.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.settings import BeliefSettings
from heimlich.bots.heimlich_co.options import Options
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind
from heimlich.bots.heimlich_co.value.context import search_context
from heimlich.bots.heimlich_co.value.win_probabilities import MoveOutcomes, role_of, safe_win_probabilities
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import board_of, board_rules, look_ahead
from heimlich.sim.heimlich_co.moves import Array, moves_of


def network_log_likelihoods(options: Options, settings: BeliefSettings, logs: Array, deals: Array) -> Array:
    """[agents, decisions]: log-likelihoods of all decisions, for the owner of each agent.

    `logs` [seats, agents] says how likely it is that a seat owns an agent, and `deals` are all ways to deal the agents.
    """
    table = options.table
    number = len(table.agents)
    owners = np.concatenate([_drawn(logs, deals, table.seat, agent, settings.deals) for agent in range(number)])
    assumed = Assumptions(owners, np.full_like(owners, Kind.STRONG), np.zeros((len(owners), 0), np.int64), ())
    values = (
        _safe_values(table, options.places, assumed, settings) if options.safe else _values(table, assumed, settings)
    )
    values = values.reshape(number, settings.deals, -1).mean(1) / settings.keen
    odds = np.exp(values - values.max(1, keepdims=True))
    likely: Array = (1 - settings.slips) * odds / odds.sum(1, keepdims=True) + settings.slips / odds.shape[1]
    logs_of_all: Array = np.log(likely)
    return logs_of_all


def _drawn(logs: Array, deals: Array, seat: int, agent: int, number: int) -> Array:
    """[number, seats]: deals in which a seat owns this agent, drawn evenly by what the play of the others says."""
    fitting = deals[deals[:, seat] == agent]
    others = np.delete(np.arange(deals.shape[1]), seat)
    total = logs[others, fitting[:, others]].sum(1)
    likely = np.cumsum(np.exp(total - total.max()))
    marks = (np.arange(number) + 0.5) / number * likely[-1]
    drawn: Array = fitting[np.minimum(np.searchsorted(likely, marks), len(fitting) - 1)]
    return drawn


def _values(table: Table, assumed: Assumptions, settings: BeliefSettings) -> Array:
    """[assumptions, moves]: win probabilities."""
    totals, agents, most = move_terms(table)
    moves = moves_of(totals, len(agents), most)
    ahead = look_ahead(board_rules(table.rules), board_of(table), moves)
    context = search_context(table, table.seat, settings.networks)
    return MoveOutcomes(context, table, moves, ahead).under(assumed, np.arange(len(moves.steps)))


def _safe_values(table: Table, places: Array, assumed: Assumptions, settings: BeliefSettings) -> Array:
    """[assumptions, open places]: win probabilities."""
    context, here = search_context(table, table.seat, settings.networks), board_of(table)
    left = np.array([context.left(context.following) if table.reached else 0])
    found: Array = safe_win_probabilities(context.net, here, role_of(context, assumed, here), left)[:, 0, places]
    return found
