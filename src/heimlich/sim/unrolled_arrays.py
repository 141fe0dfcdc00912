"""Arrays of a program that keeps a game in registers: a vector along the games for each place; see unrolled.py."""

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike

if TYPE_CHECKING:
    from heimlich.sim.unrolled import Namespace

Array = Any
INTEGER = np.int32


class Tables:
    """All tables that a kernel looks things up in, one after the other in one array."""

    def __init__(self) -> None:
        self._starts: dict[tuple[int, ...], int] = {}
        self._numbers: list[int] = []
        # In a kernel: by a load
        self.read: Callable[[int, Array], Array] = lambda start, index: self.array()[start + index]

    def start_of(self, table: Sequence[int]) -> int:
        """Return where a table begins; a new one is appended."""
        key = tuple(int(number) for number in table)
        if key not in self._starts:
            self._starts[key] = len(self._numbers)
            self._numbers += key
        return self._starts[key]

    def array(self) -> Array:
        """All of them, int32."""
        wrapped = np.asarray(self._numbers or [0], np.int64).astype(np.uint32)
        return wrapped.view(INTEGER)


class Unrolled:
    """An array whose places are vectors along the games, or numbers that hold for all of them.

    Its last axis has the length 1 and stands for the games; only a table of the rules has a real one.
    """

    __array_priority__ = 1000
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, library: "Namespace", rows: Array) -> None:
        self.library, self.rows = library, rows

    @property
    def shape(self) -> tuple[int, ...]:
        """As the source knows it: the last axis are the games."""
        return self.library.outer_shape(self.rows.shape)

    @property
    def dtype(self) -> Array:
        """The kind of the numbers."""
        return self.rows.flat[0].dtype

    @property
    def T(self) -> "Unrolled":  # noqa: N802  # named as in NumPy
        """With the axes reversed."""
        return Unrolled(self.library, self.rows.T)

    def __iter__(self) -> Iterator[Any]:
        return (self.library.wrap(row) for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Array) -> Array:
        parts = index if isinstance(index, tuple) else (index,)
        plain = tuple(part.rows.astype(np.int64) if isinstance(part, Unrolled) else part for part in parts)
        return self.library.wrap(self.rows[plain])

    def astype(self, kind: DTypeLike) -> Array:
        """As numbers of another kind."""
        return self.library.each(lambda item: as_kind(item, kind), self)

    def reshape(self, *shape: int) -> Array:
        """Arrange the places in other axes."""
        return self.library.wrap(self.rows.reshape(self.library.inner_shape(shape)))

    def copy(self) -> "Unrolled":
        """An array of its own."""
        return Unrolled(self.library, self.rows.copy())

    def sum(self, axis: int, dtype: DTypeLike | None = None) -> Array:
        """The sum along an axis."""
        return self._reduced(axis, lambda one, other: one + other, INTEGER if dtype is None else dtype)

    def any(self, axis: int) -> Array:
        """Tell whether it holds anywhere along an axis."""
        return self._reduced(axis, lambda one, other: one | other, bool)

    def all(self, axis: int) -> Array:
        """Tell whether it holds everywhere along an axis."""
        return self._reduced(axis, lambda one, other: one & other, bool)

    def min(self, axis: int) -> Array:
        """The lowest number along an axis."""
        return self._reduced(axis, self.library.base.minimum, self.dtype)

    def max(self, axis: int) -> Array:
        """The highest number along an axis."""
        return self._reduced(axis, self.library.base.maximum, self.dtype)

    def _reduced(self, axis: int, join: Callable[[Any, Any], Any], kind: DTypeLike) -> Array:
        rows = np.moveaxis(self.rows, axis, 0)
        found = self.library.each(lambda item: as_kind(item, kind), Unrolled(self.library, rows[0]))
        for row in rows[1:]:
            found = self.library.each(lambda one, other: join(one, as_kind(other, kind)), found, self.library.wrap(row))
        return found


