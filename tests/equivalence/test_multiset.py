"""Cards as bits behave as counts of each kind do, in both array libraries and with any number of copies."""

from random import Random
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.games.heimlich_co.names import KINDS
from heimlich.sim.heimlich_co import multiset

GAMES = 40


@pytest.mark.parametrize("xp", [np, jnp], ids=["numpy", "jax"])
@pytest.mark.parametrize("copies", [1, 2, 5])
def test_cards_as_bits_are_counts(xp: Any, copies: int) -> None:
    rng = Random(copies)
    before = [[rng.randint(0, copies) for _ in KINDS] for _ in range(GAMES)]
    before[0] = [0] * len(KINDS)
    before[1] = [copies] * len(KINDS)
    planes = [multiset.planes_of(counts, copies) for counts in before]
    assert [list(multiset.counts_of_planes(each)) for each in planes] == before
    cards = tuple(xp.asarray(column, dtype=xp.uint32) for column in zip(*planes, strict=True))
    totals = [sum(counts) for counts in before]
    assert multiset.number_of(xp, cards).tolist() == totals
    assert multiset.is_empty(cards).tolist() == [total == 0 for total in totals]
    assert [row.tolist() for row in multiset.counts(xp, cards)] == [list(row) for row in zip(*before, strict=True)]
    numbers = [rng.randrange(total) if total else 0 for total in totals]
    kinds = multiset.nth_kind(xp, cards, xp.asarray(numbers, dtype=xp.int32)).tolist()
    for counts, number, kind in zip(before[1:], numbers[1:], kinds[1:], strict=True):
        assert [each for each, count in enumerate(counts) for _ in range(count)][number] == kind
    taken = [kind if counts[kind % len(KINDS)] else -1 for counts, kind in zip(before, kinds, strict=True)]
    bit = multiset.bit_of(xp, xp.asarray(taken, dtype=xp.int8))
    less = multiset.remove(cards, bit)
    pairs = zip(before, taken, strict=True)
    expected = [[count - (kind == place) for place, count in enumerate(each)] for each, kind in pairs]
    assert [row.tolist() for row in multiset.counts(xp, less)] == [list(row) for row in zip(*expected, strict=True)]
    again = multiset.add(less, bit)
    assert [plane.tolist() for plane in again] == [plane.tolist() for plane in cards]
