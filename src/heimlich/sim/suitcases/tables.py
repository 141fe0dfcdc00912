"""Rulesets and maps as arrays. No number of the rules is typed here: all follow from the `Ruleset` and its board.

`Shape` is what is fixed when a program is traced: array library, players, map, and how many agents, suitcases and
different cards there are. `Rules` is what may differ from game to game at run time.
"""

from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

from heimlich.errors import BadRuleset
from heimlich.games.suitcases import setup
from heimlich.games.suitcases.board import FAR, Board
from heimlich.games.suitcases.encoding import NONE, Numbering, numbering
from heimlich.games.suitcases.movement import chance_of_roll
from heimlich.games.suitcases.names import COLOURS_IN_PLAY
from heimlich.games.suitcases.ruleset import MOST_STEPS, Ruleset
from heimlich.games.suitcases.state import Phase
from heimlich.sim.batch import on_cpu, settings_of
from heimlich.sim.rows import WORD

Array = Any

MOST = 2**15 - 1  # what small numbers can hold
MOST_ROLLS = 2**16 - 1
FACES = MOST_STEPS + 1


class Ground(NamedTuple):
    """A map in numbers: first the cities, then the start spaces by colour."""

    near: list[list[int]]  # [place, way]: the cities one line away, in order; -1: no more
    starts: list[int]  # [seat]: its start space
    free_start: int  # that of a colour not in play (C22)
    near_bits: list[list[int]]  # [word, place]: the same as bits; the last for no place
    gate_bits: list[list[int]]  # [word, seat]: the places from which a marked line leads home
    apart: list[list[int]]  # [city, city]: steps from one to the other
    home: list[list[int]]  # [seat, city]: steps to the headquarters
    within: list[list[list[int]]]  # [steps, word, city]: the cities that are no further away, as bits


class Shape(NamedTuple):
    """The things that a program is specialised for."""

    xp: ModuleType
    players: int
    agents: int
    letters: int
    cities: int
    ways: int  # most ways out of one place
    plan: Numbering
    ground: Ground
    tight: bool  # on this map, a player's agents can fill a city and all around it
    stations: bool  # in some of the games the free start space is used
    branches: bool  # each rule is a branch of the program, for JAX on a CPU; see `for_some`
    in_words: bool = True  # loops and branches of a kernel carry games along in words: they have too many numbers

    def array(self, items: Any, kind: str) -> Array:
        """Numbers as an array of the library at hand."""
        return self.xp.asarray(items, dtype=getattr(self.xp, kind))

    @property
    def words(self) -> int:
        """The number of words that have a bit for each city."""
        return _words(self.cities)

    @property
    def least_ways(self) -> int:
        """The fewest ways out of a city."""
        return min(sum(way != NONE for way in row) for row in self.ground.near[: self.cities])

    @property
    def suitcases(self) -> int:
        """All there are."""
        return self.players * self.letters


class Rules(NamedTuple):
    """Settings as arrays; the last axis is 1, or the games of the batch."""

    contents: Array  # C3 [content]: each different one …
    content_count: Array  # C3 [content]: … and how often each player has it
    secrets: Array  # C3: the state secrets in all suitcases
    cards: Array  # C3 [card]: each different one …
    card_count: Array  # C3 [card]: … and how often each player has it
    first: Array  # C6: -1 where drawn
    rolls: Array  # C8 [roll]: what the dice show, each roll as often as it is likely, two numbers in one
    roll_count: Array  # C8
    most_in_city: Array  # C9
    guard_all_luggage: Array  # C10
    exact_count_wins: Array  # C13
    retreat_card: Array  # C15: -1 where there is none
    extra_steps: Array  # C16
    free_deliveries: Array  # C19: of this many deliveries, one must be an opponent's; -1 where it need not
    bomb_share: Array  # C20
    target: Array  # C21
    agents_break_ties: Array  # C21
    turn_limit: Array  # C21
    stations: Array  # C22 [first seat, seat]: who is asked after this seat, -1: nobody
    first_station: Array  # C22 [first seat]: who is asked first


_KINDS = {
    **dict.fromkeys(Rules._fields, "int8"),
    **dict.fromkeys(("contents", "secrets", "target", "turn_limit"), "int16"),
    "rolls": "int8",
    "roll_count": "int32",
    **dict.fromkeys(("guard_all_luggage", "exact_count_wins", "agents_break_ties"), "bool"),
}


def shape_of(rulesets: Sequence[Ruleset], players: int, xp: ModuleType) -> Shape:
    """Tell what a program must be specialised for, to play all these rulesets in one batch."""
    plans = [numbering(rules) for rules in rulesets]
    plan, rules = plans[0], rulesets[0]
    for other, ruleset in zip(plans, rulesets, strict=True):
        setup.new(ruleset, players)  # refuses what this number of players cannot play
        if ruleset.board != rules.board:
            raise BadRuleset("one batch has one map")
        sizes = [(each.agents, each.letters, len(each.contents), len(each.cards)) for each in (plan, other)]
        if sizes[0] != sizes[1]:
            raise BadRuleset("one batch has one number of agents, of suitcases, of different contents and duel cards")
    board = rules.board
    ways = max(map(len, board.ways.values()))
    degrees = [len(board.ways[city]) for city in board.city_words]
    most = min(rules.most_in_city for rules in rulesets)
    return Shape(
        xp=xp,
        players=players,
        agents=plan.agents,
        letters=len(plan.letters),
        cities=len(plan.cities),
        ways=ways,
        plan=plan,
        ground=_ground(board, players, ways, plan.agents),
        tight=any((degree + 1) * most <= plan.agents for degree in degrees),
        stations=any(_stations(rules, players)[1][0] != NONE for rules in rulesets),
        branches=on_cpu(xp),
    )


