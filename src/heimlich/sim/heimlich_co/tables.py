"""Rulesets as arrays. No number of the rules is typed here: all follow from the `Ruleset` and the readable rules.

`Shape` is what is fixed when a program is traced: array library, numbers of agents and players, and whether there are
cards and dossiers at all. `Rules` is what may differ from game to game at run time.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import perm
from types import ModuleType
from typing import Any, NamedTuple

from heimlich.errors import BadRuleset
from heimlich.games.heimlich_co import cards as card_effects
from heimlich.games.heimlich_co import setup
from heimlich.games.heimlich_co.actions import PlayCard
from heimlich.games.heimlich_co.editions import RIO_GRANDE
from heimlich.games.heimlich_co.encoding import MOST_AGENTS, card_uses, move_start, splits, splits_of
from heimlich.games.heimlich_co.movement import move_offer
from heimlich.games.heimlich_co.names import KIND_INDEX, RING, Agent, Card
from heimlich.games.heimlich_co.ruleset import CardRound, DoubleAgents, Ruleset, SafeGoes
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.batch import on_cpu, settings_of
from heimlich.sim.heimlich_co.multiset import planes_of

Array = Any
ALL_AGENTS = tuple(Agent)

NO_FLOOR = -(2**15)
NO_LIMIT = 2**15 - 1
BITS = 4  # a number for each agent, packed into one word
NOBODY = 2**BITS - 1  # as an owner, in such a word


class Shape(NamedTuple):
    """The sizes and variants that a program is specialised for."""

    xp: ModuleType
    agents: int
    players: int
    cards: bool  # some of the games are played with Top Secret cards
    dossier: bool  # some are played with dossiers
    faces: int  # different ones on a die
    ranges: int  # of numbers of moves that are legal with one face
    hand: int  # most cards in a first hand
    copies: int  # most cards of one kind
    draws_agents: bool  # in some games it is drawn which agents take part
    points: int  # most points on a die
    branches: bool  # each rule is a branch of the program, for JAX on a CPU; see `for_some`
    in_words: bool = False  # loops of a kernel carry games along as numbers: they fit into its registers

    def array(self, items: Any, kind: str) -> Array:
        """Numbers as an array of the library at hand."""
        return self.xp.asarray(items, dtype=getattr(self.xp, kind))


class Rules(NamedTuple):
    """Settings as arrays; the last axis is 1, or the games of the batch."""

    values: Array  # H1 [building]
    colours: Array  # H4: one bit for each agent that takes part; 0 where they are drawn
    safe_start: Array  # H5
    first: Array  # H7: -1 where drawn
    sides: Array  # H8
    edges: Array  # H8 [face]: how many sides show it or a face before it
    fewest: Array  # H8 [face]
    most: Array  # H8 [face]
    allowed: Array  # H9, T3 [face, points]: whether this number of points may be spent
    one_agent: Array  # H9
    move_count: Array  # H9 [face]: how many moves are legal
    move_edges: Array  # H9 [face, range]: how many legal moves stand before each range of numbers
    move_starts: Array  # H9 [face, range]: the first number of each range
    floor: Array  # H11
    closed_here: Array  # H12: the safe may not stay
    closed_occupied: Array  # H12: nor go where an agent stands
    target: Array  # H14
    play_out_round: Array  # H14
    last_scoring_wins: Array  # H15
    free_agents_win: Array  # H16
    turn_limit: Array  # H18
    top_secret: Array  # T1
    supply: Array  # T1 [plane], see multiset.py
    hand_start: Array  # T2
    hand_limit: Array  # T2
    draw_for_cards: Array  # T4
    reuse_discards: Array  # T5
    asked: Array  # T6
    from_next: Array  # T6
    pass_aloud: Array  # T6
    last_card_passes_turn: Array  # T6
    place_cards_score: Array  # T8
    idle_church_card: Array  # T9
    marker_steps: Array  # T10
    marker_limit: Array  # T10
    give_back: Array  # T11
    idle_double_stays: Array  # T11
    dossier: Array  # D1
    dossier_from: Array  # D1
    revises: Array  # D3
    dossier_again_below: Array  # D3
    dossier_right: Array  # D2
    dossier_wrong: Array  # D3
    dossier_blank: Array  # D3


_KINDS = {
    **dict.fromkeys(Rules._fields, "bool"),
    **dict.fromkeys(("colours", "safe_start", "first", "fewest", "most", "hand_start", "hand_limit"), "int8"),
    **dict.fromkeys(("values", "floor", "target", "turn_limit", "marker_steps", "marker_limit"), "int16"),
    **dict.fromkeys(("dossier_from", "dossier_again_below", "dossier_right", "dossier_wrong"), "int16"),
    **dict.fromkeys(("sides", "edges", "move_count", "move_edges", "move_starts"), "int32"),
    "supply": "uint32",
    "allowed": "bool",
}


def shape_of(rulesets: Sequence[Ruleset], players: int, xp: ModuleType) -> Shape:
    """Return what a program must be specialised for, to play all these rulesets in one batch."""
    samples = [setup.new(rules, players).table for rules in rulesets]
    numbers = {setup.agents_wanted(table) for table in samples}
    if len(numbers) > 1:
        raise BadRuleset(f"one batch has one number of agents; these rules have {sorted(numbers)}")
    agents = numbers.pop()
    return Shape(
        xp=xp,
        agents=agents,
        players=players,
        cards=any(rules.top_secret for rules in rulesets),
        dossier=any(rules.dossier for rules in rulesets),
        faces=max(len(rules.faces) for rules in rulesets),
        ranges=max(len(ranges) for table in samples for ranges in _move_ranges(table, agents)),
        hand=max(rules.hand_start if rules.top_secret else 0 for rules in rulesets),
        copies=max(max(rules.cards) if rules.top_secret else 1 for rules in rulesets) or 1,
        draws_agents=any(not table.agents for table in samples),
        points=max(max(face) for rules in rulesets for face in rules.die),
        branches=on_cpu(xp),
    )


def rules_arrays(shape: Shape, rulesets: Sequence[Ruleset], which: Sequence[int] | None = None) -> Rules:
    """The settings of one ruleset for all games; or, by `which`, of one of several for each game."""
    columns = [_settings(shape, rules) for rules in rulesets]
    return Rules(*settings_of(shape, columns, Rules._fields, _KINDS, which))


def _settings(shape: Shape, rules: Ruleset) -> dict[str, Any]:
    table = setup.new(rules, shape.players).table
    supply = setup.new(rules, shape.players).secrets.supply or (0,) * len(rules.cards)
    _check(rules, supply)
    padding = shape.faces - len(rules.faces)
    ranges = [*_move_ranges(table, shape.agents), *[((0, 0),)] * padding]
    faces = [*rules.faces, *[(0,)] * padding]
    totals = [*(_offer(table, shape.agents, face)[0] for face in rules.faces), *[()] * padding]
    return {
        **{name: getattr(rules, name) for name in Rules._fields if hasattr(rules, name)},
        "colours": sum(1 << ALL_AGENTS.index(agent) for agent in table.agents),
        "first": -1 if rules.first is None else rules.first,
        "sides": len(rules.die),
        "edges": [*accumulate(rules.faces.values()), *[len(rules.die)] * padding],
        "fewest": list(map(min, faces)),
        "most": list(map(max, faces)),
        "allowed": [[points in allowed for points in range(shape.points + 1)] for allowed in totals],
        "move_count": [sum(length for _, length in row) for row in ranges],
        "move_edges": [_padded([0, *accumulate(length for _, length in row)][:-1], shape.ranges) for row in ranges],
        "move_starts": [_padded([start for start, _ in row], shape.ranges) for row in ranges],
        "floor": NO_FLOOR if rules.floor is None else rules.floor,
        "closed_here": rules.safe_goes is SafeGoes.ELSEWHERE,
        "closed_occupied": rules.safe_goes is SafeGoes.UNOCCUPIED,
        "turn_limit": NO_LIMIT if rules.turn_limit is None else rules.turn_limit,
        "supply": planes_of(supply, shape.copies),
        "asked": rules.card_round is CardRound.ASKED,
        "from_next": rules.card_round is CardRound.FROM_NEXT,
        "give_back": rules.double_agents is DoubleAgents.GIVE_BACK,
        "revises": rules.dossier_again_below is not None,
        "dossier_again_below": rules.dossier_again_below or 0,
    }


def _check(rules: Ruleset, supply: Sequence[int]) -> None:
    """Refuse what small numbers cannot hold."""
    turns = NO_LIMIT // 8 if rules.turn_limit is None else rules.turn_limit
    for name, value, most in (
        ("values", max(map(abs, rules.values)), NO_LIMIT // (turns + 1)),
        ("target", rules.target, NO_LIMIT // 2),
        ("turn_limit", turns, NO_LIMIT // 2),
        ("marker_limit", abs(rules.marker_limit), NO_LIMIT // 2),
        ("marker_steps", rules.marker_steps, NO_LIMIT // 2),
        ("hand_limit", rules.hand_limit, 127),
        ("dossier_right", abs(rules.dossier_right), NO_LIMIT // 32),
        ("dossier_wrong", abs(rules.dossier_wrong), NO_LIMIT // 32),
        ("dossier_from", rules.dossier_from, NO_LIMIT),
        ("cards", max(supply), 127),
        ("die", len(rules.die), NO_LIMIT),
    ):
        if value > most:
            raise BadRuleset(f"'{name}' is too much for the simulator: {value}, and it can count to {most}")


def _padded(items: Sequence[int], length: int) -> list[int]:
    """The last item again and again: a range that starts where the last one starts changes nothing."""
    return [*items, *[items[-1]] * (length - len(items))]


def _offer(table: Table, agents: int, face: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    offer = move_offer(table._replace(agents=ALL_AGENTS[:agents], roll=face))
    return offer.totals, offer.most


def _move_ranges(table: Table, agents: int) -> list[tuple[tuple[int, int], ...]]:
    """For each face, the numbers of the legal moves as ranges: (first, length)."""
    found = []
    for face in table.rules.faces:
        totals, most = _offer(table, agents, face)
        numbers = sorted(
            move_start(total) + index
            for total in totals
            for index in range(splits_of(total, agents))
            if most > 1 or sum(map(bool, splits(total)[index])) <= most
        )
        found.append(_as_ranges(numbers))
    return found


def _as_ranges(numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    starts = [number for index, number in enumerate(numbers) if index == 0 or numbers[index - 1] != number - 1]
    ends = [number for index, number in enumerate(numbers) if number + 1 not in numbers[index + 1 : index + 2]]
    return tuple((start, end - start + 1) for start, end in zip(starts, ends, strict=True))


# Tables that are the same in every edition


def pack_bits(numbers: Sequence[int]) -> int:
    """A small number for each agent, in one word."""
    return sum(number << BITS * index for index, number in enumerate(numbers))


@lru_cache(maxsize=16)
def packed_splits(points: int) -> tuple[int, ...]:
    """The steps of each agent, for every move of at most `points` points, in the order of the numbering."""
    return tuple(pack_bits(split) for total in range(points + 1) for split in splits(total))


@lru_cache(maxsize=16)
def packed_deals(agents: int, players: int) -> tuple[int, ...]:
    """Each agent's owner, for every deal of agent cards (H6), in the order of the digits drawn."""
    found = []
    for deal in range(perm(agents, players)):
        owners = [NOBODY] * agents
        for seat, agent in enumerate(_dealt(deal, agents, players)):
            owners[agent] = seat
        found.append(pack_bits(owners))
    return tuple(found)


