"""The decisions that moved the public observer most, and those that blew covers."""

from collections.abc import Sequence

import numpy as np

from heimlich.analysis.course import Course
from heimlich.analysis.heimlich_co.deeds import agent_term, deed, reason_line, seat_term
from heimlich.analysis.heimlich_co.suspicion import Beliefs, whole
from heimlich.analysis.story import Cover, Reason
from heimlich.game import Line, Seat, plain_line
from heimlich.sim.heimlich_co.moves import Array

LEAST = 10  # percentage points by which a decision must have moved the belief to be told …
MOST_BY_SEAT = 4  # … and how many of them for each seat
KNOWN = 50  # percent from which on an observer is said to name an agent


def told_reasons(course: Course, beliefs: Beliefs) -> list[Reason]:
    """List the decisions that changed most what the public observer believed of the seat that took them.

    A game that is too long to look at every decision has none.
    """
    if beliefs.every > 1:
        return []
    shown, agents = whole(beliefs.public), course.last.table.agents
    found: list[Reason] = []
    for index, number in enumerate(beliefs.moments[1:], 1):
        passage = course.passages[number - 1]
        before, after = shown[index - 1, passage.seat], shown[index, passage.seat]
        agent = int(np.abs(after - before).argmax())
        if abs(after[agent] - before[agent]) >= LEAST:
            line = reason_line(passage, agents[agent], rises=bool(after[agent] > before[agent]))
            told = int(before[agent]), int(after[agent])
            found.append(Reason(number, passage.seat, agent, *told, plain_line(line)))
    found.sort(key=lambda reason: -abs(reason.after - reason.before))
    kept = [
        reason
        for seat in range(len(course.last.secrets.identities))
        for reason in [one for one in found if one.seat == seat][:MOST_BY_SEAT]
    ]
    return sorted(kept, key=lambda reason: -abs(reason.after - reason.before))


def told_covers(course: Course, beliefs: Beliefs) -> list[Cover]:
    """Return for every seat and each of its agents the decision that blew the cover, if any did."""
    agents = course.last.table.agents
    return [
        _cover(course, beliefs, seat, agents.index(agent))
        for seat, own in enumerate(course.last.secrets.identities)
        for agent in own
    ]


def _cover(course: Course, beliefs: Beliefs, seat: Seat, agent: int) -> Cover:
    index = known_since(whole(beliefs.public)[:, seat], agent)
    if index is None:
        return Cover(seat, agent, None, None, None)
    number = beliefs.moments[index]
    if not number or beliefs.every > 1:
        return Cover(seat, agent, number, None, None)
    passage = course.passages[number - 1]
    name = course.last.table.agents[agent]
    if passage.seat == seat:
        line = reason_line(passage, name, rises=True)
    else:
        whom = {"agent": agent_term(name), "other": seat_term(seat)}
        line = Line("story-elimination", {"deed": deed(passage)} | whom)
    return Cover(seat, agent, number, passage.seat, plain_line(line))


def known_since(rows: Sequence[Sequence[int]] | Array, agent: int) -> int | None:
    """Return the first of these rows [agents] from which on an agent was always named, with KNOWN percent or more."""
    since = None
    for index in reversed(range(len(rows))):
        if not is_named(rows[index], agent):
            break
        since = index
    return since


def is_named(row: Sequence[int], agent: int) -> bool:
    """Tell whether an observer names this agent: as likely as any other, and with KNOWN percent or more."""
    return bool(row[agent] >= KNOWN and row[agent] >= max(row))
