"""How likely a decision is, for the owner of each agent and each sort of player that he might be.

A move and a place for the safe are compared with all others that were possible, a card with all its other uses; whether
a card is played at all tells nothing here.
"""

from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.search.rollouts import scene_of
from heimlich.bots.heimlich_co.value.chances import MoveChances, role_of
from heimlich.bots.heimlich_co.value.network import Assumptions, Kind, safe_chances
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

SLIPS = 0.05  # of everybody's decisions are taken for random
Telling = MoveAgents | MoveSafe | PlayCard  # decisions that tell something


class Model(NamedTuple):
    """A sort of player: how likely it is beforehand, and what the search takes it for."""

    name: str
    prior: float
    kind: Kind


MODELS = (
    Model("random", 0.1, Kind.RANDOM),
    Model("g1", 0.15, Kind.G1),
    Model("gu", 0.3, Kind.GU),
    Model("loose", 0.25, Kind.STRONG),  # good moves, not always the very best: hiders, searchers, people
    Model("decoy-30", 0.1, Kind.DECOY),
    Model("decoy-60", 0.1, Kind.DECOY),
)
PRIORS = np.log([model.prior for model in MODELS])
ALIKE = 0.5  # of the companies are of one sort …
LIKE = 0.85  # … and of these, so many of the players
# [companies, models]: how likely each sort of player is in any company, and in one of each sort.
COMPANIES = np.concatenate(
    [np.exp(PRIORS)[None], LIKE * np.eye(len(MODELS)) + (1 - LIKE) * np.exp(PRIORS)],
)
COMPANY_PRIORS = np.log([1 - ALIKE, *(ALIKE * model.prior for model in MODELS)])
KIND_OF_MODEL = np.array([model.kind for model in MODELS])
SHARP, LOOSE, PLAIN = 0.1, 1.0, 0.02  # heats of GU, of loose play, of G1, in points …
KEEN = 0.02  # … and of those who go by the network, in chances of winning
DEALS = 3  # that these are tried with: they do not know either who owns the rest


def log_likelihoods(table: Table, action: Telling) -> Array | None:
    """[agents, models]: how likely the decision is for the owner of each agent; None where nothing can be told."""
    match action:
        case MoveSafe(place):
            allowed = open_places(board_rules(table.rules), board_of(table))[0]
            picked = np.array([np.count_nonzero(allowed[:place])])
            return np.log(_mixture(_safe_values(table), picked)[:, 0])
        case PlayCard(card):
            plays = card_plays(View(table, None, hand=(card,)))
            if card is Card.DOUBLE_AGENT or len(plays) < 2:
                return None
            return np.log(_card_mixture(table, plays, np.array([plays.index(action)]))[:, 0])
        case MoveAgents():
            totals, agents, _ = move_terms(table)
            steps = dict(action.steps)
            if not (fits(totals) and steps):
                return None
            row = np.array([steps.get(agent, 0) for agent in agents])
            picked = np.flatnonzero((_real_moves(table).steps == row).all(1))
            return np.log(_mixture(_move_values(table), picked)[:, 0])


def all_log_likelihoods(table: Table, *, safe: bool) -> Array:
    """[agents, decisions, models]: the same for every open place of the safe, or for every move that moves someone."""
    values = _safe_values(table) if safe else _move_values(table)
    return np.log(_mixture(values, np.arange(values.gu.shape[1])))


def _real_moves(table: Table) -> Moves:
    """The moves that say something: not T3's 0 points."""
    totals, agents, most = move_terms(table)
    return moves_of(tuple(total for total in totals if total), len(agents), most)


class Values(NamedTuple):
    """[agents, decisions]: what players think of every decision, if this agent is theirs."""

    gu: Array
    g1: Array
    strong: Array | None  # by the network; only where moves are few


