"""A case of the day as messages: what everyone gets who asks, and what those get who have answered.

A case as it is shown is a spectator's stream of the game up to its stop, and the public part of the pad. It is made of
what spectators see alone: neither owners nor anything after the stop is in it.
"""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from heimlich.server.table.afterwards.replay import Stream, replay_openly
from heimlich.server.table.audience.messages import Pad
from heimlich.server.table.refusals import Refused

if TYPE_CHECKING:  # making cases needs NumPy; the process that serves them does not
    from heimlich.cases.making import Case

MOST_SEATS = 7
Word = Annotated[str, Meta(max_length=20)]


class CaseShown(Struct, frozen=True):
    """A case: its number and degree, the game as spectators saw it, and the public part of the pad at the stop."""

    number: int
    day: str
    degree: str
    seats: tuple[str, ...]
    agents: tuple[str, ...]
    moments: int
    public: Stream
    pad: Pad


class CaseAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the agent of each seat."""

    owners: Annotated[tuple[Word, ...], Meta(max_length=MOST_SEATS)]


class CaseReason(Struct, frozen=True):
    """A decision that speaks for a seat's own agent.

    `tenths`: how many times as likely the owner of this agent makes it as an average player, in tenths.
    """

    seat: int
    moment: int
    tenths: int


class CaseSolution(Struct, frozen=True):
    """The truth: the owner of each seat, the perfect observer's beliefs by seat and agent in percent, and reasons."""

    owners: tuple[str, ...]
    beliefs: tuple[tuple[int, ...], ...]
    reasons: tuple[CaseReason, ...]


class CaseScore(Struct, frozen=True):
    """An answer, judged: which seats are right, and the solution."""

    right: tuple[bool, ...]
    solution: CaseSolution


class CaseDay(Struct, frozen=True):
    """The present day by the server's calendar (UTC), the number of its cases, the first day, and the degrees."""

    day: str
    number: int
    first: str
    degrees: tuple[str, ...]


def shown(case: "Case") -> CaseShown:
    """Return a case as everyone may see it."""
    public, table = replay_openly(case.record)
    moments = public.moments[-1]
    agents = tuple(map(str, case.agents))
    number, degree = case.name
    return CaseShown(number, case.name.day.isoformat(), degree, case.record.seats, agents, moments, public, table.pad())


def solution(case: "Case") -> CaseSolution:
    """Return what those get who have answered."""
    reasons = tuple(CaseReason(one.seat, one.moment, one.tenths) for one in case.reasons)
    return CaseSolution(tuple(map(str, case.owners)), case.beliefs, reasons)


def judge(answer: CaseAnswer, truth: CaseSolution, agents: tuple[str, ...]) -> CaseScore:
    """Judge an answer; refuse one that is no answer to this case."""
    named = answer.owners
    if len(named) != len(truth.owners):
        raise Refused("answer", f"name an agent for each of the {len(truth.owners)} players; these are {len(named)}")
    for agent in named:
        if agent not in agents:
            raise Refused("answer", f"there is no agent '{agent}' in this case; there are: {', '.join(agents)}")
    if len(set(named)) < len(named):
        raise Refused("answer", "an agent has one owner; name each agent once at most")
    return CaseScore(tuple(one == owner for one, owner in zip(named, truth.owners, strict=True)), truth)
