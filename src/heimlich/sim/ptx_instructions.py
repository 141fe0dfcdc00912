"""The instructions of a kernel in PTX, one after the other: registers, and what is computed in them.

Nothing is written twice, and nothing for numbers that are known. ptx.py makes whole kernels of this, with loops and
branches.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from heimlich.sim.ptx_numbers import INTEGER, Number, Operand, PartOfWord, Value

_WORD = 1 << 32
KINDS = {"r": "b32", "p": "pred", "f": "f32", "rd": "u64"}  # of registers
_SIGNED = {"int32": "s32", "uint32": "u32", "float32": "f32"}
# instructions whose operands may change places
_EITHER_WAY = ("add.s32", "mul.", "and.", "or.", "xor.", "min.", "max.", "setp.eq", "setp.ne")
FLAG = np.dtype(bool)


class PtxLine(NamedTuple):
    """A line of a kernel: the register that it changes, if any, and those that it uses."""

    text: str
    target: str = ""
    uses: tuple[str, ...] = ()


class Instructions:
    """The lines of a kernel so far, and the library of its vectors; see `Namespace.base` in unrolled.py."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self._lines: list[PtxLine] = []
        self._registers = dict.fromkeys(KINDS, 0)
        self._known: list[dict[Any, str]] = [{}]  # what was computed, from the outermost loop inwards
        self._made: dict[str, tuple[Any, ...]] = {}  # by which instruction each register got its value

    # Lines and registers

    def _line(self, text: str, target: str = "", *uses: str) -> None:
        self._lines.append(PtxLine(f"  {text};", target, tuple(each.strip("[]").split("+")[0] for each in uses)))

    def _mark(self, label: str) -> None:
        self._lines.append(PtxLine(f"{label}:"))

    def _new(self, kind: str) -> str:
        self._registers[kind] += 1
        return f"%{kind}{self._registers[kind]}"

    def _do(self, kind: str, instruction: str, *operands: Operand) -> str:
        """The register with the result of an instruction; where it was computed before, that one."""
        if instruction.startswith(_EITHER_WAY) and all(isinstance(each, str) for each in operands):
            operands = tuple(sorted(operands, key=lambda each: (len(str(each)), str(each))))
        key: Any = (instruction, *[(type(each) is float, each) for each in operands])
        for known in reversed(self._known):
            if key in known:
                return str(known[key])
        found = self._new(kind)
        text = f"{instruction} {found}, {', '.join(map(text_of, operands))}"
        self._line(text, found, *[each for each in operands if isinstance(each, str)])
        self._known[-1][key] = found
        self._made[found] = (instruction, *operands)
        return found

    def _in_register(self, kind: str, operand: Operand) -> str:
        return operand if isinstance(operand, str) else self._do(kind, f"mov.{KINDS[kind]}", operand)

    # Numbers in words

    def part_of(self, word: Operand, offset: int, bits: int, dtype: DTypeLike) -> Operand:
        """A number within a word, or a flag."""
        register = self._in_register("r", word)
        if dtype == FLAG:
            return self._do("p", "setp.ne.s32", self._do("r", "and.b32", register, _wrapped(1 << offset)), 0)
        if bits == 8 and offset % 8 == 0:  # a byte, then three times its sign: one instruction instead of two
            return self._do("r", "prmt.b32", register, 0, 0x1111 * (offset // 8) | 0x8880)
        return self._do("r", "bfe.s32", register, offset, bits)

    def field(self, word: Number, offset: int, bits: int, dtype: DTypeLike) -> Number:
        """A number within a word, to be read where it is needed."""
        kind = np.dtype(dtype)
        if bits == 32:
            return word.astype(kind)
        return PartOfWord(word, offset, bits, INTEGER if kind.kind == "i" else kind)

    def word_of(self, parts: Sequence[tuple[Any, int, int]]) -> Number:
        """A word out of numbers, each with its first bit and its size. Those that are in place in a word stay there."""
        if parts[0][2] == 32:
            return self._number(parts[0][0], parts[0][0].dtype).astype(np.uint32)
        parts = _in_runs(parts)
        in_place = [number.word for number, *place in parts if _place_of(number) == tuple(place)]
        old = max(in_place, key=lambda word: sum(each is word for each in in_place), default=None)
        word: Operand = 0 if old is None else old.operand
        for number, offset, bits in parts:
            if not (_place_of(number) == (offset, bits) and number.word is old):
                item = self._number(number, number.dtype).astype(np.int32).operand
                word = self._do("r", "bfi.b32", self._in_register("r", item), word, offset, bits)
        return Number(self, word, np.uint32)

    # The library of vectors

    def broadcast_to(self, item: Value, shape: int | Sequence[int]) -> Number:
        """A number of every game."""
        del shape
        return self._number(item, item.dtype if isinstance(item, Number) else np.asarray(item).dtype)

    def full(self, shape: int | Sequence[int], number: Value, kind: DTypeLike) -> Number:
        """The same number in every game."""
        del shape
        return self._number(number, np.dtype(kind))

    def maximum(self, one: Value, other: Value) -> Value:
        """The higher of two numbers."""
        return self.operate("max", one, other)

    def minimum(self, one: Value, other: Value) -> Value:
        """The lower of two numbers."""
        return self.operate("min", one, other)

    def left_shift(self, one: Value, other: Value) -> Value:
        """Bits moved up."""
        return self.operate("shl", one, other)

    def right_shift(self, one: Value, other: Value) -> Value:
        """Bits moved down."""
        return self.operate("shr", one, other)

    def bitwise_count(self, one: Value) -> Value:
        """Count the bits that are set."""
        number = self._number(one, INTEGER)
        return Number(self, self._do("r", "popc.b32", self._in_register("r", number.operand)), INTEGER)

    def where(self, mask: Value, one: Value, other: Value) -> Number:
        """One number where the mask holds, else the other."""
        kind = _common(one, other)
        flag, if_so, if_not = self._number(mask, FLAG), self._number(one, kind), self._number(other, kind)
        return Number(self, self._select(kind.name, flag.operand, if_so.operand, if_not.operand), kind)

    def operate(self, name: str, one: Value, other: Value) -> Value:
        """An operation on one or two numbers."""
        if not isinstance(one, Number) and (other is None or not isinstance(other, Number)):
            return _IN_NUMPY[name](*(np.asarray(each)[()] for each in (one, other) if each is not None))
        kind = one.dtype if other is None else _common(one, other)
        numbers = [self._number(each, kind).operand for each in (one, other) if each is not None]
        after = FLAG if name in _COMPARE else kind
        if not any(isinstance(each, str) for each in numbers):
            known = [np.asarray(each).astype(np.int64 if kind.kind in "iu" else kind).astype(kind) for each in numbers]
            with np.errstate(over="ignore"):
                return self._number(_IN_NUMPY[name](*known), after)
        return Number(self, self._operation(name, kind.name, *numbers), after)

    def _number(self, item: Value, kind: np.dtype[Any]) -> Number:
        """A number as one of a kind."""
        if isinstance(item, Number):
            return item if item.dtype == kind else item.astype(kind)
        value = np.asarray(item)[()]
        if kind == FLAG:
            return Number(self, bool(value), kind)
        return Number(self, float(value) if kind.kind == "f" else _wrapped(int(value)), kind)

    # Instructions

    def _operation(self, name: str, kind: str, *operands: Operand) -> Operand:
        if name in _COMPARE:
            return self._compare(name, kind, *operands)
        if name in ("and", "or", "xor"):
            return self._logic(name, kind, *operands)
        if name in ("shl", "shr"):
            suffix = "b32" if name == "shl" else _SIGNED[kind]
            return self._do("r", f"{name}.{suffix}", self._in_register("r", operands[0]), operands[1])
        if name in ("floordiv", "mod"):
            return self._whole(name, kind, *operands)
        if name == "not":
            return self._not(kind, operands[0])
        if name == "neg":
            return self._do("r", "neg.s32", operands[0])
        return self._arithmetic(name, kind, *operands)

    def _arithmetic(self, name: str, kind: str, one: Operand, other: Operand) -> Operand:
        if kind == "float32":
            name = {"div": "div.rn"}.get(name, name)
            return self._do("f", f"{name}.f32", self._in_register("f", one), self._in_register("f", other))
        if kind == "bool" or name == "div":
            raise NotImplementedError(f"no instruction for '{name}' of {kind}")
        if not isinstance(one, str) and name != "sub":
            one, other = other, one
        if (name in ("add", "sub") and other == 0) or (name == "mul" and other == 1):
            return one
        sign = "u32" if kind == "uint32" and name in ("max", "min") else "s32"
        return self._do("r", f"{'mul.lo' if name == 'mul' else name}.{sign}", self._in_register("r", one), other)

    def _logic(self, name: str, kind: str, one: Operand, other: Operand) -> Operand:
        if not isinstance(one, str):
            one, other = other, one
        if kind == "bool":
            return self._logic_of_flags(name, one, other)
        made = [self._made.get(str(each), ("",)) for each in (one, other)]
        if name == "or" and {each[0] for each in made} == {"shl.b32", "shr.u32"}:
            up, down = sorted(made, key=lambda each: str(each[0]))
            if up[1] == down[1] and isinstance(up[2], int) and isinstance(down[2], int) and up[2] + down[2] == 32:
                return self._do("r", "shf.l.wrap.b32", up[1], up[1], up[2])
        if other == 0 and name in ("or", "xor"):
            return one
        return self._do("r", f"{name}.b32", one, other)

    def _logic_of_flags(self, name: str, one: Operand, other: Operand) -> Operand:
        if isinstance(other, str):
            return one if one == other and name != "xor" else self._do("p", f"{name}.pred", one, other)
        if name == "xor":
            return self._not("bool", one) if other else one
        return one if bool(other) == (name == "and") else bool(other)

    def _compare(self, name: str, kind: str, one: Operand, other: Operand) -> Operand:
        if kind == "bool":
            if name not in ("eq", "ne"):
                return self._compare(name, "int32", self._as_number(one), self._as_number(other))
            differ = self._logic("xor", "bool", one, other)
            return differ if name == "ne" else self._not("bool", differ)
        register = self._in_register("f" if kind == "float32" else "r", one)
        return self._do("p", f"setp.{name}.{_SIGNED[kind]}", register, other)

    def _not(self, kind: str, operand: Operand) -> Operand:
        if kind != "bool":
            return self._do("r", "not.b32", operand)
        if not isinstance(operand, str):
            return not operand
        made = self._made.get(operand, ("",))
        return str(made[1]) if made[0] == "not.pred" else self._do("p", "not.pred", operand)

    def _select(self, kind: str, flag: Operand, if_so: Operand, if_not: Operand) -> Operand:
        if not isinstance(flag, str):
            return if_so if flag else if_not
        if if_so == if_not:
            return if_so
        if kind != "bool":
            return self._do("f" if kind == "float32" else "r", f"selp.{KINDS[register_of(kind)]}", if_so, if_not, flag)
        parts = self._both(flag, if_so), self._both(self._not("bool", flag), if_not)
        if all(isinstance(each, str) for each in parts):
            return self._logic("or", "bool", *parts)
        return next((each for each in parts if isinstance(each, str)), any(parts)) if True not in parts else True

    def _both(self, one: Operand, other: Operand) -> Operand:
        return self._logic("and", "bool", one, other)

    def convert(self, operand: Operand, before: str, kind: str) -> Operand:
        """A number as one of another kind."""
        if before == kind or {before, kind} == {"int32", "uint32"}:
            return operand
        if not isinstance(operand, str):
            return self._number(np.asarray(operand).astype(kind), np.dtype(kind)).operand
        if kind == "bool":
            return self._compare("ne", before, operand, 0)
        number = self._as_number(operand) if before == "bool" else operand
        if kind == "float32":
            return self._do("f", f"cvt.rn.f32.{_SIGNED.get(before, 's32')}", number)
        return self._do("r", f"cvt.rzi.{_SIGNED[kind]}.f32", number) if before == "float32" else number

    def _as_number(self, flag: Operand) -> Operand:
        return self._do("r", "selp.b32", 1, 0, flag) if isinstance(flag, str) else int(flag)

    def _whole(self, name: str, kind: str, one: Operand, other: Operand) -> Operand:
        """Divide a number by another, downwards; or return the remainder."""
        if isinstance(other, int) and 1 < other < 2**15 and kind == "int32":
            times = self._divided(self._in_register("r", one), other)
        else:
            times = self._do("r", f"div.{_SIGNED[kind]}", self._in_register("r", one), other)
        rest = self._arithmetic("sub", kind, one, self._arithmetic("mul", kind, times, other))
        if kind == "uint32":
            return times if name == "floordiv" else rest
        differ = self._compare("lt", "int32", self._logic("xor", kind, rest, other), 0)
        below = self._both(differ, self._compare("ne", "int32", rest, 0))
        if name == "floordiv":
            return self._arithmetic("sub", kind, times, self._as_number(below))
        return self._select(kind, below, self._arithmetic("add", kind, rest, other), rest)

    def _divided(self, number: str, by: int) -> str:
        """A signed number divided by a small positive one, towards zero: times 2^(32 + shift) / by, and down again."""
        shift = (by - 1).bit_length() - 1
        factor = (1 << 32 + shift) // by + 1  # it has up to 32 bits itself
        high = self._do("r", "mul.hi.s32", number, _wrapped(factor))
        if factor >= _WORD // 2:
            high = self._do("r", "add.s32", high, number)
        down = self._do("r", "shr.s32", high, shift) if shift else high
        return self._do("r", "sub.s32", down, self._do("r", "shr.s32", number, 31))


def _place_of(number: Any) -> tuple[int, int] | None:
    """The first bit and the size of a number within a word; None, if it does not lie in one."""
    return (number.offset, number.bits) if isinstance(number, PartOfWord) else None


def _in_runs(parts: Sequence[tuple[Any, int, int]]) -> list[tuple[Any, int, int]]:
    """The parts of a word, of which those that lie side by side in another word, too, are one."""
    found: list[tuple[Any, int, int]] = []
    for number, offset, bits in parts:
        before, start, size = found[-1] if found else (None, 0, 0)
        if (
            isinstance(number, PartOfWord)
            and isinstance(before, PartOfWord)
            and number.word is before.word
            and (number.offset, offset) == (before.offset + before.bits, start + size)
        ):
            whole = PartOfWord(number.word, before.offset, before.bits + number.bits, INTEGER)
            found[-1] = (whole, start, size + bits)
        else:
            found.append((number, offset, bits))
    return found


def _common(one: Value, other: Value) -> Value:
    """The kind of both: that of a vector, or of numbers that know theirs."""
    kinds = {each.dtype for each in (one, other) if hasattr(each, "dtype")} or {np.asarray(one).dtype}
    if len(kinds) > 1:
        kinds.discard(FLAG)
    if len(kinds) > 1:
        raise TypeError(f"numbers of different kinds: {sorted(kind.name for kind in kinds)}")
    (kind,) = kinds
    return INTEGER if kind.kind == "i" else kind


def register_of(kind: str) -> str:
    return {"bool": "p", "float32": "f"}.get(kind, "r")


def _wrapped(number: int) -> int:
    """As a signed number of 32 bits: PTX takes it for either kind."""
    return (number + _WORD // 2) % _WORD - _WORD // 2


def text_of(operand: Operand) -> str:
    if isinstance(operand, float):
        return f"0f{np.float32(operand).view(np.uint32):08X}"
    return operand if isinstance(operand, str) else str(int(operand))


_COMPARE: dict[str, Callable[..., Any]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_IN_NUMPY: dict[str, Callable[..., Any]] = {
    **_COMPARE,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "not": np.invert,
    "neg": np.negative,
    "shl": np.left_shift,
    "shr": np.right_shift,
    "floordiv": np.floor_divide,
    "mod": np.mod,
    "div": np.divide,
}
