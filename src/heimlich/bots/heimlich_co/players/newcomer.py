"""A player like someone who learnt the rules of Heimlich & Co. five minutes ago.

It walks its own agent to the largest number in reach, never mind where the safe is, gives the rest of the points to
anyone, and puts the safe anywhere. Cards are there to be played: at once, on any agent. The dossier is
filled with guesses. And now and then it does just anything.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.heimlich_co.greedy import best
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action, MoveAgents, NameOwner, PlayCard, SayWhether
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.state import BLANK, View

ANYHOW = 0.2  # share of its decisions that are random


class Newcomer:
    """Plays as people do the first time."""

    name = "newcomer"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:  # noqa: ARG002
        if len(actions) == 1:
            return actions[0]
        match actions[0]:
            case SayWhether():
                return SayWhether(True)
            case MoveAgents() if rng.random() >= ANYHOW:
                return best(actions, [_number(view, action) for action in actions], rng)
            case NameOwner():  # a blank looks like not having understood
                actions = [action for action in actions if isinstance(action, NameOwner) and action.owner != BLANK]
        cards = [action for action in actions if isinstance(action, PlayCard)]
        if not cards:
            return rng.choice(actions)
        card = rng.choice(list(dict.fromkeys(play.card for play in cards)))
        return rng.choice([play for play in cards if play.card is card])


def _number(view: View, action: Action) -> float:
    """The number on the building that its dealt agent would stand in."""
    assert isinstance(action, MoveAgents)
    table, own = view.table, view.agents[0]
    return table.rules.values[(table.place(own) + dict(action.steps).get(own, 0)) % RING]
