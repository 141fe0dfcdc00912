"""Notes on a game of Heimlich & Co. from one seat, for what its bot says afterwards (afterwords.py).

A `Diary` lists what the others did. A `Casebook` also keeps the evidence (belief/), and the likeliest deal after each
turn. Both are shown what their seat sees, and nothing else. Where the seat wrote a dossier, its guesses are what it
wrote there, weighed by its belief at that moment, so that nobody says otherwise than they wrote.
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
    """The agent that a seat is taken for, since which turn, and how likely that was when it was last considered."""

    seat: Seat
    agent: Agent
    since: int
    probability: float


def named_in(view: View) -> dict[Seat, list[Agent]]:
    """The agents that the seat's own dossier gives to each other seat; empty where nothing was written."""
    found: dict[Seat, list[Agent]] = {}
    for agent, owner in view.dossier:
        if isinstance(owner, int) and agent not in view.agents:
            found.setdefault(owner, []).append(agent)
    return found


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
        """Return how far each seat has moved each agent, in all."""
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
        self._sealed: tuple[int, Belief] | None = None  # the turn of the last dossier, and the belief it came from

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Note the decisions, weigh them, and keep the likeliest deal once a turn is over."""
        super().watch(before, events, after)
        self._keeper.watch(before, events)
        if after.table.turn > before.table.turn > 0:
            self._guesses.append((before.table.turn, self._belief_now(before).best_guess()))
        if after.dossier != before.dossier:
            self._sealed = before.table.turn, self._belief_now(before)

    def _belief_now(self, view: View) -> Belief:
        return belief_of(self._keeper.at(view.table), view.seat, view.agents)

    def belief(self, view: View) -> Belief:
        """The belief that this seat speaks from: when it last wrote a dossier, or, without one, at the end."""
        return self._sealed[1] if self._sealed else self._belief_now(view)

    def openly(self, view: View) -> Belief:
        """The belief of a spectator."""
        return belief_of(self._keeper.at(view.table), None, ())

    def guesses(self, view: View) -> list[Guess]:
        """The likeliest agent of each other seat; after a dossier, of those that it names."""
        belief, agents = self.belief(view), view.table.agents
        owners, deal = belief.owners(), belief.best_guess()
        if view.dossier:
            written = {seat: [agents.index(agent) for agent in named] for seat, named in named_in(view).items()}
        else:
            written = {seat: [deal[seat]] for seat in range(view.table.players) if seat != view.seat}
        likeliest = {seat: max(named, key=lambda one: owners[seat, one]) for seat, named in sorted(written.items())}
        return [
            Guess(seat, agents[one], self._since(view, seat, one), float(owners[seat, one]))
            for seat, one in likeliest.items()
        ]

    def _since(self, view: View, seat: Seat, agent: int) -> int:
        """The turn since which this seat's likeliest agent was always this one."""
        since = last = self._sealed[0] if self._sealed else view.table.turn
        for turn, deal in reversed(self._guesses):
            if turn > last:
                continue
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
