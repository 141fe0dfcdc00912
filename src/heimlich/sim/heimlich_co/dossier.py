"""Secret dossiers (D1 to D4): when play halts for them, how they are written, and what they are worth."""

from heimlich.games.heimlich_co.encoding import ANSWERS, BALLOT_START, CARD_START, KEEP
from heimlich.sim.batch import select
from heimlich.sim.heimlich_co.card_round import first_of
from heimlich.sim.heimlich_co.state import (
    BLANK_ANSWER,
    DOSSIER,
    FREE_ANSWER,
    NONE,
    Array,
    DossierState,
    Rows,
    State,
    dossier_state,
)
from heimlich.sim.heimlich_co.tables import BITS, Rules, Shape
from heimlich.sim.rows import any_of, row_at, with_row

EMPTY_BALLOT = 2**32 - 1  # no answer for any agent


def answers_of(shape: Shape, ballot: Array) -> Rows:
    """The answer for each agent, int8, of a ballot, which is one word; none has all its four bits set."""
    xp = shape.xp
    found = []
    for agent in range(shape.agents):
        above = ((ballot >> xp.uint32(BITS * agent)) + xp.uint32(1)) & xp.uint32(2**BITS - 1)
        found.append(above.astype(xp.int8) - xp.int8(1))
    return tuple(found)


def with_answer(shape: Shape, ballot: Array, agent: Array, answer: Array) -> Array:
    """The ballot with one answer more."""
    xp = shape.xp
    place = agent.astype(xp.uint32) * xp.uint32(BITS)
    cleared = ballot & ~xp.left_shift(xp.uint32(2**BITS - 1), place)
    return cleared | xp.left_shift(answer.astype(xp.uint32), place)


