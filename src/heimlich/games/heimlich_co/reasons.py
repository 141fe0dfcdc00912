"""The reasons for the result of a finished game (H15, H16), as lines of the log.

The lines are made from the comparison by which endgame.py gives the win, so they cannot disagree with it.
"""

from collections.abc import Iterator, Sequence

from heimlich.game import Line, Term
from heimlich.games.heimlich_co.endgame import Front, front
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import Result, Table


def reasons(table: Table, result: Result) -> Iterator[Line]:
    """Tell what decided: which agents lead and by which measure, which do not although they may seem to, and why."""
    found = front(table, result.kept)
    leaders = found.leaders
    yield _measure(table, found)
    yield from _passed_over(table, result, found)
    free = [agent for agent in leaders if found.owners[agent] is None]
    if free and len(free) < len(leaders):
        yield Line("why-level-free", {"agents": _agents(free)})
    elif free:
        yield Line("nobody-wins", {"n": len(free), "agents": _agents(free)})


def agent_at(table: Table, agent: Agent) -> Line:
    """Name an agent with the place of its marker."""
    return Line("agent-at", {"agent": _agent(agent), "mark": table.marker(agent)})


def _measure(table: Table, found: Front) -> Line:
    leaders = found.leaders
    marks = [agent_at(table, agent) for agent in leaders]
    if not found.by_last_gain:
        return Line("why-furthest", {"n": len(leaders), "agents": marks})
    target = {"target": table.rules.target}
    if len(found.ranks) == 1:
        return Line("why-only", {"agents": marks, **target})
    most = max(gain for gain, _ in found.ranks.values())
    rivals = [agent for agent, (gain, _) in found.ranks.items() if gain == most]
    gains = [_agent_gain(table, agent) for agent in rivals]
    if len(rivals) == 1:
        return Line("why-last-scoring", {"agents": gains, **target})
    return Line("why-equal-gains", {"n": len(leaders), "rivals": gains, "agents": marks, **target})


def _passed_over(table: Table, result: Result, found: Front) -> Iterator[Line]:
    """Tell of agents that are further, or gained more, and yet do not win."""
    best = max(found.ranks.values())
    mark = table.marker(found.leaders[0])
    further = [agent for agent in found.owners if table.marker(agent) > mark]
    if further:
        yield Line("why-not-furthest", {"agents": [agent_at(table, agent) for agent in further]})
    second = [agent for agents in result.kept for agent in agents[1:] if _would_lead(table, found, agent, best)]
    if second:
        yield Line("why-second-agent", {"agents": _agents(second)})
    kept = {agent for agents in result.kept for agent in agents}
    free = [agent for agent in table.agents if agent not in kept and agent not in found.owners]
    barred = [agent for agent in free if _would_lead(table, found, agent, best)]
    if barred:
        yield Line("why-free-barred", {"agents": _agents(barred)})


def _would_lead(table: Table, found: Front, agent: Agent, best: tuple[int, int]) -> bool:
    """Tell whether an agent that does not count would be in front if it did."""
    mark = table.marker(agent)
    if found.by_last_gain:
        return mark >= table.rules.target and (table.gain(agent), mark) > best
    return (mark, 0) > best


def _agents(agents: Sequence[Agent]) -> list[Term]:
    return [_agent(agent) for agent in agents]


def _agent_gain(table: Table, agent: Agent) -> Line:
    gain = table.gain(agent)
    return Line("agent-lost" if gain < 0 else "agent-gained", {"agent": _agent(agent), "n": abs(gain)})


def _agent(agent: Agent) -> Term:
    return Term("agent", agent)
