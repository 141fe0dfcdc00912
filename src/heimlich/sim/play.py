"""Random play for many steps: one source for NumPy, JAX and the inside of a GPU kernel (fused.py).

The choices of a game follow from its seed, its number and how many decisions it has had. So a game is the same in
every batch, however its steps are cut into calls, kernels and devices.
"""

from types import ModuleType
from typing import Any, NamedTuple

from heimlich.sim.batch import AnyShape, Array, Tree, loop, loop_while
from heimlich.sim.simulator import Parts

STRETCH = 8  # decisions from one look at whether all games are over to the next
STEPS, GAMES, SEEDS = 0x85EBCA6B, 0x9E3779B1, 0xC2B2AE35  # odd factors: different counters give different sums


class Running(NamedTuple):
    """Games that are being played, and how many decisions each of them has had."""

    state: Any
    decided: Array  # uint32
    before: Array  # uint32: decisions of the games that were here before


def start(xp: ModuleType, state: Any) -> Running:
    """Games none of whose decisions have been taken here yet."""
    none = xp.zeros(state.phase.shape, xp.uint32)
    return Running(state, none, none)


def choice_word(xp: ModuleType, running: Running) -> Array:
    """The random word of each game's next choice, uint32."""
    state, uint32 = running.state, xp.uint32
    word = state.game * uint32(GAMES) + running.decided * uint32(STEPS) + state.seed * uint32(SEEDS)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        word = (word ^ (word >> uint32(shift))) * uint32(factor)
    return word ^ (word >> uint32(16))


def decide_once(shape: AnyShape, rules: Tree, parts: Parts, running: Running) -> Running:
    """One decision in every game, each legal action as likely; a game that is over stays as it is."""
    xp, state = shape.xp, running.state
    action = parts.random_action(shape, rules, state, choice_word(xp, running))
    goes_on = (state.phase != parts.over).astype(xp.uint32)
    return Running(parts.step(shape, rules, state, action), running.decided + goes_on, running.before)


def play_to_end(shape: AnyShape, rules: Tree, parts: Parts, running: Running, most: int | Array) -> Running:
    """Every game to its end, or until it has had `most` decisions or a few more."""

    def goes_on(running: Running) -> Array:
        return (running.state.phase != parts.over) & (
            running.decided < (shape.xp.uint32(most) if isinstance(most, int) else most)
        )

    def some_steps(running: Running) -> Running:
        found: Running = loop(shape, STRETCH, lambda now, _: decide_once(shape, rules, parts, now), running)
        return found

    ended: Running = loop_while(shape, goes_on, some_steps, running)
    return ended


def play_on(
    shape: AnyShape, rules: Tree, parts: Parts, running: Running, rounds: Array, steps: int, stride: int
) -> Running:
    """Rounds of some steps each; after a round, new games take the places of those that are over.

    With one step in a round this is `advance`. Longer rounds let finished games wait for their end, which spares the
    others the work of dealing anew in every step.
    """
    xp = shape.xp

    def one_step(running: Running, _: Any) -> Running:
        return decide_once(shape, rules, parts, running)

    def one_round(running: Running, _: Any) -> Running:
        running = loop(shape, steps, one_step, running) if steps > 1 else one_step(running, 0)
        over = running.state.phase == parts.over
        state = parts.renew(shape, rules, running.state, shape.array([stride], "uint32"))
        none = xp.zeros(over.shape, xp.uint32)
        decided, ended = xp.where(over, none, running.decided), xp.where(over, running.decided, none)
        return Running(state, decided, running.before + ended)

    played: Running = loop(shape, rounds, one_round, running)
    return played