def _completed(shape: Shape, ballot: Array, former: Array) -> Array:
    """The ballot, with the former answers where it has none."""
    uint32 = shape.xp.uint32
    pairs = ballot & (ballot >> uint32(1))
    none = pairs & (pairs >> uint32(2)) & uint32(EMPTY_BALLOT // (2**BITS - 1))  # one bit for each agent without one
    open_ones = none * uint32(2**BITS - 1)
    return (ballot & ~open_ones) | (former & open_ones)


def watch(shape: Shape, rules: Rules, before: Rows, state: State) -> tuple[State, Array]:
    """After the markers moved (D4): note who is beyond the line or fell back, and whether play halts (D1, D3)."""
    xp, dossier = shape.xp, dossier_state(state)
    moved = rules.dossier & any_of([old != new for old, new in zip(before, state.points, strict=True)])
    beyond = [mark >= rules.dossier_from for mark in state.points]
    fallen = [was & (mark < rules.dossier_again_below) for was, mark in zip(dossier.beyond, state.points, strict=True)]
    passed = [now & (old < rules.dossier_from) for now, old in zip(beyond, before, strict=True)]
    first_time = moved & (dossier.halts == 0)
    later = moved & (dossier.halts > 0) & rules.revises
    halts = (first_time & any_of(beyond)) | (later & dossier.again & any_of(passed))
    noted = tuple(
        xp.where(first_time, now, xp.where(later, (was | now) & ~fell, was))
        for was, now, fell in zip(dossier.beyond, beyond, fallen, strict=True)
    )
    again = xp.where(later, any_of(fallen) | (dossier.again & ~halts), dossier.again)
    return state._replace(dossier=dossier._replace(beyond=noted, again=again)), halts


def halt(shape: Shape, rules: Rules, state: State, resume: Array) -> State:
    """Play halts, and all write at once, unseen by each other (D1)."""
    del rules
    xp, dossier, size = shape.xp, dossier_state(state), state.phase.shape
    dossier = dossier._replace(
        halts=dossier.halts + xp.int16(1),
        written=(xp.zeros(size, bool),) * shape.players,
        resume=xp.broadcast_to(resume, size),
    )
    return state._replace(phase=xp.full(size, DOSSIER, xp.int8), dossier=dossier)


def writer(shape: Shape, dossier: DossierState) -> Array:
    """The first seat that is still writing."""
    return first_of(shape, tuple(~done for done in dossier.written))


def open_question(shape: Shape, state: State, seat: Array) -> Array:
    """The first agent that a seat is asked about and has not answered for; none when all are answered (D1)."""
    xp = shape.xp
    draft = answers_of(shape, row_at(xp, dossier_state(state).drafts, seat))
    found = xp.full(seat.shape, NONE, xp.int8)
    for agent in reversed(range(shape.agents)):
        asks = (state.owner[agent] != seat) & (draft[agent] == NONE)
        found = xp.where(asks, xp.int8(agent), found)
    return found


def cells(shape: Shape, rules: Rules, state: State) -> Array:
    """For each agent and answer, whether it may be named now [cell, batch]."""
    question, answers = open_cells(shape, rules, state)
    agent, answer = _cell_columns(shape)
    allowed = shape.xp.stack(answers)[answer.astype("int32")]
    return (state.phase == DOSSIER) & (question == agent[:, None]) & allowed


def open_cells(shape: Shape, rules: Rules, state: State) -> tuple[Array, Rows]:
    """The agent that the next seat is asked about, and for each answer, whether it may be given (D1)."""
    seat = writer(shape, dossier_state(state))
    never = shape.xp.zeros(seat.shape, bool)
    answers = [seat != owner if owner < shape.players else never for owner in range(ANSWERS)]
    answers[FREE_ANSWER] = ~never
    answers[BLANK_ANSWER] = never | rules.dossier_blank
    return open_question(shape, state, seat), tuple(answers)


def _cell_columns(shape: Shape) -> tuple[Array, Array]:
    """The agent and the answer of each cell of a ballot."""
    agents, answers = zip(*(divmod(cell, ANSWERS) for cell in range(CARD_START - BALLOT_START)), strict=True)
    return shape.array(agents, "int8"), shape.array(answers, "int8")


def can_keep(shape: Shape, state: State) -> Array:
    """Tell whether a seat may keep all its answers in a revision (D3), which it says before the first new one."""
    dossier = dossier_state(state)
    draft = row_at(shape.xp, dossier.drafts, writer(shape, dossier))
    return (state.phase == DOSSIER) & (dossier.halts > 1) & (draft == shape.xp.uint32(EMPTY_BALLOT))


def write(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """One answer more, or all kept; the last one completes a dossier (D1, D3)."""
    del rules
    xp, dossier = shape.xp, dossier_state(state)
    seat = writer(shape, dossier)
    cell = xp.clip(action - BALLOT_START, 0, CARD_START - BALLOT_START - 1)
    agent = sum((cell >= ANSWERS * number).astype(xp.int32) for number in range(1, shape.agents))
    answer = (cell - agent * ANSWERS).astype(xp.int8)
    names = action != KEEP
    draft, former = row_at(xp, dossier.drafts, seat), row_at(xp, dossier.dossiers, seat)
    draft = xp.where(names, with_answer(shape, draft, agent, answer), draft)
    with_draft = state._replace(dossier=dossier._replace(drafts=with_row(xp, dossier.drafts, seat, draft)))
    complete = ~names | (open_question(shape, with_draft, seat) == NONE)
    empty = xp.uint32(EMPTY_BALLOT)
    done = dossier._replace(
        drafts=with_row(xp, dossier.drafts, seat, empty),
        dossiers=with_row(xp, dossier.dossiers, seat, _completed(shape, draft, former)),
        written=tuple(flag | (seat == number) for number, flag in enumerate(dossier.written)),
    )
    return state._replace(dossier=select(xp, complete, done, with_draft.dossier))


def dossier_points(shape: Shape, rules: Rules, state: State, counts: Rows, free: Rows) -> Rows:
    """Return what each seat's answers are worth, after double agents were given back (D2, D3)."""
    xp, dossier = shape.xp, dossier_state(state)
    del counts
    found = []
    for seat in range(shape.players):
        total = xp.zeros(state.phase.shape, xp.int16)
        for agent, answer in enumerate(answers_of(shape, dossier.dossiers[seat])):
            truth = xp.where(free[agent], xp.int8(FREE_ANSWER), state.owner[agent])
            worth = xp.where(answer == truth, rules.dossier_right, rules.dossier_wrong)
            total = total + xp.where((answer == NONE) | (answer == BLANK_ANSWER), xp.int16(0), worth)
        found.append(total)
    return tuple(found)


def move_markers(shape: Shape, rules: Rules, state: State, counts: Rows, free: Rows) -> State:
    """Dossiers move the marker of the agent that counts (D2), never below the floor."""
    xp = shape.xp
    bonus = dossier_points(shape, rules, state, counts, free)
    points = tuple(
        xp.where(own, xp.maximum(rules.floor, mark + row_at(xp, bonus, owner)), mark)
        for own, mark, owner in zip(counts, state.points, state.owner, strict=True)
    )
    return state._replace(points=points, dossier=dossier_state(state)._replace(bonus=bonus))
