"""A bot for the suitcase game: fetch what is worth it, carry it home, and fight only where it pays.

Each decision is made from scratch. Every suitcase has a worth: known for the own ones, estimated for the others from
what has not been opened yet. Every agent without luggage is sent to the best target it can get, and the step that gains
most towards all of this is taken. Duel cards are mixed, by counting the cards that the opponent has left.
"""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random

from heimlich.bots.suitcases.sight import CASUAL, ContentOdds, Sight, Style, Target, from_city, quiet_home
from heimlich.game import Budget
from heimlich.games.suitcases.actions import (
    Action,
    Drop,
    EndTurn,
    Exchange,
    Fight,
    Leave,
    Lose,
    Pack,
    PlayDuelCard,
    PutSuitcase,
    Station,
    Step,
    Take,
)
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.names import BOMB, COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import View

HEAT = 0.5  # how evenly duel cards are mixed


class Courier:
    """Plays the suitcase game sensibly, and fast."""

    name = "courier"

    def __init__(self, style: Style = CASUAL) -> None:
        self.style = style
        self.odds: ContentOdds | None = None  # None: every content that is left is as likely

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:  # noqa: ARG002
        """One of the actions."""
        if len(actions) == 1:
            return actions[0]
        assert view.seat is not None
        match actions[0]:
            case Pack():
                return rng.choice(actions)
            case Station():
                return actions[0]  # C22: it evens things out for those who have an opponent opposite
            case PutSuitcase():
                return _put_suitcase(view, actions, rng, self.style)
            case PlayDuelCard():
                return _duel_card(self.sight(view), actions, rng)
            case Lose():
                sight = self.sight(view)
                return min(actions, key=lambda action: _agent_worth(sight, action))
        return _best(self.sight(view), actions, rng)

    def sight(self, view: View) -> Sight:
        """Return what it makes of a view."""
        return Sight(view, self.style, self.odds)


def _best(sight: Sight, actions: Sequence[Action], rng: Random) -> Action:
    """The action that brings most; among equals any."""
    errands = sight.errands()
    values = [(_value(sight, errands, action), rng.random(), index) for index, action in enumerate(actions)]
    return actions[max(values)[2]]


def _value(sight: Sight, errands: Mapping[Number, Target], action: Action) -> float:
    """Return what an action gains; to end the turn, or to leave something, gains nothing."""
    match action:
        case Step(agent, place):
            return _step_value(sight, errands, agent, place)
        case Take(agent, suitcase) | Exchange(agent, suitcase):
            # Luggage costs no step, so it goes before all steps.
            gain = sight.worth(suitcase) - max(0.0, sight.worth(sight.loads[agent - 1]))
            return 100 + gain if gain > 0 else -1.0
        case Drop(agent):
            return 100.0 if sight.worth(sight.loads[agent - 1]) < 0 else -1.0
        case Fight(_, agent):
            return sight.worth(sight.table.loads[duel_of(sight.table).defence][agent - 1])
        case EndTurn() | Leave():
            return 0.0
    return 0.0


def _step_value(sight: Sight, errands: Mapping[Number, Target], agent: Number, place: Place) -> float:
    here, load = sight.places[agent - 1], sight.loads[agent - 1]
    assert here is not None
    if place not in sight.board.cities:
        return 10 * sight.worth(load)
    value = sight.duel_worth(agent, place) if place in sight.rivals else 0.0
    if load is not None and sight.worth(load) > 0:
        return value + (2 + sight.worth(load)) * (sight.home[here] - sight.home[place])
    target = errands.get(agent)
    if target is None:
        return value - 0.1
    steps = from_city(sight.table.rules.map, target.city)
    return value + (0.5 + target.worth) * (steps[here] - steps[place])


def _agent_worth(sight: Sight, action: Action) -> float:
    """Return what would be lost with an agent: what it carries, and how far it has come (C20)."""
    assert isinstance(action, Lose)
    place, load = sight.places[action.agent - 1], sight.loads[action.agent - 1]
    if place is None or place not in sight.board.cities:
        return 0.0
    target = sight.errands().get(action.agent)
    near = 0.0 if target is None else target.worth / (1 + from_city(sight.table.rules.map, target.city)[place])
    return 0.5 + near + max(0.0, 3 * sight.worth(load))


def _put_suitcase(view: View, actions: Sequence[Action], rng: Random, style: Style) -> Action:
    """Put secrets where the own way is short and the others' is long, the bomb the other way round; with some noise."""
    table, seat = view.table, view.seat
    assert seat is not None
    board, name = table.rules.board, table.rules.map

    def detour(colour: int, city: Place) -> float:
        return from_city(name, city)[board.starts[colour]] + quiet_home(name, colour)[city]

    def value(action: Action) -> float:
        assert isinstance(action, PutSuitcase)
        colours = COLOURS_IN_PLAY[table.players]
        mine = detour(colours[seat], action.city)
        others = min(detour(colour, action.city) for colour in colours if colour != colours[seat])
        good = others - style.detour * mine
        content = view.contents[table.rules.letters.index(action.letter)]
        return (good if content != BOMB else -good) + style.whim * rng.random()

    return max(actions, key=value)


def _duel_card(sight: Sight, actions: Sequence[Action], rng: Random) -> Action:
    """Draw a card: likelier, the more it wins against the cards that are left, and the less it costs."""
    table, duel = sight.table, duel_of(sight.table)
    attacking = sight.seat == table.seat
    rival, own = (duel.defence, duel.attacker) if attacking else (table.seat, duel.defender)
    assert own is not None
    other = duel.defender if attacking else duel.attacker
    assert other is not None
    theirs = table.hands[rival]
    prize = sight.style.agent + max(0.0, sight.worth(table.loads[rival][other - 1]))
    load = max(0.0, sight.worth(sight.loads[own - 1]))
    ties = (duel.exact and table.rules.exact_count_wins) == attacking

    def value(card: int) -> float:
        won = sum(card > one or (ties and card == one) for one in theirs) / len(theirs)
        agent = sight.agent_worth() * (0.3 if card == table.rules.retreat_card else 1.0)
        return won * prize - (1 - won) * (agent + load) - 0.12 * card

    cards = [action.card for action in actions if isinstance(action, PlayDuelCard)]
    weights = [exp(value(card) / HEAT) for card in cards]
    return rng.choices(actions, weights)[0]
