"""The likelihood of a decision, for the owner of each agent and for each player type.

A move or a place for the safe is compared with all others that were possible, a card with all its other uses. Whether a
card is played at all counts for nothing here.
"""

from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.settings import LATEST_BELIEF, BeliefSettings
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind
from heimlich.bots.heimlich_co.value.context import search_context
from heimlich.bots.heimlich_co.value.win_probabilities import MoveOutcomes, role_of, safe_win_probabilities
from heimlich.bots.heimlich_co.yardstick_values import (
    g1_safe_values,
    g1_values,
    g1_values_after,
    gu_safe_values,
    gu_table,
    gu_values,
    gu_values_after,
)
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard
from heimlich.games.heimlich_co.cards import carry_out
from heimlich.games.heimlich_co.legal import card_plays
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import Card
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import Table, View
from heimlich.sim.heimlich_co.board import board_of, board_rules, look_ahead, open_places
from heimlich.sim.heimlich_co.moves import Array, Moves, fits, moves_of

TellingAction = MoveAgents | MoveSafe | PlayCard  # decisions that count as evidence


class Chances(NamedTuple):
    """[agents, decisions]: the probability of every decision that was possible, for the owner of each agent."""

    sharp: Array  # of GU
    plain: Array  # of G1
    loose: Array  # of a loose player
    gu: Array | None  # GU's values, in points; None for cards
    picked: int  # the decision that was taken


def chances_of(table: Table, action: TellingAction, settings: BeliefSettings = LATEST_BELIEF) -> Chances | None:
    """Compare a decision with all others that were possible; None where it is no evidence."""
    match action:
        case MoveSafe(place):
            allowed = open_places(board_rules(table.rules), board_of(table))[0]
            return _chances(settings, _safe_values(settings, table), int(np.count_nonzero(allowed[:place])))
        case PlayCard(card):
            plays = card_plays(View(table, None, hand=(card,)))
            if card is Card.DOUBLE_AGENT or len(plays) < 2:
                return None
            return _card_chances(settings, table, plays, plays.index(action))
        case MoveAgents():
            totals, agents, _ = move_terms(table)
            steps = dict(action.steps)
            if not (fits(totals) and steps):
                return None
            row = np.array([steps.get(agent, 0) for agent in agents])
            picked = np.flatnonzero((real_moves(table).steps == row).all(1))
            return _chances(settings, _move_values(settings, table), int(picked[0]))


def log_likelihoods(table: Table, action: TellingAction, settings: BeliefSettings = LATEST_BELIEF) -> Array | None:
    """[agents, models]: log-likelihoods of a decision, for the owner of each agent; None where it is no evidence."""
    chances = chances_of(table, action, settings)
    return None if chances is None else logs_of(settings, chances)


def logs_of(settings: BeliefSettings, chances: Chances) -> Array:
    """[agents, models]: log-likelihoods of the decision that was taken."""
    sharp, plain, loose = (each[:, [chances.picked]] for each in chances[:3])
    return np.log(_blend(settings, sharp, plain, loose, chances.sharp.shape[1])[:, 0])


def all_log_likelihoods(table: Table, *, safe: bool, settings: BeliefSettings = LATEST_BELIEF) -> Array:
    """[agents, decisions, models]: log-likelihoods of every open place for the safe, or of every move with a step."""
    values = _safe_values(settings, table) if safe else _move_values(settings, table)
    sharp, plain, loose, *_ = _chances(settings, values, 0)
    return np.log(_blend(settings, sharp, plain, loose, values.gu.shape[1]))


def real_moves(table: Table) -> Moves:
    """The moves that are evidence: without T3's 0 points."""
    totals, agents, most = move_terms(table)
    return moves_of(tuple(total for total in totals if total), len(agents), most)


class Values(NamedTuple):
    """[agents, decisions]: the value of every decision to the owner of each agent, by player type."""

    gu: Array
    g1: Array
    strong: Array | None  # by the network; only where one agent takes the whole roll


