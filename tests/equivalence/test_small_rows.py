"""Rows of small numbers: what a kernel computes with the bytes of words is what NumPy computes number by number."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.sim import fused
from heimlich.sim.batch import row_at
from heimlich.sim.fused import Build
from heimlich.sim.small_rows import all_equal, equal_bits, flag_bits, with_item, with_row_of, words_of
from heimlich.sim.words import Layout
from tests.equivalence.ptx_machine import call
from tests.equivalence.test_ptx import kernel

GAMES = 64
_NUMBERS = np.random.default_rng(5)


class Tree(NamedTuple):
    """Rows as a game has them: some to a seat, and numbers that lie between them."""

    phase: Any
    rows: Any  # [number]
    table: Any  # [row, number]
    flags: Any
    place: Any  # from -1 to beyond the last
    row: Any
    item: Any


def tree_of(size: int) -> Tree:
    """Few different numbers, so that many are equal; among them negative ones and the largest."""
    few = np.asarray([-128, -1, 0, 1, 2, 127], np.int8)
    return Tree(
        phase=_NUMBERS.integers(0, 9, GAMES).astype(np.int8),
        rows=np.where(np.arange(GAMES) % 5 == 0, np.int8(2), _NUMBERS.choice(few, (size, GAMES))),
        table=_NUMBERS.choice(few, (3, size, GAMES)),
        flags=_NUMBERS.integers(0, 2, (size, GAMES)).astype(bool),
        place=_NUMBERS.integers(-1, size + 2, GAMES).astype(np.int8),
        row=_NUMBERS.integers(0, 3, GAMES).astype(np.int8),
        item=_NUMBERS.choice(few, GAMES),
    )


WORK: dict[str, Callable[[Any, Any], Any]] = {
    "equal": lambda xp, tree: equal_bits(xp, tree.rows, tree.item),
    "equal to a known one": lambda xp, tree: equal_bits(xp, tree.rows, xp.int8(-1)),
    "equal to each": lambda xp, tree: equal_bits(xp, tree.rows, tree.rows),
    "all equal": lambda xp, tree: all_equal(xp, tree.rows, tree.item),
    "flags": lambda xp, tree: flag_bits(xp, tree.flags),
    "item replaced": lambda xp, tree: with_item(xp, tree.rows, tree.place, tree.item),
    "row chosen": lambda xp, tree: row_at(xp, tree.table, tree.row),
    "row replaced": lambda xp, tree: with_row_of(xp, tree.table, tree.row, tree.rows),
    "computed row replaced": lambda xp, tree: with_row_of(
        xp, tree.table, tree.row, xp.where(tree.item > 0, tree.rows, tree.table[1])
    ),
    "item of a chosen row": lambda xp, tree: row_at(
        xp,
        row_at(xp, tree.table, tree.row),
        xp.minimum(xp.maximum(tree.place, xp.int8(0)), xp.int8(len(tree.rows) - 1)),
    ),
}


@pytest.mark.parametrize("size", [4, 7, 11, 16])
@pytest.mark.parametrize("name", WORK)
def test_bytes_of_words_are_worked_on_as_numbers_are(name: str, size: int) -> None:
    tree, work = tree_of(size), WORK[name]
    expected = np.asarray(work(np, tree))
    layout = Layout(jnp, tree, aligned=True)
    in_bytes = []

    def in_a_kernel(xp: Any, words: Any) -> Any:
        inner = layout.unpack(words, xp)
        in_bytes.append(words_of(inner.rows) is not None and all(words_of(row) for row in inner.table))
        return work(xp, inner)

    like = fused.abstract(expected.shape, expected.dtype)
    found = call(kernel(in_a_kernel, like, Build(32)), layout.pack(tree))
    assert all(in_bytes), "the rows do not lie in bytes"
    np.testing.assert_array_equal(found, expected)


def test_rows_that_lie_otherwise_are_not_taken_for_words() -> None:
    """Without alignment, a table's second row begins within a word."""
    tree = tree_of(7)
    layout = Layout(jnp, tree)
    seen = []

    def look(xp: Any, words: Any) -> Any:
        inner = layout.unpack(words, xp)
        seen.extend([words_of(inner.table[1]), words_of([*inner.rows]), words_of(inner.flags)])
        return equal_bits(xp, inner.table[1], inner.item)

    found = call(kernel(look, fused.abstract((GAMES,), np.uint32), Build(32)), layout.pack(tree))
    assert seen == [None] * 3
    np.testing.assert_array_equal(found, equal_bits(np, tree.table[1], tree.item))
