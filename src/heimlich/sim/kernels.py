"""Long play and single steps of a whole batch: in one kernel on a GPU, else as any other program.

All functions are pure and may be part of a jitted program. The results are the same either way.
"""

from typing import Any

import numpy as np

from heimlich.sim import play
from heimlich.sim.batch import AnyShape, Array, Tree
from heimlich.sim.fused import LANES, Build, Kernels, PackedGames, abstract, build_for, fuse
from heimlich.sim.play import Running
from heimlich.sim.rows import win_rows
from heimlich.sim.words import Layout, Words

ROUND = 8  # steps from one renewal of finished games to the next
STAGE = 64  # decisions of long games from one look at which of them go on to the next
SPENT = 32  # those that go on are gathered when one in so many has ended since the last time: gathering costs more


def new_games(sim: Any, seed: int, numbers: Array, build: Build | None = None) -> Any:
    """`sim.reset`: new games by their numbers. XLA takes up to ten seconds to compile the dealing of cards.

    `build` may be given to make a kernel where there would be none.
    """
    build = build or build_for(sim, numbers.shape[-1])
    if build is None:
        return sim.reset(seed, numbers)
    example = type(sim)(sim.rulesets, sim.shape.players, np).reset(0, np.arange(LANES))
    layout = Layout(sim.shape.xp, example)
    like = tuple(abstract(numbers.shape, np.uint32) for _ in range(layout.words))

    def deal(shape: AnyShape, rules: Tree, seed: Array, numbers: Array) -> Any:
        return layout.pack(sim.parts.reset(shape, rules, seed, numbers), shape.xp)

    same_seed = sim.shape.array([seed], "uint32")
    words = fuse(sim.shape, sim.rules, deal, like, build)(same_seed, numbers.astype(np.uint32))
    return layout.unpack(words, None, [same_seed])


def play_on(sim: Any, running: Running, rounds: int, stride: int, steps: int = ROUND) -> Running:
    """Random play for some rounds of steps; after a round, games numbered `stride` further replace finished ones."""
    build = build_for(sim, running.decided.shape[-1])
    if build is None:
        return play.play_on(sim.shape, sim.rules, sim.parts, running, rounds, steps, stride)
    kernels = Kernels(sim, running, build)

    def several(shape: AnyShape, rules: Tree, running: Running) -> tuple[Running, tuple[()]]:
        return play.play_on(shape, rules, sim.parts, running, rounds, steps, stride), ()

    played: Running = kernels.unpack(kernels.run(several, kernels.pack(running))[0])
    return played


def play_to_end(sim: Any, running: Running, most: int) -> Running:
    """Random play until all games are over, or have had `most` decisions or a few more."""
    build = build_for(sim, running.decided.shape[-1])
    if build is None:
        return play.play_to_end(sim.shape, sim.rules, sim.parts, running, most)
    kernels = Kernels(sim, running, build)
    if sim.shape.in_words:
        staged: Running = kernels.unpack(play_in_stages(sim, kernels, kernels.pack(running), most))
        return staged

    def to_end(shape: AnyShape, rules: Tree, running: Running) -> tuple[Running, tuple[()]]:
        return play.play_to_end(shape, rules, sim.parts, running, most), ()

    ended: Running = kernels.unpack(kernels.run(to_end, kernels.pack(running))[0])
    return ended


def play_in_stages(
    sim: Any, kernels: Kernels, packed: PackedGames, most: int, stage: int = STAGE, spent: int = SPENT
) -> PackedGames:
    """`play_to_end` for games of very different lengths, which have had no decisions.

    After a stage in which enough have ended, those that go on are gathered, so that few threads wait for a game that is
    over.
    """
    import jax

    xp = sim.shape.xp
    numbers = xp.arange(packed.words[0].shape[-1], dtype=xp.uint32)

    def some_decisions(shape: AnyShape, rules: Tree, running: Running, limit: Array) -> tuple[Running, tuple[()]]:
        return play.play_to_end(shape, rules, sim.parts, running, limit), ()

    def is_over(words: Words) -> Array:
        return kernels.unpack(PackedGames(words, packed.fixed)).state.phase == sim.parts.over

    def inverse(places: Array) -> Array:
        return xp.zeros_like(numbers).at[places].set(numbers, unique_indices=True)

    def gather(words: Words, places: Array, over: Array) -> tuple[Words, Array]:
        before = xp.cumsum(~over, dtype=xp.int32)  # of those that go on, up to each
        after = before[-1] + xp.cumsum(over, dtype=xp.int32)
        order = inverse(xp.where(over, after, before) - 1)
        *gathered, places = [each[order] for each in (*words, places)]
        return tuple(gathered), places

    def go_on(carried: tuple[Words, Array, Array, Array]) -> tuple[Words, Array, Array, Array]:
        words, places, limit, gathered = carried
        limit = limit + xp.uint32(stage)
        words = kernels.run(some_decisions, PackedGames(words, packed.fixed), limit)[0].words
        over = is_over(words)
        left = xp.sum(~over, dtype=xp.int32)
        enough = gathered - left >= gathered // spent
        words, places = jax.lax.cond(enough, gather, lambda *same: same[:2], words, places, over)
        return words, places, limit, xp.where(enough, left, gathered)

    def unfinished(carried: tuple[Words, Array, Array, Array]) -> Array:
        words, _, limit, _ = carried
        return (limit[0] < most) & ~is_over(words).all()

    start = (packed.words, numbers, xp.zeros((1,), xp.uint32), xp.int32(len(numbers)))
    words, places, *_ = jax.lax.while_loop(unfinished, go_on, start)
    back = inverse(places)
    return PackedGames(tuple(each[back] for each in words), packed.fixed)


