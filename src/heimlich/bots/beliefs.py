"""Who owns which agent, as far as public play tells: the exact chances, for any observer, and why.

Every move and every place chosen for the safe is more or less likely, depending on whom its player owns and what sort
of player he is. The logarithms of these chances are summed up for each seat, agent and sort; that table is public. An
observer adds his own card, and the chances of all ways in which the agents can be dealt follow (Bayes), together with
what sort of player each seat is. Cards that are played tell nothing yet; whom a second agent's card brought is open.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from heimlich.bots.board import board_of, look_ahead, open_places, terms_of
from heimlich.bots.moves import SPAN, Array, moves_of
from heimlich.bots.value import Kind
from heimlich.bots.yardsticks import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, SeenEvent
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import Table, View

SLIPS = 0.05  # of everybody's decisions are taken for random


class Model(NamedTuple):
    """A sort of player: how likely it is beforehand, and what the search takes it for."""

    name: str
    prior: float
    kind: Kind


MODELS = (
    Model("random", 0.1, Kind.RANDOM),
    Model("g1", 0.15, Kind.G1),
    Model("gu", 0.3, Kind.GU),
    Model("loose", 0.25, Kind.STRONG),  # good moves, not always the very best: hiders, searchers, people
    Model("decoy-30", 0.1, Kind.DECOY),
    Model("decoy-60", 0.1, Kind.DECOY),
)
PRIORS = np.log([model.prior for model in MODELS])
KIND_OF_MODEL = np.array([model.kind for model in MODELS])
SHARP, LOOSE, PLAIN = 0.1, 1.0, 0.02  # heats of GU, of loose play, of G1, in points


class Clue(NamedTuple):
    """A decision, and how much more likely it is for the owner of each agent than for an average one (in nats)."""

    turn: int
    seat: Seat
    action: MoveAgents | MoveSafe
    speaks_for: tuple[float, ...]


class Evidence:
    """The public table of what play has told so far; the same for everyone who looks on."""

    def __init__(self, players: int, agents: tuple[Agent, ...]) -> None:
        self.players, self.agents = players, agents
        self.logs = np.zeros((players, len(agents), len(MODELS)))
        self.clues: list[Clue] = []

    def note(self, table: Table, seat: Seat, action: MoveAgents | MoveSafe) -> None:
        """A seat has decided, at this table."""
        logs = log_likelihoods(table, action)
        if logs is None:
            return
        speaks = _log_sum(PRIORS + logs)
        self.logs[seat] += logs
        self.clues.append(Clue(table.turn, seat, action, tuple(speaks - _log_mean(speaks))))

    def belief(self, seat: Seat | None, own: Sequence[Agent]) -> "Belief":
        """What an observer may conclude; a spectator (None) owns nobody."""
        return Belief(self, seat, [self.agents.index(agent) for agent in own])


class Belief:
    """The chances of one observer."""

    def __init__(self, evidence: Evidence, seat: Seat | None, own: Sequence[int]) -> None:
        self._evidence = evidence
        weighted = PRIORS + evidence.logs  # [seats, agents, models]
        logs = _log_sum(weighted)
        self.models = np.exp(weighted - logs[:, :, None])  # of each seat, if it owns this agent
        deals = all_deals(evidence.players, len(evidence.agents))
        if seat is not None and own:
            others = list(own[1:])
            deals = deals[(deals[:, seat] == own[0]) & ~np.isin(deals, others).any(1)]
            logs[seat] = 0.0
        total = logs[np.arange(evidence.players), deals].sum(1)
        chances = np.exp(total - total.max())
        self.deals, self.chances = deals, chances / chances.sum()  # [deals, seats]: whom each seat was dealt

    def owners(self) -> Array:
        """[seats + 1, agents]: the chance that a seat was dealt this agent; in the last row, that nobody was."""
        players, agents = self._evidence.players, len(self._evidence.agents)
        found = np.zeros((players + 1, agents))
        for seat in range(players):
            found[seat] = np.bincount(self.deals[:, seat], self.chances, agents)
        found[players] = 1 - found[:players].sum(0)
        return found

    def kinds(self) -> Array:
        """[seats, models]: the chance that a seat is this sort of player."""
        owners = self.owners()[:-1]
        found: Array = np.einsum("sa,sam->sm", owners, self.models)
        return found

    def assume(self, number: int, rng: np.random.Generator) -> tuple[Array, Array, Array]:
        """So many deals and sorts of player, as likely as they are: owners and kinds [assumptions, seats], weights.

        The draws are spread evenly over the chances; equal ones are put together, the weightiest come first.
        """
        marks = (np.arange(number) + rng.random()) / number
        picked = np.minimum(np.searchsorted(np.cumsum(self.chances), marks), len(self.chances) - 1)
        owners = self.deals[picked]
        odds = np.cumsum(self.models[np.arange(owners.shape[1]), owners], axis=2)  # [assumptions, seats, models]
        drawn = (odds < rng.random((*owners.shape, 1))).sum(2)
        kinds = KIND_OF_MODEL[np.minimum(drawn, len(MODELS) - 1)]
        both, count = np.unique(np.concatenate([owners, kinds], 1), axis=0, return_counts=True)
        order = np.argsort(-count, kind="stable")
        both, count = both[order], count[order]
        return both[:, : owners.shape[1]], both[:, owners.shape[1] :], count / number

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
            if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe):
                self.at(table).note(table, event.seat, event.action)

    def at(self, table: Table) -> Evidence:
        """The evidence so far; a table with other agents or players is another game."""
        known = self.evidence
        if known is None or known.agents != table.agents or known.players != table.players:
            known = self.evidence = Evidence(table.players, table.agents)
        return known


@lru_cache(maxsize=32)
def all_deals(players: int, agents: int) -> Array:
    """[deals, seats]: every way to deal an agent to each seat."""
    return np.array(list(permutations(range(agents), players)), np.int64)


def log_likelihoods(table: Table, action: MoveAgents | MoveSafe) -> Array | None:
    """[agents, models]: how likely the decision is for the owner of each agent; None where nothing can be told."""
    number = len(table.agents)
    terms, board, me = terms_of(table.rules), board_of(table).repeated(number), np.arange(number)
    if isinstance(action, MoveSafe):
        allowed = open_places(terms, board)[0]
        picked = int(np.count_nonzero(allowed[: action.place]))
        gu = gu_safe_values(gu_table(), board, me)[:, allowed]
        g1 = g1_safe_values(board, me)[:, allowed]
    else:
        totals, agents, most = move_terms(table)
        steps = dict(action.steps)
        walked = sum(steps.values())
        if max(totals) >= SPAN or not walked:
            return None
        moves = moves_of(tuple(total for total in totals if total), number, most)
        row = np.array([steps.get(agent, 0) for agent in agents])
        picked = int(np.flatnonzero((moves.steps == row).all(1))[0])
        ahead = look_ahead(terms, board, moves)
        gu = gu_values(terms, gu_table(), board, me, moves, ahead)
        g1 = g1_values(terms, board, me, moves, ahead)
    return np.log(_mixture(gu, g1, picked))


def _mixture(gu: Array, g1: Array, picked: int) -> Array:
    """[agents, models]: the chances of one decision, from values [agents, decisions]."""
    agents, number = gu.shape
    sharp = _softmax(gu / SHARP, picked)
    elsewhere = (sharp.sum() - sharp) / max(agents - 1, 1)
    chances = np.stack(
        [
            np.full(agents, 1 / number),
            _softmax(g1 / PLAIN, picked),
            sharp,
            _softmax(gu / LOOSE, picked),
            0.7 * sharp + 0.3 * elsewhere,
            0.4 * sharp + 0.6 * elsewhere,
        ],
        axis=1,
    )
    mixed: Array = (1 - SLIPS) * chances + SLIPS / number
    return mixed


def _softmax(values: Array, picked: int) -> Array:
    """[agents]: the chance of one decision for each owner."""
    sharp = np.exp(values - values.max(1, keepdims=True))
    chance: Array = sharp[:, picked] / sharp.sum(1)
    return chance


def _log_sum(logs: Array) -> Array:
    most = logs.max(-1, keepdims=True)
    total: Array = np.log(np.exp(logs - most).sum(-1)) + most[..., 0]
    return total


def _log_mean(logs: Array) -> float:
    return float(_log_sum(logs) - np.log(len(logs)))
