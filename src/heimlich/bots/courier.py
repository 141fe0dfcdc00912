"""A bot for the suitcase game: fetch what is worth it, carry it home, and fight only where it pays.

Each decision is made from scratch. Every suitcase has a worth, known for one's own and reckoned for the others from
what has not been opened yet; every agent without luggage is sent to the best one it can get; and the step that brings
most of all this nearer is taken. Duel cards are mixed, by counting the cards that the opponent has left.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import exp
from random import Random
from typing import NamedTuple

from heimlich.game import Budget, Seat
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
from heimlich.games.suitcases.board import Board, board_of
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.movement import steps_for
from heimlich.games.suitcases.names import BOMB, COLOURS_IN_PLAY, SUITCASES, Content, Number, Place, Suitcase
from heimlich.games.suitcases.setup import contents_left
from heimlich.games.suitcases.state import Table, View, secrets_of
from heimlich.games.suitcases.view import opened

Distances = Mapping[Place, float]

AGENT = 1.0  # what an agent is worth, in state secrets
WIN = 5.0  # for the delivery that wins the game
FOREIGN_NEEDED = 1.5  # for an opponent's suitcase, while C19 asks for one
DENIED = 0.3  # of what an opponent cannot deliver any more
BLOCKED = 3.0  # steps that an opponent on the way is worth avoiding
PATIENCE = 120  # turns, after which risks are taken so that the game ends
HUNT = 0.3  # for an opponent's agent, when there is nothing to fetch
HEAT = 0.5  # how freely duel cards are mixed


class Courier:
    """Plays the suitcase game sensibly, and fast."""

    name = "courier"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:  # noqa: ARG002
        """One of the actions."""
        if len(actions) == 1:
            return actions[0]
        assert view.seat is not None
        match actions[0]:
            case Pack() | Station():
                return rng.choice(actions)
            case PutSuitcase():
                return _put_suitcase(view, actions, rng)
            case PlayDuelCard():
                return _duel_card(view, actions, rng)
            case Lose():
                return min(actions, key=lambda action: _agent_worth(_Sight(view), action))
        return _best(_Sight(view), actions, rng)


@lru_cache(maxsize=256)
def _from_city(map_name: str, city: Place) -> Distances:
    """How many steps it is to this city, from everywhere."""
    return _spread(board_of(map_name), {city: 0.0}, frozenset())


def _spread(board: Board, known: dict[Place, float], guarded: frozenset[Place]) -> Distances:
    """The steps from everywhere to the nearest of some cities; guarded cities count for more."""
    found: dict[Place, float] = {}
    queue = [(steps, city) for city, steps in known.items()]
    while queue:
        steps, city = heappop(queue)
        if city in found:
            continue
        found[city] = steps
        into = steps + 1 + (BLOCKED if city in guarded else 0)
        for near in board.ways[city]:
            if near not in found:
                heappush(queue, (into, near))
    for start in board.starts:
        found[start] = min(found[near] + 1 + (BLOCKED if near in guarded else 0) for near in board.ways[start])
    return found


def _home(board: Board, colour: int, guarded: frozenset[Place] = frozenset()) -> Distances:
    """How many steps it is to a colour's headquarters, from everywhere."""
    return _spread(board, dict.fromkeys(board.gates[colour], 1.0), guarded)


@lru_cache(maxsize=64)
def _quiet_home(map_name: str, colour: int) -> Distances:
    return _home(board_of(map_name), colour)


class _Target(NamedTuple):
    """Something to go to, and what that is worth."""

    city: Place
    worth: float


