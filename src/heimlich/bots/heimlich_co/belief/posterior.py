"""Who owns which agent, as far as public play tells: the exact chances, for any observer, and why.

Every move, every place chosen for the safe and every use of a card is more or less likely, depending on whom its player
owns and what sort of player he is (likelihoods.py). The logarithms of these chances are summed up for each seat, agent
and sort; that table is public. An observer adds his own card, and the chances of all ways in which the agents can be
dealt follow (Bayes), together with what sort of player each seat is. Players at one table are often of one sort, so
what is known of one of them tells something about the others: the company.

Whoever has taken a second agent (T11) is taken to play for the one of his that is ahead. As there are never more than
5,040 ways to share out seven agents, second ones included, all of them are reckoned.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.likelihoods import (
    COMPANIES,
    COMPANY_PRIORS,
    KIND_OF_MODEL,
    MODELS,
    PRIORS,
    Telling,
    log_likelihoods,
)
from heimlich.bots.heimlich_co.value.network import Assumptions
from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard, SeenEvent
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import Table, View
from heimlich.sim.heimlich_co.moves import Array


class Clue(NamedTuple):
    """A decision, and how much more likely it is for the owner of each agent than for an average one (in nats)."""

    turn: int
    seat: Seat
    action: Telling
    speaks_for: tuple[float, ...]


class Evidence:
    """The public table of what play has told so far; the same for everyone who looks on."""

    def __init__(self, players: int, agents: tuple[Agent, ...]) -> None:
        self.players, self.agents = players, agents
        self.logs = np.zeros((players, len(agents), len(MODELS)))  # as if everyone had one agent
        self.held = list(np.zeros_like(self.logs))  # of each seat: [dealt agent, second agents …, models]
        self.holders: list[Seat] = []  # who has taken second agents, in order
        self.points: Sequence[int] = (0,) * len(agents)
        self.clues: list[Clue] = []

    def look(self, table: Table) -> None:
        """What everyone can see: the markers, and who has taken a second agent."""
        self.points = table.points
        for seat, number in enumerate(table.cards.doubles if table.cards else ()):
            for _ in range(number - self.holders.count(seat)):
                self.holders.append(seat)
                self.held[seat] = np.repeat(self.held[seat][..., None, :], len(self.agents), axis=-2)

    def note(self, table: Table, seat: Seat, action: Telling) -> None:
        """A seat has decided, at this table."""
        self.look(table)
        logs = log_likelihoods(table, action)
        if logs is None:
            return
        speaks = log_sum(PRIORS + logs)
        self.logs[seat] += logs
        self.held[seat] += logs[_leaders(table.points, self.held[seat].ndim - 1)]
        self.clues.append(Clue(table.turn, seat, action, tuple(speaks - _log_mean(speaks))))

    def belief(self, seat: Seat | None, own: Sequence[Agent]) -> "Belief":
        """What an observer may conclude; a spectator (None) owns nobody."""
        return Belief(self, seat, [self.agents.index(agent) for agent in own])


def _leaders(points: Sequence[int], number: int) -> Array:
    """[agents, agents, …]: of so many agents, which is ahead; between equals the one that came first."""
    each = np.indices((len(points),) * number)
    ahead = np.array(points)[each].argmax(0)
    leaders: Array = np.take_along_axis(each, ahead[None], 0)[0]
    return leaders


class Belief:
    """The chances of one observer."""

    def __init__(self, evidence: Evidence, seat: Seat | None, own: Sequence[int]) -> None:
        self._evidence = evidence
        players, holders = evidence.players, evidence.holders
        self._columns = [
            [one, *(players + index for index, holder in enumerate(holders) if holder == one)] for one in range(players)
        ]
        logs = [in_companies(held) for held in evidence.held]  # [companies, agent …]
        found = all_deals(players + len(holders), len(evidence.agents))
        if seat is not None and own:
            columns = self._columns[seat]
            found = found[(found[:, columns[: len(own)]] == own[: len(columns)]).all(1)]
            found = found[~np.isin(found, own[len(columns) :]).any(1)]
            logs[seat] = np.zeros_like(logs[seat])
        self._holdings = found  # [ways, seats and second agents]
        each = [np.stack([log[self._of(found, one)] for log in logs[one]]) for one in range(players)]
        total = COMPANY_PRIORS[:, None] + np.sum(each, axis=0)
        chances = np.exp(total - total.max())
        self._joint = chances / chances.sum()  # [companies, ways]
        self.deals, self.chances = found[:, :players], self._joint.sum(0)  # [ways, seats]: whom each was dealt

    def _of(self, holdings: Array, seat: Seat) -> tuple[Array, ...]:
        """A seat's agents in each of these ways: whom it was dealt, then the second ones."""
        return tuple(holdings[:, self._columns[seat]].T)

    def owners(self) -> Array:
        """[seats + 1, agents]: the chance that a seat owns this agent; in the last row, that nobody does."""
        players, agents = self._evidence.players, len(self._evidence.agents)
        found = np.zeros((players + 1, agents))
        for seat in range(players):
            for mine in self._of(self._holdings, seat):
                found[seat] += np.bincount(mine, self.chances, agents)
        found[players] = 1 - found[:players].sum(0)
        return found

    def keepers(self, near: float) -> Array:
        """The same for the end, when all but the furthest agent of a seat are given back (T11).

        Of two agents, one that is `near` points ahead now stays ahead e times as likely as not.
        """
        agents = len(self._evidence.agents)
        found = self.owners()
        marks = np.array(self._evidence.points) / near
        for seat in set(self._evidence.holders):
            mine = np.array(self._of(self._holdings, seat))
            odds = np.exp(marks[mine] - marks[mine].max(0))
            odds /= odds.sum(0)
            found[seat] = sum(np.bincount(one, self.chances * odd, agents) for one, odd in zip(mine, odds, strict=True))
        found[-1] = 1 - found[:-1].sum(0)
        return found

    def kinds(self) -> Array:
        """[seats, models]: the chance that a seat is this sort of player."""
        company, way = (index.ravel() for index in np.indices(self._joint.shape))
        each = [self._sorts(company, self._holdings[way], seat) for seat in range(self._evidence.players)]
        return np.stack([self._joint.ravel() @ sorts for sorts in each])

    def _sorts(self, company: Array, held: Array, seat: Seat) -> Array:
        """[rows, models]: what sort of player a seat is, in these companies, if agents are held so."""
        logs = self._evidence.held[seat][self._of(held, seat)]
        odds = COMPANIES[company] * np.exp(logs - logs.max(1, keepdims=True))
        chances: Array = odds / odds.sum(1, keepdims=True)
        return chances

    def assume(self, number: int, rng: np.random.Generator) -> tuple[Assumptions, Array]:
        """So many deals and sorts of player, as likely as they are; and their weights.

        The draws are spread evenly over the chances; equal ones are put together, the weightiest come first.
        """
        players, holders = self._evidence.players, self._evidence.holders
        marks = (np.arange(number) + rng.random()) / number
        picked = np.minimum(np.searchsorted(np.cumsum(self._joint), marks), self._joint.size - 1)
        company, way = np.divmod(picked, len(self._holdings))
        held = self._holdings[way]
        models = np.stack([self._sorts(company, held, seat) for seat in range(players)], axis=1)
        drawn = (np.cumsum(models, axis=2) < rng.random((number, players, 1))).sum(2)
        kinds = KIND_OF_MODEL[np.minimum(drawn, len(MODELS) - 1)]
        both, count = np.unique(np.concatenate([held, kinds], 1), axis=0, return_counts=True)
        order = np.argsort(-count, kind="stable")
        both, count = both[order], count[order]
        held, kinds = both[:, : held.shape[1]], both[:, held.shape[1] :]
        assumed = Assumptions(held[:, :players], kinds, held[:, players:], tuple(holders))
        return assumed.led_by(np.array(self._evidence.points)), count / number

    def best_guess(self) -> tuple[int, ...]:
        """The likeliest deal as a whole."""
        return tuple(int(agent) for agent in self.deals[int(np.argmax(self.chances))])

    def reasons(self, seat: Seat, agent: int, most: int = 3) -> list[Clue]:
        """The decisions that speak most for this seat owning this agent, the strongest first."""
        clues = [clue for clue in self._evidence.clues if clue.seat == seat and clue.speaks_for[agent] > 0]
        return sorted(clues, key=lambda clue: -clue.speaks_for[agent])[:most]