def rules_arrays(shape: Shape, rulesets: Sequence[Ruleset], which: Sequence[int] | None = None) -> Rules:
    """The settings of one ruleset for all games; or, by `which`, of one of several for each game."""
    rolls = max(sum(_chances(rules, shape.players)) for rules in rulesets)
    columns = [_settings(shape, rules, rolls) for rules in rulesets]
    return Rules(*settings_of(shape, columns, Rules._fields, _KINDS, which))


def _settings(shape: Shape, rules: Ruleset, rolls: int) -> dict[str, Any]:
    plan = numbering(rules)
    _check(rules, shape.players)
    table = setup.new(rules, shape.players).table
    chance = chance_of_roll(table)
    shown = [
        pack_roll(*event.dice)
        for event, times in zip(chance.outcomes, chance.weights, strict=True)
        for _ in range(times)
    ]
    stations, first_station = _stations(rules, shape.players)
    return {
        "contents": plan.contents,
        "content_count": [rules.contents.count(content) for content in plan.contents],
        "secrets": shape.players * sum(rules.contents),
        "cards": plan.cards,
        "card_count": [rules.duel_cards.count(card) for card in plan.cards],
        "first": NONE if rules.first is None else rules.first,
        "rolls": [*shown, *[0] * (rolls - len(shown))],
        "roll_count": len(shown),
        "most_in_city": min(rules.most_in_city, rules.agents + 1),  # more than all agents are never there
        "guard_all_luggage": rules.guard_all_luggage,
        "exact_count_wins": rules.exact_count_wins,
        "retreat_card": rules.retreat_card if rules.retreat_card in plan.cards else NONE,
        "extra_steps": rules.extra_steps,
        "free_deliveries": _free_deliveries(rules, shape.suitcases),
        "bomb_share": min(rules.bomb_share, rules.agents),  # one agent at least
        "target": rules.target,
        "agents_break_ties": rules.agents_break_ties,
        "turn_limit": MOST if rules.turn_limit is None else rules.turn_limit,
        "stations": stations,
        "first_station": first_station,
    }


def _free_deliveries(rules: Ruleset, suitcases: int) -> int:
    within = rules.foreign_within
    return NONE if within is None or within > suitcases else within - 1


def _chances(rules: Ruleset, players: int) -> tuple[int, ...]:
    return chance_of_roll(setup.new(rules, players).table).weights


def _check(rules: Ruleset, players: int) -> None:
    """Refuse what small numbers cannot hold."""
    for name, value, most in (
        ("contents", players * sum(rules.contents), MOST),
        ("turn_limit", rules.turn_limit or 0, MOST // 2),
        ("duel_cards", len(rules.duel_cards), 127),
        ("die", sum(_chances(rules, players)), MOST_ROLLS),
    ):
        if value > most:
            raise BadRuleset(f"'{name}' is too much for the simulator: {value}, and it can count to {most}")


def _stations(rules: Ruleset, players: int) -> tuple[list[list[int]], list[int]]:
    """Tell who is asked about the free start space (C22): after each seat, and first; by who starts."""
    table = setup.new(rules, players).table._replace(phase=Phase.STATION)
    after, first = [], []
    for start in range(players):
        seats = setup.stationed_seats(table._replace(first=start))
        following = dict(pairwise(seats))
        after.append([following.get(seat, NONE) for seat in range(players)])
        first.append(seats[0] if seats else NONE)
    return after, first


def pack_roll(one: int, other: int) -> int:
    """Two dice in one number."""
    return one * FACES + other


def _ground(board: Board, players: int, ways: int, agents: int) -> Ground:
    names = board.city_words
    number = {place: index for index, place in enumerate((*names, *board.starts))}
    colours = COLOURS_IN_PLAY[players]
    near = [[number[city] for city in board.ways[place]] for place in number]
    apart = [[board.apart[city].get(other, FAR) for other in names] for city in names]
    gates = [[index for place, index in number.items() if place in board.gates[colour]] for colour in colours]
    home = [[board.home[colour][city] for city in names] for colour in colours]
    free = [colour for colour in range(len(board.starts)) if colour not in colours]
    return Ground(
        near=[[*row, *[NONE] * (ways - len(row))] for row in near],
        starts=[len(names) + colour for colour in colours],
        free_start=len(names) + (free[0] if free else 0),
        near_bits=[[_bits(row, word) for row in [*near, []]] for word in range(_words(len(names)))],
        gate_bits=[[_bits(row, word) for row in gates] for word in range(_words(len(number)))],
        apart=apart,
        home=home,
        within=[_within(apart, steps) for steps in range(agents + 1)],
    )


def _words(cities: int) -> int:
    return -(-cities // WORD)


def _bits(places: Sequence[int], word: int) -> int:
    """Places as the bits of one of their words."""
    return sum(1 << place % WORD for place in places if place // WORD == word)


def _within(apart: list[list[int]], steps: int) -> list[list[int]]:
    """The cities that are no more than some steps away from each one, [word, city]."""
    near = [[place for place, far in enumerate(row) if far <= steps] for row in apart]
    return [[_bits(row, word) for row in near] for word in range(_words(len(apart)))]
