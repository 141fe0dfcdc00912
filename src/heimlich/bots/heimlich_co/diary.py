"""Notes on a game of Heimlich & Co. from one seat, for what its bot says afterwards (afterwords.py).

A `Diary` lists what the others did. A `Casebook` also keeps the evidence (belief/), and the likeliest deal after each
turn. Both are shown what their seat sees, and nothing else.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import Belief, belief_of
from heimlich.game import Decision, Line, Seat
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe, PlayCard, SeenEvent
from heimlich.games.heimlich_co.log import lines
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import View


class Deed(NamedTuple):
    """An open decision, and its line of the log."""

    turn: int
    seat: Seat
    action: Action
    line: Line


class Guess(NamedTuple):
    """The agent that a seat is taken for, since which turn, and how likely that was in the end."""

    seat: Seat
    agent: Agent
    since: int
    probability: float


class Diary:
    """Lists what every seat did."""

    def __init__(self) -> None:
        self.deeds: list[Deed] = []

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Note the open decisions among these events."""
        for event in events:
            if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe | PlayCard):
                told = lines(before, [event], after)[0]
                self.deeds.append(Deed(before.table.turn, event.seat, event.action, told))

    def pushes(self) -> Counter[tuple[Seat, Agent]]:
        """How far each seat has moved each agent, in all."""
        found: Counter[tuple[Seat, Agent]] = Counter()
        for deed in self.deeds:
            if isinstance(deed.action, MoveAgents):
                for agent, steps in deed.action.steps:
                    found[deed.seat, agent] += steps
        return found


class Casebook(Diary):
    """A diary with the evidence, and the likeliest deal after each turn."""

    def __init__(self) -> None:
        super().__init__()
        self._keeper = EvidenceKeeper()
        self._guesses: list[tuple[int, tuple[int, ...]]] = []  # the turn, and the likeliest deal after it

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Note the decisions, weigh them, and keep the likeliest deal once a turn is over."""
        super().watch(before, events, after)
        self._keeper.watch(before, events)
        if after.table.turn > before.table.turn > 0:
            self._guesses.append((before.table.turn, self.belief(before).best_guess()))

    def belief(self, view: View) -> Belief:
        """The belief of this seat."""
        return belief_of(self._keeper.at(view.table), view.seat, view.agents)

    def openly(self, view: View) -> Belief:
        """The belief of a spectator."""
        return belief_of(self._keeper.at(view.table), None, ())

    def guesses(self, view: View) -> list[Guess]:
        """The likeliest agent of each other seat."""
        belief, table = self.belief(view), view.table
        owners, deal = belief.owners(), belief.best_guess()
        return [
            Guess(seat, table.agents[deal[seat]], self._since(view, seat, deal[seat]), owners[seat, deal[seat]])
            for seat in range(table.players)
            if seat != view.seat
        ]

    def _since(self, view: View, seat: Seat, agent: int) -> int:
        """The turn since which this seat's likeliest agent was always this one."""
        since = view.table.turn
        for turn, deal in reversed(self._guesses):
            if deal[seat] != agent:
                break
            since = turn
        return since

    def clues(self, belief: Belief, view: View, seat: Seat, agent: Agent) -> list[tuple[float, Deed]]:
        """The decisions that speak for a seat owning this agent, with their weight, the strongest first."""
        number = view.table.agents.index(agent)
        told = {deed[:3]: deed for deed in self.deeds}
        return [
            (one.speaks_for[number], told[one.turn, one.seat, one.action])
            for one in belief.reasons(seat, number, len(told))
            if (one.turn, one.seat, one.action) in told
        ]