class Watcher:
    """Keeps the evidence of a game, from what a seat sees of it."""

    def __init__(self) -> None:
        self.evidence: Evidence | None = None

    def watch(self, before: View, events: Sequence[SeenEvent]) -> None:
        """Take note of what has just been decided, at the table as it was before."""
        table = before.table
        if not table.turn:  # the cards are being dealt: a new game
            self.evidence = None
        for event in events:
            if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe | PlayCard):
                self.at(table).note(table, event.seat, event.action)

    def at(self, table: Table) -> Evidence:
        """The evidence so far; a table with other agents or players is another game."""
        known = self.evidence
        if known is None or known.agents != table.agents or known.players != table.players:
            known = self.evidence = Evidence(table.players, table.agents)
        known.look(table)
        return known


@lru_cache(maxsize=32)
def all_deals(players: int, agents: int) -> Array:
    """[deals, seats]: every way to deal an agent to each seat."""
    return np.array(list(permutations(range(agents), players)), np.int64)


def in_companies(logs: Array) -> Array:
    """[companies, …]: the logarithms of chances in every company, from those for each sort of player […, models]."""
    most = logs.max(-1, keepdims=True)
    total: Array = np.moveaxis(np.log(np.exp(logs - most) @ COMPANIES.T) + most, -1, 0)
    return total


def log_sum(logs: Array) -> Array:
    """The logarithm of the sum over the last axis."""
    most = logs.max(-1, keepdims=True)
    total: Array = np.log(np.exp(logs - most).sum(-1)) + most[..., 0]
    return total


def _log_mean(logs: Array) -> float:
    return float(log_sum(logs) - np.log(len(logs)))
