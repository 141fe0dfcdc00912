"""The end (C21): when it comes, and who has won."""

from functools import reduce

from heimlich.games.suitcases.endgame import ENDINGS
from heimlich.sim.batch import for_few
from heimlich.sim.rows import most_of, row_at
from heimlich.sim.small_rows import all_equal
from heimlich.sim.suitcases.setup import next_seat
from heimlich.sim.suitcases.state import NOBODY, NONE, OVER, ROLL, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape

TEN_SECRETS, LAST_STANDING, OUT_OF_REACH, TURN_LIMIT = map(
    ENDINGS.index, ("ten-secrets", "last-standing", "out-of-reach", "turn-limit")
)


def in_play(shape: Shape, state: State) -> Array:
    """Tell whether each seat has agents, bool [seat]; a player without is out (C21)."""
    return has_agents(shape, state.places)


def has_agents(shape: Shape, agents: Array) -> Array:
    """Tell whether any of a seat's agents is in the game; or of each seat's."""
    return ~all_equal(shape.xp, agents, shape.xp.int8(NONE))


def secrets_of(shape: Shape, state: State) -> list[Array]:
    """The state secrets that each seat has brought home."""
    xp = shape.xp
    return [
        xp.where(state.delivered == seat, state.contents, xp.int16(0)).sum(axis=0, dtype=xp.int16)
        for seat in range(shape.players)
    ]


def check_end(shape: Shape, rules: Rules, state: State) -> State:
    """The end, if the state means one: enough secrets, one player left, or nobody who could still win (C21)."""
    xp = shape.xp
    points, playing = secrets_of(shape, state), in_play(shape, state)
    left = rules.secrets - reduce(lambda one, other: one + other, points)
    most = most_of(xp, points)
    best = most_of(xp, [xp.where(there, score, xp.int16(NONE)) for there, score in zip(playing, points, strict=True)])
    ending = xp.where(best + left < rules.target, xp.int8(OUT_OF_REACH), xp.int8(NONE))
    ending = xp.where(playing.sum(axis=0, dtype=xp.int8) == 1, xp.int8(LAST_STANDING), ending)
    ending = xp.where(most >= rules.target, xp.int8(TEN_SECRETS), ending)
    finished: State = for_few(shape, ending != NONE, finish, rules, state, ending)
    return finished


def finish(shape: Shape, rules: Rules, state: State, ending: Array) -> State:
    """The win is given; equal ones share it, unless the agents that are left decide (C21)."""
    xp = shape.xp
    size = state.phase.shape
    points = [
        xp.where(there, score, xp.int16(NONE))
        for there, score in zip(in_play(shape, state), secrets_of(shape, state), strict=True)
    ]
    best = most_of(xp, points)
    agents = (state.places != NONE).sum(axis=1, dtype=xp.int16)
    counts = [xp.where((score == best) & rules.agents_break_ties, agents[seat], 0) for seat, score in enumerate(points)]
    most = most_of(xp, counts)
    winners = xp.zeros(size, xp.int8)
    for seat, (score, count) in enumerate(zip(points, counts, strict=True)):
        winners = winners | xp.where((score == best) & (count == most), xp.int8(1 << seat), xp.int8(0))
    return state._replace(
        phase=xp.full(size, OVER, xp.int8),
        ending=xp.broadcast_to(ending, size),
        winners=winners,
        losing=xp.zeros(size, xp.int8),
        chosen=xp.full(state.chosen.shape, NONE, xp.int8),
        **no_duel(shape, size),
    )


def end_turn(shape: Shape, rules: Rules, state: State) -> State:
    """The next player in play is to roll (C6, C21), unless the limit of turns is reached."""
    limit = state.turn >= rules.turn_limit
    following = _next_turn(shape, state)
    ending = shape.xp.full(limit.shape, TURN_LIMIT, shape.xp.int8)
    ended: State = for_few(shape, limit, _at_limit, rules, following, state, ending)
    return ended


def _at_limit(shape: Shape, rules: Rules, following: State, state: State, ending: Array) -> State:
    del following
    return finish(shape, rules, state, ending)


def _next_turn(shape: Shape, state: State) -> State:
    xp = shape.xp
    size = state.phase.shape
    return state._replace(
        phase=xp.full(size, ROLL, xp.int8),
        turn=state.turn + xp.int16(1),
        seat=_following(shape, state),
        steps=xp.zeros(size, xp.int8),
        extra=xp.zeros(size, xp.int16),
        mover=xp.full(size, NOBODY, xp.int8),
        handled=xp.zeros(state.handled.shape, bool),
        **no_duel(shape, size),
    )


def _following(shape: Shape, state: State) -> Array:
    """The next seat clockwise; players who are out are passed over (C21)."""
    xp = shape.xp
    playing = in_play(shape, state)
    seat = found = next_seat(shape, state.seat)
    passed = ~row_at(xp, playing, seat)
    for _ in range(shape.players - 1):
        seat = next_seat(shape, seat)
        found = xp.where(passed, seat, found)
        passed = passed & ~row_at(xp, playing, seat)
    return found


def no_duel(shape: Shape, size: tuple[int, ...]) -> dict[str, Array]:
    """The fields of a state without a duel."""
    xp = shape.xp
    nobody, nothing = xp.full(size, NOBODY, xp.int8), xp.full(size, NONE, xp.int8)
    return {
        "attacker": nobody,
        "defence": nothing,
        "defender": nobody,
        "exact": xp.zeros(size, bool),
        "spoils": nothing,
    }