@lru_cache(maxsize=16)
def colour_deals(agents: int) -> tuple[int, ...]:
    """The agents that take part, one bit each, for every way in which they are drawn (H4)."""
    total = perm(MOST_AGENTS, agents)
    return tuple(sum(1 << agent for agent in _dealt(deal, MOST_AGENTS, agents)) for deal in range(total))


def _dealt(deal: int, things: int, number: int) -> list[int]:
    digits: list[int] = []
    for left in range(things - number + 1, things + 1):
        deal, digit = divmod(deal, left)
        digits.append(digit)
    left_over = list(range(things))
    return [left_over.pop(digit) for digit in reversed(digits)]


class Uses(NamedTuple):
    """Every use of a card, in the order of the numbering."""

    kind: tuple[int, ...]
    first: tuple[int, ...]  # the first agent named, or 0
    second: tuple[int, ...]  # the second, or the first again
    last: tuple[int, ...]  # the highest of them
    place: tuple[int, ...]  # a building named, or 0
    walk: tuple[int, ...]  # how far each agent walks clockwise, packed; 0 for other effects


class Use(NamedTuple):
    """One of them."""

    kind: int
    first: int
    second: int
    last: int
    place: int
    walk: int


@lru_cache(maxsize=1)
def uses() -> Uses:
    """Return what each use names; how far its agents walk is found out by carrying it out."""
    all_uses = card_uses()
    agents = [use.agents or (0,) for use in all_uses]
    return Uses(
        kind=tuple(KIND_INDEX[use.card] for use in all_uses),
        first=tuple(named[0] for named in agents),
        second=tuple(named[-1] for named in agents),
        last=tuple(map(max, agents)),
        place=tuple(use.place or 0 for use in all_uses),
        walk=tuple(pack_bits(_walked(*use)) for use in all_uses),
    )


