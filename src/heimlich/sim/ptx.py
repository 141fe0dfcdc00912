"""Writes PTX, the assembly language of NVIDIA's GPUs, for programs in which one thread plays one game.

`Writer` is the library of vectors that unrolled.py works with inside a kernel. There every array is a number of one
game, so each `Number` is a register; an operation on it writes an instruction, a loop or a branch becomes one of the
thread. Nothing here knows a rule. What is left to a compiler's first passes elsewhere is done while writing: nothing
that nobody uses, nothing twice, rotations as one instruction, no division by a number that is known. The GPU's driver
does the rest, in about a second.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

Operand = str | int | bool | float  # a register's name, or a number that is known
Value = Any  # a `Number`, or a number that is known, Python's or NumPy's

VERSION, TARGET = "7.0", "sm_70"
_WORD = 1 << 32
_LOADS = {"bool": "u8", "int8": "s8", "int16": "s16", "int32": "s32", "uint32": "u32", "float32": "f32"}
_STORES = {"bool": "u8", "int8": "u8", "int16": "u16", "int32": "u32", "uint32": "u32", "float32": "f32"}
_KINDS = {"r": "b32", "p": "pred", "f": "f32", "rd": "u64"}  # of registers
_SIGNED = {"int32": "s32", "uint32": "u32", "float32": "f32"}
# instructions whose operands may change places
_EITHER_WAY = ("add.s32", "mul.", "and.", "or.", "xor.", "min.", "max.", "setp.eq", "setp.ne")
_FLAG, _INTEGER = np.dtype(bool), np.dtype(np.int32)


class Array(NamedTuple):
    """An array that a kernel reads or writes: its rows lie one after the other, a number for each game in each."""

    kind: str
    rows: int
    shared: bool = False  # each row is one number, for all games


class Number:
    """A number of the game that a thread plays; operators as for a vector of an array library."""

    __array_ufunc__ = None  # NumPy's numbers leave operations to this class
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, writer: "Writer", operand: Operand, dtype: DTypeLike) -> None:
        self.writer, self.operand, self.dtype = writer, operand, np.dtype(dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of a vector along the games."""
        return (self.writer.lanes,)

    def astype(self, kind: DTypeLike) -> "Number":
        """As a number of another kind; whole numbers have 32 bits."""
        kind = np.dtype(kind)
        kind = _INTEGER if kind.kind == "i" else kind
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


class _Line(NamedTuple):
    """A line of a kernel: the register that it changes, if any, and those that it uses."""

    text: str
    target: str = ""
    uses: tuple[str, ...] = ()


