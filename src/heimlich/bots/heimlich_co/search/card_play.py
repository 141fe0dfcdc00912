"""Top Secret cards by value: what the table is worth after each use of a card, against keeping it.

Every use is carried out by the rules themselves, the turn is taken to end there, and the network says how good that is
(for one's own agent, over beliefs). A card that is kept or drawn has a worth of its own. It is high: a card that calls
off the scoring with which another would win is worth a game. What others may still play in this turn is not looked at.
"""

from collections.abc import Sequence

import numpy as np

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.bots.heimlich_co.search.candidates import Candidates, assume, place_safe, worth_of_a_card
from heimlich.bots.heimlich_co.search.rollouts import Positions, Scene
from heimlich.bots.heimlich_co.value.chances import role_of
from heimlich.bots.heimlich_co.value.network import IN_HAND, Assumptions, end_shares, position_chances
from heimlich.bots.heimlich_co.yardstick_values import gu_safe_values, gu_table
from heimlich.games.heimlich_co.actions import Action, Pass, PlayCard, Stop
from heimlich.games.heimlich_co.cards import carry_out
from heimlich.games.heimlich_co.names import Card
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import Table, but, put
from heimlich.games.heimlich_co.supply import can_draw, card_draws, card_table
from heimlich.sim.heimlich_co.board import board_of, board_rules, open_places
from heimlich.sim.heimlich_co.moves import Array

KEPT = 0.25  # of the win, for a card that is kept when the chances are even
PLAYED_ON = 8  # plays at most
TROUBLE = 0.002  # of the win: a card for a card is worth nothing, and could go on for ever
MARGIN = 0.1  # of the win: what is worse than the best by more is not looked at again
BOTH = 0.25  # how much of the lesser chance a second agent adds: the better one may change


def card_candidates(
    scene: Scene, table: Table, actions: Sequence[Action], belief: Belief, rng: np.random.Generator
) -> Candidates:
    """The best of these plays and ways out."""
    rules, now = board_rules(table.rules), board_of(table)
    assumed, weights, mine = assume(scene, now, belief, rng)
    role = role_of(scene, assumed, now)
    ends = [_end_turn(table, action) for action in actions]
    after, due = _positions(table, ends)
    left = np.where(after.reached, scene.left(scene.following), 0)
    chances = weights @ position_chances(scene.net, after.board, role, left)
    over = after.reached & scene.is_last(scene.following)
    if over.any():
        final = after.take(over)
        chances[over] = weights @ end_shares(rules, final.board.points, final.gains, assumed, scene.me)
    rows = np.flatnonzero(due & ~over)
    if table.seat == scene.me:
        after.board.safe[rows] = table.safe
        chances[rows] = place_safe(scene, after, rows, role, weights)
    else:
        _as_gu(table, after, rows, belief)
    cards = np.array([_cards(scene, table, action) for action in actions])
    plays = np.array([isinstance(action, PlayCard) for action in actions])
    bonus = np.where(over, 0.0, worth_of_a_card(chances, KEPT) * cards - TROUBLE * plays)
    for index, action in enumerate(actions):
        if isinstance(action, PlayCard) and action.card is Card.DOUBLE_AGENT and table.free:
            bonus[index] += _second_agent(scene, after.take(np.array([index])), assumed, weights) - chances[index]
    values = chances + bonus
    order = np.argsort(-values, kind="stable")
    order = order[values[order] >= values[order[0]] - MARGIN][:PLAYED_ON]
    return Candidates([actions[index] for index in order], after.take(order), values[order], bonus[order], mine)


def _end_turn(table: Table, action: Action) -> Table:
    """The table if the turn ended with this: scored, if that is due (T8)."""
    if isinstance(action, PlayCard):
        table = carry_out(table, action)
    return score(table) if is_due(table) else but(table, gains=(0,) * len(table.agents))


def _positions(table: Table, ends: Sequence[Table]) -> tuple[Positions, Array]:
    """What the ends look like, the safe in hand after a scoring; and which of them have one."""
    due = np.array([end.scorings > table.scorings for end in ends])
    board = board_of(*ends)
    board = board._replace(safe=np.where(due, IN_HAND, board.safe))
    return Positions(board, np.array([end.gains for end in ends]), np.array([end.reached for end in ends])), due


def _as_gu(table: Table, after: Positions, rows: Array, belief: Belief) -> None:
    """After some scorings another one puts the safe: as GU would for the agent that he most likely owns."""
    suspect = np.full(len(rows), belief.owners()[table.seat].argmax())
    there = after.board.take(rows)._replace(safe=np.full(len(rows), table.safe))
    values = gu_safe_values(np, gu_table(), there, suspect)
    after.board.safe[rows] = np.where(open_places(board_rules(table.rules), there), values, -np.inf).argmax(1)


def _cards(scene: Scene, table: Table, action: Action) -> bool:
    """Whether an action keeps or brings a card."""
    if isinstance(action, Pass | Stop):
        return True
    assert isinstance(action, PlayCard)
    cards = card_table(table)
    hands = put(cards.hands, scene.me, cards.hands[scene.me] - 1)
    if action.card is Card.DOUBLE_AGENT:
        draws = not table.free
    else:
        draws = card_draws(table, carry_out(table, action), scene.me)
    return draws and can_draw(but(table, cards=but(cards, hands=hands)), scene.me)


def _second_agent(scene: Scene, now: Positions, assumed: Assumptions, weights: Array) -> float:
    """The chance of winning with one agent more, whichever of the free ones it is (T11)."""
    agents = now.board.places.shape[1]
    left = np.where(now.reached, scene.left(scene.following), 0)

    def chance_with(owners: Array) -> Array:
        role = role_of(scene, assumed._replace(owners=owners), now.board)
        return position_chances(scene.net, now.board, role, left)[:, 0]

    alone = chance_with(assumed.owners)
    total, free = np.zeros(len(weights)), np.zeros(len(weights))
    for agent in range(agents):
        is_free = ~((assumed.owners == agent).any(1) | (assumed.second == agent).any(1))
        owners = assumed.owners.copy()
        owners[:, scene.me] = agent
        other = chance_with(np.where(is_free[:, None], owners, assumed.owners))
        both = np.maximum(alone, other) + BOTH * np.minimum(alone, other)
        total, free = total + np.where(is_free, both, 0), free + is_free
    return float(weights @ (total / np.maximum(free, 1)))
