"""Top Secret cards by value: what the table is worth after each use of a card, against keeping it.

Every use is carried out by the rules themselves, the turn is assumed to end there, and the network gives the win
probability (for the own agent, over beliefs). A card that is kept or drawn has a worth of its own. It is high: a card
that calls off the scoring with which another would win is worth a game. What others may still play is not considered.
"""

from collections.abc import Sequence

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.search.attention import Glance, worth_at_a_half
from heimlich.bots.heimlich_co.search.candidates import Candidates, assume, place_safe
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, end_shares
from heimlich.bots.heimlich_co.value.context import Positions, SearchContext
from heimlich.bots.heimlich_co.value.network import IN_HAND
from heimlich.bots.heimlich_co.value.win_probabilities import position_win_probabilities, role_of
from heimlich.bots.heimlich_co.yardstick_values import gu_safe_values, gu_table
from heimlich.games.heimlich_co.actions import Action, Pass, PlayCard, Stop
from heimlich.games.heimlich_co.cards import carry_out
from heimlich.games.heimlich_co.names import Card
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import Table, but, put
from heimlich.games.heimlich_co.supply import can_draw, card_draws, card_table
from heimlich.sim.heimlich_co.board import board_of, board_rules, open_places
from heimlich.sim.heimlich_co.moves import Array

KEPT = 0.25  # what a kept card adds to a win probability of a half
PLAYED_ON = 8  # the most plays that are kept as candidates
TROUBLE = 0.002  # the price of a play, in win probability: a card for a card gains nothing, and could go on for ever
MARGIN = 0.1  # candidates are at most so much worse than the best, in win probability
BOTH = 0.25  # the share of the lesser win probability that a second agent adds: the better agent may change


def card_candidates(
    context: SearchContext,
    table: Table,
    actions: Sequence[Action],
    belief: Belief,
    rng: np.random.Generator,
    attention: Glance | None = None,
    kept: float = KEPT,
) -> Candidates:
    """The best of these plays and ways out, where a kept card adds `kept` at a win probability of a half.

    Whoever holds a card looks at all its uses; with `attention` they are misjudged, if none ends the game.
    """
    rules, now = board_rules(table.rules), board_of(table)
    assumed, weights, mine = assume(context, now, belief, rng)
    role = role_of(context, assumed, now)
    ends = [_end_turn(table, action) for action in actions]
    after, due = _positions(table, ends)
    left = np.where(after.reached, context.left(context.following), 0)
    probabilities = weights @ position_win_probabilities(context.net, after.board, role, left)
    over = after.reached & context.is_last(context.following)
    if over.any():
        final = after.take(over)
        probabilities[over] = weights @ end_shares(rules, final.board.points, final.gains, assumed, context.me)
    rows = np.flatnonzero(due & ~over)
    if table.seat == context.me:
        after.board.safe[rows] = table.safe
        probabilities[rows] = place_safe(context, after, rows, role, weights)
    else:
        _as_gu(table, after, rows, belief)
    cards = np.array([_cards(context, table, action) for action in actions])
    plays = np.array([isinstance(action, PlayCard) for action in actions])
    bonus = np.where(over, 0.0, worth_at_a_half(probabilities, kept) * cards - TROUBLE * plays)
    for index, action in enumerate(actions):
        if isinstance(action, PlayCard) and action.card is Card.DOUBLE_AGENT and table.free:
            bonus[index] += (
                _second_agent(context, after.take(np.array([index])), assumed, weights) - probabilities[index]
            )
    values = probabilities + bonus
    if attention and not over.any():
        values = values + attention.misjudgement(probabilities, rng)
    order = np.argsort(-values, kind="stable")
    order = order[values[order] >= values[order[0]] - MARGIN][:PLAYED_ON]
    return Candidates([actions[index] for index in order], after.take(order), values[order], bonus[order], mine)


def _end_turn(table: Table, action: Action) -> Table:
    """The table if the turn ended with this action: scored, if that is due (T8)."""
    if isinstance(action, PlayCard):
        table = carry_out(table, action)
    return score(table) if is_due(table) else but(table, gains=(0,) * len(table.agents))


def _positions(table: Table, ends: Sequence[Table]) -> tuple[Positions, Array]:
    """These tables as positions, with the safe in hand after a scoring; and which of them have one."""
    due = np.array([end.scorings > table.scorings for end in ends])
    board = board_of(*ends)
    board = board._replace(safe=np.where(due, IN_HAND, board.safe))
    return Positions(board, np.array([end.gains for end in ends]), np.array([end.reached for end in ends])), due


def _as_gu(table: Table, after: Positions, rows: Array, belief: Belief) -> None:
    """Place the safe after scorings in another seat's turn, as GU would for that seat's likeliest agent."""
    suspect = np.full(len(rows), belief.owners()[table.seat].argmax())
    there = after.board.take(rows)._replace(safe=np.full(len(rows), table.safe))
    values = gu_safe_values(np, gu_table(), there, suspect)
    after.board.safe[rows] = np.where(open_places(board_rules(table.rules), there), values, -np.inf).argmax(1)


def _cards(context: SearchContext, table: Table, action: Action) -> bool:
    """Tell whether an action keeps or brings a card."""
    if isinstance(action, Pass | Stop):
        return True
    assert isinstance(action, PlayCard)
    cards = card_table(table)
    hands = put(cards.hands, context.me, cards.hands[context.me] - 1)
    if action.card is Card.DOUBLE_AGENT:
        draws = not table.free
    else:
        draws = card_draws(table, carry_out(table, action), context.me)
    return draws and can_draw(but(table, cards=but(cards, hands=hands)), context.me)


def _second_agent(context: SearchContext, now: Positions, assumed: Assumptions, weights: Array) -> float:
    """The win probability with one agent more, whichever of the free ones it is (T11)."""
    agents = now.board.places.shape[1]
    left = np.where(now.reached, context.left(context.following), 0)

    def probability_with(owners: Array) -> Array:
        role = role_of(context, assumed._replace(owners=owners), now.board)
        return position_win_probabilities(context.net, now.board, role, left)[:, 0]

    alone = probability_with(assumed.owners)
    total, free = np.zeros(len(weights)), np.zeros(len(weights))
    for agent in range(agents):
        is_free = ~((assumed.owners == agent).any(1) | (assumed.second == agent).any(1))
        owners = assumed.owners.copy()
        owners[:, context.me] = agent
        other = probability_with(np.where(is_free[:, None], owners, assumed.owners))
        both = np.maximum(alone, other) + BOTH * np.minimum(alone, other)
        total, free = total + np.where(is_free, both, 0), free + is_free
    return float(weights @ (total / np.maximum(free, 1)))
