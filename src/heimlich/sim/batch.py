"""Carries out a rule for some of the games of a batch, or as often as it is needed.

A batch is a tree of tuples whose leaves are arrays with the games along the last axis: one vector for each agent is
what both array libraries are fastest at. A leaf whose last axis is 1 holds for all games.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from types import ModuleType
from typing import Any, Protocol

from heimlich.errors import BadRuleset

Array = Any
Tree = Any


class AnyShape(Protocol):
    """The sizes and variants that a program is specialised for, as far as both games have them."""

    @property
    def xp(self) -> ModuleType: ...
    @property
    def players(self) -> int: ...
    @property
    def branches(self) -> bool: ...
    @property
    def in_words(self) -> bool: ...
    def array(self, items: Any, kind: str) -> Array:
        """Numbers as an array of the library at hand."""
        ...

    @property
    def _replace(self) -> Callable[..., "AnyShape"]: ...


FEW = 16  # a rule for few games takes one game in 16 at a time


def is_eager(xp: ModuleType) -> bool:
    """Arrays have values now (NumPy), not only when a traced program runs (JAX)."""
    return bool(xp.__name__ == "numpy")


def is_unrolled(xp: ModuleType) -> bool:
    """The inside of a GPU kernel: see unrolled.py."""
    return bool(xp.__name__ == "unrolled")


def on_cpu(xp: ModuleType) -> bool:
    """A traced program is for a CPU: there rules become branches, see `for_some`."""
    if is_eager(xp):
        return False
    import jax

    return bool(jax.default_backend() == "cpu")


def map_leaves(function: Callable[..., Any], tree: Tree, *others: Tree) -> Tree:
    """The tree with every leaf changed; None and empty tuples stay."""
    if tree is None:
        return None
    if isinstance(tree, tuple):
        parts = [map_leaves(function, *branches) for branches in zip(tree, *others, strict=True)]
        return type(tree)(*parts) if hasattr(tree, "_fields") else tuple(parts)
    return function(tree, *others)


def leaves_of(tree: Tree) -> list[Array]:
    """All arrays of a tree, in order."""
    found: list[Array] = []
    map_leaves(lambda leaf: found.append(leaf), tree)
    return found


def select(xp: ModuleType, mask: Array, new: Tree, old: Tree) -> Tree:
    """The games in the mask as in the new tree, the others as in the old one."""

    def leaf(fresh: Array, former: Array) -> Array:
        if fresh is former:
            return former
        if fresh.dtype != former.dtype:
            raise TypeError(f"a rule made {fresh.dtype} of {former.dtype}")
        return xp.where(mask, fresh, former)

    return map_leaves(leaf, new, old)


def for_some(
    shape: AnyShape, mask: Array, rule: Callable[..., Tree], rules: Tree, state: Tree, *more: Tree, apart: bool = False
) -> Tree:
    """The state after `rule(shape, rules, state, *more)` in the games of the mask, unchanged in the others.

    JAX works the rule out for all games and selects. NumPy does it for those alone, where they are few. On a CPU, JAX
    takes the rule as a branch: without that, the basic game ran at a third of the speed, with cards at a tenth. In a
    kernel, a rule that changes much is quicker as a branch too (`apart`): it needs registers only while it is taken.
    """
    xp = shape.xp
    if apart and is_unrolled(xp) and not is_eager(xp.base):
        return _in_a_thread(shape, mask, lambda: rule(shape, rules, state, *more), state)
    if not is_eager(xp):
        after = select(xp, mask, rule(shape, rules, state, *more), state)
        return _branch(mask, after, state, lambda: rule(shape, rules, state, *more)) if shape.branches else after
    number = int(xp.count_nonzero(mask))
    if number == 0:
        return state
    if 2 * number > mask.shape[-1]:
        return select(xp, mask, rule(shape, rules, state, *more), state)
    index = xp.flatnonzero(mask)
    some = _take(index, state)
    return _put(index, state, some, rule(shape, _take(index, rules), some, *_take(index, more)))


def for_few(
    shape: AnyShape, mask: Array, rule: Callable[..., Tree], rules: Tree, state: Tree, *more: Tree, share: int = FEW
) -> Tree:
    """`for_some`, for a costly rule that few games need: JAX, too, carries it out for those alone, some at a time."""
    games = mask.shape[-1]
    some = games // share
    if is_unrolled(shape.xp) and not is_eager(shape.xp.base):
        return _in_a_thread(shape, mask, lambda: rule(shape, rules, state, *more), state)
    if is_eager(shape.xp) or is_unrolled(shape.xp) or some == 0:
        return for_some(shape, mask, rule, rules, state, *more)
    import jax

    def next_ones(carried: tuple[Tree, Array]) -> tuple[Tree, Array]:
        state, left = carried
        index = jax.numpy.flatnonzero(left, size=some, fill_value=games)
        few = _take(index, state)
        fresh = rule(shape, _take(index, rules), few, *_take(index, more))

        def leaf(old: Array, former: Array, new: Array) -> Array:
            return old if new is former else _scatter(old, index, new)

        return map_leaves(leaf, state, few, fresh), _scatter(left, index, False)

    return jax.lax.while_loop(lambda carried: carried[1].any(), next_ones, (state, mask))[0]


def _in_a_thread(shape: AnyShape, mask: Array, rule: Callable[[], Tree], state: Tree) -> Tree:
    """The rule as a branch of a kernel, which a thread without a game of the mask passes by."""
    xp = shape.xp
    return xp.restored(xp.branch(mask, lambda: xp.carried(rule()), xp.carried(state)), state)


def worked_out(shape: AnyShape, tree: Tree) -> Tree:
    """The tree, computed before anything uses it: a GPU's program is then compiled in parts, and faster."""
    if is_eager(shape.xp) or is_unrolled(shape.xp) or shape.branches:
        return tree
    import jax

    barrier: Any = jax.lax.optimization_barrier
    return barrier(tree)


