"""Plays whole games of a study in one GPU kernel: each thread deals a game, plays it to its end, and notes it.

The kernel reads the numbers of games and writes what is counted: nothing else touches memory. It is the same source as
that of play.py, so games and counts are the same.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from heimlich.lab.games import Harvest, Lanes, StudyGames, games_of
from heimlich.lab.study import Study
from heimlich.sim.batch import AnyShape, Array, Tree, loop, loop_while, map_leaves
from heimlich.sim.fused import LANES, Build, abstract, fuse
from heimlich.sim.unrolled import Namespace
from heimlich.sim.words import Layout

STRETCH = 8  # decisions from one look at whether games are over to the next


class StudyKernel(NamedTuple):
    """A kernel that plays games by their numbers (uint32 [batch]), and shapes and kinds of what it returns."""

    play: Callable[[Array], Harvest]
    like: Harvest


def whole_games(study: Study, xp: Any, build: Build, batch: int) -> StudyKernel:
    """The kernel that plays a study's games, so many at once."""
    outer = games_of(study, xp)
    example = games_of(study, np)
    lanes = example.start(np.arange(LANES))
    kinds = example.harvest(lanes)
    layouts = _layouts(outer.sim.shape, lanes)

    def play(shape: AnyShape, rules: Tree, numbers: Array) -> Harvest:
        cast("Namespace", shape.xp).layouts = layouts
        inner = outer.within(shape, rules)
        return inner.harvest(_to_the_end(inner, inner.start(numbers)))

    like = map_leaves(lambda part: abstract((*part.shape[:-1], batch), part.dtype), kinds)
    kernel = fuse(outer.sim.shape, outer.sim.rules, play, like, build)

    def played(numbers: Array) -> Harvest:
        found: Harvest = kernel(numbers)
        return found

    return StudyKernel(played, like)


def _to_the_end(games: StudyGames, lanes: Lanes) -> Lanes:
    shape = games.sim.shape

    def some_steps(lanes: Lanes) -> Lanes:
        found: Lanes = loop(shape, STRETCH, lambda now, _: games.step(now), lanes)
        return found

    ended: Lanes = loop_while(shape, lambda lanes: ~games.sim.is_over(lanes.state), some_steps, lanes)
    return ended


def _layouts(shape: AnyShape, lanes: Lanes) -> dict[Any, Layout]:
    """The layouts of games in words that a loop or a branch carries, where that is quicker."""
    if not shape.in_words:
        return {}
    return {type(tree): Layout(np, tree) for tree in (lanes, lanes.state)}
