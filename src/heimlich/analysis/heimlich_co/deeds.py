"""Sentences about single decisions: what a seat did, and what it did not do although it could have.

A decision is told as a reason: it made an agent more or less likely to be the seat's own. So the sentence is about
that agent, and quotes the move.
"""

from collections.abc import Iterator
from typing import Any

from heimlich.analysis.course import Passage
from heimlich.game import Line, Seat, Term
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard
from heimlich.games.heimlich_co.log import lines
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import BUILDINGS, RING, RUINS, Agent
from heimlich.games.heimlich_co.state import Table
from heimlich.games.heimlich_co.view import view_of

AHEAD = 6  # buildings between an agent and a safe that was put ahead of it, at most


def seat_term(seat: Seat) -> Term:
    """Return a seat as a word of a line."""
    return Term("seat", str(seat))


def agent_term(agent: Agent | str) -> Term:
    """Return an agent as a word of a line."""
    return Term("agent", agent)


def reason_line(passage: Passage, agent: Agent, *, rises: bool) -> Line:
    """Say why a decision speaks for, or against, this agent being the seat's own."""
    match passage.action:
        case MoveAgents() as move if rises:
            return _speaks_for(passage, move, agent)
        case MoveAgents() as move:
            return _speaks_against(passage, move, agent)
        case MoveSafe(place) if rises and 1 <= (place - passage.before.table.place(agent)) % RING <= AHEAD:
            ahead = (place - passage.before.table.place(agent)) % RING
            return _plain(Line("story-safe-ahead", _who(passage) | {"agent": agent_term(agent), "n": ahead}))
    return plain_line_of(passage)


def plain_line_of(passage: Passage) -> Line:
    """Say what was decided, as a whole sentence."""
    return _plain(deed(passage))


def deed(passage: Passage) -> Line:
    """Say what was decided, as the beginning of a sentence."""
    who = _who(passage)
    match passage.action:
        case MoveAgents(()):
            return Line("story-stayed", who)
        case MoveAgents(steps):
            return Line("story-moved", who | {"walks": [_walk(passage.before.table, *step) for step in steps]})
        case MoveSafe(place):
            return Line("story-safe", who | {"place": Term("place", BUILDINGS[place])})
        case PlayCard(card):
            return Line("story-card", who | {"card": Term("card", card), "effects": _effects(passage)})
    raise TypeError(f"'{passage.action}' is no open decision")


def _plain(told: Line) -> Line:
    return Line("story-plain", {"deed": told})


def _who(passage: Passage) -> dict[str, Any]:
    return {"seat": seat_term(passage.seat)}


def _walk(table: Table, agent: Agent, steps: int) -> Line:
    place = BUILDINGS[(table.place(agent) + steps) % RING]
    return Line("walk", {"agent": agent_term(agent), "n": steps, "place": Term("place", place)})


def _effects(passage: Passage) -> Any:
    """Take what a card did from the spectators' log."""
    step = passage.steps[0]
    told = lines(view_of(step.before, None), [step.event], view_of(step.after, None))
    return next(line.values["effects"] for line in told if line.key == "play")


def _speaks_for(passage: Passage, move: MoveAgents, agent: Agent) -> Line:
    table = passage.before.table
    walked = dict(move.steps)
    told = _gift(passage, agent, walked[agent]) if agent in walked else deed(passage)
    gain = _gain(passage, agent)
    if gain > 0:
        return Line("story-and-scored", {"deed": told, "agent": agent_term(agent), "n": gain})
    sunk = [one for one in walked if (table.place(one) + walked[one]) % RING == RUINS]
    if agent not in walked and sunk:
        return _plain(Line("story-into-ruins", _who(passage) | {"agents": [agent_term(one) for one in sunk]}))
    others = [one for one in left_safe_shut(table, move) if one != agent]
    if agent in walked and others:
        return Line("story-although-safe", {"deed": told, "other": agent_term(others[0])})
    return _plain(told)


def _speaks_against(passage: Passage, move: MoveAgents, agent: Agent) -> Line:
    table = passage.before.table
    walked, whom = dict(move.steps), agent_term(agent)
    place = table.place(agent)
    if agent in walked and (place + walked[agent]) % RING == RUINS:
        return _plain(Line("story-into-ruins", _who(passage) | {"agents": [whom]}))
    told = _gift(passage, agent, walked[agent]) if agent in walked else deed(passage)
    if agent in left_safe_shut(table, move):
        return Line("story-although-safe", {"deed": told, "other": whom})
    if agent in walked:
        return _plain(told)
    return Line("story-left-in-ruins" if place == RUINS else "story-gave-nothing", {"deed": told, "agent": whom})


def _gift(passage: Passage, agent: Agent, steps: int) -> Line:
    """Say how many of the steps an agent got."""
    total = sum(count for _, count in passage.action.steps)
    values = _who(passage) | {"agent": agent_term(agent), "n": steps}
    return Line("story-gave-all", values) if steps == total else Line("story-gave", values | {"of": total})


def _gain(passage: Passage, agent: Agent) -> int:
    """Return what an agent gained, if the decision led to a scoring before anyone else decided."""
    table = passage.after.table
    return int(table.gain(agent)) if table.scorings > passage.before.table.scorings else 0


def left_safe_shut(table: Table, move: MoveAgents) -> list[Agent]:
    """List the agents that could have walked to the safe, where the move brought none there; the furthest ahead first.

    The roll must have reached: with several agents to move, the rest of it could have gone to others.
    """
    walked = dict(move.steps)
    if any((table.place(agent) + steps) % RING == table.safe for agent, steps in move.steps):
        return []
    totals, agents, most = move_terms(table)
    found = []
    for agent in agents:
        distance = (table.safe - table.place(agent)) % RING
        reaches = distance in totals if most == 1 else 0 < distance <= max(totals)
        if distance and reaches and walked.get(agent) != distance:
            found.append(agent)
    return sorted(found, key=lambda agent: -table.marker(agent))


def walks_of(passage: Passage) -> Iterator[tuple[Agent, int]]:
    """List the steps that a decision gave to agents."""
    if isinstance(passage.action, MoveAgents):
        yield from passage.action.steps
