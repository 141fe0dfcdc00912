"""The end (H13 to H18): when it comes, and who has won."""

from functools import reduce

from heimlich.games.heimlich_co.endgame import ENDINGS
from heimlich.sim.heimlich_co import board
from heimlich.sim.heimlich_co.state import OVER, Array, Rows, State
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import any_of, most_of

ONE_WINNER, SHARED, FREE_AGENT, TURN_LIMIT = map(ENDINGS.index, ("one-winner", "shared", "free-agent", "turn-limit"))


def ends_with_this_turn(rules: Rules, state: State, following: Array) -> Array:
    """The target is reached, and the round over where it is played out (H14); or the limit is reached (H18)."""
    at_limit = state.turn >= rules.turn_limit
    return at_limit | (state.reached & (~rules.play_out_round | (following == state.first)))


def give_win(shape: Shape, rules: Rules, state: State, counts: Rows, free: Rows) -> State:
    """The win is given (H15 to H17); `counts` are the agents that count for their owners, `free` those of nobody."""
    return state._replace(winners=_winners(shape, rules, state, counts, free))


def close(shape: Shape, rules: Rules, state: State) -> State:
    """The game is over, and it is noted how it ended (H13 to H18). The win has been given."""
    del rules
    xp, winners = shape.xp, state.winners
    one = (winners & (winners - 1)) == 0
    ending = xp.where(winners == 0, FREE_AGENT, xp.where(one, ONE_WINNER, SHARED))
    return state._replace(
        phase=xp.full(state.phase.shape, OVER, xp.int8),
        ending=xp.where(state.reached, ending, TURN_LIMIT).astype(xp.int8),
    )


def _winners(shape: Shape, rules: Rules, state: State, counts: Rows, free: Rows) -> Array:
    """The owners of what is furthest, as bits; a free agent counts only if it is alone in front (H16)."""
    xp = shape.xp
    candidates = [own | (nobodys & rules.free_agents_win) for own, nobodys in zip(counts, free, strict=True)]
    ranks = _ranks(shape, rules, state, candidates)
    best = most_of(xp, ranks)
    bits = [
        xp.where(own & (rank == best), xp.left_shift(xp.int8(1), xp.maximum(owner, 0)), xp.int8(0))
        for own, rank, owner in zip(counts, ranks, state.owner, strict=True)
    ]
    return reduce(lambda one, other: one | other, bits)


def _ranks(shape: Shape, rules: Rules, state: State, candidates: list[Array]) -> Rows:
    """The furthest marker wins; or, of those that reached the target, the one that gained most just then (H15)."""
    xp = shape.xp
    there = [able & (mark >= rules.target) for able, mark in zip(candidates, state.points, strict=True)]
    by_gain = rules.last_scoring_wins & any_of(there)
    return tuple(
        board.rank(xp, mark, gain, able, rules.target, by_gain)
        for mark, gain, able in zip(state.points, state.gains, candidates, strict=True)
    )
