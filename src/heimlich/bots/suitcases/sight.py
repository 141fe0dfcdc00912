"""Works out from a view what a courier of the suitcase game needs: distances, worths, and an errand for each agent.

A style says how much each consideration counts. courier.py decides by it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from heimlich.game import Seat
from heimlich.games.suitcases.board import Board, board_of
from heimlich.games.suitcases.crowds import steps_for
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import BOMB, COLOURS_IN_PLAY, SUITCASES, Content, Number, Place, Suitcase
from heimlich.games.suitcases.setup import contents_left
from heimlich.games.suitcases.state import Table, View, secrets_of
from heimlich.games.suitcases.view import opened

Distances = Mapping[Place, float]
PATIENCE = 120  # turns after which suitcases of opponents are worth more and more, so that the game ends
HUNT = 0.3  # the worth of going to an opponent's agent, when there is nothing to fetch

ContentOdds = Callable[[Seat, int], Sequence[tuple[Content, float]]]  # of an opponent's suitcase, by letter


class Style(NamedTuple):
    """Weights of a courier's considerations; in state secrets, unless a comment says otherwise."""

    agent: float = 1.0
    win: float = 5.0  # for the delivery that wins the game
    foreign_needed: float = 1.5  # for an opponent's suitcase, while C19 asks for one
    denied: float = 0.3  # of what an opponent cannot deliver any more
    blocked: float = 3.0  # steps that an opponent on the way is worth avoiding
    alarm: float = 3.0  # for stopping an opponent's carrier at its gate …
    calm: float = 0.4  # … less this for each step it is away
    prize: float = 0.5  # of what an opponent's carrier has with it
    guard: float = 1.5  # times the worth of an own carrier's luggage, when it may be lost
    way: float = 0.35  # for each step to a target
    rest: float = 0.2  # for each step from there home
    detour: float = 1.5  # how much more the own way counts than the others', when suitcases are put down
    whim: float = 3.0  # how far from exact this is
    lone: float = 0.0  # added to an agent's worth, divided by the number of agents left


CASUAL = Style()


@lru_cache(maxsize=256)
def from_city(map_name: str, city: Place) -> Distances:
    """The steps to this city, from everywhere."""
    return _spread(board_of(map_name), {city: 0.0}, frozenset())


def _spread(board: Board, known: dict[Place, float], guarded: frozenset[Place], blocked: float = 0.0) -> Distances:
    """The steps from everywhere to the nearest of some cities; guarded cities count for more."""
    found: dict[Place, float] = {}
    queue = [(steps, city) for city, steps in known.items()]
    while queue:
        steps, city = heappop(queue)
        if city in found:
            continue
        found[city] = steps
        into = steps + 1 + (blocked if city in guarded else 0)
        for near in board.ways[city]:
            if near not in found:
                heappush(queue, (into, near))
    for start in board.starts:
        found[start] = min(found[near] + 1 + (blocked if near in guarded else 0) for near in board.ways[start])
    return found


def _home(board: Board, colour: int, guarded: frozenset[Place] = frozenset(), blocked: float = 0.0) -> Distances:
    """The steps to a colour's headquarters, from everywhere."""
    return _spread(board, dict.fromkeys(board.gates[colour], 1.0), guarded, blocked)


@lru_cache(maxsize=64)
def quiet_home(map_name: str, colour: int) -> Distances:
    """The steps to a colour's headquarters, from everywhere, with no opponent on the way."""
    return _home(board_of(map_name), colour)


class Target(NamedTuple):
    """A city to go to, and what that is worth."""

    city: Place
    worth: float


