"""Concludes for one seat what suitcases hold: expected secrets and bombs, and draws of possible contents.

The own contents are known, and of the opponents' those that have been opened. Where their bombs are likely, evidence.py
says.
"""

from functools import lru_cache
from itertools import combinations
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np

from heimlich.bots.suitcases.belief.evidence import BombOdds
from heimlich.bots.suitcases.distances import Array
from heimlich.game import Seat
from heimlich.games.suitcases.names import BOMB, SUITCASES, Content, Suitcase, colour_name
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.setup import contents_left
from heimlich.games.suitcases.state import Delivery, Table, View


class Worths(NamedTuple):
    """[seats, suitcases]: the secrets expected in a suitcase, and the probability of a bomb, as each seat sees it.

    The own contents are certain to the observing seat. Of the other seats it does not know what they packed either.
    """

    secrets: Array
    bombs: Array


OddsByLetter = tuple[tuple[float, ...], ...]  # [letter][content, in the order of the rules]


Known = tuple[tuple[int, Content], ...]  # letters that have been opened, and their contents


@lru_cache(maxsize=4096)
def _odds(rules: Ruleset, known: Known, bombs: BombOdds) -> OddsByLetter:
    """The probability of each content in each suitcase of a seat: of bombs by the evidence, of the rest evenly."""
    kinds = tuple(dict.fromkeys(rules.contents))
    left = contents_left(rules, tuple(content for _, content in known))
    secrets = [content for content in left if content != BOMB]
    odds = np.zeros((len(rules.contents), len(kinds)))
    for letter, content in known:
        odds[letter, kinds.index(content)] = 1.0
    ways, weights = _bomb_ways(rules, known, bombs)
    for letter in _hidden(rules, known):
        bomb = sum(weight for way, weight in zip(ways, weights, strict=True) if letter in way) / sum(weights)
        for content in secrets:
            odds[letter, kinds.index(content)] += (1 - bomb) / len(secrets)
        if BOMB in kinds:
            odds[letter, kinds.index(BOMB)] = bomb
    return tuple(map(tuple, odds.tolist()))


def _hidden(rules: Ruleset, known: Known) -> list[int]:
    """The letters that have not been opened."""
    sure = dict(known)
    return [letter for letter in range(len(rules.contents)) if letter not in sure]


@lru_cache(maxsize=4096)
def _bomb_ways(rules: Ruleset, known: Known, bombs: BombOdds) -> tuple[list[tuple[int, ...]], list[float]]:
    """Every set of letters that may hold the bombs, with its weight."""
    left = contents_left(rules, tuple(content for _, content in known))
    ways = list(combinations(_hidden(rules, known), left.count(BOMB)))
    return ways, [prod(bombs.weight[letter] for letter in way) for way in ways]


def _draw(rules: Ruleset, known: Known, bombs: BombOdds, rng: Random) -> tuple[Content, ...]:
    """Draw what a seat may have packed."""
    ways, weights = _bomb_ways(rules, known, bombs)
    found = dict(known) | dict.fromkeys(rng.choices(ways, weights)[0], BOMB)
    left = contents_left(rules, tuple(found.values()))
    rest = iter(rng.sample(left, len(left)))
    return tuple(found[letter] if letter in found else next(rest) for letter in range(len(rules.contents)))


def content_odds(view: View, suitcase: Suitcase, clues: tuple[BombOdds, ...]) -> list[tuple[Content, float]]:
    """The possible contents of a suitcase, with their probabilities."""
    table = view.table
    colour, letter = SUITCASES[suitcase]
    owner = next(seat for seat in range(table.players) if colour_name(table.players, seat) == colour)
    if owner == view.seat:
        return [(view.contents[letter], 1.0)]
    known = _opened_by_seat(table.players, table.delivered)[owner]
    likely = _odds(table.rules, known, clues[owner])[letter]
    return [(kind, p) for kind, p in zip(dict.fromkeys(table.rules.contents), likely, strict=True) if p > 0]


@lru_cache(maxsize=4096)
def _worths(
    rules: Ruleset,
    me: Seat,
    contents: tuple[Content, ...],
    opened_by_seat: tuple[Known, ...],
    clues: tuple[BombOdds, ...],
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


def worths_of(table: Table, me: Seat, contents: tuple[Content, ...], clues: tuple[BombOdds, ...]) -> Worths:
    """Return what all suitcases are worth to all seats, as this seat sees it."""
    known = _opened_by_seat(table.players, table.delivered)
    return _worths(table.rules, me, contents, known, clues)


@lru_cache(maxsize=4096)
def _opened_by_seat(players: int, delivered: tuple[tuple[Delivery, ...], ...]) -> tuple[Known, ...]:
    found: list[list[tuple[int, Content]]] = [[] for _ in range(players)]
    names = [colour_name(players, seat) for seat in range(players)]
    for row in delivered:
        for suitcase, content in row:
            colour, letter = SUITCASES[suitcase]
            found[names.index(colour)].append((letter, content))
    return tuple(tuple(sorted(row)) for row in found)


def sample_contents(
    table: Table, me: Seat, contents: tuple[Content, ...], clues: tuple[BombOdds, ...], rng: Random
) -> tuple[tuple[Content, ...], ...]:
    """Draw what every seat may have packed; the own contents are known."""
    known = _opened_by_seat(table.players, table.delivered)
    return tuple(
        contents if seat == me else _draw(table.rules, known[seat], clues[seat], rng) for seat in range(table.players)
    )
