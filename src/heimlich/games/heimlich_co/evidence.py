"""Clues about who owns which agent (D5), collected from the public side of a game alone.

`Notebook.watch` is fed every event as any seat has seen it, with the tables before and after; what it finds is the same
for everyone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.actions import MoveAgents, PlayCard, SeenEvent
from heimlich.games.heimlich_co.movement import move_offer
from heimlich.games.heimlich_co.names import RING, RUINS, Agent, Building
from heimlich.games.heimlich_co.pad import LOST, OPENED, WON, PadMoment, moments, with_moments
from heimlich.games.heimlich_co.state import Table, View
from heimlich.pads import Pad


class Sign(StrEnum):
    """Something that a player did with an agent, or left undone."""

    OUT_OF_RUINS = "out-of-ruins"
    LEFT_IN_RUINS = "left-in-ruins"
    INTO_RUINS = "into-ruins"
    THROUGH_RUINS = "through-ruins"
    SPARED_RUINS = "spared-ruins"
    HELPED = "helped"
    HINDERED = "hindered"
    OPENED_SAFE = "opened-safe"
    LEFT_SAFE_SHUT = "left-safe-shut"
    PROFITED = "profited"
    SUFFERED = "suffered"


class Clue(NamedTuple):
    """One sign: what a seat did to an agent in a turn; `amount` counts points, or the value of buildings."""

    turn: int
    seat: Seat
    sign: Sign
    agent: Agent
    amount: int = 0


SCORED = {OPENED: Sign.OPENED_SAFE, WON: Sign.PROFITED, LOST: Sign.SUFFERED}  # moments of the pad in a scoring


class Notebook:
    """Collects clues while a game goes on, or while a record is replayed."""

    def __init__(self) -> None:
        self.clues: list[Clue] = []
        self.pad: Pad = {}

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Collect the clues in what has just been seen."""
        for event in events:
            if isinstance(event, Decision) and isinstance(event.action, MoveAgents | PlayCard):
                self._note(before.table, event.seat, event.action, after.table)
        found = moments(self.pad, before, events, after)
        self.pad = with_moments(self.pad, before.table.turn, found) if found else self.pad
        if after.table.scorings > before.table.scorings:
            self.clues += [
                Clue(before.table.turn, moment.seat, SCORED[moment.sign], Agent(moment.agent), _signed(moment))
                for moment in found
                if moment.sign in SCORED
            ]

    def _note(self, before: Table, seat: Seat, action: MoveAgents | PlayCard, after: Table) -> None:
        if isinstance(action, MoveAgents):
            found = [*_walked(before, action), *_left_undone(before, action)]
        else:
            found = list(_carried(before, after))
        self.clues += [Clue(before.turn, seat, sign, agent, amount) for sign, agent, amount in found]

    def about(self, seat: Seat, agent: Agent) -> list[Clue]:
        """List all clues that link a seat with an agent."""
        return [clue for clue in self.clues if clue.seat == seat and clue.agent == agent]

    def counts(self) -> Counter[tuple[Seat, Agent, Sign]]:
        """Count how often each sign was seen, by seat and agent."""
        return Counter((clue.seat, clue.agent, clue.sign) for clue in self.clues)


def _signed(moment: PadMoment) -> int:
    return -moment.amount if moment.sign == LOST else moment.amount


Found = tuple[Sign, Agent, int]


def _moved(before: Table, after: Table) -> Iterator[tuple[Agent, Building, Building]]:
    for agent, old, new in zip(after.agents, before.places, after.places, strict=True):
        if old != new:
            yield agent, old, new


def _walked(table: Table, move: MoveAgents) -> Iterator[Found]:
    """List the signs in a move by points: ruins entered, left or passed, and agents that stand better or worse."""
    for agent, steps in move.steps:
        old = table.place(agent)
        new = (old + steps) % RING
        yield from _ruins(agent, old, new)
        if old < RUINS < old + steps:
            yield Sign.THROUGH_RUINS, agent, 0
        yield from _worth(table, agent, old, new)


def _carried(before: Table, after: Table) -> Iterator[Found]:
    """List the signs in the effect of a card, as `_walked` does; a card moves no agent through a building."""
    for agent, old, new in _moved(before, after):
        yield from _ruins(agent, old, new)
        yield from _worth(before, agent, old, new)
    if before.scorings == after.scorings:
        for agent, mark, new_mark in zip(after.agents, before.points, after.points, strict=True):
            if new_mark > mark:
                yield Sign.HELPED, agent, new_mark - mark


def _ruins(agent: Agent, old: Building, new: Building) -> Iterator[Found]:
    if old == RUINS:
        yield Sign.OUT_OF_RUINS, agent, 0
    if new == RUINS:
        yield Sign.INTO_RUINS, agent, 0


def _worth(table: Table, agent: Agent, old: Building, new: Building) -> Iterator[Found]:
    change = table.rules.values[new] - table.rules.values[old]
    if change:
        yield (Sign.HELPED if change > 0 else Sign.HINDERED), agent, change


def _left_undone(table: Table, move: MoveAgents) -> Iterator[Found]:
    """List the agents that could have been sent to the ruins, out of them, or to the safe, and were not."""
    walked = dict(move.steps)
    ends = {agent: (table.place(agent) + walked.get(agent, 0)) % RING for agent in table.agents}
    opened = any(ends[agent] == table.safe for agent in walked)
    for agent in table.agents:
        place = table.place(agent)
        if place == RUINS and agent not in walked:
            yield Sign.LEFT_IN_RUINS, agent, 0
        if place != RUINS and ends[agent] != RUINS and _could_walk(table, RUINS - place):
            yield Sign.SPARED_RUINS, agent, 0
        if not opened and place != table.safe and _could_walk(table, (table.safe - place) % RING):
            yield Sign.LEFT_SAFE_SHUT, agent, 0


def _could_walk(table: Table, distance: int) -> bool:
    """Tell whether the roll could have moved one agent this far, with the remaining points for others."""
    offer = move_offer(table)
    if offer.most == 1:
        return distance in offer.totals
    return distance <= max(offer.totals)
