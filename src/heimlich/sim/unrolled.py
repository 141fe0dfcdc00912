"""An array library for programs that keep a game in registers: axes before the games are unrolled into vectors.

The simulators are written against an array namespace. `Namespace` is one for the inside of a GPU kernel, where an array
is a vector along the games (one game for each lane) and nothing else exists. An array with more axes is an `Unrolled`:
a vector, or a plain number, for each of its places; every operation becomes one for each vector. Numbers are 32 bits
wide, whatever the source asks for: registers are. Tables become loads from one array that the kernel is handed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from heimlich.sim.ptx_numbers import PartOfWord
from heimlich.sim.unrolled_arrays import (
    INTEGER,
    LOGIC,
    Array,
    FlagRow,
    Tables,
    Unrolled,
    as_kind,
    every_bit,
    is_read,
    of_kind,
)

_NIBBLES = 8  # of four bits, in a word


class Namespace:
    """The part of an array library that simulators need, for kernels with a given number of games in a block."""

    __name__ = "unrolled"
    int8 = int16 = int32 = INTEGER
    uint32 = np.uint32
    bool = bool_ = np.bool_
    float32 = np.float32

    def __init__(self, games: int, vectors: Array) -> None:
        self.games = games
        self.base = vectors  # the library of the vectors: a `ptx.Writer`; or `jax.numpy` or `numpy`, for tests
        self.tables = Tables()
        self.layouts: dict[Any, Any] = {}  # how games lie in words (words.py), by their class

    # Shapes

    def outer_shape(self, inner: tuple[int, ...]) -> tuple[int, ...]:
        """A shape as the source knows it."""
        return (*inner[:-1], self.games if inner[-1] == 1 else inner[-1])

    def inner_shape(self, outer: Array) -> tuple[int, ...]:
        """A shape with one place for all games."""
        shape = (outer,) if isinstance(outer, int) else tuple(outer)
        if len(shape) == 1 and isinstance(shape[0], tuple):
            shape = shape[0]
        return (*shape[:-1], 1 if shape[-1] in (self.games, -1) else shape[-1])

    def wrap(self, rows: Array) -> Array:
        """A single vector as it is, more of them as one array."""
        if not isinstance(rows, np.ndarray):
            return rows
        return rows.flat[0] if rows.shape in ((), (1,)) else Unrolled(self, rows)

    def each(self, function: Callable[..., Any], *arrays: Array) -> Array:
        """The function carried out place by place."""
        rows = np.broadcast_arrays(*(self._rows(array) for array in arrays), subok=False)
        found = np.empty(rows[0].shape, object)
        for place in np.ndindex(*found.shape):
            found[place] = function(*(row[place] for row in rows))
        return self.wrap(found)

    def _rows(self, array: Array) -> Array:
        if isinstance(array, Unrolled):
            return array.rows
        single = np.empty((1,), object)
        single[0] = array
        return single

    # Rows of flags

    def flag_of(self, word: Array, place: int) -> Array:
        """One flag of a row that lies in a word."""
        if hasattr(self.base, "field"):
            return self.base.field(word, place, 1, np.bool_)
        return (word >> np.uint32(place)) & np.uint32(1) != 0

    def on_bits(self, name: str, *rows: Array) -> FlagRow | None:
        """A logical operation on rows of flags, or on a row and one flag for all of it; None if none lies in a word."""
        sizes = {len(row) for row in rows if isinstance(row, Unrolled) and row.rows.ndim == 2}
        if len(sizes) != 1 or not any(_lies_in_word(row) for row in rows):
            return None
        size = sizes.pop()
        words = [self.bits_of(row, size) for row in rows]
        if any(word is None for word in words):
            return None
        word = LOGIC[name](*words)
        return FlagRow(self, word & every_bit(size) if name == "__invert__" else word, size)

    def bits_of(self, flags: Array, size: int) -> Array:
        """A row of flags as bits; None where that would take an instruction or more for each."""
        if isinstance(flags, FlagRow):
            return flags.word
        if not isinstance(flags, Unrolled):
            return self.base.where(flags, every_bit(size), np.uint32(0)) if flags.dtype == np.bool_ else None
        items = [*flags.rows.flat] if flags.rows.ndim == 2 else []
        if items and all(isinstance(item, np.bool_) for item in items):
            return np.uint32(sum(1 << place for place, item in enumerate(items) if item))
        if not _lies_in_word(flags):
            return None
        return (items[0].word >> np.uint32(items[0].offset)) & every_bit(size)

    # Trees of arrays

    def vectors(self, tree: Array) -> list[Array]:
        """All vectors of a tree in order. Numbers of the rules become vectors; one read for all games stays one."""
        if tree is None:
            return []
        if isinstance(tree, tuple):
            return [vector for part in tree for vector in self.vectors(part)]
        items = tree.rows.flat if isinstance(tree, Unrolled) else [tree]
        return [item if is_read(item) else self.base.broadcast_to(item, (self.games,)) for item in items]

    def tree(self, vectors: Sequence[Array], like: Array) -> Array:
        """The tree that these vectors make, in the order of `vectors`."""
        return self._tree(iter(vectors), like)

    def _tree(self, vectors: Iterator[Array], like: Array) -> Array:
        if like is None:
            return None
        if isinstance(like, tuple):
            parts = [self._tree(vectors, part) for part in like]
            return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
        if not isinstance(like, Unrolled):
            return next(vectors)
        rows = np.empty(like.rows.shape, object)
        for place in np.ndindex(*rows.shape):
            rows[place] = next(vectors)
        return Unrolled(self, rows)

    def numbers(self, vector: Array, kind: DTypeLike) -> Array:
        """A vector that was read, as numbers of a kind."""
        return as_kind(vector, kind)

    # Games in words

    def carried(self, tree: Array) -> list[Array]:
        """Return what a loop or a branch carries along: vectors of a tree, or words of games that have a layout."""
        layout = self.layouts.get(type(tree))
        return self.vectors(tree) if layout is None else [*layout.pack(tree, self)]

    def restored(self, vectors: Sequence[Array], like: Array) -> Array:
        """The tree that was carried along."""
        layout = self.layouts.get(type(like))
        return self.tree(vectors, like) if layout is None else layout.unpack(vectors, self, layout.fixed_of(like))

    # Loops and branches, of vectors

    def fori_loop(
        self, times: Array, body: Callable[[Any, list[Array]], list[Array]], start: list[Array]
    ) -> list[Array]:
        """The vectors after `body(turn, vectors)` has been carried out some times."""
        if hasattr(self.base, "fori_loop"):
            found: list[Array] = self.base.fori_loop(times, body, start)
            return found
        from jax import lax

        turned: list[Array] = lax.fori_loop(0, times, body, start)
        return turned

    def while_loop(
        self, asks: Callable[[list[Array]], Array], body: Callable[[list[Array]], list[Array]], start: list[Array]
    ) -> list[Array]:
        """The vectors after `body(vectors)` has been carried out as long as `asks(vectors)` holds in any game."""
        if hasattr(self.base, "while_loop"):
            found: list[Array] = self.base.while_loop(asks, body, start)
            return found
        from jax import lax

        return lax.while_loop(lambda each: asks(each).any(), body, start)

    def branch(self, mask: Array, rule: Callable[[], list[Array]], before: list[Array]) -> list[Array]:
        """The vectors of `rule()` in the games of the mask, else those before."""
        if hasattr(self.base, "branch"):
            found: list[Array] = self.base.branch(mask, rule, before)
            return found
        return [self._choose(mask, one, other) for one, other in zip(rule(), before, strict=True)]

    # Making arrays

    def asarray(self, items: Array, dtype: DTypeLike | None = None) -> Array:
        """Numbers of the rules; an array of the kernel stays as it is."""
        if not isinstance(items, list | tuple | range | np.generic | int):
            return items
        numbers = np.asarray(items)
        return self.constant(numbers if dtype is None else numbers.astype(dtype))

    def constant(self, numbers: Array) -> Array:
        """Numbers, known when the kernel is made."""
        numbers = numbers.astype(INTEGER if numbers.dtype.kind == "i" else numbers.dtype)
        if numbers.size == 1:
            return numbers.reshape(-1)[0]
        rows = np.empty(numbers.shape, object)
        for place in np.ndindex(*rows.shape):
            rows[place] = numbers[place]
        return Unrolled(self, rows)

    def full(self, shape: int | Sequence[int], value: Array, dtype: DTypeLike) -> Array:
        """An array of one number."""
        inner = self.inner_shape(shape)
        number = as_kind(value, dtype)
        if inner == (1,):
            return self.base.full((self.games,), number, np.asarray(number).dtype)
        rows = np.empty(inner, object)
        rows.fill(number)
        return Unrolled(self, rows)

    def zeros(self, shape: int | Sequence[int], dtype: DTypeLike) -> Array:
        """An array of zeros."""
        return self.full(shape, 0, dtype)

    def ones(self, shape: int | Sequence[int], dtype: DTypeLike) -> Array:
        """An array of ones."""
        return self.full(shape, 1, dtype)

    def zeros_like(self, array: Array) -> Array:
        """Zeros, as many as in another array."""
        return self.each(lambda item: as_kind(0, item.dtype), array)

    def eye(self, size: int, dtype: DTypeLike) -> Array:
        """Ones where row and column are the same."""
        return self.constant(np.eye(size, dtype=dtype))

    def arange(self, size: int, dtype: DTypeLike = np.int32) -> Array:
        """The numbers below a size."""
        return self.asarray(range(size), dtype)

    def broadcast_to(self, array: Array, shape: int | Sequence[int]) -> Array:
        """One for all as one for each."""
        inner = self.inner_shape(shape)
        if inner == (1,):
            item = array.rows.flat[0] if isinstance(array, Unrolled) else array
            return self.base.broadcast_to(item, (self.games,))
        return Unrolled(self, np.broadcast_to(self._rows(array), inner).copy())

    def stack(self, arrays: Sequence[Any], axis: int = 0) -> Array:
        """Arrays along a new axis."""
        return Unrolled(self, np.stack(np.broadcast_arrays(*map(self._rows, arrays)), axis=axis))

    def concatenate(self, arrays: Sequence[Any], axis: int = 0) -> Array:
        """Arrays one after the other."""
        return Unrolled(self, np.concatenate([self._rows(array) for array in arrays], axis=axis))

    def repeat(self, array: Unrolled, times: int, axis: int) -> Array:
        """Each row several times."""
        return Unrolled(self, np.repeat(array.rows, times, axis=axis))

    # Working on arrays

    def where(self, mask: Array, one: Array, other: Array) -> Array:
        """One array where the mask holds, the other elsewhere."""
        return self.each(self._choose, mask, one, other)

    def _choose(self, mask: Array, one: Array, other: Array) -> Array:
        one, other = of_kind(one, other), of_kind(other, one)
        if isinstance(mask, bool | np.bool_):
            return one if mask else other
        return one if one is other else self.base.where(mask, one, other)

    def maximum(self, one: Array, other: Array) -> Array:
        """The higher of two numbers."""
        return self.each(self.base.maximum, one, other)

    def minimum(self, one: Array, other: Array) -> Array:
        """The lower of two numbers."""
        return self.each(self.base.minimum, one, other)

    def clip(self, array: Array, low: int, high: int) -> Array:
        """Numbers within bounds."""
        return self.minimum(self.maximum(array, INTEGER(low)), INTEGER(high))

    def left_shift(self, one: Array, other: Array) -> Array:
        """Bits moved up."""
        return self.each(self.base.left_shift, one, other)

    def right_shift(self, one: Array, other: Array) -> Array:
        """Bits moved down."""
        return self.each(self.base.right_shift, one, other)

    def bitwise_count(self, array: Array) -> Array:
        """Count the bits that are set."""
        return self.each(self.base.bitwise_count, array)

    def argmax(self, array: Unrolled, axis: int = 0) -> Array:
        """The first place along the first axis where it holds."""
        assert axis == 0, "nothing else is asked for"
        found: Array = self.zeros(array.shape[1:], INTEGER)
        for place in reversed(range(len(array))):
            found = self.where(array[place], INTEGER(place), found)
        return found

    def argmin(self, array: Unrolled, axis: int = 0) -> Array:
        """The first place along the first axis where it does not hold."""
        return self.argmax(self.each(lambda item: ~item, array), axis)

    def cumsum(self, array: Unrolled, axis: int, dtype: DTypeLike) -> Array:
        """Sums up to each place along the first axis."""
        assert axis == 0, "nothing else is asked for"
        total = self.each(lambda item: as_kind(item, dtype), array[0])
        found = [total]
        for row in array[1:]:
            total = total + self.each(lambda item: as_kind(item, dtype), row)
            found.append(total)
        return self.stack(found)

    def take(self, table: Array, index: Array, axis: int = 0, mode: str = "clip") -> Array:
        """Places of a table, by their numbers; what lies outside it gives any of them."""
        assert mode == "clip", "nothing else is asked for"
        if axis == 1:
            return self.stack([self.take(row, index) for row in table])
        items = [*table.rows] if isinstance(table, Unrolled) else [*table]
        return self.each(lambda item: self._at(items, item), index)

    def look_up(self, table: Array, index: Array) -> Array:
        """`take`, for a table of the rules at hand."""
        return self.take(table[..., 0], index)

    def chosen_row(self, rows: Array, index: Array) -> Array:
        """rows[index] for rows that lie in words; None where they don't."""
        if not hasattr(self.base, "byte_at"):
            return None
        from heimlich.sim.small_rows import chosen_row  # which needs this module

        return chosen_row(self, rows, index)

    def _in_constants(self, items: list[int], index: Array) -> Array:
        """The place of a small table, out of two numbers of the program: quicker than a load."""
        lowest, index = min(items), index.astype(np.uint32)
        halves = [items[:_NIBBLES], items[_NIBBLES:]]
        low, high = (np.uint32(sum(item - lowest << 4 * place for place, item in enumerate(half))) for half in halves)
        word = self.base.where(index < np.uint32(_NIBBLES), low, high) if halves[1] else low
        found = (word >> ((index & np.uint32(_NIBBLES - 1)) << np.uint32(2))) & np.uint32(15)
        return found.astype(INTEGER) + INTEGER(lowest)

    def _at(self, items: list[Any], index: Array) -> Array:
        if any(is_read(item) for item in items):
            found = items[0]
            for number in range(1, len(items)):
                found = self._choose(index == INTEGER(number), items[number], found)
            return found
        kind = np.asarray(items[0]).dtype
        items = [int(item) for item in items] if kind == np.bool_ else items
        if isinstance(index, np.generic | int):
            return items[min(max(int(index), 0), len(items) - 1)]
        if len({*map(int, items)}) == 1:
            return self.base.full((self.games,), items[0], kind)
        if len(items) <= _NIBBLES * 2 and max(items) - min(items) < 16:
            return as_kind(self._in_constants([int(item) for item in items], index), kind)
        start = self.tables.start_of(items)
        within = self.base.minimum(index.astype(np.uint32), np.uint32(len(items) - 1)).astype(INTEGER)
        return as_kind(self.tables.read(start, within), kind)


def _lies_in_word(flags: Array) -> bool:
    """Tell whether a row of flags lies in one word, a bit beside the other."""
    if not isinstance(flags, Unrolled) or isinstance(flags, FlagRow):
        return isinstance(flags, FlagRow)
    items = [*flags.rows.flat] if flags.rows.ndim == 2 else []
    return bool(items) and all(
        isinstance(item, PartOfWord)
        and (item.bits, item.offset) == (1, items[0].offset + place)
        and item.word is items[0].word
        for place, item in enumerate(items)
    )
