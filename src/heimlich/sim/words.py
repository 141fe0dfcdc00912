"""A batch in a few words of 32 bits for each game: what a long loop should carry along on a GPU.

There every array that a program takes along is read and written anew in each step, so four small numbers in one word
cost a quarter; and rows that are to stand side by side are written quickest as words.
"""

from math import prod
from typing import Any, NamedTuple

Array = Any
Tree = Any
Words = tuple[Array, ...]
WORD = 32
_BITS = {"bool": 1, "int8": 8, "int16": 16, "int32": 32, "uint32": 32}


class _Place(NamedTuple):
    """Where a row of a leaf lies: in which word, from which bit on, and as what."""

    leaf: int
    row: int
    word: int
    offset: int
    kind: str


class Layout:
    """How a tree of arrays lies in words. What holds for all games (a last axis of 1) stays beside them."""

    def __init__(self, xp: Any, tree: Tree) -> None:
        import jax

        self._xp = xp
        self._leaves, self._tree = jax.tree_util.tree_flatten(tree)
        self._shapes = [leaf.shape for leaf in self._leaves]
        self.fixed = {number: leaf for number, leaf in enumerate(self._leaves) if leaf.shape[-1] == 1}
        rows = [
            (number, row, str(leaf.dtype))
            for number, leaf in enumerate(self._leaves)
            if number not in self.fixed
            for row in range(prod(leaf.shape[:-1]))
        ]
        self._places: list[_Place] = []
        self.words, used = 0, WORD
        for number, row, kind in sorted(rows, key=lambda each: -_BITS[each[2]]):
            if used + _BITS[kind] > WORD:
                self.words, used = self.words + 1, 0
            self._places.append(_Place(number, row, self.words - 1, used, kind))
            used += _BITS[kind]
        self._leaves = []

    def pack(self, tree: Tree) -> Words:
        """The tree in words, uint32 [batch] each."""
        import jax

        xp = self._xp
        leaves = [leaf.reshape(-1, leaf.shape[-1]) for leaf in jax.tree_util.tree_leaves(tree)]
        words: list[Array] = [None] * self.words
        for place in self._places:
            bits = _BITS[place.kind]
            item = leaves[place.leaf][place.row].astype(xp.uint32)
            if bits < WORD:
                item = (item & xp.uint32(2**bits - 1)) << xp.uint32(place.offset)
            words[place.word] = item if words[place.word] is None else words[place.word] | item
        return tuple(words)

    def unpack(self, words: Words) -> Tree:
        """The tree that the words were made of."""
        import jax

        xp = self._xp
        rows: dict[int, list[Array]] = {}
        for place in sorted(self._places):
            rows.setdefault(place.leaf, []).append(_item(xp, words[place.word], place))
        leaves = [
            self.fixed[number] if number in self.fixed else self._leaf(rows[number], shape)
            for number, shape in enumerate(self._shapes)
        ]
        return jax.tree_util.tree_unflatten(self._tree, leaves)

    def _leaf(self, rows: list[Array], shape: tuple[int, ...]) -> Array:
        return rows[0] if len(shape) == 1 else self._xp.stack(rows).reshape(*shape[:-1], -1)


def _item(xp: Any, word: Array, place: _Place) -> Array:
    bits = _BITS[place.kind]
    if place.kind == "bool":
        return (word >> xp.uint32(place.offset)) & xp.uint32(1) != 0
    if bits < WORD:  # up to the top and down again, so that the sign comes along
        word = (word << xp.uint32(WORD - bits - place.offset)).astype(xp.int32) >> (WORD - bits)
    return word.astype(place.kind)


def side_by_side(xp: Any, columns: list[Array]) -> Array:
    """Columns of int16 as the last axis of one array [batch, columns], worked out once and written as words."""
    from jax import lax

    barrier: Any = lax.optimization_barrier
    pairs = [*columns, xp.zeros_like(columns[0])][: len(columns) + len(columns) % 2]
    halves = [column.astype(xp.uint16).astype(xp.uint32) for column in pairs]
    words = [low | (high << xp.uint32(16)) for low, high in zip(halves[::2], halves[1::2], strict=True)]
    whole = xp.stack(barrier(words), axis=-1)
    split = lax.bitcast_convert_type(whole, xp.int16)
    return split.reshape(*whole.shape[:-1], -1)[..., : len(columns)]
