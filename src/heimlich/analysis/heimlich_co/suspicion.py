"""Beliefs of observers after every telling decision: one of public play, and each seat with its own cards.

The belief is bots/heimlich_co/belief, worked out anew from the evidence of public play; docs/analyst.md says how well
it is calibrated.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heimlich.analysis.course import Course
from heimlich.analysis.story import Suspicion
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard
from heimlich.games.heimlich_co.names import Agent
from heimlich.sim.heimlich_co.moves import Array

TELLING = MoveAgents | MoveSafe | PlayCard
MOST = 300  # beliefs of one observer: a stranger's record may be of any length
HEAT = 1.0  # of the belief that is told; above 1 it would be less sure (bench/analyst.py tries some)


class Beliefs(NamedTuple):
    """The beliefs of all observers: [moments, seats, agents] for the public one, and for each seat's.

    `every` is 1, unless the game is so long that only every so many telling decisions are looked at.
    """

    moments: tuple[int, ...]
    public: Array
    by_seat: tuple[Array, ...]
    every: int


def watch(course: Course) -> Beliefs:
    """Follow a game; a belief is noted after the deal, and whenever evidence has been added, at most MOST times."""
    table = course.dealt.table
    evidence = Evidence(table.players, table.agents)
    evidence.look(table)
    telling = sum(isinstance(passage.action, TELLING) for passage in course.passages)
    every = max(1, -(-telling // MOST))
    numbers, weighed = [0], (0, 0)
    rows = [_beliefs(evidence, course.dealt.secrets.identities)]
    for passage in course.passages:
        if isinstance(passage.action, TELLING):
            evidence.note(passage.before.table, passage.seat, passage.action)
        evidence.look(passage.after.table)
        now = len(evidence.decisions), len(evidence.holders)
        is_last = passage is course.passages[-1]
        if now[0] >= weighed[0] + every or now[1] > weighed[1] or (is_last and now != weighed):
            weighed = now
            numbers.append(passage.number)
            rows.append(_beliefs(evidence, passage.after.secrets.identities))
    stacked: Array = np.array(rows)  # [moments, observers, seats, agents]
    return Beliefs(tuple(numbers), stacked[:, 0], tuple(stacked[:, 1 + seat] for seat in range(table.players)), every)


def _beliefs(evidence: Evidence, identities: Sequence[Sequence[Agent]]) -> list[Array]:
    """Work out what each observer believes now: [seats, agents] for the public one, then for each seat."""
    observers: list[tuple[Seat | None, Sequence[Agent]]] = [(None, ()), *enumerate(identities)]
    return [belief_of(evidence, seat, own).owners(HEAT)[:-1] for seat, own in observers]


def whole(beliefs: Array) -> Array:
    """Round probabilities to whole percentages."""
    rounded: Array = np.rint(100 * beliefs).astype(int)
    return rounded


def percent(beliefs: Array) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return [moments, seats, agents] as whole percentages, to be told."""
    return tuple(tuple(tuple(row) for row in table) for table in whole(beliefs).tolist())


def suspicions(seen: Beliefs) -> list[Suspicion]:
    """Return the beliefs as they are told."""
    found = [Suspicion("public", None, seen.moments, percent(seen.public))]
    found += [Suspicion("seat", seat, seen.moments, percent(own)) for seat, own in enumerate(seen.by_seat)]
    return found
