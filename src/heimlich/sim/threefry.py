"""Randomness by counter: a number for (seed, game, stream, index), the same in Python integers, NumPy and JAX.

Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011). The
key is (seed, game), the counter (stream, index). So any game can be replayed alone, in the readable rules too:
`ThreefrySource` is a source of chance as heimlich.chance has it.
"""

from math import prod
from types import ModuleType
from typing import Any
from zlib import crc32

Array = Any

_ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)
_PARITY = 0x1BD11BDA
_ROUNDS = 20
_WORD = (1 << 32) - 1

# What is dealt without replacement takes all its numbers out of one word: the digits of one number below 7 × 6 × 5 …
# The word of a deal of seven is uneven by at most 5040 / 2^32, about one in a million.
DEALS = frozenset({"agents", "identity"})

# A block has two words, and most streams leave the second one alone: this one takes it, instead of a block of its own.
BESIDE = {"start": "identity"}


def stream_number(stream: str) -> int:
    """The first word of the counter for a stream."""
    return crc32(stream.encode())


def threefry(key: tuple[int, int], counter: tuple[int, int]) -> tuple[int, int]:
    """Two words of 32 bits, in Python integers."""
    keys = (*key, key[0] ^ key[1] ^ _PARITY)
    x, y = (counter[0] + keys[0]) & _WORD, (counter[1] + keys[1]) & _WORD
    for number in range(_ROUNDS):
        x = (x + y) & _WORD
        turn = _ROTATIONS[number % 8]
        y = ((y << turn | y >> 32 - turn) & _WORD) ^ x
        if number % 4 == 3:
            step = number // 4 + 1
            x, y = (x + keys[step % 3]) & _WORD, (y + keys[(step + 1) % 3] + step) & _WORD
    return x, y


def threefry_arrays(xp: ModuleType, key: tuple[Array, Array], counter: tuple[Array, Array]) -> tuple[Array, Array]:
    """`threefry` for arrays of uint32, each at least one-dimensional, which broadcast."""
    uint32 = xp.uint32
    keys = (*key, key[0] ^ key[1] ^ uint32(_PARITY))
    x, y = counter[0] + keys[0], counter[1] + keys[1]
    for number in range(_ROUNDS):
        x = x + y
        turn = _ROTATIONS[number % 8]
        y = ((y << uint32(turn)) | (y >> uint32(32 - turn))) ^ x
        if number % 4 == 3:
            step = number // 4 + 1
            x, y = x + keys[step % 3], y + (keys[(step + 1) % 3] + uint32(step))
    return x, y


class ThreefrySource:
    """The numbers of one game, for the readable rules."""

    def __init__(self, seed: int, game: int) -> None:
        self._key = (seed & _WORD, game & _WORD)

    def below(self, total: int, stream: str, index: int) -> int:
        """A number from 0 to total - 1."""
        if stream in BESIDE:
            return threefry(self._key, (stream_number(BESIDE[stream]), index))[1] * total >> 32
        if stream not in DEALS:
            return threefry(self._key, (stream_number(stream), index))[0] * total >> 32
        word = threefry(self._key, (stream_number(stream), 0))[0]
        digits = word * prod(range(total, total + index + 1)) >> 32  # the deal so far, as one number
        return digits % total


def below(xp: ModuleType, key: tuple[Array, Array], stream: str, index: Array, total: Array) -> Array:
    """A number from 0 to total - 1 as int32, for totals up to 65,535; index and total broadcast."""
    return scale(xp, random_words(xp, key, stream, index), total)


def random_words(xp: ModuleType, key: tuple[Array, Array], stream: str, index: Array) -> Array:
    """The words that such numbers are made of, uint32."""
    counter = xp.full((1,), stream_number(BESIDE.get(stream, stream)), xp.uint32)
    words = threefry_arrays(xp, key, (counter, xp.asarray(index).astype(xp.uint32)))
    return words[stream in BESIDE]


def scale(xp: ModuleType, word: Array, total: Array) -> Array:
    """floor(word × total / 2^32) without 64-bit numbers, as int32."""
    uint32 = xp.uint32
    total = xp.asarray(total).astype(uint32)
    low = ((word & uint32(0xFFFF)) * total) >> uint32(16)
    return (((word >> uint32(16)) * total + low) >> uint32(16)).astype(xp.int32)
