"""Rows of small numbers: which of them have a value, and a row or a number of it replaced.

In a kernel, rows of a game that is carried along in words lie in their bytes (words.py): there a few instructions do
for a whole row what would else take some for each number of it.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from heimlich.sim.batch import Array, is_unrolled
from heimlich.sim.ptx_bytes import BYTES
from heimlich.sim.ptx_numbers import PartOfWord
from heimlich.sim.rows import all_of, any_of, as_bits, is_at
from heimlich.sim.unrolled_arrays import INTEGER, FlagRow, Unrolled


def equal_bits(xp: ModuleType, rows: Array, values: Array) -> Array:
    """Tell which rows, up to 32, have a value: as bits from the first row on, uint32, shaped as the values are."""
    words = words_of(rows) if is_unrolled(xp) else None
    if words is None:
        return as_bits(xp, [values == row for row in rows])
    library: Any = xp
    return library.each(lambda value: library.base.equal_bytes(words, value, len(rows)), values)


def any_equal(xp: ModuleType, table: Array, value: Array) -> Array:
    """Tell for each row of a table [row, number, batch] whether one of its numbers has a value, bool [row, batch]."""
    if is_unrolled(xp):
        return xp.stack([equal_bits(xp, row, value) != 0 for row in table])
    return any_of([table[:, number] == value for number in range(table.shape[1])])


def all_equal(xp: ModuleType, rows: Array, value: Array) -> Array:
    """Tell whether all rows, up to 32, have a value, bool [batch]; or of a table [row, number, batch], for each row."""
    if not is_unrolled(xp):
        return all_of([rows[..., number, :] == value for number in range(rows.shape[-2])])
    if len(rows.shape) > 2:
        return xp.stack([all_equal(xp, row, value) for row in rows])
    words = words_of(rows)
    if words is None:
        return all_of([row == value for row in rows])
    library: Any = xp
    return library.base.all_bytes(words, value, len(rows))


def flag_bits(xp: ModuleType, flags: Array) -> Array:
    """Flags, up to 32, as bits from the first on, uint32 [batch]."""
    library: Any = xp
    found = library.bits_of(flags, len(flags)) if is_unrolled(xp) else None
    return as_bits(xp, [*flags]) if found is None else found


def flags_of_bits(xp: ModuleType, bits: Array, size: int) -> Array:
    """Bits of a kernel as a row of flags."""
    return FlagRow(xp, bits, size)


def equal_row(xp: ModuleType, rows: Array, value: Array) -> Array:
    """Tell which rows, up to 32, have a value, bool [row, batch]."""
    return flags_of_bits(xp, equal_bits(xp, rows, value), len(rows)) if is_unrolled(xp) else rows == value


def below_row(xp: ModuleType, rows: Array, limit: int) -> Array:
    """Tell which rows, up to 32 of them, hold a number below a limit, and not a negative one, bool [row, batch]."""
    words = words_of(rows) if is_unrolled(xp) else None
    if words is None:
        return (rows >= 0) & (rows < limit)
    library: Any = xp
    return flags_of_bits(xp, library.base.bytes_below(words, limit, len(rows)), len(rows))


def lowest(xp: ModuleType, bits: Array) -> Array:
    """The lowest of the bits that are set, alone."""
    return bits & (~bits + xp.uint32(1))


def with_item(xp: ModuleType, rows: Array, place: Array, item: Array) -> Array:
    """The rows with the number at a place replaced, game by game; as they are, if there is no such place."""
    words = words_of(rows) if is_unrolled(xp) else None
    if words is None:
        return xp.where(is_at(xp, len(rows), place), item, rows)
    library: Any = xp
    return _row(library, library.base.with_byte(words, place, item), len(rows))


def with_row_of(xp: ModuleType, table: Array, place: Array, row: Array) -> Array:
    """The table [row, number, batch] with one of its rows replaced, game by game."""
    every = [words_of(each) for each in table] if is_unrolled(xp) else [None]
    if None in every:
        return xp.where(is_at(xp, len(table), place)[:, None], row[None], table)
    library: Any = xp
    fresh = words_of(row) or _joined(library, row)
    found = []
    for number, words in enumerate(every):
        here = place == INTEGER(number)
        chosen = [library.base.where(here, new, old) for new, old in zip(fresh, words or [], strict=True)]
        found.append(_row(library, chosen, len(row)))
    return library.stack(found)


def words_of(rows: Array) -> list[Any] | None:
    """The words of a kernel in whose bytes these numbers lie, from the lowest on; None where they lie otherwise."""
    items = _items(rows)
    for place, item in enumerate(items):
        if not (
            isinstance(item, PartOfWord)
            and (item.bits, item.offset) == (8, place % BYTES * 8)
            and item.word is items[place - place % BYTES].word
        ):
            return None
    return [item.word for item in items[::BYTES]] or None


def chosen_row(library: Any, rows: Sequence[Any], index: Array) -> Array:
    """`row_at` for rows, or numbers, that lie in words; None where they don't."""
    words = words_of(rows)
    if words is not None and len(rows) > 2:
        return library.base.byte_at(words, index)
    every = [words_of(row) for row in rows if isinstance(row, Unrolled)]
    if not every or None in every:
        return None
    found = []
    for choice in zip(*[words or [] for words in every], strict=True):
        word = choice[0]
        for number, other in enumerate(choice[1:], 1):
            word = library.base.where(index == INTEGER(number), other, word)
        found.append(word)
    return _row(library, found, len(rows[0]))


def _items(rows: Array) -> list[Any]:
    if not isinstance(rows, Unrolled) or rows.rows.ndim != 2:
        return []
    return [*rows.rows.flat]


def _row(library: Any, words: Sequence[Any], size: int) -> Unrolled:
    """The numbers in the bytes of words."""
    items = np.empty((size, 1), object)
    for place in range(size):
        items[place, 0] = library.base.field(words[place // BYTES], place % BYTES * 8, 8, INTEGER)
    return Unrolled(library, items)


def _joined(library: Any, row: Array) -> list[Any]:
    """Numbers, four to a word."""
    items = _items(row)
    groups = [items[first : first + BYTES] for first in range(0, len(items), BYTES)]
    return [library.base.word_of([(item, 8 * place, 8) for place, item in enumerate(group)]) for group in groups]
