"""Cards as bits: hands, supply and discards, each a few words of 32 bits for a game.

A multiset is a tuple of planes. Plane 0 has the bit of every kind of which there is a card, plane 1 those of which
there are two, and so on; so a higher plane never has a bit that a lower one lacks.
"""

from collections.abc import Sequence
from functools import reduce
from types import ModuleType

from heimlich.games.heimlich_co.names import KINDS
from heimlich.sim.batch import Array
from heimlich.sim.rows import row_at

Cards = tuple[Array, ...]  # planes, uint32
_HALVES = (8, 4, 2, 1)  # by which the place of a bit is found among those of all kinds


def planes_of(counts: Sequence[int], planes: int) -> tuple[int, ...]:
    """The planes of a multiset, in Python integers, by how many cards there are of each kind."""
    return tuple(sum(1 << kind for kind, count in enumerate(counts) if count > plane) for plane in range(planes))


def counts_of_planes(planes: Sequence[int]) -> tuple[int, ...]:
    """Return how many cards there are of each kind, in Python integers."""
    return tuple(sum(plane >> kind & 1 for plane in planes) for kind in range(len(KINDS)))


def no_cards(xp: ModuleType, planes: int, size: tuple[int, ...]) -> Cards:
    """No card at all."""
    return (xp.zeros(size, xp.uint32),) * planes


def bit_of(xp: ModuleType, kind: Array) -> Array:
    """The bit of a kind; of no kind, none."""
    known = kind >= 0
    place = xp.where(known, kind, 0).astype(xp.uint32)
    return xp.left_shift(known.astype(xp.uint32), place)


def add(cards: Cards, bit: Array) -> Cards:
    """One card more of the kind that the bit stands for."""
    found = []
    for plane in cards:
        found.append(plane | bit)
        bit = plane & bit
    return tuple(found)


def remove(cards: Cards, bit: Array) -> Cards:
    """One card less of that kind, of which there is one."""
    found = []
    for plane in reversed(cards):
        found.append(plane & ~bit)
        bit = bit & ~plane
    return tuple(reversed(found))


def is_empty(cards: Cards) -> Array:
    """Tell whether there is no card."""
    return cards[0] == 0


def number_of(xp: ModuleType, cards: Cards) -> Array:
    """Return how many cards there are, int32."""
    counts = [xp.bitwise_count(plane).astype(xp.int32) for plane in cards]
    return reduce(lambda one, other: one + other, counts)


def nth_kind(xp: ModuleType, cards: Cards, number: Array) -> Array:
    """The kind of the card at a position, counted from 0 in the order of the kinds, int32."""
    place = xp.zeros(number.shape, xp.int32)
    for half in _HALVES:
        lower = tuple(plane & xp.uint32(2**half - 1) for plane in cards)
        before = number_of(xp, lower)
        later = number >= before
        number = xp.where(later, number - before, number)
        cards = tuple(xp.where(later, plane >> xp.uint32(half), low) for plane, low in zip(cards, lower, strict=True))
        place = place + later.astype(xp.int32) * half
    return place


def counts(xp: ModuleType, cards: Cards) -> list[Array]:
    """Return how many cards there are of each kind, int8."""
    found = []
    for kind in range(len(KINDS)):
        bits = [(plane >> xp.uint32(kind)) & xp.uint32(1) for plane in cards]
        found.append(reduce(lambda one, other: one + other, bits).astype(xp.int8))
    return found


def cards_at(xp: ModuleType, rows: Sequence[Cards], index: Array) -> Cards:
    """The multiset at index, game by game."""
    return tuple(row_at(xp, planes, index) for planes in zip(*rows, strict=True))


def with_cards(xp: ModuleType, rows: Sequence[Cards], index: Array, cards: Cards) -> tuple[Cards, ...]:
    """The multisets with the one at index, game by game, replaced."""
    return tuple(
        tuple(xp.where(index == number, new, old) for new, old in zip(cards, former, strict=True))
        for number, former in enumerate(rows)
    )


def has(xp: ModuleType, kinds: Array, kind: int) -> Array:
    """Tell whether a kind is among these, given as bits."""
    return (kinds & xp.uint32(1 << kind)) != 0