class Stepper:
    """Single steps of games that stay packed between them: what a learner's loop carries along.

    `build` may be given to make kernels where there would be none.
    """

    def __init__(self, sim: Any, state: Any, stride: int, build: Build | None = None) -> None:
        self.sim, self.stride = sim, stride
        self.games = state.phase.shape[-1]
        self.build = build or build_for(sim, self.games)
        self.kernels = Kernels(sim, state, self.build or Build(1))

    def pack(self, state: Any) -> PackedGames:
        """Games as they are carried along."""
        return self.kernels.pack(state)

    def unpack(self, packed: PackedGames) -> Any:
        """The state that they are in."""
        return self.kernels.unpack(packed)

    def advance(
        self, packed: PackedGames, action: Array, watcher: Array | None = None
    ) -> tuple[PackedGames, Array, Array, Array, Array]:
        """`advance`, and what the next seat sees: games, rewards, which ended, the next seat, and its observation.

        Rewards are float32 [players, batch] and observations int16 [fields, batch], the games along the last axis:
        transpose them for a network, which costs nothing within a jitted program. A `watcher` (int8 [batch]) is the
        seat whose observation is wanted instead.
        """
        sim, xp = self.sim, self.sim.shape.xp

        def one(shape: AnyShape, rules: Tree, state: Any, action: Array, *watchers: Array) -> Any:
            after, decided = sim.parts.advance(shape, rules, state, action, self.stride)
            over = decided.phase == sim.parts.over
            seat = watchers[0] if watchers else sim.parts.to_act(shape, after)
            rewards = shape.xp.stack(win_rows(shape.xp, shape.players, decided.winners))
            seen = [column.astype(shape.xp.int16) for column in sim.parts.columns(shape, rules, after, seat)]
            return after, (rewards, over, seat, shape.xp.stack(seen))

        more = () if watcher is None else (watcher,)
        if self.build is None:
            after, found = one(sim.shape, sim.rules, self.unpack(packed), action, *more)
            return (self.pack(after), *found)
        like = (
            abstract((sim.shape.players, self.games), xp.float32),
            abstract((self.games,), bool),
            abstract((self.games,), xp.int8),
            abstract((sim.fields, self.games), xp.int16),
        )
        packed, found = self.kernels.run(one, packed, action, *more, like=like)
        return (packed, *found)

    def look(self, packed: PackedGames, words: Array) -> tuple[Array, Array]:
        """Look where some random actions would lead, one for each word (uint32 [candidates, batch]).

        Return the actions (int32), and what the seat that takes each would see next, with the chance that follows
        (int16 [candidates, fields, batch]).
        """
        sim, xp = self.sim, self.sim.shape.xp
        candidates = words.shape[0]

        def ahead(shape: AnyShape, rules: Tree, state: Any, words: Array) -> Any:
            seat = sim.parts.to_act(shape, state)
            actions, seen = [], []
            for number in range(candidates):
                action = sim.parts.random_action(shape, rules, state, words[number])
                after = sim.parts.step(shape, rules, state, action)
                columns = sim.parts.columns(shape, rules, after, seat)
                actions.append(action)
                seen.append(shape.xp.stack([column.astype(shape.xp.int16) for column in columns]))
            return state, (shape.xp.stack(actions), shape.xp.stack(seen))

        if self.build is None:
            found: tuple[Array, Array] = ahead(sim.shape, sim.rules, self.unpack(packed), words)[1]
            return found
        like = (
            abstract((candidates, self.games), xp.int32),
            abstract((candidates, sim.fields, self.games), xp.int16),
        )
        looked: tuple[Array, Array] = self.kernels.run(ahead, packed, words, like=like)[1]
        return looked
