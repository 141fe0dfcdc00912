"""Rows of small numbers: what a kernel computes with the bytes of words is what NumPy computes number by number."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.sim import fused
from heimlich.sim.fused import Build
from heimlich.sim.rows import all_of, any_of, is_at, row_at
from heimlich.sim.small_rows import (
    all_equal,
    below_row,
    equal_bits,
    equal_row,
    flag_bits,
    lowest,
    with_item,
    with_row_of,
    words_of,
)
from heimlich.sim.unrolled_arrays import FlagRow
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
    "equal, as flags": lambda xp, tree: equal_row(xp, tree.rows, tree.item),
    "below": lambda xp, tree: below_row(xp, tree.rows, 2),
    "below all": lambda xp, tree: below_row(xp, tree.rows, 127),
    "lowest": lambda xp, tree: lowest(xp, equal_bits(xp, tree.rows, tree.item)),
    "all flags turned": lambda _, tree: ~tree.flags,
    "flags and flags": lambda xp, tree: tree.flags & ~equal_row(xp, tree.rows, tree.item) | below_row(xp, tree.rows, 1),
    "flags and one for all": lambda _, tree: (tree.flags ^ (tree.item > 0)) & (tree.row < 2),
    "flags and known ones": lambda xp, tree: tree.flags & (xp.arange(len(tree.rows)) % 3 == 1)[:, None],
    "flags and computed ones": lambda _, tree: tree.flags & (tree.rows > tree.item),
    "the one at a place": lambda xp, tree: tree.flags | is_at(xp, len(tree.rows), tree.place),
    "any": lambda xp, tree: any_of(tree.flags & is_at(xp, len(tree.rows), tree.place)),
    "all": lambda _, tree: all_of(tree.flags | (tree.item > 0)),
    "number of flags": lambda xp, tree: (~tree.flags).sum(axis=0, dtype=xp.int8),
    "chosen by flags": lambda xp, tree: xp.where(~tree.flags, tree.rows, tree.item),
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


def test_flags_that_lie_in_a_word_stay_there() -> None:
    """What is computed of them is a word, too, and one instruction puts it back into the game."""
    tree = tree_of(7)
    layout = Layout(jnp, tree, aligned=True)
    seen = []

    def turned(xp: Any, words: Any) -> Any:
        inner = layout.unpack(words, xp)
        flags = ~inner.flags & is_at(xp, 7, inner.place)
        seen.append(isinstance(flags, FlagRow))
        return layout.pack(inner._replace(flags=flags), xp)

    packed = layout.pack(tree)
    like = tuple(fused.abstract((GAMES,), np.uint32) for _ in packed)
    found = layout.unpack(call(kernel(turned, like, Build(32)), packed), jnp)
    assert seen == [True]
    np.testing.assert_array_equal(found.flags, ~tree.flags & is_at(np, 7, tree.place))
    text = str(jax.make_jaxpr(kernel(turned, like, Build(32)))(packed))
    assert text.count("bfi.b32") == 1
