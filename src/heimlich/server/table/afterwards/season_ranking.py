"""The ranking of a season: the results of each deal are compared with each other, as at duplicate bridge.

A deal gives up to 100 points: the share of the other tables whose result was beaten, a tie counting half. A win beats a
shared win, and that beats everything else; then the lead over the best opponent counts. What was not finished gives 0.
A viewer sees the results of the deals that they have finished themselves, and of the others only that they are done:
so the ranking before the end is made of those deals alone.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec import Struct

from heimlich.server.table.afterwards.plays import SHARED, WON, FinishedGame

FULL = 100  # points of a deal for beating all others
ALONE = 50  # while nobody else has finished the deal
DONE, BEGUN, GIVEN_UP, FINISHED = "done", "begun", "given-up", "finished"


class DealPlayed(NamedTuple):
    """A member's table for one deal."""

    member: int
    deal: int  # from 0
    table: str
    is_done: bool
    play: FinishedGame | None  # played to its end


class RankedDeal(Struct, frozen=True, omit_defaults=True):
    """A deal in somebody's line of the ranking.

    `state` is "" if nothing is known to be done, `done` if more is not to be known yet, `begun` for one's own table,
    `finished`, or `given-up`, which is also what the season's end does to a table.
    """

    state: str = ""
    score: int = 0
    result: str = ""  # won, shared or lost
    points: int = 0
    lead: int = 0  # over the best opponent, or behind it
    table: str = ""  # where it can be looked at


class RankedMember(Struct, frozen=True):
    """A member's line: those with equal scores share a place."""

    member: int
    place: int
    score: int
    done: int  # deals
    deals: tuple[RankedDeal, ...]


def rank(
    played: Sequence[DealPlayed], deals: int, viewer: int, known: Collection[int], *, is_over: bool
) -> tuple[RankedMember, ...]:
    """Rank the members who have begun, as a viewer may see it who knows the results of the `known` deals."""
    field = {deal: [_worth(one.play) for one in played if one.deal == deal and one.play] for deal in known}
    lines: dict[int, list[RankedDeal]] = {one.member: [RankedDeal()] * deals for one in played}
    for one in played:
        lines[one.member][one.deal] = _deal(one, field, own=one.member == viewer, is_over=is_over)
    scores = {member: sum(deal.score for deal in line) for member, line in lines.items()}
    ranked = [
        RankedMember(
            member=member,
            place=1 + sum(other > scores[member] for other in scores.values()),
            score=scores[member],
            done=sum(deal.state not in {"", BEGUN} for deal in line),
            deals=tuple(line),
        )
        for member, line in lines.items()
    ]
    return tuple(sorted(ranked, key=lambda one: (one.place, -one.done, one.member)))


def _deal(one: DealPlayed, field: dict[int, list[tuple[int, int]]], *, own: bool, is_over: bool) -> RankedDeal:
    if one.deal not in field and not own:
        return RankedDeal(DONE) if one.is_done else RankedDeal()
    if one.play is None:
        shown = GIVEN_UP if one.is_done or is_over else BEGUN if own else ""
        return RankedDeal(shown, table=one.table if own else "")
    worth = _worth(one.play)
    return RankedDeal(
        state=FINISHED,
        score=_score(worth, field.get(one.deal, [worth])),
        result=one.play.result,
        points=one.play.seats[one.play.own[0]].points or 0,
        lead=worth[1],
        table=one.table,
    )


def _worth(play: FinishedGame) -> tuple[int, int]:
    """Return what a result is compared by: the win, then the lead over the best opponent."""
    own = play.own[0]
    best = max((seat.points or 0 for number, seat in enumerate(play.seats) if number != own), default=0)
    return 2 * (play.result == WON) + (play.result == SHARED), (play.seats[own].points or 0) - best


def _score(worth: tuple[int, int], field: Sequence[tuple[int, int]]) -> int:
    """Return the points of a result among all results of its deal, itself included; halves are rounded up."""
    others = len(field) - 1
    if not others:
        return ALONE
    halves = sum(2 * (worth > other) + (worth == other) for other in field) - 1
    return (FULL * halves + others) // (2 * others)