class _Sight:
    """What the bot makes of a view: distances, worths, and who is sent where."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: Seat = view.seat
        self.table: Table = view.table
        self.board = self.table.rules.board
        self.colour = COLOURS_IN_PLAY[self.table.players][self.seat]
        self.places = self.table.places[self.seat]
        self.loads = self.table.loads[self.seat]
        self.rivals: dict[Place, list[tuple[Seat, Number]]] = {}
        for seat, row in enumerate(self.table.places):
            for number, place in enumerate(row, 1):
                if seat != self.seat and place in self.board.cities:
                    assert place is not None
                    self.rivals.setdefault(place, []).append((seat, number))
        self.home = _home(self.board, self.colour, frozenset(self.rivals))
        self._worths: dict[Suitcase, float] = {}

    def worth(self, suitcase: Suitcase | None) -> float:
        """What it would be worth to bring a suitcase home; below 0 for what is better left alone."""
        if suitcase is None:
            return 0.0
        if suitcase not in self._worths:
            self._worths[suitcase] = self._reckon(suitcase)
        return self._worths[suitcase]

    def _reckon(self, suitcase: Suitcase) -> float:
        table = self.table
        colour, letter = SUITCASES[suitcase]
        owner = COLOURS_IN_PLAY[table.players].index(COLOURS.index(colour))
        if owner == self.seat:
            content = self.view.contents[letter]
            worth = -9.0 if content == BOMB else self._content_worth(content)
            return worth if is_welcome(table, self.seat, suitcase) else min(worth, 0.5)
        hidden = contents_left(table.rules, tuple(opened(table, owner).values()))
        worth = sum(self._content_worth(content) + DENIED * content for content in hidden) / len(hidden)
        if self._wants_foreign():
            worth += FOREIGN_NEEDED
        return worth + max(0, table.turn - PATIENCE) / 40

    def _content_worth(self, content: Content) -> float:
        if content == BOMB:
            alive = sum(place is not None for place in self.places)
            return -AGENT * -(-alive // self.table.rules.bomb_share)
        missing = self.table.rules.target - secrets_of(self.table, self.seat)
        return content + (WIN if content >= missing else 0.0)

    def _wants_foreign(self) -> bool:
        within = self.table.rules.foreign_within
        delivered = self.table.delivered[self.seat]
        if within is None or len(delivered) >= within:
            return False
        return all(SUITCASES[one.suitcase][0] == COLOURS[self.colour] for one in delivered)

    def targets(self) -> list[_Target]:
        """What agents without luggage can go for: suitcases in cities, carriers to stop, and at worst anybody."""
        found = [_Target(city, self.worth(suitcase)) for suitcase, city in self.table.lying]
        for city, agents in self.rivals.items():
            for seat, number in agents:
                load = self.table.loads[seat][number - 1]
                if load is not None:
                    found.append(_Target(city, 0.5 * self.worth(load) + self._alarm(seat, city)))
        found = [target for target in found if target.worth > 0]
        return found or [_Target(city, HUNT) for city in self.rivals]

    def _alarm(self, seat: Seat, city: Place) -> float:
        """An opponent's carrier is worth stopping, the more the nearer it is to its headquarters."""
        steps = _quiet_home(self.table.rules.map, COLOURS_IN_PLAY[self.table.players][seat])[city]
        return max(0.0, 3.0 - 0.4 * steps)

    def errands(self) -> dict[Number, _Target]:
        """Which agent without luggage goes where: the best pairs first, and no target twice."""
        targets = self.targets()
        pairs = []
        for number, (place, load) in enumerate(zip(self.places, self.loads, strict=True), 1):
            if place is None or (load is not None and self.worth(load) > 0):
                continue
            for index, target in enumerate(targets):
                way = _from_city(self.table.rules.map, target.city)[place]
                rest = _quiet_home(self.table.rules.map, self.colour)[target.city]
                pairs.append((target.worth * 2 - 0.35 * way - 0.2 * rest, -number, index))
        errands: dict[Number, _Target] = {}
        taken: set[int] = set()
        for _, minus, index in sorted(pairs, reverse=True):
            if -minus not in errands and index not in taken:
                errands[-minus] = targets[index]
                taken.add(index)
        return errands

    def win_chance(self, rival: Seat, *, exact: bool) -> float:
        """How likely a duel is won, if both choose any card they have."""
        mine, theirs = self.table.hands[self.seat], self.table.hands[rival]
        won = sum(a > b or (exact and a == b) for a in mine for b in theirs)
        return won / (len(mine) * len(theirs))

    def duel_worth(self, agent: Number, city: Place) -> float:
        """What entering a city with opponents is worth, win or lose."""
        exact = self.table.rules.exact_count_wins and steps_for(self.table, agent) == 1
        own = AGENT + 1.5 * max(0.0, self.worth(self.loads[agent - 1]))
        total, reached = 0.0, 1.0
        for seat, number in self.rivals[city]:
            chance = self.win_chance(seat, exact=exact)
            load = self.table.loads[seat][number - 1]
            prize = AGENT
            if load is not None:
                prize += 0.5 * max(0.0, self.worth(load)) + self._alarm(seat, city)
            total += reached * (chance * prize - (1 - chance) * own)
            reached *= chance
        return total


