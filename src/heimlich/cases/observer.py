"""The perfect observer of a case: what a spectator can conclude from every public decision, and from which of them."""

from math import exp
from typing import NamedTuple

from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper, WeighedDecision
from heimlich.bots.heimlich_co.belief.posterior import Belief, belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1
from heimlich.cases.degrees import LARGEST_SHARE, Degree
from heimlich.game import AnyGame, Decision, Seat
from heimlich.games.heimlich_co.names import Agent
from heimlich.record import AnyStep

MOST_REASONS = 3  # for each seat


class Giveaway(NamedTuple):
    """A decision that speaks for a seat's own agent."""

    seat: Seat
    agent: Agent
    moment: int  # the number of the decision in the game, from 1: as in a replay
    tenths: int  # how many times as likely the owner makes it as an average player, in tenths


class Observer:
    """Follows a game with a spectator's eyes."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._keeper = game, EvidenceKeeper(BELIEF_1)  # past cases never change
        self._weighed: list[tuple[int, WeighedDecision]] = []  # with their moments
        self.moment = 0

    def follow(self, step: AnyStep) -> None:
        """See one step of the game."""
        before, event, after = step
        self.moment += isinstance(event, Decision)
        self._keeper.watch(self._game.view(before, None), self._game.seen(before, event, after, None))
        known = self._keeper.evidence
        if known is not None and len(known.decisions) > len(self._weighed):
            self._weighed.append((self.moment, known.decisions[-1]))

    def belief(self) -> Belief:
        """The belief at this moment; some decision must have been seen."""
        assert self._keeper.evidence is not None
        return belief_of(self._keeper.evidence, None, ())

    def speaking(self, seat: Seat, agent: int) -> list[tuple[int, float]]:
        """The decisions that speak for this seat owning this agent: moment and weight in nats, the strongest first."""
        found = [
            (moment, one.speaks_for[agent])
            for moment, one in self._weighed
            if one.seat == seat and one.speaks_for[agent] > 0
        ]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    def reasons(self, seat: Seat, agents: tuple[Agent, ...], agent: Agent) -> list[Giveaway]:
        """The strongest decisions that speak for this seat owning this agent."""
        found = self.speaking(seat, agents.index(agent))[:MOST_REASONS]
        return [Giveaway(seat, agent, moment, round(10 * exp(weight))) for moment, weight in found]


def is_fit(observer: Observer, owners: tuple[int, ...], degree: Degree) -> bool:
    """Check all bars of a degree, given the numbers of the agents that the seats own."""
    belief = observer.belief()
    table = belief.owners()
    sure = [float(table[seat, agent]) for seat, agent in enumerate(owners)]
    return (
        degree.least <= min(sure) < degree.below
        and sum(one < degree.doubted for one in sure) >= degree.doubts
        and belief.best_guess() == owners
        and all(_is_spread([weight for _, weight in observer.speaking(*each)]) for each in enumerate(owners))
    )


def _is_spread(weights: list[float]) -> bool:
    """Tell whether no decision carries more than its share of what speaks for an agent."""
    return bool(weights) and weights[0] <= LARGEST_SHARE * sum(weights)