def _move_values(settings: BeliefSettings, table: Table) -> Values:
    number = len(table.agents)
    rules, board, me = board_rules(table.rules), board_of(table).repeated(number), np.arange(number)
    moves = real_moves(table)
    ahead = look_ahead(rules, board, moves)
    strong = None
    if table.rules.one_agent:
        context = search_context(table, table.seat, settings.networks)
        each = MoveOutcomes(context, table, moves, ahead).under(
            _any_deals(table, settings.deals), np.arange(len(moves.steps))
        )
        strong = each.reshape(number, settings.deals, -1).mean(1)
    return Values(
        gu_values(rules, gu_table(), board, me, moves, ahead), g1_values(rules, board, me, moves, ahead), strong
    )


def _safe_values(settings: BeliefSettings, table: Table) -> Values:
    """Of every open place for the safe."""
    number = len(table.agents)
    board, me = board_of(table).repeated(number), np.arange(number)
    allowed = open_places(board_rules(table.rules), board)[0]
    strong = None
    if table.rules.one_agent:
        context, here = search_context(table, table.seat, settings.networks), board_of(table)
        left = np.array([context.left(context.following) if table.reached else 0])
        each = safe_win_probabilities(
            context.net, here, role_of(context, _any_deals(table, settings.deals), here), left
        )[:, 0, allowed]
        strong = each.reshape(number, settings.deals, -1).mean(1)
    return Values(
        gu_safe_values(np, gu_table(), board, me)[:, allowed], g1_safe_values(np, board, me)[:, allowed], strong
    )


def _any_deals(table: Table, deals: int) -> Assumptions:
    """[agents × deals]: for each agent that the mover might own, some ways to deal the other agents."""
    number, players = len(table.agents), table.players
    owner, deal = np.divmod(np.arange(number * deals), deals)
    later = (np.arange(players) - table.seat) % players
    others = 1 + (later - 1 + deal[:, None]) % (number - 1)
    owners = (owner[:, None] + np.where(later, others, 0)) % number
    return Assumptions(owners, np.full_like(owners, Kind.GU), np.zeros((len(owners), 0), np.int64), ())


def _card_chances(settings: BeliefSettings, table: Table, plays: list[PlayCard], picked: int) -> Chances:
    """The probabilities of all uses of a card.

    GU plays its cards like G1, and other sharp players look further: each is as likely.
    """
    after = [carry_out(table, play) for play in plays]
    due = np.array([is_due(one) for one in after])
    after = [score(one) if is_due(one) else one for one in after]
    board = board_of(*after)
    gu, g1 = np.empty((2, len(table.agents), len(plays)))
    for agent in range(len(table.agents)):
        gu[agent] = gu_values_after(gu_table(), np.array([table.points]), board, due, np.array([agent]))
        g1[agent] = g1_values_after(board_rules(table.rules), board, np.full(len(plays), agent))
    plain = softmax(g1 / settings.plain)
    sharp = (softmax(gu / settings.sharp) + plain) / 2
    return Chances(sharp, plain, softmax(gu / settings.loose), None, picked)


def _chances(settings: BeliefSettings, values: Values, picked: int) -> Chances:
    """The probabilities of all moves, or of all places for the safe."""
    sharp, loose = (softmax(values.gu / heat) for heat in (settings.sharp, settings.loose))
    plain = softmax(values.g1 / settings.plain)
    if values.strong is not None:
        loose = (loose + softmax(values.strong / settings.keen)) / 2
    return Chances(sharp, plain, loose, values.gu, picked)


def _blend(settings: BeliefSettings, sharp: Array, plain: Array, loose: Array, number: int) -> Array:
    """[agents, decisions, models]: the likelihoods by player type, slips included."""
    elsewhere = (sharp.sum(0) - sharp) / max(len(sharp) - 1, 1)
    likely = np.stack(
        [
            np.full(sharp.shape, 1 / number),
            plain,
            sharp,
            loose,
            0.7 * sharp + 0.3 * elsewhere,
            0.4 * sharp + 0.6 * elsewhere,
        ],
        axis=2,
    )
    mixed: Array = (1 - settings.slips) * likely + settings.slips / number
    return mixed


def softmax(values: Array) -> Array:
    """[agents, decisions]: probabilities of decisions, from their values divided by a heat."""
    sharp = np.exp(values - values.max(1, keepdims=True))
    probabilities: Array = sharp / sharp.sum(1, keepdims=True)
    return probabilities
