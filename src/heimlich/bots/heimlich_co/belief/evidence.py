"""Evidence of public play about who owns whom: log-likelihoods, summed up for each seat, agent and player type.

Every move, every place chosen for the safe and every use of a card is more or less likely, depending on the agent that
its player owns and on the player's type (likelihoods.py). This table is public: the same for everyone who watched.
What an observer may conclude from it is in posterior.py.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.deals import all_deals
from heimlich.bots.heimlich_co.belief.likelihoods import TellingAction, chances_of, logs_of
from heimlich.bots.heimlich_co.belief.masks import SeatRecord
from heimlich.bots.heimlich_co.belief.network_players import network_log_likelihoods
from heimlich.bots.heimlich_co.belief.settings import LATEST_BELIEF, BeliefSettings, PlayerTypes
from heimlich.bots.heimlich_co.belief.table_players import table_likelihoods
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard, SeenEvent
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import Table, View
from heimlich.sim.heimlich_co.moves import Array


class WeighedDecision(NamedTuple):
    """A decision, and for each agent how much more likely its owner makes it than an average player does, in nats."""

    turn: int
    seat: Seat
    action: TellingAction
    speaks_for: tuple[float, ...]


class Evidence:
    """The public table of log-likelihoods of a game so far."""

    def __init__(self, players: int, agents: tuple[Agent, ...], settings: BeliefSettings = LATEST_BELIEF) -> None:
        self.players, self.agents, self.settings = players, agents, settings
        self.logs = np.zeros((players, len(agents), len(settings.models)))  # as if everyone had one agent
        self.held = list(np.zeros_like(self.logs))  # of each seat: [dealt agent, second agents …, models]
        self.holders: list[Seat] = []  # seats that have taken second agents, in order
        self._records = [SeatRecord(settings.masks, len(agents)) for _ in range(players)] if settings.masks else None
        self.points: Sequence[int] = (0,) * len(agents)
        self.decisions: list[WeighedDecision] = []

    def look(self, table: Table) -> None:
        """Take over what everyone can see: the markers, and which seats have taken a second agent (T11)."""
        self.points = table.points
        for seat, number in enumerate(table.cards.doubles if table.cards else ()):
            for _ in range(number - self.holders.count(seat)):
                self.holders.append(seat)
                self.held[seat] = np.repeat(self.held[seat][..., None, :], len(self.agents), axis=-2)
                if self._records is not None:
                    self._records[seat].take_second_agent(len(self.agents))

    def note(self, table: Table, seat: Seat, action: TellingAction) -> None:
        """Add a seat's decision, taken at this table.

        A seat with a second agent is taken to play for the one of its agents that is ahead.
        """
        self.look(table)
        chances = chances_of(table, action, self.settings)
        if chances is None:
            return
        logs = logs_of(self.settings, chances)
        more = None
        if self.settings.network_players:
            by_network = self._by_network(table, action, logs)
            logs, more = np.concatenate([logs, by_network], 1), np.exp(by_network)
        if self.settings.masks and self.settings.masks.tables:
            masks = self.settings.masks
            by_table = table_likelihoods(table, action, chances, masks.tables, masks.tables_heat)
            more = by_table if more is None else np.concatenate([more, by_table], 1)
        speaks = log_sum(self.settings.priors + logs)
        if self.settings.memory < 1:
            self.logs[seat] *= self.settings.memory
            self.held[seat] *= self.settings.memory
        self.logs[seat] += logs
        leaders = _leaders(table.points, self.held[seat].ndim - 1)
        self.held[seat] += logs[leaders]
        if self._records is not None:
            self._records[seat].note(chances, np.array(table.points), leaders, more)
        self.decisions.append(WeighedDecision(table.turn, seat, action, tuple(speaks - _log_mean(speaks))))

    def network_players(self, options: Options) -> Array:
        """[agents, decisions]: log-likelihoods for a player who goes by the network, by public play so far."""
        logs = log_sum(self.settings.priors + self.logs)
        return network_log_likelihoods(options, self.settings, logs, all_deals(self.players, len(self.agents)))

    def _by_network(self, table: Table, action: TellingAction, logs: Array) -> Array:
        """[agents, 1]: the same of one decision; cards are played like those of loose players."""
        options = options_of(table, action)
        if options is None or isinstance(action, PlayCard):
            return logs[:, [self.settings.loose_model]]
        return self.network_players(options)[:, [options.index(action)]]

    @property
    def types(self) -> PlayerTypes:
        """The player types by which a belief goes."""
        return self.settings.masks or self.settings

    def by_type(self, seat: Seat) -> Array:
        """[dealt agent, second agents …, player types]: the log-likelihoods of a seat's decisions."""
        return self.held[seat] if self._records is None else self._records[seat].logs()


class EvidenceKeeper:
    """Keeps the evidence of a game, from what a seat sees of it."""

    def __init__(self, settings: BeliefSettings = LATEST_BELIEF) -> None:
        self.evidence: Evidence | None = None
        self._settings = settings

    def watch(self, before: View, events: Sequence[SeenEvent]) -> None:
        """Note the decisions among these events, at the table as it was before."""
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
            known = self.evidence = Evidence(table.players, table.agents, self._settings)
        known.look(table)
        return known


def log_sum(logs: Array) -> Array:
    """The logarithm of the sum over the last axis."""
    most = logs.max(-1, keepdims=True)
    total: Array = np.log(np.exp(logs - most).sum(-1)) + most[..., 0]
    return total


def _log_mean(logs: Array) -> float:
    return float(log_sum(logs) - np.log(len(logs)))


def _leaders(points: Sequence[int], number: int) -> Array:
    """[agents, agents, …]: for every choice of `number` agents, the one that is ahead; of equal ones the first."""
    each = np.indices((len(points),) * number)
    ahead = np.array(points)[each].argmax(0)
    leaders: Array = np.take_along_axis(each, ahead[None], 0)[0]
    return leaders
