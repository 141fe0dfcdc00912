"""A player like someone who plays now and then: it takes the points in reach, and hides nothing.

It moves, places the safe and plays cards greedily (`greedy.py`), and knows what a hand is good for: it walks an agent
into the ruins for a card where that costs nothing, and plays the worst of four cards rather than none. It takes an end
that wins and leaves one that loses, if it can. It remembers nothing, so it writes into its dossier what the board
suggests.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.heimlich_co.greedy import DRAWN_CARD, NOT_WORTH_A_CARD, Greedy, best, value_of
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action, KeepAnswers, MoveAgents, NameOwner, Pass, PlayCard, Stop
from heimlich.games.heimlich_co.cards import carry_out
from heimlich.games.heimlich_co.endgame import ends_with_this_turn, front
from heimlich.games.heimlich_co.movement import walk
from heimlich.games.heimlich_co.names import Agent, Card
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import BLANK, Table, View
from heimlich.games.heimlich_co.supply import can_draw, move_draws

DECIDED = 1000.0  # the worth of winning, in points: more than anything on the board
OWNED = 0.75  # the probability that an agent among the furthest is owned


class Casual(Greedy):
    """Plays for its own agent."""

    name = "casual"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        if len(actions) > 1:
            match actions[0]:
                case NameOwner():
                    return guess(view, actions, rng)
                case MoveAgents() | PlayCard() | Pass() | Stop():
                    return best(actions, [_value(view, action) for action in actions], rng)
        return super().choose(view, actions, budget, rng)


class FormerCasual(Casual):
    """`Casual` by its former name."""

    name = "greedy"


def _value(view: View, action: Action) -> float:
    """The greedy value, what an end decides, and cards that are drawn or that the hand limit forbids to keep."""
    table, value = view.table, value_of(view, action) + _decided(view, action)
    match action:
        case MoveAgents(steps) if steps and table.cards is not None and can_draw(table, table.seat):
            return value + (DRAWN_CARD if move_draws(walk(table, action), action) else 0)
        case PlayCard(Card.DOUBLE_AGENT) if not table.free:  # a card for a card, which could go on for ever
            return value - DRAWN_CARD - NOT_WORTH_A_CARD
        case Pass() | Stop() if len(view.hand) >= table.rules.hand_limit:
            return value - NOT_WORTH_A_CARD
    return value


def _decided(view: View, action: Action) -> float:
    """The worth of an end that an action brings: as much for a win as against a loss, nothing for a tie."""
    table = view.table
    near = table.reached or max(table.points) + max(table.rules.values) >= table.rules.target
    if not near or not isinstance(action, MoveAgents | PlayCard | Pass | Stop):
        return 0.0
    match action:
        case MoveAgents(steps) if steps:
            table = walk(table, action)
        case PlayCard(card) if card is not Card.DOUBLE_AGENT:
            table = carry_out(table, action)
    if is_due(table):
        table = score(table)
    if not ends_with_this_turn(table, (table.seat + 1) % table.players):
        return 0.0
    leaders = front(table, tuple((agent,) for agent in table.agents)).leaders
    own = any(agent in leaders for agent in view.agents)
    return (DECIDED if own else -DECIDED) if not own or len(leaders) == 1 else 0.0


def guess(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Answer by the board: the furthest agents are owned, and the mover who caused the halt owns who gained most."""
    if isinstance(actions[-1], KeepAnswers):
        return actions[-1]
    table, asked = view.table, actions[0]
    assert isinstance(asked, NameOwner)
    others = [agent for agent in table.agents if agent not in view.agents]
    opponents = [seat for seat in range(table.players) if seat != view.seat]
    caught = _gainer(table, others) if table.seat in opponents else None
    owned = sorted(others, key=lambda agent: (agent != caught, -table.marker(agent)))[: len(opponents)]
    if asked.agent == caught:
        return NameOwner(asked.agent, table.seat)
    if asked.agent not in owned:
        return NameOwner(asked.agent, None)
    named = {owner for _, owner in view.draft} | ({table.seat} if caught else set())
    left = [seat for seat in opponents if seat not in named] or opponents
    probability, rules = OWNED / len(left), table.rules
    if rules.dossier_blank and rules.dossier_right * probability + rules.dossier_wrong * (1 - probability) < 0:
        return NameOwner(asked.agent, BLANK)
    return NameOwner(asked.agent, rng.choice(left))


def _gainer(table: Table, others: Sequence[Agent]) -> Agent:
    """The agent that gained most in the last scoring."""
    gains = dict(zip(table.agents, table.gains, strict=False))
    return max(others, key=lambda agent: (gains.get(agent, 0), table.marker(agent)))