class Writer:
    """A kernel in the making, and the library of its vectors; see `Namespace.base` in unrolled.py."""

    __name__ = "ptx"

    def __init__(self, name: str, games: int, block: int, lanes: int, *, in_step: bool = False) -> None:
        self.name, self.games, self.block, self.lanes = name, games, block, lanes
        self.in_step = in_step  # all threads of a block begin each turn of a loop together
        self._apart = 0  # loops and branches around, through which threads go by themselves
        self._lines: list[_Line] = []
        self._registers = dict.fromkeys(_KINDS, 0)
        self._labels = self._parameters = 0
        self._known: list[dict[Any, str]] = [{}]  # what was computed, from the outermost loop inwards
        self._made: dict[str, tuple[Any, ...]] = {}  # by which instruction each register got its value
        self._game = self._place_of_thread()
        self._tables = ""

    # The frame of a kernel

    def read(self, array: Array) -> list[Number]:
        """Read the rows of the next array among the kernel's parameters."""
        kind = np.dtype(array.kind)
        found = []
        for address in self._rows(array):
            number = self._new("f" if kind.kind == "f" else "r")
            self._line(f"ld.global.{_LOADS[array.kind]} {number}, [{address}]", number, address)
            value: Operand = self._do("p", "setp.ne.s32", number, 0) if kind == _FLAG else number
            found.append(Number(self, value, _INTEGER if kind.kind == "i" else kind))
        return found

    def take_tables(self) -> None:
        """The next parameter is the array of tables, int32."""
        self._tables = self._pointer()

    def table_entry(self, index: Number) -> Number:
        """A number of the tables."""
        offset = self._do("rd", "mul.wide.u32", self._in_register("r", index.operand), 4)
        address = self._do("rd", "add.s64", self._tables, offset)
        return Number(self, self._do("r", "ld.global.nc.s32", f"[{address}]"), _INTEGER)

    def write(self, array: Array, rows: Sequence[Any]) -> None:
        """Write the rows of the next array among the kernel's parameters."""
        kind = np.dtype(array.kind)
        for address, row in zip(self._rows(array), rows, strict=True):
            number = self._number(row, kind).astype(np.int32 if kind.kind in "ib" else kind).operand
            register = self._in_register("f" if kind.kind == "f" else "r", number)
            self._line(f"st.global.{_STORES[array.kind]} [{address}], {register}", "", address, register)

    def text(self) -> str:
        """The whole kernel, without what nobody uses."""
        parameters = ",\n".join(f"  .param .u64 {self.name}_{number}" for number in range(self._parameters))
        declared = [f"  .reg .{_KINDS[kind]} %{kind}<{count + 1}>;" for kind, count in self._registers.items()]
        head = f".version {VERSION}\n.target {TARGET}\n.address_size 64\n"
        entry = f".visible .entry {self.name}(\n{parameters}\n)\n.maxntid {self.block}, 1, 1\n{{"
        lines = [line.text for line in _used(self._lines)]
        return "\n".join([head, entry, *declared, *lines, "END:", "  ret;", "}\n"])

    def _place_of_thread(self) -> str:
        """The game of this thread; a thread beyond the last game has nothing to do."""
        place, grid, game = (self._new("r") for _ in range(3))
        self._line(f"mov.u32 {place}, %tid.x", place)
        self._line(f"mov.u32 {grid}, %ctaid.x", grid)
        self._line(f"mad.lo.s32 {game}, {grid}, {self.block}, {place}", game, grid, place)
        if self.games % self.block:
            beyond = self._new("p")
            self._line(f"setp.ge.u32 {beyond}, {game}, {self.games}", beyond, game)
            self._line(f"@{beyond} bra END", "", beyond)
        return game

    def _pointer(self) -> str:
        pointer, address = self._new("rd"), self._new("rd")
        self._line(f"ld.param.u64 {pointer}, [{self.name}_{self._parameters}]", pointer)
        self._line(f"cvta.to.global.u64 {address}, {pointer}", address, pointer)
        self._parameters += 1
        return address

    def _rows(self, array: Array) -> Iterator[str]:
        """The address of each row's number for this game."""
        size = np.dtype(array.kind).itemsize
        address = self._pointer()
        if not array.shared:
            address = self._do("rd", "add.s64", address, self._do("rd", "mul.wide.u32", self._game, size))
        for row in range(array.rows):
            distance = row * size * (1 if array.shared else self.games)
            yield f"{address}+{distance}" if distance < 2**31 else self._do("rd", "add.s64", address, distance)

    # Lines and registers

    def _line(self, text: str, target: str = "", *uses: str) -> None:
        self._lines.append(_Line(f"  {text};", target, tuple(each.strip("[]").split("+")[0] for each in uses)))

    def _mark(self, label: str) -> None:
        self._lines.append(_Line(f"{label}:"))

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
        text = f"{instruction} {found}, {', '.join(map(_text, operands))}"
        self._line(text, found, *[each for each in operands if isinstance(each, str)])
        self._known[-1][key] = found
        self._made[found] = (instruction, *operands)
        return found

    def _in_register(self, kind: str, operand: Operand) -> str:
        return operand if isinstance(operand, str) else self._do(kind, f"mov.{_KINDS[kind]}", operand)

    # Numbers in words

    def part_of(self, word: Operand, offset: int, bits: int, dtype: DTypeLike) -> Operand:
        """A number within a word, or a flag."""
        register = self._in_register("r", word)
        if dtype == _FLAG:
            return self._do("p", "setp.ne.s32", self._do("r", "and.b32", register, _wrapped(1 << offset)), 0)
        return self._do("r", "bfe.s32", register, offset, bits)

    def field(self, word: Number, offset: int, bits: int, dtype: DTypeLike) -> Number:
        """A number within a word, to be read where it is needed."""
        kind = np.dtype(dtype)
        if bits == 32:
            return word.astype(kind)
        return PartOfWord(word, offset, bits, _INTEGER if kind.kind == "i" else kind)

    def word_of(self, parts: Sequence[tuple[Any, int, int]]) -> Number:
        """A word out of numbers, each with its first bit and its size. Those that are in place in a word stay there."""
        if parts[0][2] == 32:
            return self._number(parts[0][0], parts[0][0].dtype).astype(np.uint32)
        words = [number.word for number, *_ in parts if isinstance(number, PartOfWord)]
        old = max(words, key=lambda word: sum(each is word for each in words), default=None)
        word: Operand = 0 if old is None else old.operand
        for number, offset, bits in parts:
            stays = (
                isinstance(number, PartOfWord) and number.word is old and (number.offset, number.bits) == (offset, bits)
            )
            if not stays:
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
        number = self._number(one, _INTEGER)
        return Number(self, self._do("r", "popc.b32", self._in_register("r", number.operand)), _INTEGER)

    def where(self, mask: Value, one: Value, other: Value) -> Number:
        """One number where the mask holds, else the other."""
        kind = _common(one, other)
        flag, if_so, if_not = self._number(mask, _FLAG), self._number(one, kind), self._number(other, kind)
        return Number(self, self._select(kind.name, flag.operand, if_so.operand, if_not.operand), kind)

    def operate(self, name: str, one: Value, other: Value) -> Value:
        """An operation on one or two numbers."""
        if not isinstance(one, Number) and (other is None or not isinstance(other, Number)):
            return _IN_NUMPY[name](*(np.asarray(each)[()] for each in (one, other) if each is not None))
        kind = one.dtype if other is None else _common(one, other)
        numbers = [self._number(each, kind).operand for each in (one, other) if each is not None]
        after = _FLAG if name in _COMPARE else kind
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
        if kind == _FLAG:
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
            return self._do("f" if kind == "float32" else "r", f"selp.{_KINDS[_register(kind)]}", if_so, if_not, flag)
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

    # Loops and branches

    def fori_loop(
        self, times: int, body: Callable[[Any, list[Number]], list[Any]], start: Sequence[Number]
    ) -> list[Number]:
        """The numbers after `body(turn, numbers)` has been carried out some times, once at least."""
        held = self._held(start)
        turn, goes_on, top = self._new("r"), self._new("p"), self._label()
        self._line(f"mov.b32 {turn}, 0", turn)
        self._mark(top)
        if self.in_step and not self._apart:
            self._line("bar.sync 0")
        with self._within():
            self._assign(held, body(Number(self, turn, _INTEGER), list(held)))
        self._line(f"add.s32 {turn}, {turn}, 1", turn, turn)
        self._line(f"setp.lt.s32 {goes_on}, {turn}, {times}", goes_on, turn)
        self._line(f"@{goes_on} bra {top}", "", goes_on)
        return held

    def while_loop(
        self, asks: Callable[[list[Number]], Any], body: Callable[[list[Number]], list[Any]], start: Sequence[Number]
    ) -> list[Number]:
        """The numbers after `body(numbers)` has been carried out as long as `asks(numbers)` holds."""
        held = self._held(start)
        top, end = self._label(), self._label()
        self._mark(top)
        self._apart += 1
        with self._within():
            flag = self._in_register("p", self._number(asks(list(held)), _FLAG).operand)
            self._line(f"@!{flag} bra {end}", "", flag)
            self._assign(held, body(list(held)))
        self._apart -= 1
        self._line(f"bra {top}")
        self._mark(end)
        return held

    def branch(self, flag: Value, rule: Callable[[], list[Any]], before: Sequence[Number]) -> list[Number]:
        """The numbers of `rule()` where the flag holds, else those before."""
        condition = self._number(flag, _FLAG).operand
        if not isinstance(condition, str):
            return rule() if condition else list(before)
        start, end = len(self._lines), self._label()
        self._line(f"@!{condition} bra {end}", "", condition)
        self._apart += 1
        with self._within() as inside:
            results = [self._number(result, number.dtype) for result, number in zip(rule(), before, strict=True)]
        self._apart -= 1
        rest, self._lines = self._lines[start:], self._lines[:start]
        held = [
            other if _is_same(one, other) else self._held([other])[0]
            for one, other in zip(results, before, strict=True)
        ]
        self._lines += rest
        with self._within(inside):
            pairs = [(one, other) for one, other in zip(held, results, strict=True) if not _is_same(one, other)]
            self._assign([one for one, _ in pairs], [other for _, other in pairs])
        self._mark(end)
        return held

    def _held(self, numbers: Sequence[Number]) -> list[Number]:
        """Registers of their own, which may change."""
        held = []
        for number in numbers:
            register = self._new(_register(number.dtype.name))
            self._move(register, number)
            held.append(Number(self, register, number.dtype))
        return held

    def _move(self, register: str, number: Number) -> None:
        kind = _KINDS[_register(number.dtype.name)]
        uses = [number.operand] if isinstance(number.operand, str) else []
        self._line(f"mov.{kind} {register}, {_text(number.operand)}", register, *uses)

    def _assign(self, held: Sequence[Number], results: Sequence[Any]) -> None:
        """All at once: one register's new value may be another's old one."""
        values = [self._number(result, number.dtype) for result, number in zip(results, held, strict=True)]
        pairs = [(str(number.operand), value) for number, value in zip(held, values, strict=True)]
        pairs = [(register, value) for register, value in pairs if register != value.operand]
        changed = {register for register, _ in pairs}
        copies = {str(value.operand) for _, value in pairs if value.operand in changed}
        for copied in sorted(copies):
            source = next(value for _, value in pairs if value.operand == copied)
            pairs = [(each, self._held([source])[0] if value.operand == copied else value) for each, value in pairs]
        for register, value in pairs:
            self._move(register, value)

    @contextmanager
    def _within(self, known: dict[Any, str] | None = None) -> Iterator[dict[Any, str]]:
        """Inside a loop or a branch: what is computed here is not known outside."""
        self._known.append({} if known is None else known)
        yield self._known[-1]
        self._known.pop()

    def _label(self) -> str:
        self._labels += 1
        return f"L{self._labels}"


