"""What a courier of the suitcase game sees: distances, what everything is worth to it, and who is sent where.

How much it minds what is its style. What it then does is told in courier.py.
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
PATIENCE = 120  # turns, after which risks are taken so that the game ends
HUNT = 0.3  # for an opponent's agent, when there is nothing to fetch

Odds = Callable[[Seat, int], Sequence[tuple[Content, float]]]  # what may be in an opponent's suitcase, by letter


class Style(NamedTuple):
    """What a courier thinks things are worth, in state secrets where nothing else is said."""

    agent: float = 1.0
    win: float = 5.0  # for the delivery that wins the game
    foreign_needed: float = 1.5  # for an opponent's suitcase, while C19 asks for one
    denied: float = 0.3  # of what an opponent cannot deliver any more
    blocked: float = 3.0  # steps that an opponent on the way is worth avoiding
    alarm: float = 3.0  # for stopping an opponent's carrier at its gate …
    calm: float = 0.4  # … less this for each step it is away
    prize: float = 0.5  # of what an opponent's carrier has with it
    guard: float = 1.5  # times what one's own carrier has with it, when it may be lost
    way: float = 0.35  # for each step to a target
    rest: float = 0.2  # for each step from there home
    detour: float = 1.5  # how much more one's own way counts than the others', when suitcases are put down
    whim: float = 3.0  # how far from exact this is
    lone: float = 0.0  # more for an agent, when only so few are left that one more loss could end it


CASUAL = Style()


@lru_cache(maxsize=256)
def from_city(map_name: str, city: Place) -> Distances:
    """How many steps it is to this city, from everywhere."""
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
    """How many steps it is to a colour's headquarters, from everywhere."""
    return _spread(board, dict.fromkeys(board.gates[colour], 1.0), guarded, blocked)


@lru_cache(maxsize=64)
def quiet_home(map_name: str, colour: int) -> Distances:
    return _home(board_of(map_name), colour)


class Target(NamedTuple):
    """Something to go to, and what that is worth."""

    city: Place
    worth: float


class Sight:
    """What the bot makes of a view: distances, worths, and who is sent where."""

    def __init__(self, view: View, style: Style = CASUAL, odds: Odds | None = None) -> None:
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
        if self.odds is not None:
            return self._foreign(self.odds(owner, letter))
        if owner not in self._even:  # as likely as can be, all of an owner's are worth the same
            hidden = contents_left(table.rules, tuple(opened(table, owner).values()))
            self._even[owner] = self._foreign([(content, 1 / len(hidden)) for content in hidden])
        return self._even[owner]

    def _foreign(self, likely: Sequence[tuple[Content, float]]) -> float:
        """What an opponent's suitcase is worth, by what may be in it."""
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
        """What agents without luggage can go for: suitcases in cities, carriers to stop, and at worst anybody."""
        found = [Target(city, self.worth(suitcase)) for suitcase, city in self.table.lying]
        for city, agents in self.rivals.items():
            for seat, number in agents:
                load = self.table.loads[seat][number - 1]
                if load is not None:
                    found.append(Target(city, self.style.prize * self.worth(load) + self._alarm(seat, city)))
        found = [target for target in found if target.worth > 0]
        return found or [Target(city, HUNT) for city in self.rivals]

    def _alarm(self, seat: Seat, city: Place) -> float:
        """An opponent's carrier is worth stopping, the more the nearer it is to its headquarters."""
        steps = quiet_home(self.table.rules.map, COLOURS_IN_PLAY[self.table.players][seat])[city]
        return max(0.0, self.style.alarm - self.style.calm * steps)

    def errands(self) -> dict[Number, Target]:
        """Which agent without luggage goes where: the best pairs first, and no target twice."""
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

    def win_chance(self, rival: Seat, *, exact: bool) -> float:
        """How likely a duel is won, if both choose any card they have."""
        mine, theirs = self.table.hands[self.seat], self.table.hands[rival]
        won = sum(a > b or (exact and a == b) for a in mine for b in theirs)
        return won / (len(mine) * len(theirs))

    def agent_worth(self) -> float:
        """What one's own agent is worth; the last ones are worth more."""
        return self.style.agent + self.style.lone / self._alive

    def duel_worth(self, agent: Number, city: Place) -> float:
        """What entering a city with opponents is worth, win or lose."""
        exact = self.table.rules.exact_count_wins and steps_for(self.table, agent) == 1
        own = self.agent_worth() + self.style.guard * max(0.0, self.worth(self.loads[agent - 1]))
        total, reached = 0.0, 1.0
        for seat, number in self.rivals[city]:
            chance = self.win_chance(seat, exact=exact)
            load = self.table.loads[seat][number - 1]
            prize = self.style.agent
            if load is not None:
                prize += self.style.prize * max(0.0, self.worth(load)) + self._alarm(seat, city)
            total += reached * (chance * prize - (1 - chance) * own)
            reached *= chance
        return total
