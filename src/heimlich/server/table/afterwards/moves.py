"""A problem of the day ("What would you do?") as messages: what everyone gets who asks, and the solution.

A problem as it is shown is the stream of one seat up to its decision, and some moves to choose from. It is made of what
that seat knows alone: its own agent, and nobody else's. The solution is sent only in answer to an answer.
"""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from heimlich.server.table.afterwards.replay import Stream, replay_for
from heimlich.server.table.refusals import Refused

if TYPE_CHECKING:  # playing the game again needs NumPy; the process that serves problems does not
    from heimlich.cases.moves import Problem

MOST_MOVES = 6
AgentNumbers = tuple[tuple[str, int], ...]


class MoveOffered(Struct, frozen=True):
    """A move to choose: agents with their steps, and where the safe goes if the move scores (null: nowhere)."""

    steps: AgentNumbers
    safe: str | None


class MoveShown(Struct, frozen=True):
    """A problem: the seat that has to decide, its own agent, the game as that seat saw it, and moves to choose from."""

    number: int
    day: str
    seats: tuple[str, ...]
    seat: int
    agent: str
    moments: int
    seen: Stream
    moves: tuple[MoveOffered, ...]


class MoveAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the number of a move, from 0."""

    move: Annotated[int, Meta(ge=0, lt=MOST_MOVES)]


class MoveFinding(Struct, frozen=True):
    """The findings about a move.

    `win`: the probability to win, in hundredths of a percent, and `error`, its standard error. `gain`: the points of
    the own agent until its player's next turn, on average, and `lead`: how far it is ahead of the best agent of another
    player then, both in tenths. `points`: what the move scores at once. `ends`: the game is over then. `ahead`:
    buildings from the own agent to the safe, after the turn. `suspicion`: the percentage that a perfect observer gives
    to the own agent being this player's, after the move.
    """

    win: int
    error: int
    gain: int
    lead: int
    points: AgentNumbers
    scores: bool
    ends: bool
    ahead: int
    suspicion: int


class MoveSolution(Struct, frozen=True):
    """The answer to a problem: the number of the best move, of the one that looks best, and what is known about each.

    `suspicion`: as in a finding, before the move. `played`: of 100 games played to the end from there, how many were
    won after the best move, and after the one that looks best.
    """

    best: int
    looks: int
    suspicion: int
    played: tuple[int, int]
    moves: tuple[MoveFinding, ...]


def shown(problem: "Problem") -> MoveShown:
    """Return a problem as everyone may see it."""
    from heimlich.cases.moves import steps_of  # in a worker

    name, position, record = problem.name, problem.position, problem.record
    seen = replay_for(record, position.seat)[0]
    moves = tuple(
        MoveOffered(tuple((str(agent), count) for agent, count in steps_of(one)), one.safe) for one in position.moves
    )
    return MoveShown(
        name.number,
        name.day.isoformat(),
        record.seats,
        position.seat,
        str(position.agent),
        position.moment,
        seen,
        moves,
    )


def solution(problem: "Problem") -> MoveSolution:
    """Return what those get who have answered."""
    from heimlich.cases.moves import facts_of  # in a worker

    position, found = problem.position, []
    for one in position.moves:
        facts = facts_of(problem.state.table, position.agent, one)
        points = tuple((str(agent), gain) for agent, gain in facts.points)
        found.append(
            MoveFinding(
                one.win, one.error, one.gain, one.lead, points, facts.scores, facts.ends, facts.ahead, one.suspicion
            )
        )
    return MoveSolution(position.best, position.looks, position.suspicion, position.played, tuple(found))


def check_answer(answer: MoveAnswer, truth: MoveSolution) -> None:
    """Refuse what is no answer to this problem."""
    if answer.move >= len(truth.moves):
        raise Refused("answer", f"there are {len(truth.moves)} moves to choose from, with numbers from 0")