def _move_values(table: Table) -> Values:
    number = len(table.agents)
    rules, board, me = board_rules(table.rules), board_of(table).repeated(number), np.arange(number)
    moves = _real_moves(table)
    ahead = look_ahead(rules, board, moves)
    strong = None
    if table.rules.one_agent:
        scene = scene_of(table, table.seat)
        each = MoveChances(scene, table, moves, ahead).under(_any_deals(table), np.arange(len(moves.steps)))
        strong = each.reshape(number, DEALS, -1).mean(1)
    return Values(
        gu_values(rules, gu_table(), board, me, moves, ahead), g1_values(rules, board, me, moves, ahead), strong
    )


def _safe_values(table: Table) -> Values:
    """For every open place."""
    number = len(table.agents)
    board, me = board_of(table).repeated(number), np.arange(number)
    allowed = open_places(board_rules(table.rules), board)[0]
    strong = None
    if table.rules.one_agent:
        scene, here = scene_of(table, table.seat), board_of(table)
        left = np.array([scene.left(scene.following) if table.reached else 0])
        each = safe_chances(scene.net, here, role_of(scene, _any_deals(table), here), left)[:, 0, allowed]
        strong = each.reshape(number, DEALS, -1).mean(1)
    return Values(
        gu_safe_values(np, gu_table(), board, me)[:, allowed], g1_safe_values(np, board, me)[:, allowed], strong
    )


def _any_deals(table: Table) -> Assumptions:
    """[agents × DEALS]: for each agent that the mover might own, some ways to deal the others."""
    number, players = len(table.agents), table.players
    owner, deal = np.divmod(np.arange(number * DEALS), DEALS)
    later = (np.arange(players) - table.seat) % players
    others = 1 + (later - 1 + deal[:, None]) % (number - 1)
    owners = (owner[:, None] + np.where(later, others, 0)) % number
    return Assumptions(owners, np.full_like(owners, Kind.GU), np.zeros((len(owners), 0), np.int64), ())


def _card_mixture(table: Table, plays: list[PlayCard], picked: Array) -> Array:
    """[agents, picked, models]: the chances of some uses of a card.

    GU plays its cards like G1 does, others look further: a sharp player is taken for one or the other.
    """
    after = [carry_out(table, play) for play in plays]
    due = np.array([is_due(one) for one in after])
    after = [score(one) if is_due(one) else one for one in after]
    board = board_of(*after)
    gu, g1 = np.empty((2, len(table.agents), len(plays)))
    for agent in range(len(table.agents)):
        gu[agent] = gu_values_after(gu_table(), np.array([table.points]), board, due, np.array([agent]))
        g1[agent] = g1_values_after(board_rules(table.rules), board, np.full(len(plays), agent))
    sharp = (_softmax(gu / SHARP, picked) + _softmax(g1 / PLAIN, picked)) / 2
    return _blend(sharp, _softmax(g1 / PLAIN, picked), _softmax(gu / LOOSE, picked), len(plays))


def _mixture(values: Values, picked: Array) -> Array:
    """[agents, picked, models]: the chances of some decisions."""
    sharp, plain, loose = (_softmax(each, picked) for each in (values.gu / SHARP, values.g1 / PLAIN, values.gu / LOOSE))
    if values.strong is not None:
        loose = (loose + _softmax(values.strong / KEEN, picked)) / 2
    return _blend(sharp, plain, loose, values.gu.shape[1])


def _blend(sharp: Array, plain: Array, loose: Array, number: int) -> Array:
    """[agents, picked, models]: what each sort of player makes of it, with slips."""
    elsewhere = (sharp.sum(0) - sharp) / max(len(sharp) - 1, 1)
    chances = np.stack(
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
    mixed: Array = (1 - SLIPS) * chances + SLIPS / number
    return mixed


def _softmax(values: Array, picked: Array) -> Array:
    """[agents, picked]: the chances of some decisions for each owner."""
    sharp = np.exp(values - values.max(1, keepdims=True))
    chance: Array = sharp[:, picked] / sharp.sum(1, keepdims=True)
    return chance
