"""A batch in a few words of 32 bits for each game: what a long loop should carry along on a GPU.

There every array that a program takes along is read and written anew in each step, so four small numbers in one word
cost a quarter; and rows that are to stand side by side are written quickest as words.
"""

from collections.abc import Sequence
from math import prod
from types import ModuleType
from typing import Any, NamedTuple

Array = Any
Tree = Any
Words = tuple[Array, ...]
WORD = 32
LONG = 4  # numbers of a row that may begin with a word
_BITS = {"bool": 1, "int8": 8, "int16": 16, "int32": 32, "uint32": 32}


class _Place(NamedTuple):
    """The place of a row of a leaf: in which word, from which bit on, and as what."""

    leaf: int
    row: int
    word: int
    offset: int
    kind: str


class Layout:
    """The way in which a tree of arrays lies in words. What holds for all games (a last axis of 1) is kept apart."""

    def __init__(self, xp: ModuleType, tree: Tree, *, aligned: bool = False) -> None:
        """If `aligned`, longer rows of small numbers begin with a word: small_rows.py is quick with those."""
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
        long = {number for number, shape in enumerate(self._shapes) if aligned and len(shape) > 1 and shape[-2] >= LONG}
        for number, row, kind in sorted(rows, key=lambda each: (-_BITS[each[2]], each[0] not in long)):
            begins = number in long and kind == "int8" and row % self._shapes[number][-2] == 0
            if used + _BITS[kind] > WORD or begins:
                self.words, used = self.words + 1, 0
            self._places.append(_Place(number, row, self.words - 1, used, kind))
            used += _BITS[kind]
        self._leaves = []

    def fixed_of(self, tree: Tree) -> list[Array]:
        """Return what holds for all games in a tree of this kind."""
        import jax

        leaves = jax.tree_util.tree_leaves(tree)
        return [leaves[number] for number in self.fixed]

    def pack(self, tree: Tree, xp: ModuleType | None = None) -> Words:
        """The tree in words, uint32 [batch] each; `xp` may be another library than the layout was made with."""
        import jax

        xp = xp or self._xp
        leaves = [_rows(leaf) for leaf in jax.tree_util.tree_leaves(tree)]
        words: list[Array] = [None] * self.words
        if hasattr(library := getattr(xp, "base", None), "word_of"):
            return self._joined(leaves, library)
        for place in self._places:
            bits = _BITS[place.kind]
            item = leaves[place.leaf][place.row].astype(xp.uint32)
            if bits < WORD:
                item = (item & xp.uint32(2**bits - 1)) << xp.uint32(place.offset)
            words[place.word] = item if words[place.word] is None else words[place.word] | item
        return tuple(words)

    def _joined(self, leaves: list[Any], library: Any) -> Words:
        """`pack`, by a library that knows which parts of a word are new."""
        parts: list[list[tuple[Any, int, int]]] = [[] for _ in range(self.words)]
        for place in self._places:
            parts[place.word].append((leaves[place.leaf][place.row], place.offset, _BITS[place.kind]))
        return tuple(library.word_of(each) for each in parts)

    def unpack(
        self, words: Sequence[Array], xp: ModuleType | None = None, fixed: Sequence[Array] | None = None
    ) -> Tree:
        """The tree that the words were made of; `fixed` is what holds for all games, if it is not as it was."""
        import jax

        xp = xp or self._xp
        held = self.fixed if fixed is None else dict(zip(self.fixed, fixed, strict=True))
        rows: dict[int, list[Array]] = {}
        for place in sorted(self._places):
            rows.setdefault(place.leaf, []).append(_item(xp, words[place.word], place))
        leaves = [
            held[number] if number in held else self._leaf(xp, rows[number], shape)
            for number, shape in enumerate(self._shapes)
        ]
        return jax.tree_util.tree_unflatten(self._tree, leaves)

    def _leaf(self, xp: ModuleType, rows: list[Array], shape: tuple[int, ...]) -> Array:
        return rows[0] if len(shape) == 1 else xp.stack(rows).reshape(*shape[:-1], -1)


def _rows(leaf: Array) -> Any:
    return [leaf] if len(leaf.shape) < 2 else leaf.reshape(-1, leaf.shape[-1])


def _item(xp: ModuleType, word: Array, place: _Place) -> Array:
    bits = _BITS[place.kind]
    library: Any = getattr(xp, "base", None)
    if hasattr(library, "field"):
        return library.field(word, place.offset, bits, place.kind)
    if place.kind == "bool":
        return (word >> xp.uint32(place.offset)) & xp.uint32(1) != 0
    if bits < WORD:  # up to the top and down again, so that the sign comes along
        word = (word << xp.uint32(WORD - bits - place.offset)).astype(xp.int32) >> (WORD - bits)
    return word.astype(getattr(xp, place.kind))


def in_pairs(xp: ModuleType, columns: Sequence[Array]) -> Words:
    """Columns of small numbers, two to a word (uint32 [batch])."""
    halves = [column.astype(xp.uint32) & xp.uint32(0xFFFF) for column in columns]
    highs = [*halves[1::2], *[None] * (len(halves) % 2)]
    return tuple(
        low if high is None else low | (high << xp.uint32(16)) for low, high in zip(halves[::2], highs, strict=True)
    )


def side_by_side(xp: ModuleType, words: Words, columns: int) -> Array:
    """The columns of such pairs as the last axis of one array, int16 [batch, columns]; worked out once (JAX)."""
    from jax import lax

    barrier: Any = lax.optimization_barrier
    whole = xp.stack(barrier(words), axis=-1)
    split = lax.bitcast_convert_type(whole, xp.int16)
    return split.reshape(*whole.shape[:-1], -1)[..., :columns]
