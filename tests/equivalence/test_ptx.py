"""Single operations, loops and branches in PTX compute what JAX computes; nothing that is not needed is written."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.sim import fused
from heimlich.sim.batch import AnyShape
from heimlich.sim.fused import Build
from tests.equivalence.ptx_machine import call

GAMES = 40
_NUMBERS = np.random.default_rng(3)
EDGES = [0, 1, -1, 2, -2, 7, -7, 2**31 - 1, -(2**31), 2**31 - 7, 3 - 2**31]
ONE = np.asarray([*EDGES, *_NUMBERS.integers(-(2**31), 2**31, GAMES - len(EDGES))]).astype(np.int32)
OTHER = _NUMBERS.integers(-50, 50, GAMES).astype(np.int32)
FEW = _NUMBERS.integers(0, 35, GAMES).astype(np.int32)
BITS = ONE.astype(np.uint32)


class Shape(NamedTuple):
    """As much of a simulator's shape as a kernel needs."""

    xp: Any
    branches: bool = False


PLAIN = Build(32)


def kernel(function: Callable[..., Any], like: Any, build: Build = PLAIN) -> Callable[..., Any]:
    return fused.fuse(
        cast("AnyShape", Shape(jnp)), (), lambda shape, _, *trees: function(shape.xp, *trees), like, build
    )


def run(function: Callable[..., Any], *arrays: Any, like: Any = None) -> Any:
    return call(kernel(function, arrays[0] if like is None else like), *arrays)