class FlagRow(Unrolled):
    """A row of flags, 32 at most, as bits of a word: an operation on all of them is one on the word.

    A kernel has few registers for flags. Those of seven agents, kept one by one, were moved to bits and back all the
    time; here each is read from its bit where it is needed.
    """

    def __init__(self, library: Any, word: Array, size: int) -> None:
        self.library, self.word, self.size = library, word, size  # the bits beyond the size are 0
        self._rows: Array = None

    @property
    def rows(self) -> Array:
        """The flags one by one."""
        if self._rows is None:
            self._rows = np.empty((self.size, 1), object)
            for place in range(self.size):
                self._rows[place, 0] = self.library.flag_of(self.word, place)
        return self._rows

    def any(self, axis: int) -> Array:
        """Tell whether it holds anywhere along the only axis."""
        assert axis == 0, "there is no other"
        return self.word != np.uint32(0)

    def all(self, axis: int) -> Array:
        """Tell whether it holds everywhere along the only axis."""
        assert axis == 0, "there is no other"
        return self.word == every_bit(self.size)

    def sum(self, axis: int, dtype: DTypeLike | None = None) -> Array:
        """Count the flags that hold."""
        assert axis == 0, "there is no other"
        return as_kind(self.library.base.bitwise_count(self.word), INTEGER if dtype is None else dtype)


def every_bit(size: int) -> np.uint32:
    """The bits of all flags of a row."""
    return np.uint32(2**size - 1)


def _operator(name: str) -> Callable[..., Any]:
    def operate(self: Unrolled, *others: Array) -> Array:
        found = self.library.on_bits(name, self, *others) if name in LOGIC else None
        if found is not None:
            return found
        return self.library.each(lambda item, *more: _apply(name, item, *more), self, *others)

    return operate


def _apply(name: str, item: Array, *others: Array) -> Array:
    found = getattr(item, name)(*others)
    if found is NotImplemented:  # a plain number on the left of a vector
        found = getattr(others[0], _MIRRORED[name])(item)
    return found


LOGIC: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("__and__", "__rand__"), operator.and_),
    **dict.fromkeys(("__or__", "__ror__"), operator.or_),
    **dict.fromkeys(("__xor__", "__rxor__"), operator.xor),
    "__invert__": operator.invert,
}
_ARITHMETIC = ("add", "sub", "mul", "and", "or", "xor", "floordiv", "mod", "lshift", "rshift")
_MIRRORED = {
    **{
        f"__{name}__": f"__r{name}__"
        for name in ["add", "sub", "mul", "and", "or", "xor", "floordiv", "mod", "lshift", "rshift"]
    },
    **{
        f"__r{name}__": f"__{name}__"
        for name in ["add", "sub", "mul", "and", "or", "xor", "floordiv", "mod", "lshift", "rshift"]
    },
    "__eq__": "__eq__",
    "__ne__": "__ne__",
    "__lt__": "__gt__",
    "__gt__": "__lt__",
    "__le__": "__ge__",
    "__ge__": "__le__",
}
for _name in (*_MIRRORED, "__neg__", "__invert__"):
    setattr(Unrolled, _name, _operator(_name))


def as_kind(item: Array, kind: DTypeLike) -> Array:
    """A vector or a number as another kind; integers are 32 bits wide."""
    kind = np.dtype(kind)
    if kind.kind == "i":
        kind = np.dtype(INTEGER)
    if isinstance(item, np.generic) or not hasattr(item, "astype"):
        return np.asarray(item).astype(kind)[()]
    return item if item.dtype == kind else item.astype(kind)


def of_kind(item: Array, other: Array) -> Array:
    """Convert a plain Python number to the kind of the other operand."""
    if hasattr(item, "dtype"):
        return item
    return as_kind(item, other.dtype if hasattr(other, "dtype") else INTEGER)


def is_read(item: Array) -> bool:
    """A number that the kernel read, not one that it was made with."""
    return not isinstance(item, np.generic | int)
