"""Greedy play in Heimlich & Co.: the best decision for its own agent, one at a time, with nothing hidden.

It compares its marker with the best other one after the decision, as if the turn ended there, and settles ties by the
building its agent stands in. The safe goes one to six buildings ahead of its agent. The yardsticks play cards and write
dossiers this way, so it is frozen with them; people play with `players/casual.py`, which is a little cleverer there.
"""

from collections.abc import Sequence
from random import Random

from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import (
    Action,
    KeepAnswers,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    SayWhether,
    Stop,
)
from heimlich.games.heimlich_co.cards import carry_out
from heimlich.games.heimlich_co.legal import card_plays
from heimlich.games.heimlich_co.movement import walk
from heimlich.games.heimlich_co.names import RING, Card
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import Table, View
from heimlich.games.heimlich_co.supply import can_draw

REACH = 6  # buildings that a roll moves an agent at most
DRAWN_CARD = 0.5  # the worth of a card in hand, in points
DOUBLE_AGENT = 2.0  # the worth of a second agent
NOT_WORTH_A_CARD = 0.5  # a card is kept unless it gains more than this


class Greedy:
    """Plays for its own agent."""

    name = "greedy"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:  # noqa: ARG002
        if len(actions) == 1:
            return actions[0]
        match actions[0]:
            case MoveSafe():
                return _place_safe(view, actions, rng)
            case SayWhether():
                return SayWhether(_best_gain(view, card_plays(view)) > NOT_WORTH_A_CARD)
            case NameOwner():  # it keeps what it has guessed once
                return actions[-1] if isinstance(actions[-1], KeepAnswers) else rng.choice(actions)
        return best(actions, [value_of(view, action) for action in actions], rng)


def best(actions: Sequence[Action], values: Sequence[float], rng: Random) -> Action:
    """The action with the highest value, equal ones drawn."""
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])


def _best_gain(view: View, plays: Sequence[PlayCard]) -> float:
    return max((value_of(view, play) for play in plays), default=0.0) - _standing(view.table, view)


def value_of(view: View, action: Action) -> float:
    """Return how far ahead the own marker would be after an action, and what cards are worth."""
    table = view.table
    match action:
        case MoveAgents(()):
            return _standing(table, view) + (DRAWN_CARD if can_draw(table, table.seat) else 0)
        case MoveAgents():
            return _standing(walk(table, action), view)
        case PlayCard(Card.DOUBLE_AGENT):
            return _standing(table, view) + (DOUBLE_AGENT if table.free else DRAWN_CARD)
        case PlayCard():
            return _standing(carry_out(table, action), view)
        case Pass() | Stop():
            return _standing(table, view) + NOT_WORTH_A_CARD
    return 0.0


def _standing(table: Table, view: View) -> float:
    """Return how far the own marker is ahead, if the turn ended now; its building counts a hundredth."""
    if is_due(table):
        table = score(table)
    own = max(table.marker(agent) for agent in view.agents)
    others = max(mark for agent, mark in zip(table.agents, table.points, strict=True) if agent not in view.agents)
    building = max(table.rules.values[table.place(agent)] for agent in view.agents)
    return own - others + building / 100


def _place_safe(view: View, actions: Sequence[Action], rng: Random) -> Action:
    table = view.table
    home = table.place(max(view.agents, key=table.marker))
    ahead = [
        action for action in actions if isinstance(action, MoveSafe) and 1 <= (action.place - home) % RING <= REACH
    ]
    return rng.choice(ahead or list(actions))
