"""Rows of a batch: how many of them hold, which one is the n-th, and the one at a place that each game has for itself.

Rows are one vector [batch] for each agent, seat, city or suitcase; flags may be the bits of a word in a kernel.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from types import ModuleType

from heimlich.sim.batch import Array, Tree, is_unrolled
from heimlich.sim.unrolled_arrays import FlagRow, every_bit

STRIDE = 16
WORD = 32


def look_up(xp: ModuleType, table: Array, index: Array) -> Array:
    """table[index] for each game, from a table of the rules [rows, 1] or [rows, batch]."""
    if is_unrolled(xp):
        return xp.look_up(table, index)
    if table.shape[-1] == 1:
        return xp.take(table[:, 0], index, axis=0, mode="clip")
    rows = xp.clip(index, 0, table.shape[0] - 1)
    return xp.take_along_axis(table, rows[None].astype(xp.int32), axis=0)[0]


def any_of(rows: Tree) -> Array:
    """Tell whether it holds for any agent, or seat."""
    if isinstance(rows, FlagRow):
        return rows.any(axis=0)
    return reduce(lambda one, other: one | other, rows)


def all_of(rows: Tree) -> Array:
    """Tell whether it holds for every agent, or seat."""
    if isinstance(rows, FlagRow):
        return rows.all(axis=0)
    return reduce(lambda one, other: one & other, rows)


def most_of(xp: ModuleType, rows: Tree) -> Array:
    """The highest number among agents, or seats."""
    return reduce(xp.maximum, rows)


def count_of(xp: ModuleType, rows: Tree) -> Array:
    """For how many agents, or seats, it holds."""
    return reduce(lambda one, other: one + other, [row.astype(xp.int8) for row in rows])


def nth_of(xp: ModuleType, flags: Tree, number: Array) -> Array:
    """The place of the true flag that has `number` true flags before it, int16 [batch]."""
    place, seen = xp.zeros(number.shape, xp.int16), xp.zeros(number.shape, xp.int16)
    for flag in flags:
        seen = seen + flag.astype(xp.int16)
        place = place + (seen <= number).astype(xp.int16)
    return place


def nth_of_many(xp: ModuleType, flags: Array, number: Callable[[Array], Array]) -> Array:
    """`nth_of` for an array [flag, batch], in two strides; `number` gets the count of true flags."""
    if is_unrolled(xp):
        words = [as_bits(xp, [*flags[first : first + WORD]]) for first in range(0, flags.shape[0], WORD)]
        return nth_bit(xp, words, number(count_of_bits(xp, words)))
    rows = -(-flags.shape[0] // STRIDE)
    padding = xp.zeros((rows * STRIDE - flags.shape[0], flags.shape[1]), bool)
    blocks = xp.concatenate([flags, padding]).reshape(rows, STRIDE, -1)
    counts = blocks.sum(axis=1, dtype=xp.int16)
    wanted = number(counts.sum(axis=0, dtype=xp.int16))
    seen = before = block = xp.zeros(wanted.shape, xp.int16)
    for count in counts:
        seen = seen + count
        before = xp.where(seen <= wanted, seen, before)
        block = block + (seen <= wanted).astype(xp.int16)
    block = xp.minimum(block, xp.int16(rows - 1))
    chosen = xp.take_along_axis(blocks, block[None, None].astype(xp.int32), axis=0)[0]
    return block * xp.int16(STRIDE) + nth_of(xp, chosen, wanted - before)


def as_bits(xp: ModuleType, flags: Sequence[Array]) -> Array:
    """Up to 32 flags as the bits of a word, uint32 [batch]."""
    return reduce(
        lambda one, other: one | other,
        [xp.where(flag, xp.uint32(1 << place), xp.uint32(0)) for place, flag in enumerate(flags)],
    )


def count_of_bits(xp: ModuleType, words: Tree) -> Array:
    """Count the bits that are set in all these words (uint32), int32 [batch]."""
    return reduce(lambda one, other: one + other, [xp.bitwise_count(word).astype(xp.int32) for word in words])


def nth_bit(xp: ModuleType, words: Tree, number: Array, halves: Sequence[int] = (16, 8, 4, 2, 1)) -> Array:
    """The place of the set bit that has `number` set bits before it, in words of 32 bits, int32 [batch].

    `halves` are the steps of the search; the last word has no bit beyond their sum.
    """
    word, place = words[0], xp.zeros(number.shape, xp.int32)
    for index in range(1, len(words)):
        before = xp.bitwise_count(word).astype(xp.int32)
        later = (number >= before) & (place == 32 * (index - 1))
        number = xp.where(later, number - before, number)
        word, place = xp.where(later, words[index], word), xp.where(later, 32 * index, place)
    for half in halves:
        low = word & xp.uint32(2**half - 1)
        before = xp.bitwise_count(low).astype(xp.int32)
        upper = number >= before
        number = xp.where(upper, number - before, number)
        word, place = xp.where(upper, word >> xp.uint32(half), low), place + upper.astype(xp.int32) * half
    return place


def row_at(xp: ModuleType, rows: Tree, index: Array) -> Array:
    """rows[index], game by game; the rows may be vectors or have axes before the last."""
    found = xp.chosen_row(rows, index) if is_unrolled(xp) else None
    if found is not None:
        return found
    found = rows[0]
    for number in range(1, len(rows)):
        found = xp.where(index == number, rows[number], found)
    return found


def with_row(xp: ModuleType, rows: Tree, index: Array, row: Array) -> Tree:
    """The rows with the one at index, game by game, replaced."""
    return tuple(xp.where(index == number, row, former).astype(former.dtype) for number, former in enumerate(rows))


def is_at(xp: ModuleType, size: int, index: Array) -> Array:
    """Tell whether each of `size` rows is the one at index, bool [size, batch]."""
    if is_unrolled(xp) and size < WORD:
        return FlagRow(xp, (xp.uint32(1) << index.astype(xp.uint32)) & every_bit(size), size)
    return xp.arange(size, dtype=index.dtype)[:, None] == index


def win_shares(xp: ModuleType, players: int, winners: Array) -> Array:
    """Each seat's share of the one win, float32 [batch, players], where winners are bits; nothing before the end."""
    return xp.stack(win_rows(xp, players, winners), axis=-1)


def win_rows(xp: ModuleType, players: int, winners: Array) -> list[Array]:
    """`win_shares` as a vector [batch] for each seat."""
    bits = [xp.right_shift(winners, xp.int8(seat)) & xp.int8(1) for seat in range(players)]
    won = [bit.astype(xp.float32) for bit in bits]
    number = reduce(lambda one, other: one + other, won)
    return [flag / xp.maximum(number, xp.float32(1)) for flag in won]