OPERATIONS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "sums": (lambda _, one, other: one + other * 3 - 5, (ONE, OTHER)),
    "bits": (lambda _, one, other: (one & 12345) | (other ^ ~one), (ONE, OTHER)),
    "compare": (lambda xp, one, other: xp.where((one > other) ^ (one >= -3), one, other), (ONE, OTHER)),
    "compare bits": (lambda xp, one: xp.where(one < xp.uint32(2**31 + 5), one, xp.uint32(1)), (BITS,)),
    "flags": (
        lambda xp, one, other: xp.where((one > 0) == (other > 0), xp.where(one > 0, other > 3, other < 3), one < 7),
        (ONE, OTHER),
    ),
    "highest": (lambda xp, one, other: xp.maximum(one, xp.minimum(other, 7)), (ONE, OTHER)),
    "up": (lambda xp, one, by: xp.left_shift(one, by), (ONE, FEW)),
    "down": (lambda xp, one, by: xp.right_shift(one, xp.minimum(by, 31)), (ONE, FEW)),
    "down bits": (lambda xp, one: one >> xp.uint32(7), (BITS,)),
    "rotated": (lambda xp, one: (one << xp.uint32(13)) | (one >> xp.uint32(19)), (BITS,)),
    "not rotated": (lambda xp, one: (one << xp.uint32(13)) | (one >> xp.uint32(18)), (BITS,)),
    "divided": (lambda _, one, other: one // 7 + one % 37 + other // 2 + other // 3 + one // 1000, (ONE, OTHER)),
    "divided by others": (lambda xp, one, other: one // xp.maximum(other, 3), (ONE, OTHER)),
    "counted": (lambda xp, one: xp.bitwise_count(one).astype(xp.int32), (BITS,)),
    "shares": (lambda xp, one, other: one.astype(xp.float32) / xp.maximum(other, 1).astype(xp.float32), (ONE, OTHER)),
    "looked up": (
        lambda xp, _, by: xp.take(xp.asarray([number * number for number in range(40)], "int32"), by),
        (ONE, FEW),
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_compute_the_same(name: str) -> None:
    function, arrays = OPERATIONS[name]
    like = jax.eval_shape(lambda *trees: _in_jax(function, *trees), *arrays)
    expected = np.asarray(_in_jax(function, *map(jnp.asarray, arrays)))
    np.testing.assert_array_equal(run(function, *arrays, like=like), expected)


def _in_jax(function: Callable[..., Any], *arrays: Any) -> Any:
    from heimlich.sim.unrolled import Namespace

    library = Namespace(GAMES, jnp)
    library.tables.read = lambda start, index: jnp.asarray(library.tables.array())[start + index]
    return function(library, *arrays)


def test_loops_turn_until_each_thread_is_done() -> None:
    def collatz(xp: Any, number: Any) -> Any:
        def once(carried: Any) -> Any:
            number, steps = carried
            odd = number & 1 != 0
            return [xp.where(odd, number * 3 + 1, xp.right_shift(number, xp.int32(1))), steps + 1]

        return xp.while_loop(lambda carried: carried[0] != 1, once, [number, number * 0])[1]

    def expected(number: int) -> int:
        steps = 0
        while number != 1:
            number, steps = number * 3 + 1 if number % 2 else number // 2, steps + 1
        return steps

    numbers = np.arange(1, GAMES + 1, dtype=np.int32)
    assert run(collatz, numbers).tolist() == [expected(number) for number in range(1, GAMES + 1)]


def test_registers_of_a_loop_change_at_once() -> None:
    """Two numbers that change places, and a third that follows."""

    def turned(xp: Any, one: Any, other: Any) -> Any:
        found = xp.fori_loop(5, lambda _, held: [held[1], held[0], held[0] + held[2]], [one, other, one * 0])
        return found[0] * 1000 + found[2]

    a, b = OTHER, FEW
    one, other, third = a, b, a * 0
    for _ in range(5):
        one, other, third = other, one, one + third
    assert run(turned, a, b).tolist() == (one * 1000 + third).tolist()


def test_a_branch_is_taken_by_the_threads_that_need_it() -> None:
    def branched(xp: Any, number: Any) -> Any:
        return xp.branch(number > 3, lambda: [number * 2], [number])[0]

    assert run(branched, FEW).tolist() == np.where(FEW > 3, FEW * 2, FEW).tolist()


def test_arrays_of_small_numbers_and_numbers_for_all() -> None:
    small, flags, shared = FEW.astype(np.int8).reshape(2, 20), (OTHER > 0)[:20], np.asarray([[-5], [9]], np.int16)

    def function(xp: Any, small: Any, flags: Any, shared: Any) -> Any:
        return xp.stack([xp.where(flags, small[0] + shared[0], small[1]), small[0] * shared[1]]), ~flags

    like = (fused.abstract((2, 20), np.int16), fused.abstract((20,), bool))
    found, others = run(function, small, flags, shared, like=like)
    wide = small.astype(np.int16)
    np.testing.assert_array_equal(found, [np.where(flags, wide[0] - 5, wide[1]), wide[0] * 9])
    np.testing.assert_array_equal(others, ~flags)


def source_of(function: Callable[..., Any], *arrays: Any, build: Build = PLAIN) -> str:
    program = jax.make_jaxpr(kernel(function, arrays[0], build))(*arrays)
    return str(dict(program.jaxpr.eqns[-1].params["attributes"])["kernel_data"])


def test_nothing_is_computed_twice_or_for_nobody() -> None:
    source = source_of(lambda _, one, other: (one * other) + (one * other) + (one - other), ONE, OTHER)
    assert source.count("mul.lo.s32") == 1
    unused = source_of(lambda _, one, other: [one - other, one][1], ONE, OTHER)
    assert "sub.s32" not in unused


def test_threads_wait_for_each_other_only_where_all_of_them_come_by() -> None:
    """At the beginning of a turn of a loop, but not within a branch; a loop ends when all of a block are done."""

    def turned(xp: Any, one: Any) -> Any:
        def inner(number: Any) -> Any:
            return xp.fori_loop(2, lambda _, held: [held[0] + 1], [number])

        found = xp.fori_loop(3, lambda _, held: inner(held[0]), [one])
        found = xp.branch(one > 0, lambda: inner(found[0]), found)
        return xp.while_loop(lambda held: held[0] < 9, lambda held: inner(held[0]), found)[0]

    source = source_of(turned, FEW, build=Build(32, in_step=True))
    assert (source.count("bar.sync"), source.count("bar.red")) == (3, 1)
    assert source_of(turned, FEW).count("bar.") == 0
    before = FEW + 6 + np.where(FEW > 0, 2, 0)
    turns = np.maximum(0, -(-(9 - before) // 2))
    assert 0 < turns.max() > turns.min()
    expected = before + 2 * turns
    assert call(kernel(turned, FEW), FEW).tolist() == expected.tolist()
    expected = before + 2 * np.repeat([turns[:32].max(), turns[32:].max()], [32, GAMES - 32])
    assert call(kernel(turned, FEW, Build(32, in_step=True)), FEW).tolist() == expected.tolist()


def test_what_has_no_instruction_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="no instruction for 'div' of int32"):
        source_of(lambda _, one: one / 2, ONE)
    with pytest.raises(TypeError, match="different kinds"):
        source_of(lambda xp, one: one + one.astype(xp.uint32), ONE)
