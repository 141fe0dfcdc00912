"""The end (H13 to H18): when it comes, and who has won. The reasons, in words, are in reasons.py."""

from collections.abc import Mapping
from typing import NamedTuple

from heimlich.game import Outcome, Seat
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import Phase, Result, State, Table, but

ENDINGS = ("one-winner", "shared", "free-agent", "turn-limit")


def ends_with_this_turn(table: Table, following: Seat) -> bool:
    """Tell whether the target is reached, and the round played out if required (H14), or the limit is reached (H18)."""
    rules = table.rules
    if rules.turn_limit is not None and table.turn >= rules.turn_limit:
        return True
    return table.reached and (not rules.play_out_round or following == table.first)


def finish(state: State, kept: tuple[tuple[Agent, ...], ...], bonus: tuple[int, ...]) -> State:
    """Reveal everything and give the win (H15 to H17); `kept` follows from T11, `bonus` from D2."""
    table, secrets = state
    table = _move_markers(table, kept, bonus)
    winners = _winners(table, kept)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(table.players))  # H17
    outcome = Outcome(winners, shares, _ending(table, winners))
    result = Result(outcome, secrets.identities, kept, secrets.hands, secrets.dossiers, bonus)
    return State(but(table, phase=Phase.OVER, result=result), secrets)


def _move_markers(table: Table, kept: tuple[tuple[Agent, ...], ...], bonus: tuple[int, ...]) -> Table:
    """Add the dossiers' points to the marker of each seat's agent that counts (D2), never below the floor."""
    if not any(bonus):
        return table
    points = dict(zip(table.agents, table.points, strict=True))
    for agents, extra in zip(kept, bonus, strict=True):
        points[agents[0]] += extra
        if table.rules.floor is not None:
            points[agents[0]] = max(table.rules.floor, points[agents[0]])
    return but(table, points=tuple(points.values()))


class Front(NamedTuple):
    """The comparison at the end (H15, H16): which agents can win, and how they rank."""

    owners: Mapping[Agent, Seat | None]  # of the agents that can win; None: a free agent
    ranks: Mapping[Agent, tuple[int, int]]  # of those that are compared: higher is better
    by_last_gain: bool  # the last scoring is compared first, then how far they are

    @property
    def leaders(self) -> list[Agent]:
        """List the agents in front, free ones included."""
        best = max(self.ranks.values())
        return [agent for agent, rank in self.ranks.items() if rank == best]


def front(table: Table, kept: tuple[tuple[Agent, ...], ...]) -> Front:
    """Compare the agents that count: of each player the first kept one, and free agents where these can win (H16)."""
    owners: dict[Agent, Seat | None] = {}
    if table.rules.free_agents_win:
        owned = {agent for agents in kept for agent in agents}
        owners = {agent: None for agent in table.agents if agent not in owned}
    owners |= {agents[0]: seat for seat, agents in enumerate(kept)}
    marks = {agent: table.marker(agent) for agent in owners}
    there = [agent for agent, mark in marks.items() if mark >= table.rules.target]
    if not table.rules.last_scoring_wins or not there:
        return Front(owners, {agent: (mark, 0) for agent, mark in marks.items()}, by_last_gain=False)
    return Front(owners, {agent: (table.gain(agent), marks[agent]) for agent in there}, by_last_gain=True)


def _winners(table: Table, kept: tuple[tuple[Agent, ...], ...]) -> tuple[Seat, ...]:
    """List the owners of the furthest agents; a free agent counts only if it is alone in front (H16)."""
    found = front(table, kept)
    leaders = [found.owners[agent] for agent in found.leaders]
    return tuple(sorted(seat for seat in leaders if seat is not None))


def _ending(table: Table, winners: tuple[Seat, ...]) -> str:
    if not table.reached:
        return "turn-limit"
    if not winners:
        return "free-agent"
    return "one-winner" if len(winners) == 1 else "shared"