class Sight:
    """Distances, worths and errands, worked out from a view."""

    def __init__(self, view: View, style: Style = CASUAL, odds: ContentOdds | None = None) -> None:
        assert view.seat is not None
        self.view, self.style, self.odds = view, style, odds
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
        self.home = _home(self.board, self.colour, frozenset(self.rivals), style.blocked)
        self._worths: dict[Suitcase, float] = {}
        self._even: dict[Seat, float] = {}

    def worth(self, suitcase: Suitcase | None) -> float:
        """The worth of bringing a suitcase home; below 0 if it is better left alone."""
        if suitcase is None:
            return 0.0
        if suitcase not in self._worths:
            self._worths[suitcase] = self._work_out(suitcase)
        return self._worths[suitcase]

    def _work_out(self, suitcase: Suitcase) -> float:
        table = self.table
        colour, letter = SUITCASES[suitcase]
        owner = COLOURS_IN_PLAY[table.players].index(COLOURS.index(colour))
        if owner == self.seat:
            content = self.view.contents[letter]
            worth = -9.0 if content == BOMB else self._content_worth(content)
            return worth if is_welcome(table, self.seat, suitcase) else min(worth, 0.5)
        if self.odds is not None:
            return self._foreign(self.odds(owner, letter))
        if owner not in self._even:  # without odds, all suitcases of an owner are worth the same
            hidden = contents_left(table.rules, tuple(opened(table, owner).values()))
            self._even[owner] = self._foreign([(content, 1 / len(hidden)) for content in hidden])
        return self._even[owner]

    def _foreign(self, likely: Sequence[tuple[Content, float]]) -> float:
        """The worth of an opponent's suitcase, by what may be in it."""
        worth = sum(p * (self._content_worth(content) + self.style.denied * content) for content, p in likely)
        if self._wants_foreign:
            worth += self.style.foreign_needed
        return worth + max(0, self.table.turn - PATIENCE) / 40

    def _content_worth(self, content: Content) -> float:
        if content == BOMB:
            return -self.style.agent * -(-self._alive // self.table.rules.bomb_share)
        return content + (self.style.win if content >= self._missing else 0.0)

    @cached_property
    def _alive(self) -> int:
        return sum(place is not None for place in self.places)

    @cached_property
    def _missing(self) -> int:
        return self.table.rules.target - secrets_of(self.table, self.seat)

    @cached_property
    def _wants_foreign(self) -> bool:
        within = self.table.rules.foreign_within
        delivered = self.table.delivered[self.seat]
        if within is None or len(delivered) >= within:
            return False
        return all(SUITCASES[one.suitcase][0] == COLOURS[self.colour] for one in delivered)

    def targets(self) -> list[Target]:
        """Targets of agents without luggage: suitcases in cities and opponents' carriers; else any opponent."""
        found = [Target(city, self.worth(suitcase)) for suitcase, city in self.table.lying]
        for city, agents in self.rivals.items():
            for seat, number in agents:
                load = self.table.loads[seat][number - 1]
                if load is not None:
                    found.append(Target(city, self.style.prize * self.worth(load) + self._alarm(seat, city)))
        found = [target for target in found if target.worth > 0]
        return found or [Target(city, HUNT) for city in self.rivals]

    def _alarm(self, seat: Seat, city: Place) -> float:
        """The worth of stopping an opponent's carrier: more, the nearer it is to its headquarters."""
        steps = quiet_home(self.table.rules.map, COLOURS_IN_PLAY[self.table.players][seat])[city]
        return max(0.0, self.style.alarm - self.style.calm * steps)

    def errands(self) -> dict[Number, Target]:
        """A target for each agent without luggage: the best pairs first, and no target twice."""
        targets = self.targets()
        to_home = quiet_home(self.table.rules.map, self.colour)
        ways = [from_city(self.table.rules.map, target.city) for target in targets]
        rests = [self.style.rest * to_home[target.city] for target in targets]
        pairs = []
        for number, (place, load) in enumerate(zip(self.places, self.loads, strict=True), 1):
            if place is None or (load is not None and self.worth(load) > 0):
                continue
            for index, target in enumerate(targets):
                pairs.append((target.worth * 2 - self.style.way * ways[index][place] - rests[index], -number, index))
        errands: dict[Number, Target] = {}
        taken: set[int] = set()
        for _, minus, index in sorted(pairs, reverse=True):
            if -minus not in errands and index not in taken:
                errands[-minus] = targets[index]
                taken.add(index)
        return errands

    def win_probability(self, rival: Seat, *, exact: bool) -> float:
        """The probability of winning a duel, if both sides choose a card at random."""
        mine, theirs = self.table.hands[self.seat], self.table.hands[rival]
        won = sum(a > b or (exact and a == b) for a in mine for b in theirs)
        return won / (len(mine) * len(theirs))

    def agent_worth(self) -> float:
        """The worth of an own agent; the last ones are worth more."""
        return self.style.agent + self.style.lone / self._alive

    def duel_worth(self, agent: Number, city: Place) -> float:
        """The worth of entering a city with opponents, win or lose."""
        exact = self.table.rules.exact_count_wins and steps_for(self.table, agent) == 1
        own = self.agent_worth() + self.style.guard * max(0.0, self.worth(self.loads[agent - 1]))
        total, reached = 0.0, 1.0
        for seat, number in self.rivals[city]:
            probability = self.win_probability(seat, exact=exact)
            load = self.table.loads[seat][number - 1]
            prize = self.style.agent
            if load is not None:
                prize += self.style.prize * max(0.0, self.worth(load)) + self._alarm(seat, city)
            total += reached * (probability * prize - (1 - probability) * own)
            reached *= probability
        return total