def _best(sight: _Sight, actions: Sequence[Action], rng: Random) -> Action:
    """The action that brings most; among equals any."""
    errands = sight.errands()
    values = [(_value(sight, errands, action), rng.random(), index) for index, action in enumerate(actions)]
    return actions[max(values)[2]]


def _value(sight: _Sight, errands: Mapping[Number, _Target], action: Action) -> float:
    """What an action gains; to end the turn, or to leave something, gains nothing."""
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


def _step_value(sight: _Sight, errands: Mapping[Number, _Target], agent: Number, place: Place) -> float:
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
    steps = _from_city(sight.table.rules.map, target.city)
    return value + (0.5 + target.worth) * (steps[here] - steps[place])


def _agent_worth(sight: _Sight, action: Action) -> float:
    """What would be lost with an agent: what it carries, and how far it has come (C20)."""
    assert isinstance(action, Lose)
    place, load = sight.places[action.agent - 1], sight.loads[action.agent - 1]
    if place is None or place not in sight.board.cities:
        return 0.0
    target = sight.errands().get(action.agent)
    near = 0.0 if target is None else target.worth / (1 + _from_city(sight.table.rules.map, target.city)[place])
    return 0.5 + near + max(0.0, 3 * sight.worth(load))


def _put_suitcase(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Secrets where one's own way is short and the others' is long, the bomb the other way round; not too exactly."""
    table, seat = view.table, view.seat
    assert seat is not None
    board, name = table.rules.board, table.rules.map

    def detour(colour: int, city: Place) -> float:
        return _from_city(name, city)[board.starts[colour]] + _quiet_home(name, colour)[city]

    def value(action: Action) -> float:
        assert isinstance(action, PutSuitcase)
        colours = COLOURS_IN_PLAY[table.players]
        mine = detour(colours[seat], action.city)
        others = min(detour(colour, action.city) for colour in colours if colour != colours[seat])
        good = others - 1.5 * mine
        content = view.contents[table.rules.letters.index(action.letter)]
        return (good if content != BOMB else -good) + 3 * rng.random()

    return max(actions, key=value)


def _duel_card(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Mixed: a card is the likelier, the more it wins against the cards that are left, and the less it costs."""
    sight, duel = _Sight(view), duel_of(view.table)
    table = view.table
    attacking = sight.seat == table.seat
    rival, own = (duel.defence, duel.attacker) if attacking else (table.seat, duel.defender)
    assert own is not None
    other = duel.defender if attacking else duel.attacker
    assert other is not None
    theirs = table.hands[rival]
    prize = AGENT + max(0.0, sight.worth(table.loads[rival][other - 1]))
    load = max(0.0, sight.worth(sight.loads[own - 1]))
    ties = (duel.exact and table.rules.exact_count_wins) == attacking

    def value(card: int) -> float:
        won = sum(card > one or (ties and card == one) for one in theirs) / len(theirs)
        agent = 0.3 * AGENT if card == table.rules.retreat_card else AGENT
        return won * prize - (1 - won) * (agent + load) - 0.12 * card

    cards = [action.card for action in actions if isinstance(action, PlayDuelCard)]
    weights = [exp(value(card) / HEAT) for card in cards]
    return rng.choices(actions, weights)[0]