def _used(lines: list[_Line]) -> list[_Line]:
    """The lines that something written to memory, or the way of the thread, depends on."""
    makers: dict[str, list[_Line]] = {}
    for line in lines:
        makers.setdefault(line.target, []).append(line)
    needed, asked = set[str](), [register for line in makers[""] for register in line.uses]
    while asked:
        register = asked.pop()
        if register not in needed:
            needed.add(register)
            asked += [use for line in makers.get(register, []) for use in line.uses]
    return [line for line in lines if not line.target or line.target in needed]


def _is_same(one: Number, other: Number) -> bool:
    """Two numbers are one, as far as can be told without reading them."""
    return one is other or not (
        isinstance(one, PartOfWord) or isinstance(other, PartOfWord) or one.operand != other.operand
    )


def _common(one: Value, other: Value) -> Value:
    """The kind of both: that of a vector, or of numbers that know theirs."""
    kinds = {each.dtype for each in (one, other) if hasattr(each, "dtype")} or {np.asarray(one).dtype}
    if len(kinds) > 1:
        kinds.discard(_FLAG)
    if len(kinds) > 1:
        raise TypeError(f"numbers of different kinds: {sorted(kind.name for kind in kinds)}")
    (kind,) = kinds
    return _INTEGER if kind.kind == "i" else kind


def _register(kind: str) -> str:
    return {"bool": "p", "float32": "f"}.get(kind, "r")


def _wrapped(number: int) -> int:
    """As a signed number of 32 bits: PTX takes it for either kind."""
    return (number + _WORD // 2) % _WORD - _WORD // 2


def _text(operand: Operand) -> str:
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
