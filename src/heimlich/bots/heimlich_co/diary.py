"""What a seat of Heimlich & Co. has noticed in a game, kept for what its bot says afterwards (afterwords.py).

A `Diary` remembers what the others did. A `Casebook` also has the evidence (belief/), and since when it has made
whom of whom. Both are shown what their seat sees, and nothing else.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from heimlich.bots.heimlich_co.belief.posterior import Belief, Watcher
from heimlich.game import Decision, Line, Seat
from heimlich.games.heimlich_co.actions import Action, MoveAgents, MoveSafe, PlayCard, SeenEvent
from heimlich.games.heimlich_co.log import lines
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import View


class Deed(NamedTuple):
    """What somebody did, and how the log told it."""

    turn: int
    seat: Seat
    action: Action
    line: Line


class Guess(NamedTuple):
    """Who somebody was taken for, since which turn, and how likely that was in the end."""

    seat: Seat
    agent: Agent
    since: int
    chance: float


class Diary:
    """Remembers who moved whom."""

    def __init__(self) -> None:
        self.deeds: list[Deed] = []

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Write down what was decided openly."""
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
    """Remembers what it made of it, too."""

    def __init__(self) -> None:
        super().__init__()
        self._watcher = Watcher()
        self._guesses: list[tuple[int, tuple[int, ...]]] = []  # after each turn: the likeliest deal

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Weigh it, and write down who is who by now."""
        super().watch(before, events, after)
        self._watcher.watch(before, events)
        if after.table.turn > before.table.turn > 0:
            self._guesses.append((before.table.turn, self.belief(before).best_guess()))

    def belief(self, view: View) -> Belief:
        """What this seat believes."""
        return self._watcher.at(view.table).belief(view.seat, view.agents)

    def openly(self, view: View) -> Belief:
        """What anyone believes who looks on."""
        return self._watcher.at(view.table).belief(None, ())

    def guesses(self, view: View) -> list[Guess]:
        """Of each other seat, who it is."""
        belief, table = self.belief(view), view.table
        chances, deal = belief.owners(), belief.best_guess()
        return [
            Guess(seat, table.agents[deal[seat]], self._since(view, seat, deal[seat]), chances[seat, deal[seat]])
            for seat in range(table.players)
            if seat != view.seat
        ]

    def _since(self, view: View, seat: Seat, agent: int) -> int:
        """The turn from which on this was never doubted again."""
        since = view.table.turn
        for turn, deal in reversed(self._guesses):
            if deal[seat] != agent:
                break
            since = turn
        return since

    def clues(self, belief: Belief, view: View, seat: Seat, agent: Agent) -> list[tuple[float, Deed]]:
        """What a seat did that speaks for its owning this agent, and how much it does, the strongest first."""
        number = view.table.agents.index(agent)
        told = {deed[:3]: deed for deed in self.deeds}
        return [
            (clue.speaks_for[number], told[clue.turn, clue.seat, clue.action])
            for clue in belief.reasons(seat, number, len(told))
            if (clue.turn, clue.seat, clue.action) in told
        ]
