"""Many steps of many games in one GPU kernel, made from the same source as everything else.

A kernel takes a game into the registers of a thread, lets it play, and writes it back: memory is touched once for
hundreds of steps. It is made by calling the simulator's functions with the namespace of unrolled.py; ptx.py writes down
what they compute. So there is no second copy of any rule.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from heimlich.errors import HeimlichError
from heimlich.sim import ptx
from heimlich.sim.batch import AnyShape, Array, Tree, is_eager, leaves_of, map_leaves
from heimlich.sim.unrolled import Namespace
from heimlich.sim.unrolled_arrays import Unrolled
from heimlich.sim.words import Layout, Words

Function = Callable[..., Tree]
Body = Callable[[Namespace, list[Array]], list[Array]]
CALL = "__gpu$xla.gpu.ptx"  # what XLA calls a kernel in PTX
LANES = 32  # as many games as a traced vector seems to have; one thread plays one
KERNEL = "play"  # its name


class Build(NamedTuple):
    """The cut of a kernel."""

    block: int  # games to a block of threads
    in_step: bool = False  # they take their steps together, so that they share the instructions that are fetched


_BUILD = Build(128)
# A long program does not fit into the cache of instructions: as many threads as can share each of them go through it.
_LONG = Build(512, in_step=True)
_ENOUGH = 2**17  # games for that; fewer would leave multiprocessors without work


def fuse(shape: AnyShape, rules: Tree, function: Function, like: Tree, build: Build) -> Function:
    """`function(shape, rules, *trees)` as one kernel: a function of the trees, which returns a tree such as `like`.

    The trees hold arrays with the games along the last axis, or one number for all games. `like` has arrays, or their
    shapes and kinds. All games must be played by one ruleset, whose settings become part of the kernel.
    """
    import jax

    if any(leaf.shape[-1] != 1 for leaf in leaves_of(rules)):
        raise HeimlichError("a kernel is made for one ruleset; these games are played by several")

    def called(*trees: Tree) -> Tree:
        leaves, structure = jax.tree_util.tree_flatten(trees)
        wanted, out_structure = jax.tree_util.tree_flatten(like)

        def body(library: Namespace, rows: list[Array]) -> list[Array]:
            inner_rules = map_leaves(lambda leaf: constants(library, leaf), rules)
            inner_shape = shape._replace(xp=library, branches=False)
            return library.vectors(function(inner_shape, inner_rules, *_trees(library, structure, leaves, rows)))

        results = _called(body, leaves, wanted, build)
        return jax.tree_util.tree_unflatten(out_structure, results)

    return called


def _called(body: Body, leaves: list[Array], wanted: list[Array], build: Build) -> list[Array]:
    import jax

    games = _games(leaves)
    source, tables = kernel_source(body, leaves, wanted, build)
    call = jax.ffi.ffi_call(
        CALL,
        [abstract(leaf.shape, leaf.dtype) for leaf in wanted],
        input_output_aliases=_in_place(leaves, wanted),
    )
    sizes = {"grid_x": -(-games // build.block), "block_x": build.block, "shared_mem_bytes": 0}
    sizes |= dict.fromkeys(("grid_y", "grid_z", "block_y", "block_z"), 1)
    settings: dict[str, Any] = {name: np.int32(size) for name, size in sizes.items()}
    settings |= {"name": KERNEL, "kernel_type": "ptx", "kernel_data": source}
    return [*call(*leaves, jax.numpy.asarray(tables), **settings)]


def kernel_source(body: Body, leaves: list[Array], wanted: list[Array], build: Build) -> tuple[str, Array]:
    """A kernel in PTX, and the tables that it reads, int32."""
    games = _games(leaves)
    writer = ptx.Writer(KERNEL, games, build.block, LANES, in_step=build.in_step)
    library = Namespace(LANES, writer)
    library.tables.read = writer.table_entry
    rows = [row for leaf in leaves for row in writer.read(_array(leaf, games))]
    writer.take_tables()
    found = iter(body(library, rows))
    for leaf in wanted:
        writer.write(_array(leaf, games), [next(found) for _ in _places(leaf)])
    return writer.text(), library.tables.array()


def _games(leaves: list[Array]) -> int:
    return int(max(leaf.shape[-1] for leaf in leaves))


def _array(leaf: Array, games: int) -> ptx.Array:
    return ptx.Array(np.dtype(leaf.dtype).name, len(_places(leaf)), leaf.shape[-1] == 1 and games > 1)


class PackedGames(NamedTuple):
    """Games in words, as kernels read and write them; see words.py."""

    words: Words
    fixed: tuple[Array, ...]  # what holds for all games


class Kernels:
    """Functions of one simulator as kernels, for games like those of a tree (a state, or `play.Running`).

    A kernel reads and writes a game as a few words: fewer bytes, and none of them touched by two threads.
    """

    def __init__(self, sim: Any, tree: Tree, build: Build) -> None:
        self.sim, self.build = sim, build
        self.layout = Layout(sim.shape.xp, tree, aligned=sim.shape.in_words)
        self.layouts = {type(tree): self.layout} if sim.shape.in_words else {}
        if sim.shape.in_words and hasattr(tree, "state"):  # its words are among those of the whole
            self.layouts[type(tree.state)] = Layout(sim.shape.xp, tree.state, aligned=True)

    def pack(self, tree: Tree) -> PackedGames:
        """The games in words."""
        leaves = leaves_of(tree)
        return PackedGames(self.layout.pack(tree), tuple(leaves[number] for number in self.layout.fixed))

    def unpack(self, packed: PackedGames) -> Tree:
        """The games as they were."""
        return self.layout.unpack(packed.words, None, packed.fixed)

    def run(self, function: Function, packed: PackedGames, *more: Tree, like: Tree = ()) -> tuple[PackedGames, Tree]:
        """The games after `function(shape, rules, tree, *more)`, and what else it returns, a tree like `like`."""

        def on_words(shape: AnyShape, rules: Tree, packed: PackedGames, *more: Tree) -> Tree:
            cast("Namespace", shape.xp).layouts = self.layouts
            tree, found = function(shape, rules, self.layout.unpack(packed.words, shape.xp, packed.fixed), *more)
            return self.layout.pack(tree, shape.xp), found

        words, found = fuse(self.sim.shape, self.sim.rules, on_words, (packed.words, like), self.build)(packed, *more)
        return PackedGames(words, packed.fixed), found


def build_for(sim: Any, games: int) -> Build | None:
    """The build of kernels for some games; None without an NVIDIA GPU, or where rules differ from game to game."""
    shape = sim.shape
    if is_eager(shape.xp) or any(leaf.shape[-1] != 1 for leaf in leaves_of(sim.rules)) or games < LANES:
        return None
    import jax

    if jax.default_backend() != "gpu" or "cuda" not in jax.devices()[0].client.platform_version.lower():
        return None
    return _LONG if shape.in_words and games >= _ENOUGH else _BUILD


def _in_place(leaves: list[Array], wanted: list[Array]) -> dict[int, int]:
    """Name the arrays that are read and written anew: those at the start that are alike."""
    found = {}
    for number, (read, written) in enumerate(zip(leaves, wanted, strict=False)):
        if (read.shape, read.dtype) != (written.shape, written.dtype):
            break
        found[number] = number
    return found


def constants(library: Namespace, leaf: Array) -> Any:
    """A setting of one ruleset as numbers of the program."""
    return library.constant(np.asarray(leaf))


def _places(leaf: Array) -> list[tuple[int, ...]]:
    return [*np.ndindex(*leaf.shape[:-1])]


def abstract(shape: tuple[int, ...], kind: Any) -> Any:
    """An array's shape and kind, without its numbers."""
    import jax

    struct: Any = jax.ShapeDtypeStruct
    return struct(shape, kind)


def wide(kind: Any) -> Any:
    """The kind of number that stands for one of the simulator's within a kernel."""
    return np.dtype(np.int32) if np.dtype(kind).kind == "i" else np.dtype(kind)


def _trees(library: Namespace, structure: Any, leaves: list[Array], rows: Any) -> Tree:
    """The trees that the vectors make."""
    import jax

    left = iter(rows)
    found = []
    for leaf in leaves:
        vectors = np.empty((*leaf.shape[:-1], 1), object)
        for place in _places(leaf):
            vectors[(*place, 0)] = next(left)
        found.append(vectors.flat[0] if leaf.ndim == 1 else Unrolled(library, vectors))
    return jax.tree_util.tree_unflatten(structure, found)
