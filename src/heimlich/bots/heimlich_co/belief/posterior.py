"""Concludes from the evidence who owns which agent, for one observer: exact probabilities (Bayes), and the reasons.

The observer adds the agent of its own to the public evidence; the probabilities of all ways in which the agents can be
dealt follow, together with each seat's player type. There are never more than 5,040 ways to share out seven agents,
second ones (T11) included, so all of them are worked out.
"""

from collections.abc import Sequence

import numpy as np

from heimlich.bots.heimlich_co.belief.deals import all_deals
from heimlich.bots.heimlich_co.belief.evidence import Evidence, WeighedDecision
from heimlich.bots.heimlich_co.value.assumptions import Assumptions
from heimlich.game import Seat
from heimlich.games.heimlich_co.names import Agent
from heimlich.sim.heimlich_co.moves import Array


def belief_of(evidence: Evidence, seat: Seat | None, own: Sequence[Agent]) -> "Belief":
    """Return what an observer may conclude; a spectator (None) owns no agent."""
    return Belief(evidence, seat, [evidence.agents.index(agent) for agent in own])


class Belief:
    """The probabilities of one observer."""

    def __init__(self, evidence: Evidence, seat: Seat | None, own: Sequence[int]) -> None:
        self._evidence = evidence
        players, holders = evidence.players, evidence.holders
        self._columns = [
            [one, *(players + index for index, holder in enumerate(holders) if holder == one)] for one in range(players)
        ]
        types = self._types = evidence.types
        self._by_type = [evidence.by_type(one) for one in range(players)]
        logs = [types.in_table_mixes(each) for each in self._by_type]  # [table mixes, agent …]
        found = all_deals(players + len(holders), len(evidence.agents))
        if seat is not None and own:
            columns = self._columns[seat]
            found = found[(found[:, columns[: len(own)]] == own[: len(columns)]).all(1)]
            found = found[~np.isin(found, own[len(columns) :]).any(1)]
            logs[seat] = np.zeros_like(logs[seat])
        self._holdings = found  # [ways, seats and second agents]
        each = [np.stack([log[self._of(found, one)] for log in logs[one]]) for one in range(players)]
        total = types.table_mix_priors[:, None] + np.sum(each, axis=0)
        odds = np.exp(total - total.max())
        self._joint = odds / odds.sum()  # [table mixes, ways]
        self.deals, self.probabilities = (
            found[:, :players],
            self._joint.sum(0),
        )  # [ways, seats]: the agent dealt to each

    def _of(self, holdings: Array, seat: Seat) -> tuple[Array, ...]:
        """A seat's agents in each of these ways: the dealt one, then the second ones."""
        return tuple(holdings[:, self._columns[seat]].T)

    def owners(self, heat: float = 1.0) -> Array:
        """[seats + 1, agents]: the probability that a seat owns this agent; in the last row, that nobody does.

        A heat above 1 makes it less sure: all odds between two ways are taken to the power of 1 / heat.
        """
        players, agents = self._evidence.players, len(self._evidence.agents)
        likely = self.probabilities
        if heat != 1.0:
            likely = likely ** (1 / heat)
            likely /= likely.sum()
        found = np.zeros((players + 1, agents))
        for seat in range(players):
            for mine in self._of(self._holdings, seat):
                found[seat] += np.bincount(mine, likely, agents)
        found[players] = 1 - found[:players].sum(0)
        return found

    def keepers(self, near: float) -> Array:
        """`owners` at the end of the game, when a seat gives back all its agents but the furthest (T11).

        Of two agents, one that is `near` points ahead now stays ahead e times as likely as not.
        """
        agents = len(self._evidence.agents)
        found = self.owners()
        marks = np.array(self._evidence.points) / near
        for seat in set(self._evidence.holders):
            mine = np.array(self._of(self._holdings, seat))
            odds = np.exp(marks[mine] - marks[mine].max(0))
            odds /= odds.sum(0)
            found[seat] = sum(
                np.bincount(one, self.probabilities * odd, agents) for one, odd in zip(mine, odds, strict=True)
            )
        found[-1] = 1 - found[:-1].sum(0)
        return found

    def kinds(self) -> Array:
        """[seats, models]: the probability that a seat is of this player type."""
        mix, way = (index.ravel() for index in np.indices(self._joint.shape))
        each = [self._player_type_odds(mix, self._holdings[way], seat) for seat in range(self._evidence.players)]
        return np.stack([self._joint.ravel() @ odds for odds in each])

    def _player_type_odds(self, mix: Array, held: Array, seat: Seat) -> Array:
        """[rows, models]: P(player type) of a seat, given the table mix and the agents held."""
        logs = self._by_type[seat][self._of(held, seat)]
        odds = self._types.table_mixes[mix] * np.exp(logs - logs.max(1, keepdims=True))
        probabilities: Array = odds / odds.sum(1, keepdims=True)
        return probabilities

    def assume(self, number: int, rng: np.random.Generator) -> tuple[Assumptions, Array]:
        """Draw a number of deals and player types by their probability; also the weight of each.

        The draws are spread evenly over the probabilities. Equal draws are put together, the weightiest come first.
        """
        players, holders = self._evidence.players, self._evidence.holders
        marks = (np.arange(number) + rng.random()) / number
        picked = np.minimum(np.searchsorted(np.cumsum(self._joint), marks), self._joint.size - 1)
        mix, way = np.divmod(picked, len(self._holdings))
        held = self._holdings[way]
        models = np.stack([self._player_type_odds(mix, held, seat) for seat in range(players)], axis=1)
        drawn = (np.cumsum(models, axis=2) < rng.random((number, players, 1))).sum(2)
        kinds = self._types.kinds[np.minimum(drawn, len(self._types.models) - 1)]
        both, count = np.unique(np.concatenate([held, kinds], 1), axis=0, return_counts=True)
        order = np.argsort(-count, kind="stable")
        both, count = both[order], count[order]
        held, kinds = both[:, : held.shape[1]], both[:, held.shape[1] :]
        assumed = Assumptions(held[:, :players], kinds, held[:, players:], tuple(holders))
        return assumed.led_by(np.array(self._evidence.points)), count / number

    def best_guess(self) -> tuple[int, ...]:
        """The likeliest deal as a whole: the agent of each seat."""
        return tuple(int(agent) for agent in self.deals[int(np.argmax(self.probabilities))])

    def reasons(self, seat: Seat, agent: int, most: int = 3) -> list[WeighedDecision]:
        """The decisions that speak most for this seat owning this agent, the strongest first."""
        found = [one for one in self._evidence.decisions if one.seat == seat and one.speaks_for[agent] > 0]
        return sorted(found, key=lambda one: -one.speaks_for[agent])[:most]