def _scatter(old: Array, index: Array, new: Array) -> Array:
    return old if old.shape[-1] == 1 else old.at[..., index].set(new, mode="drop")


def repeat(shape: AnyShape, times: int, rule: Callable[[Tree, Any], Tree], state: Tree) -> Tree:
    """The state after `rule(state, number)` for each number below `times`."""
    if shape.branches or is_unrolled(shape.xp):
        return loop(shape, times, rule, state)
    for number in range(times):
        state = rule(state, number)
    return state


def loop(shape: AnyShape, times: Any, rule: Callable[[Tree, Any], Tree], state: Tree) -> Tree:
    """The state after `rule(state, number)` for each number below `times`, as a loop of the program."""
    xp = shape.xp
    if is_eager(xp) or (is_unrolled(xp) and is_eager(xp.base)):
        for number in range(times):
            state = rule(state, number)
        return state
    if is_unrolled(xp):
        found = xp.fori_loop(
            times, lambda number, each: xp.carried(rule(xp.restored(each, state), number)), xp.carried(state)
        )
        return xp.restored(found, state)
    import jax

    return jax.lax.fori_loop(0, times, lambda number, state: rule(state, number), state)


def loop_while(shape: AnyShape, goes_on: Callable[[Tree], Array], rule: Callable[[Tree], Tree], state: Tree) -> Tree:
    """The state after `rule` was carried out as long as `goes_on` holds in any game."""
    xp = shape.xp
    if is_eager(xp) or (is_unrolled(xp) and is_eager(xp.base)):
        while goes_on(state).any():
            state = rule(state)
        return state
    if is_unrolled(xp):
        found = xp.while_loop(
            lambda each: goes_on(xp.restored(each, state)),
            lambda each: xp.carried(rule(xp.restored(each, state))),
            xp.carried(state),
        )
        return xp.restored(found, state)
    import jax

    return jax.lax.while_loop(lambda state: goes_on(state).any(), rule, state)


def _branch(mask: Array, after: Tree, state: Tree, rule: Callable[[], Tree]) -> Tree:
    """The rule as a branch of its own, taken if any game needs it.

    On a CPU, XLA would otherwise work shared parts out anew for each array that depends on them, and take long to
    compile. What the rule does not change is left out of the branch.
    """
    import jax

    old, tree = jax.tree_util.tree_flatten(state)
    new = jax.tree_util.tree_leaves(after)
    changed = [number for number, (one, other) in enumerate(zip(new, old, strict=True)) if one is not other]

    def carried_out() -> list[Array]:
        fresh = jax.tree_util.tree_leaves(rule())
        return [jax.numpy.where(mask, fresh[number], old[number]) for number in changed]

    found = jax.lax.cond(mask.any(), carried_out, lambda: [old[number] for number in changed])
    for number, leaf in zip(changed, found, strict=True):
        old[number] = leaf
    return jax.tree_util.tree_unflatten(tree, old)


def _take(index: Array, tree: Tree) -> Tree:
    return map_leaves(lambda leaf: leaf if leaf.shape[-1] == 1 else leaf[..., index], tree)


def _put(index: Array, state: Tree, before: Tree, after: Tree) -> Tree:
    def leaf(whole: Array, former: Array, fresh: Array) -> Array:
        if fresh is former:
            return whole
        if fresh.dtype != whole.dtype:
            raise TypeError(f"a rule made {fresh.dtype} of {whole.dtype}")
        whole = whole.copy()
        whole[..., index] = fresh
        return whole

    return map_leaves(leaf, state, before, after)


def settings_of(
    shape: AnyShape,
    columns: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    kinds: Mapping[str, str],
    which: Sequence[int] | None,
) -> list[Array]:
    """Settings as arrays, in the order of the names: of one ruleset for all games; or, by `which`, of one for each."""
    if which is None and len(columns) != 1:
        raise BadRuleset("several rulesets need to be told which game has which")
    index = shape.array([0] if which is None else list(which), "int32")

    def stacked(name: str) -> Array:
        rows = shape.xp.stack([shape.array(column[name], kinds[name]) for column in columns], axis=-1)
        return shape.xp.take(rows, index, axis=-1)

    return [stacked(name) for name in names]


def batch_of(xp: ModuleType, like: Tree, columns: Sequence[Sequence[int]]) -> Tree:
    """A batch out of the numbers of each game, which lie in the order of the leaves of a tree of empty arrays."""
    rows = list(zip(*columns, strict=True))
    start = 0

    def leaf(empty: Array) -> Array:
        nonlocal start
        size = prod(empty.shape[:-1])
        start += size
        return xp.asarray(rows[start - size : start], dtype=empty.dtype).reshape(*empty.shape[:-1], len(columns))

    return map_leaves(leaf, like)
