"""What every suitcase is worth to every player, as far as one seat can reckon it.

One's own contents are known. Of an opponent's, what has been opened is; and clues.py tells how likely the rest is.
"""

from functools import lru_cache
from itertools import permutations
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np

from heimlich.bots.suitcases.clues import Clue
from heimlich.bots.suitcases.ground import Array
from heimlich.game import Seat
from heimlich.games.suitcases.names import BOMB, SUITCASES, Content, Suitcase, colour_name
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.setup import contents_left
from heimlich.games.suitcases.state import Delivery, Table, View


class Worths(NamedTuple):
    """[seats, suitcases]: the secrets expected in a suitcase, and how likely a bomb is, to the one who brings it home.

    A seat reckons with what it knows: its own contents are certain to it, or, seen from here, as likely as can be told.
    """

    secrets: Array
    bombs: Array


Odds = tuple[tuple[float, ...], ...]  # [letter][which content of the rules]


@lru_cache(maxsize=4096)
def _odds(rules: Ruleset, known: tuple[tuple[int, Content], ...], clue: Clue) -> Odds:
    """How likely each content is in each suitcase of a seat, all ways to pack weighed."""
    kinds = tuple(dict.fromkeys(rules.contents))
    sure = dict(known)
    hidden = [letter for letter in range(len(rules.contents)) if letter not in sure]
    odds = np.zeros((len(rules.contents), len(kinds)))
    for letter, content in known:
        odds[letter, kinds.index(content)] = 1.0
    ways, weights = ways_to_pack(rules, known, clue)
    for way, weight in zip(ways, weights, strict=True):
        for letter in hidden:
            odds[letter, kinds.index(way[letter])] += weight / sum(weights)
    return tuple(map(tuple, odds.tolist()))


@lru_cache(maxsize=4096)
def ways_to_pack(
    rules: Ruleset, known: tuple[tuple[int, Content], ...], clue: Clue
) -> tuple[list[tuple[Content, ...]], list[float]]:
    """Every way in which a seat may have packed, with a weight; an open suitcase is certain."""
    sure = dict(known)
    ways: list[tuple[Content, ...]] = []
    weights: list[float] = []
    for order in sorted(set(permutations(contents_left(rules, tuple(sure.values()))))):
        rest = iter(order)
        way = tuple(sure[letter] if letter in sure else next(rest) for letter in range(len(rules.contents)))
        ways.append(way)
        weights.append(prod(clue.bomb[letter] for letter, content in enumerate(way) if content == BOMB))
    return ways, weights


def content_odds(view: View, suitcase: Suitcase, clues: tuple[Clue, ...]) -> list[tuple[Content, float]]:
    """What may be in a suitcase, and how likely that is."""
    table = view.table
    colour, letter = SUITCASES[suitcase]
    owner = next(seat for seat in range(table.players) if colour_name(table.players, seat) == colour)
    if owner == view.seat:
        return [(view.contents[letter], 1.0)]
    kinds = dict.fromkeys(table.rules.contents)
    return [
        (kind, p)
        for kind, p in zip(
            kinds,
            _odds(table.rules, _opened_by_seat(table.players, table.delivered)[owner], clues[owner])[letter],
            strict=True,
        )
        if p > 0
    ]


@lru_cache(maxsize=4096)
def _worths(
    rules: Ruleset,
    me: Seat,
    contents: tuple[Content, ...],
    opened_by_seat: tuple[tuple[tuple[int, Content], ...], ...],
    clues: tuple[Clue, ...],
) -> Worths:
    players, letters = len(clues), len(rules.contents)
    kinds = np.array(list(dict.fromkeys(rules.contents)), np.float32)
    secrets = np.zeros((players, players * letters), np.float32)
    bombs = np.zeros_like(secrets)
    for owner in range(players):
        own = slice(owner * letters, (owner + 1) * letters)
        odds = np.array(_odds(rules, opened_by_seat[owner], clues[owner]), np.float32)
        secrets[:, own] = odds @ kinds
        bombs[:, own] = odds @ (kinds == BOMB)
    mine = slice(me * letters, (me + 1) * letters)
    secrets[me, mine] = contents
    bombs[me, mine] = np.array(contents) == BOMB
    return Worths(secrets, bombs)


def worths_of(table: Table, me: Seat, contents: tuple[Content, ...], clues: tuple[Clue, ...]) -> Worths:
    """What all suitcases are worth to all, as this seat reckons."""
    known = _opened_by_seat(table.players, table.delivered)
    return _worths(table.rules, me, contents, known, clues)


@lru_cache(maxsize=4096)
def _opened_by_seat(
    players: int, delivered: tuple[tuple[Delivery, ...], ...]
) -> tuple[tuple[tuple[int, Content], ...], ...]:
    found: list[list[tuple[int, Content]]] = [[] for _ in range(players)]
    names = [colour_name(players, seat) for seat in range(players)]
    for row in delivered:
        for suitcase, content in row:
            colour, letter = SUITCASES[suitcase]
            found[names.index(colour)].append((letter, content))
    return tuple(tuple(sorted(row)) for row in found)


def sample_contents(
    table: Table, me: Seat, contents: tuple[Content, ...], clues: tuple[Clue, ...], rng: Random
) -> tuple[tuple[Content, ...], ...]:
    """What everybody may have packed: one's own is known, the others' is drawn."""
    known = _opened_by_seat(table.players, table.delivered)
    found = []
    for seat in range(table.players):
        ways, weights = ways_to_pack(table.rules, known[seat], clues[seat])
        found.append(contents if seat == me else rng.choices(ways, weights)[0])
    return tuple(found)
