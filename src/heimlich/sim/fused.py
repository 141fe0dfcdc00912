"""Many steps of many games in one GPU kernel, made from the same source as everything else.

A kernel takes a block of games into registers, lets them play, and writes them back: memory is touched once for
hundreds of steps. It is made by tracing the simulator's functions with the namespace of unrolled.py inside a Pallas
kernel, which Triton compiles; so there is no second copy of any rule. On a CPU, `interpret` runs the same kernel
slowly, for tests.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from heimlich.errors import HeimlichError
from heimlich.sim.batch import Array, Tree, is_eager, leaves_of, map_leaves
from heimlich.sim.unrolled import Namespace, Unrolled
from heimlich.sim.words import Layout, Words

Function = Callable[..., Tree]


class Build(NamedTuple):
    """How a kernel is cut and compiled."""

    block: int  # games to a program of the grid
    warps: int
    interpret: bool = False


_BUILDS = (Build(128, 4), Build(32, 1))


def fuse(shape: Any, rules: Any, function: Function, like: Tree, build: Build) -> Function:
    """`function(shape, rules, *trees)` as one kernel: a function of the trees, which returns a tree such as `like`.

    The trees hold arrays with the games along the last axis, or one number for all games. `like` has arrays, or their
    shapes and kinds. All games must be played by one ruleset, whose settings become part of the kernel.
    """
    import jax
    from jax.experimental import pallas as pl

    library = Namespace(build.block, jax.numpy)
    inner_shape = shape._replace(xp=library, branches=False)
    inner_rules = map_leaves(lambda leaf: constants(library, leaf), rules)

    def body(trees: Tree) -> list[Array]:
        return library.vectors(function(inner_shape, inner_rules, *trees))

    def called(*trees: Tree) -> Tree:
        leaves, structure = jax.tree_util.tree_flatten(trees)
        wanted, out_structure = jax.tree_util.tree_flatten(like)
        games = max(leaf.shape[-1] for leaf in leaves)
        if games % build.block:
            raise HeimlichError(f"{games} games are not a multiple of the kernel's {build.block}")
        library.tables.read = lambda index: index  # any numbers: this only finds out which tables are needed
        jax.eval_shape(lambda *rows: body(_trees(library, structure, leaves, rows)), *_abstract(library, leaves))
        tables = library.tables.array()

        def kernel(*refs: Any) -> None:
            inputs, (table, *outputs) = refs[: len(leaves)], refs[len(leaves) :]
            library.tables.read = lambda index: table[index]
            where = pl.ds(pl.program_id(0) * build.block, build.block)
            rows = [row for ref in inputs for row in _read(library, ref, where)]
            found = iter(body(_trees(library, structure, leaves, rows)))
            for ref in outputs:
                for place in np.ndindex(*ref.shape[:-1]):
                    ref[(*place, 0 if ref.shape[-1] == 1 else where)] = next(found).astype(ref.dtype)

        results = pl.pallas_call(
            kernel,
            out_shape=[abstract(leaf.shape, leaf.dtype) for leaf in wanted],
            grid=(games // build.block,),
            input_output_aliases=_in_place(leaves, wanted),
            interpret=build.interpret,
            **({} if build.interpret else {"compiler_params": _parameters(build)}),
        )(*leaves, jax.numpy.asarray(tables))
        return jax.tree_util.tree_unflatten(out_structure, results)

    return called


class PackedGames(NamedTuple):
    """Games in words, as kernels read and write them; see words.py."""

    words: Words
    fixed: tuple[Array, ...]  # what holds for all games


class Kernels:
    """Functions of one simulator as kernels, for games like those of a tree (a state, or `play.Running`).

    A kernel reads and writes a game as a few words: each array that it touches makes Triton take longer to compile it.
    """

    def __init__(self, sim: Any, tree: Tree, build: Build) -> None:
        self.sim, self.build = sim, build
        self.layout = Layout(sim.shape.xp, tree)

    def pack(self, tree: Tree) -> PackedGames:
        """The games in words."""
        leaves = leaves_of(tree)
        return PackedGames(self.layout.pack(tree), tuple(leaves[number] for number in self.layout.fixed))

    def unpack(self, packed: PackedGames) -> Tree:
        """The games as they were."""
        return self.layout.unpack(packed.words, None, packed.fixed)

    def run(self, function: Function, packed: PackedGames, *more: Tree, like: Tree = ()) -> tuple[PackedGames, Tree]:
        """The games after `function(shape, rules, tree, *more)`, and what else it returns, a tree like `like`."""

        def on_words(shape: Any, rules: Any, packed: PackedGames, *more: Tree) -> Tree:
            tree, found = function(shape, rules, self.layout.unpack(packed.words, shape.xp, packed.fixed), *more)
            return self.layout.pack(tree, shape.xp), found

        words, found = fuse(self.sim.shape, self.sim.rules, on_words, (packed.words, like), self.build)(packed, *more)
        return PackedGames(words, packed.fixed), found


def build_for(sim: Any, games: int) -> Build | None:
    """The build of kernels for a number of games; None without a GPU, or where rules differ from game to game."""
    shape = sim.shape
    if is_eager(shape.xp) or not shape.fits_registers or any(leaf.shape[-1] != 1 for leaf in leaves_of(sim.rules)):
        return None
    import jax

    if jax.default_backend() != "gpu":
        return None
    return next((build for build in _BUILDS if games % build.block == 0), None)


def _in_place(leaves: list[Array], wanted: list[Array]) -> dict[int, int]:
    """Which of the arrays that are read are written anew: those at the start that are alike."""
    found = {}
    for number, (read, written) in enumerate(zip(leaves, wanted, strict=False)):
        if (read.shape, read.dtype) != (written.shape, written.dtype):
            break
        found[number] = number
    return found if len(found) == len(leaves) else {}


def _parameters(build: Build) -> Any:
    from jax.experimental.pallas import triton

    return triton.CompilerParams(num_warps=build.warps, num_stages=1)


def constants(library: Namespace, leaf: Array) -> Any:
    """A setting of one ruleset as numbers of the program."""
    if leaf.shape[-1] != 1:
        raise HeimlichError("a kernel is made for one ruleset; these games are played by several")
    return library.constant(np.asarray(leaf))


def _places(leaf: Array) -> list[tuple[int, ...]]:
    return [*np.ndindex(*leaf.shape[:-1])]


def _abstract(library: Namespace, leaves: list[Array]) -> list[Any]:
    """Vectors without numbers, to find out which tables are needed."""
    return [
        abstract(() if leaf.shape[-1] == 1 else (library.games,), wide(leaf.dtype))
        for leaf in leaves
        for _ in _places(leaf)
    ]


def abstract(shape: tuple[int, ...], kind: Any) -> Any:
    """An array's shape and kind, without its numbers."""
    import jax

    struct: Any = jax.ShapeDtypeStruct
    return struct(shape, kind)


def wide(kind: Any) -> Any:
    """The kind of number that stands for one of the simulator's within a kernel."""
    return np.dtype(np.int32) if np.dtype(kind).kind == "i" else np.dtype(kind)


def _read(library: Namespace, ref: Any, where: Any) -> list[Array]:
    """The vectors of an array, for the games of this block."""
    single = ref.shape[-1] == 1
    found = [ref[(*place, 0 if single else where)] for place in _places(ref)]
    return [library.numbers(each, wide(ref.dtype)) for each in found]


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
