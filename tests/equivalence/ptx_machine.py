"""Runs a kernel written in PTX on a CPU, all threads side by side in NumPy: as much of PTX as sim/ptx.py writes.

A thread that takes another way than its neighbours waits: of all threads, those at the earliest line go on, so they
meet again behind loops and branches.
"""

import operator
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from heimlich.sim.fused import CALL

Values = Any
Compute = Callable[[dict[str, Values]], Values]
_SPACE = 40  # bits of an address within its array
_REGISTERS = {"%rd": np.int64, "%r": np.uint32, "%p": np.bool_, "%f": np.float32}
_KINDS = {"s32": np.int32, "u32": np.uint32, "b32": np.uint32, "f32": np.float32, "s64": np.int64, "pred": np.bool_}
_CELLS = {"u8": np.uint8, "s8": np.int8, "u16": np.uint16, "s16": np.int16, "u32": np.uint32, "s32": np.int32}
_COMPARE = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_SIMPLE: dict[str, Callable[..., Values]] = {
    "mov": lambda one: one,
    "add": operator.add,
    "sub": operator.sub,
    "min": np.minimum,
    "max": np.maximum,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "not": operator.invert,
    "neg": operator.neg,
    "popc": lambda one: np.bitwise_count(one).astype(np.uint32),
}


class Line(NamedTuple):
    """One instruction: what it computes, and the register that gets it; or where it leads, or what it stores."""

    guard: str
    against: bool  # the guard must not hold
    target: str
    compute: Compute | None
    leads_to: str