@lru_cache(maxsize=1)
def packed_uses() -> tuple[int, ...]:
    """Kind, first and second agent and building of each use, four bits each in one number; see `uses`."""
    table = uses()
    return tuple(map(pack_bits, zip(table.kind, table.first, table.second, table.place, strict=True)))


@lru_cache(maxsize=32)
def uses_of(kind: Card) -> tuple[int, ...]:
    """The numbers of a kind's uses, among all uses."""
    return tuple(number for number, index in enumerate(uses().kind) if index == KIND_INDEX[kind])


BY_STEPS = frozenset(
    {
        Card.BACK_ONE_OR_TWO,
        Card.ONE_EITHER_WAY,
        Card.TWO_BACK,
        Card.TWO_FORWARD,
        Card.LEAVE_SAFE,
        Card.ONE_TO_THREE,
    }
)


def _walked(card: Card, agents: tuple[int, ...], steps: int, place: int | None) -> list[int]:
    table = setup.new(RIO_GRANDE, MOST_AGENTS).table
    if card not in BY_STEPS:
        return [0] * MOST_AGENTS
    play = PlayCard(card, tuple(ALL_AGENTS[agent] for agent in agents), steps, place)
    after = card_effects.carry_out(table, play)
    return [(new - old) % RING for new, old in zip(after.places, table.places, strict=True)]
