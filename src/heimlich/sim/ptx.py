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

from heimlich.sim.ptx_bytes import ByteInstructions
from heimlich.sim.ptx_instructions import FLAG, KINDS, PtxLine, register_of, text_of
from heimlich.sim.ptx_numbers import INTEGER, Number, Operand, PartOfWord, Value

VERSION, TARGET = "7.0", "sm_70"
_LOADS = {"bool": "u8", "int8": "s8", "int16": "s16", "int32": "s32", "uint32": "u32", "float32": "f32"}
_STORES = {"bool": "u8", "int8": "u8", "int16": "u16", "int32": "u32", "uint32": "u32", "float32": "f32"}


class Array(NamedTuple):
    """An array that a kernel reads or writes: its rows lie one after the other, a number for each game in each."""

    kind: str
    rows: int
    shared: bool = False  # each row is one number, for all games


class Writer(ByteInstructions):
    """A kernel in the making: its frame, its loops and branches."""

    __name__ = "ptx"

    def __init__(self, name: str, games: int, block: int, lanes: int, *, in_step: bool = False) -> None:
        super().__init__(lanes)
        self.name, self.games, self.block = name, games, block
        self.in_step = in_step  # all threads of a block begin each turn of a loop together
        self._apart = 0  # loops and branches around, through which threads go by themselves
        self._labels = self._parameters = 0
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
            value: Operand = self._do("p", "setp.ne.s32", number, 0) if kind == FLAG else number
            found.append(Number(self, value, INTEGER if kind.kind == "i" else kind))
        return found

    def take_tables(self) -> None:
        """The next parameter is the array of tables, int32."""
        self._tables = self._pointer()

    def table_entry(self, start: int, index: Number) -> Number:
        """A number of the tables, by the place where its table starts and its place in there."""
        offset = self._do("rd", "mul.wide.u32", self._in_register("r", index.operand), 4)
        address = self._do("rd", "add.s64", self._tables, offset)
        return Number(self, self._do("r", "ld.global.nc.s32", f"[{address}+{4 * start}]"), INTEGER)

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
        declared = [f"  .reg .{KINDS[kind]} %{kind}<{count + 1}>;" for kind, count in self._registers.items()]
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
            self._assign(held, body(Number(self, turn, INTEGER), list(held)))
        self._line(f"add.s32 {turn}, {turn}, 1", turn, turn)
        self._line(f"setp.lt.s32 {goes_on}, {turn}, {times}", goes_on, turn)
        self._line(f"@{goes_on} bra {top}", "", goes_on)
        return held

    def while_loop(
        self, asks: Callable[[list[Number]], Any], body: Callable[[list[Number]], list[Any]], start: Sequence[Number]
    ) -> list[Number]:
        """The numbers after `body(numbers)` has been carried out as long as `asks(numbers)` holds.

        Threads that take their steps together go on as long as it holds for one of their block.
        """
        held = self._held(start)
        top, end = self._label(), self._label()
        together = self.in_step and not self._apart
        self._mark(top)
        self._apart += not together
        with self._within():
            flag = self._in_register("p", self._number(asks(list(held)), FLAG).operand)
            flag = self._in_any(flag) if together else flag
            self._line(f"@!{flag} bra {end}", "", flag)
            self._assign(held, body(list(held)))
        self._apart -= not together
        self._line(f"bra {top}")
        self._mark(end)
        return held

    def _in_any(self, flag: str) -> str:
        """Wait for all threads of the block: a flag that holds if it does for one of them."""
        found = self._new("p")
        self._line(f"bar.red.or.pred {found}, 0, {flag}", found, flag)
        return found

    def branch(self, flag: Value, rule: Callable[[], list[Any]], before: Sequence[Number]) -> list[Number]:
        """The numbers of `rule()` where the flag holds, else those before."""
        condition = self._number(flag, FLAG).operand
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
            register = self._new(register_of(number.dtype.name))
            self._move(register, number)
            held.append(Number(self, register, number.dtype))
        return held

    def _move(self, register: str, number: Number) -> None:
        kind = KINDS[register_of(number.dtype.name)]
        uses = [number.operand] if isinstance(number.operand, str) else []
        self._line(f"mov.{kind} {register}, {text_of(number.operand)}", register, *uses)

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


def _used(lines: list[PtxLine]) -> list[PtxLine]:
    """The lines that something written to memory, or the way of the thread, depends on."""
    makers: dict[str, list[PtxLine]] = {}
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
