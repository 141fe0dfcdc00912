"""A beginner at the suitcase game: sees the next step and nothing behind it.

It grabs what lies at its feet, walks towards home or the nearest suitcase by the shortest way, runs into opponents
without looking at its cards, and every now and then does just anything.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.suitcases.distances import DistanceTable, distance_table
from heimlich.game import Budget
from heimlich.games.suitcases.actions import Action, Drop, EndTurn, Exchange, Leave, Station, Step, Take
from heimlich.games.suitcases.names import BOMB, SUITCASES, Suitcase, colour_name
from heimlich.games.suitcases.state import View

ANYHOW = 0.2  # how often it does just anything
MANY = 1000.0


class Newcomer:
    """Plays the suitcase game as one does the first time."""

    name = "newcomer"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:  # noqa: ARG002
        """One of the actions."""
        if len(actions) == 1:
            return actions[0]
        if isinstance(actions[0], Station):  # C22: a gift that even beginners take
            return actions[0]
        if rng.random() < ANYHOW or not any(isinstance(action, EndTurn | Leave) for action in actions):
            return rng.choice(actions)
        distances = distance_table(view.table.rules, view.table.players)
        return max(actions, key=lambda action: (_liking(distances, view, action), rng.random()))


def _liking(distances: DistanceTable, view: View, action: Action) -> float:
    """Return how good an action looks at first sight; ending the turn is 0."""
    table, seat = view.table, view.seat
    assert seat is not None
    loads = table.loads[seat]
    match action:
        case Step(agent, place):
            here, load = table.places[seat][agent - 1], loads[agent - 1]
            if place not in table.rules.board.cities:
                return MANY
            if load is not None:
                return 2.0 * (distances.home_steps(seat, here) - distances.home_steps(seat, place))
            return _nearest(distances, view, here) - _nearest(distances, view, place)
        case Take(_, suitcase):
            return -1.0 if _is_own_bomb(view, suitcase) else MANY
        case Drop(agent):
            load = loads[agent - 1]
            return MANY if load is not None and _is_own_bomb(view, load) else -1.0
        case Exchange():
            return -1.0
    return 0.0


def _nearest(distances: DistanceTable, view: View, place: str | None) -> float:
    """The steps to the nearest suitcase that lies about, its own bomb aside."""
    lying = [city for suitcase, city in view.table.lying if not _is_own_bomb(view, suitcase)]
    return min((distances.steps_between(place, city) for city in lying), default=0.0)


def _is_own_bomb(view: View, suitcase: Suitcase) -> bool:
    assert view.seat is not None
    colour, letter = SUITCASES[suitcase]
    return colour == colour_name(view.table.players, view.seat) and view.contents[letter] == BOMB
