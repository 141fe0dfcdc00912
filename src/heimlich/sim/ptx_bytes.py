"""Instructions for rows of small numbers that lie four to a word, one in each byte; see small_rows.py.

Each does for a whole row what would else take an instruction or two for every number of it.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from heimlich.sim.ptx_instructions import Instructions
from heimlich.sim.ptx_numbers import INTEGER, Number, Value

BYTES = 4  # in a word
_EVERY = 0x01010101  # a number times this is in every byte
_LOW, _TOP = 0x7F7F7F7F, 0x80808080  # of each byte
_WEIGHTS = (0x08040201, 0x80402010)  # of the bytes of an even and of an odd word: each has its own bit
_SAME, _OTHER = 0x32103210, 0x44444444  # `prmt` for two words: all bytes as they are; the first of the other operand


class ByteInstructions(Instructions):
    """Instructions that work on all bytes of a word, or on one that is chosen."""

    def equal_bytes(self, words: Sequence[Value], value: Value, count: int) -> Number:
        """Tell which of the first bytes of these words have a value: a bit for each, from the lowest on."""
        spread = self._spread(value)

        def equal(word: Value) -> Value:
            differ = word ^ spread
            return ~(((differ & np.uint32(_LOW)) + np.uint32(_LOW)) | differ)

        return self._as_bits(words, count, equal)

    def bytes_below(self, words: Sequence[Value], limit: int, count: int) -> Number:
        """Tell which of the first bytes of these words are below a limit, and not negative: a bit for each."""
        more = np.uint32((0x80 - limit) * _EVERY)  # a byte that is not below the limit gets to its top bit

        def below(word: Value) -> Value:
            return ~(((word & np.uint32(_LOW)) + more) | word)

        return self._as_bits(words, count, below)

    def _as_bits(self, words: Sequence[Value], count: int, asked: Callable[[Value], Value]) -> Number:
        """A bit for each of the first bytes of these words, from the lowest on: the top bit of what is asked of it."""
        found: Any = None
        for first in range(0, len(words), 2):
            total: Any = 0
            for number, word in enumerate(words[first : first + 2]):
                used = min(BYTES, count - BYTES * (first + number))
                holds = asked(word) & np.uint32(_TOP & ((1 << 8 * used) - 1))
                total = self._dot(holds, _WEIGHTS[number], total)
            bits: Value = Number(self, total, np.uint32)  # times 128
            shift = 4 * first - 7
            bits = bits >> np.uint32(7) if first == 0 else bits << np.uint32(shift)
            found = bits if found is None else found | bits
        return Number(self, found.operand, np.uint32)

    def all_bytes(self, words: Sequence[Value], value: Value, count: int) -> Number:
        """Tell whether the first bytes of these words all have a value."""
        spread = self._spread(value)
        differ = [word ^ spread for word in words]
        if count % BYTES:
            differ[-1] = differ[-1] & np.uint32((1 << 8 * (count % BYTES)) - 1)
        joined: Any = reduce(lambda one, other: one | other, differ)
        found: Number = joined == np.uint32(0)
        return found

    def _spread(self, value: Value) -> Value:
        """A number in every byte of a word."""
        number: Value = self.broadcast_to(value, ()).astype(np.uint32)
        return (number & np.uint32(0xFF)) * np.uint32(_EVERY)

    def _dot(self, word: Value, weights: int, more: Any) -> str:
        """The sum of all bytes times their weights, and a number more."""
        operands = [self._in_register("r", each) for each in (word.operand, weights, more)]
        return self._do("r", "dp4a.u32.u32", *operands)

    def byte_at(self, words: Sequence[Value], index: Value) -> Number:
        """One of the bytes, with its sign, by its place; undefined beyond them."""
        pairs = [(words[first], words[min(first + 1, len(words) - 1)]) for first in range(0, len(words), 2)]
        low, high = pairs[0]
        for number, pair in enumerate(pairs[1:], 1):
            within = index >= np.int32(2 * BYTES * number)
            low, high = (self.where(within, one, other) for one, other in zip(pair, (low, high), strict=True))
        if len(pairs) > 1:
            index = index & np.int32(2 * BYTES - 1)
        # A digit of four bits for each byte of the result: the byte itself, then three times its sign
        chosen = index * np.int32(0x1111) + np.int32(0x8880)
        return Number(self, self._permuted(low, high, chosen), INTEGER)

    def with_byte(self, words: Sequence[Value], index: Value, value: Value) -> list[Number]:
        """The words with the byte at a place replaced; as they are, if the place is beyond them."""
        found = []
        item = self.broadcast_to(value, ())
        for first in range(0, len(words), 2):
            place = (index - np.int32(BYTES * first)) * np.int32(4)
            digit = self._do("r", "shl.b32", self._in_register("r", 0xF), self._in_register("r", place.operand))
            digits: Value = Number(self, digit, np.uint32)
            chosen = (digits & np.uint32(_SAME ^ _OTHER)) ^ np.uint32(_SAME)
            for number, word in enumerate(words[first : first + 2]):
                half = chosen >> np.uint32(16) if number else chosen
                found.append(Number(self, self._permuted(word, item, half), np.uint32))
        return found

    def _permuted(self, one: Value, other: Value, chosen: Value) -> str:
        """Four of the eight bytes of two words, chosen by digits of four bits."""
        operands = [self._in_register("r", each.operand) for each in (one, other, chosen)]
        return self._do("r", "prmt.b32", *operands)
