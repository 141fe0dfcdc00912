"""Numbers of the game that a thread plays, as a kernel in the making has them: each is a register; see ptx.py."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike

if TYPE_CHECKING:
    from heimlich.sim.ptx_instructions import Instructions

Operand = str | int | bool | float  # a register's name, or a number that is known
Value = Any  # a `Number`, or a number that is known, Python's or NumPy's
INTEGER = np.dtype(np.int32)


class Number:
    """A number of the game that a thread plays; operators as for a vector of an array library."""

    __array_ufunc__ = None  # NumPy's numbers leave operations to this class
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, writer: "Instructions", operand: Operand, dtype: DTypeLike) -> None:
        self.writer, self.operand, self.dtype = writer, operand, np.dtype(dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of a vector along the games."""
        return (self.writer.lanes,)

    def astype(self, kind: DTypeLike) -> "Number":
        """As a number of another kind; whole numbers have 32 bits."""
        kind = np.dtype(kind)
        kind = INTEGER if kind.kind == "i" else kind
        return Number(self.writer, self.writer.convert(self.operand, self.dtype.name, kind.name), kind)

    def max(self) -> "Number":
        """Over all games of a thread, which has one."""
        return self

    def any(self) -> "Number":
        """In any game of a thread, which has one."""
        return self


class PartOfWord(Number):
    """A number within a word: read where it is needed, so that it takes no register before."""

    def __init__(self, word: Number, offset: int, bits: int, dtype: DTypeLike) -> None:
        self.writer, self.word, self.offset, self.bits, self.dtype = word.writer, word, offset, bits, np.dtype(dtype)

    @property
    def operand(self) -> Operand:  # type: ignore[override]
        """Its register."""
        return self.writer.part_of(self.word.operand, self.offset, self.bits, self.dtype)


def _operator(name: str, *, mirrored: bool = False) -> Callable[..., Any]:
    def operate(self: Number, other: Value = None) -> Value:
        if not isinstance(other, Number | np.generic | int | float | None):
            return NotImplemented  # an array of several: see unrolled.py
        return self.writer.operate(name, *((other, self) if mirrored else (self, other)))

    return operate


_NAMES = {
    "add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "or", "xor": "xor", "lshift": "shl", "rshift": "shr",
    "floordiv": "floordiv", "mod": "mod", "truediv": "div",
}  # fmt: skip
for _name, _meaning in _NAMES.items():
    setattr(Number, f"__{_name}__", _operator(_meaning))
    setattr(Number, f"__r{_name}__", _operator(_meaning, mirrored=True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Number, f"__{_name}__", _operator(_name))
for _name, _meaning in {"invert": "not", "neg": "neg"}.items():
    setattr(Number, f"__{_name}__", _operator(_meaning))
