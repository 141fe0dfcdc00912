"""Count what each seat achieved in a game, for the statistics of its player. Call it when everything is revealed."""

from collections.abc import Iterable, Sequence
from typing import Any

from heimlich.game import Seat
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import Answer, State
from heimlich.record import Step

Owned = Sequence[tuple[Agent, ...]]  # by seat; the agent that counts comes first


def achievements(steps: Iterable[Step[State]]) -> list[dict[str, Any]]:
    """Return, for each seat:

    - `agents`: its agents, first the one that counts, and `points`, the place of that agent's marker
    - `given` and `own`: the points that other players' agents, and its own, gained in scorings of its turns
    - with dossiers, `asked` and `right`: other players' agents that it was asked about, and those it named rightly
    - with dossiers, `judges` and `found_by`: the others who wrote a dossier, and those who named one of its agents
    """
    scored: list[tuple[Seat, tuple[int, ...]]] = []
    last: State | None = None
    for before, _, last in steps:
        if last.table.scorings > before.table.scorings:
            scored.append((before.table.seat, last.table.gains))
    if last is None:
        return []
    table, secrets = last
    owned = table.result.kept if table.result else secrets.identities
    whose: dict[Agent, Seat] = {agent: seat for seat, agents in enumerate(owned) for agent in agents}
    ballots = [dict(ballot) for ballot in secrets.dossiers]
    return [
        {"agents": list(agents), "points": table.marker(agents[0])}
        | _gains(table.agents, scored, whose, seat)
        | _dossiers(ballots, whose, seat)
        for seat, agents in enumerate(owned)
    ]


def agents_to_guess(state: State) -> tuple[str, ...]:
    """List the agents behind which players may hide."""
    return tuple(str(agent) for agent in state.table.agents)


def identities(state: State) -> Sequence[Sequence[str]]:
    """Return each seat's agents once everything is revealed; none before."""
    return state.table.result.identities if state.table.result else ()


def _gains(
    agents: Sequence[Agent], scored: Iterable[tuple[Seat, tuple[int, ...]]], whose: dict[Agent, Seat], seat: Seat
) -> dict[str, int]:
    """Add up what agents gained in this seat's turns; free agents count for nobody."""
    counted = {"given": 0, "own": 0}
    for mover, gains in scored:
        for agent, gain in zip(agents, gains, strict=True):
            if mover == seat and gain > 0 and agent in whose:
                counted["own" if whose[agent] == seat else "given"] += gain
    return counted


def _dossiers(ballots: Sequence[dict[Agent, Answer]], whose: dict[Agent, Seat], seat: Seat) -> dict[str, int]:
    """Compare the dossiers with the truth; nothing where none was written."""
    if not any(ballots):
        return {}
    others = {agent: owner for agent, owner in whose.items() if owner != seat}
    own = [agent for agent, owner in whose.items() if owner == seat]
    judges = [ballot for other, ballot in enumerate(ballots) if other != seat and ballot]
    return {
        "asked": sum(agent in ballots[seat] for agent in others),
        "right": sum(ballots[seat].get(agent) == owner for agent, owner in others.items()),
        "judges": len(judges),
        "found_by": sum(any(ballot.get(agent) == seat for agent in own) for ballot in judges),
    }