class Machine:
    """A kernel, ready to be run."""

    def __init__(self, source: str) -> None:
        body = source[source.index("{") + 1 : source.rindex("}")]
        self.parameters = re.findall(r"\.param \.u64 (\w+)", source)
        self.block = int(re.findall(r"\.maxntid (\d+)", source)[0])
        self.memory: list[Values] = []
        self.threads = 0
        self.lines: list[Line] = []
        self.labels: dict[str, int] = {}
        for text in (line.strip() for line in body.splitlines()):
            if text.endswith(":"):
                self.labels[text[:-1]] = len(self.lines)
            elif text and not text.startswith((".reg", "bar.sync")):
                self.lines.append(self._line(text))

    def run(self, arrays: Sequence[Any], blocks: int) -> None:
        """Run all threads to their ends; the arrays are read and written in place."""
        assert len(arrays) == len(self.parameters)
        assert all(array.flags.c_contiguous for array in arrays)
        self.memory = [array.reshape(-1) for array in arrays]
        self.threads = blocks * self.block
        registers: dict[str, Values] = {"": np.ones(self.threads, bool)}
        place = np.zeros(self.threads, np.int64)
        at, everyone = 0, True
        with np.errstate(all="ignore"):
            while at < len(self.lines):
                line = self.lines[at]
                taken = registers[""] if everyone else place == at
                self.come_to(at, taken)
                if not everyone:
                    place[taken] = at + 1
                if line.guard:
                    taken = taken & (registers[line.guard] ^ line.against)
                if line.compute is None:
                    if everyone:
                        place[:] = at + 1
                    place[taken] = self.labels[line.leads_to] if line.leads_to else len(self.lines)
                    at = int(place.min())
                    everyone = bool((place == at).all())
                    continue
                self._carry_out(line, registers, taken, everyone=everyone and not line.guard)
                at = at + 1 if everyone else int(place.min())
                everyone = everyone or bool((place == at).all())

    def come_to(self, at: int, taken: Values) -> None:
        """Threads come to a line; see bench/instructions.py."""

    def _carry_out(self, line: Line, registers: dict[str, Values], taken: Values, *, everyone: bool) -> None:
        assert line.compute is not None
        registers["taken"] = taken
        found = line.compute(registers)
        if not line.target:
            return
        kind = _register_kind(line.target)
        if found.dtype != kind:
            found = found.view(kind) if found.dtype.itemsize == np.dtype(kind).itemsize else found.astype(kind)
        if not everyone:
            found = np.where(taken, found, registers.get(line.target, np.zeros(1, kind)))
        registers[line.target] = found if len(found) == self.threads else np.broadcast_to(found, (self.threads,)).copy()

    def _line(self, text: str) -> Line:
        found = re.fullmatch(r"(?:@(!?)(%p\d+) )?([\w.]+) ?(.*);", text)
        assert found is not None, text
        against, guard, operation, rest = found.groups()
        operands = [each for each in re.split(r",\s*", rest) if each]
        name, *parts = operation.split(".")
        if name in ("bra", "ret"):
            return Line(guard or "", bool(against), "", None, operands[0] if operands else "")
        target = "" if name == "st" else operands.pop(0)
        return Line(guard or "", bool(against), target, self._compute(name, parts, operands), "")

    def _compute(self, name: str, parts: list[str], operands: list[str]) -> Compute:
        if name == "ld" and parts[0] == "param":
            address = np.full(1, self.parameters.index(operands[0].strip("[]")) << _SPACE, np.int64)
            return lambda _: address
        if name in ("ld", "st"):
            return self._access(parts[-1], operands)
        if operands[0] in ("%tid.x", "%ctaid.x"):
            split = operator.mod if operands[0] == "%tid.x" else operator.floordiv
            return lambda _: split(np.arange(self.threads, dtype=np.uint32), np.uint32(self.block))
        if name == "bar":  # bar.red.or: whether a flag holds for any thread of a block
            return lambda registers: np.repeat(registers[operands[1]].reshape(-1, self.block).any(1), self.block)
        if name == "cvta":
            return _operand(operands[0], "s64")
        return _instruction(name, parts, operands)

    def _access(self, kind: str, operands: list[str]) -> Compute:
        place = next(each for each in operands if each.startswith("[")).strip("[]")
        register, _, distance = place.partition("+")
        cell = np.dtype(np.float32) if kind == "f32" else np.dtype(_CELLS[kind])

        def cells(registers: dict[str, Values]) -> tuple[Values, Values]:
            address = registers[register] + int(distance or 0)
            (number,) = {int(each) for each in address[registers["taken"]] >> _SPACE}
            array = self.memory[number].view(cell)
            index = np.where(registers["taken"], (address & (1 << _SPACE) - 1) // cell.itemsize, 0)
            assert (index < len(array)).all(), "beyond the end of an array"
            return array, index

        def load(registers: dict[str, Values]) -> Values:
            array, index = cells(registers)
            return array[index] if kind == "f32" else array[index].astype(np.int32)

        def store(registers: dict[str, Values]) -> Values:
            array, index = cells(registers)
            taken = registers["taken"]
            array[index[taken]] = registers[operands[1]][taken].astype(cell)

        return load if len(operands) == 1 else store


def _register_kind(register: str) -> Any:
    return next(kind for start, kind in _REGISTERS.items() if register.startswith(start))


def _operand(operand: str, kind: str) -> Compute:
    wanted = _KINDS[kind]
    if operand.startswith("%"):
        same = _register_kind(operand) is wanted
        return lambda registers: registers[operand] if same else registers[operand].view(wanted)
    if operand.startswith("0f"):
        number = np.asarray([int(operand[2:], 16)], np.uint32).view(np.float32)
    else:
        number = np.asarray([int(operand)], np.int64).astype(wanted)
    return lambda _: number


def _instruction(name: str, parts: list[str], operands: list[str]) -> Compute:
    kind = parts[-1]
    if name == "selp":
        one, other, flag = _operand(operands[0], kind), _operand(operands[1], kind), _operand(operands[2], "pred")
        return lambda registers: np.where(flag(registers), one(registers), other(registers))
    if name == "cvt":
        number, after = _operand(operands[0], kind), _KINDS[parts[-2]]
        return lambda registers: number(registers).astype(after)
    function = _function(name, parts)
    values = [
        _operand(operand, "u32" if place and name in ("shl", "shr") else kind) for place, operand in enumerate(operands)
    ]
    if len(values) == 1:
        (only,) = values
        return lambda registers: function(only(registers))
    return lambda registers: function(*[value(registers) for value in values])


def _function(name: str, parts: list[str]) -> Callable[..., Values]:
    if name == "setp":
        return lambda one, other: _COMPARE[parts[0]](one, other)
    if name == "mul" and parts[-1] != "f32":
        return {"lo": operator.mul, "hi": _high, "wide": lambda one, other: one.astype(np.int64) * other}[parts[0]]
    if name == "div":
        return operator.truediv if parts[-1] == "f32" else _divided
    more: dict[str, Callable[..., Values]] = {
        "mul": operator.mul,
        "mad": lambda one, other, third: one * other + third,
        "shl": lambda one, by: np.where(by < 32, one << np.minimum(by, 31), np.uint32(0)),
        "shr": lambda one, by: (one.astype(np.int64) >> np.minimum(by, 32).astype(np.int64)).astype(np.uint32),
        "bfe": lambda one, offset, bits: one << (32 - offset - bits) >> (32 - bits),
        "bfi": lambda one, word, offset, bits: (word & ~_mask(offset, bits)) | (one << offset & _mask(offset, bits)),
        "prmt": _permuted,
        "dp4a": lambda one, other, more: more + sum(_byte(one, place) * _byte(other, place) for place in range(4)),
        "shf": lambda low, high, by: (low << by) | (high >> (np.uint32(32) - by)),
    }
    return _SIMPLE.get(name) or more[name]


def _byte(word: Values, place: Values) -> Values:
    return word >> (np.uint32(8) * np.asarray(place, np.uint32)) & np.uint32(0xFF)


def _permuted(one: Values, other: Values, chosen: Values) -> Values:
    """Four bytes of two words, chosen by digits; a digit above 7 asks for the sign of its byte."""
    found: Values = np.uint32(0)
    for place in range(4):
        digit = chosen >> np.uint32(4 * place) & np.uint32(15)
        byte: Values = np.where(digit & 4 != 0, _byte(other, digit & 3), _byte(one, digit & 3))
        byte = np.where(digit & 8 != 0, np.where(byte & 0x80 != 0, 0xFF, 0), byte).astype(np.uint32)
        found = found | byte << np.uint32(8 * place)
    return found


def _mask(offset: Values, bits: Values) -> Values:
    return ((np.uint32(1) << bits) - np.uint32(1)) << offset


def _high(one: Values, other: Values) -> Values:
    return (one.astype(np.int64) * other.astype(np.int64) >> 32).astype(np.uint32)


def _divided(one: Values, other: Values) -> Values:
    wide, by = one.astype(np.int64), other.astype(np.int64)
    return (np.sign(wide) * np.sign(by) * (abs(wide) // np.maximum(abs(by), 1))).astype(np.int32)


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns whose kernels run on this machine."""
    program, like = jax.make_jaxpr(function, return_shape=True)(*arguments)
    values: dict[Any, Values] = dict(zip(program.jaxpr.constvars, map(np.asarray, program.consts), strict=True))
    values.update(zip(program.jaxpr.invars, map(np.asarray, jax.tree_util.tree_leaves(arguments)), strict=True))
    for line in program.jaxpr.eqns:
        inputs = [each.val if hasattr(each, "val") else values[each] for each in line.invars]
        if line.params.get("target_name") == CALL:
            found = _run(line, inputs)
        else:
            found = line.primitive.bind(*inputs, **line.params)
            found = [np.asarray(each) for each in (found if line.primitive.multiple_results else [found])]
        values.update(zip(line.outvars, found, strict=True))
    results = [values[each] for each in program.jaxpr.outvars]
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(like), results)


def _run(line: Any, inputs: list[Values]) -> list[Values]:
    settings = dict(line.params["attributes"])
    results = [np.zeros(each.aval.shape, each.aval.dtype) for each in line.outvars]
    Machine(settings["kernel_data"]).run([*map(np.ascontiguousarray, inputs), *results], int(settings["grid_x"]))
    return results
