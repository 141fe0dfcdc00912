"""Rollouts of plans: each is tried with sampled contents and dice, for some turns or to the end of the game.

The others move as couriers, the own seat as a believer. All plans meet the same samples (common random numbers); and
the usual plan is left only for one that has done significantly better.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

from heimlich.bots.suitcases.belief.posterior import sample_contents
from heimlich.bots.suitcases.believer import STYLE, Believer
from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.search.candidates import Plan
from heimlich.bots.suitcases.sight import Style
from heimlich.bots.suitcases.value import Knowledge, value
from heimlich.game import Budget, Decision
from heimlich.games.suitcases.legal import legal_actions
from heimlich.games.suitcases.state import Phase, Secrets, State, Table
from heimlich.games.suitcases.turn import actors, apply, chance
from heimlich.games.suitcases.view import view_of

ROUNDS = 3  # own turns in a rollout with two players; with more players it goes to the end, as the value is too poor
DOUBT = 1.0  # standard errors by which a plan must have done better than the usual one …
CROWD = 1.5  # … and with more than two players
NOISE = 0.1  # added to the deviation of every difference in win probability, as few samples may look alike
LEAST = 3  # samples before anything is believed
_NO_BUDGET = Budget()


class Lookahead:
    """Compares plans for one decision."""

    def __init__(self, table: Table, know: Knowledge, style: Style = STYLE) -> None:
        self.table, self.know = table, know
        few = table.players == 2
        self._rounds, self._doubt = (ROUNDS if few else None), (DOUBT if few else CROWD)
        self._courier, self._believer = Courier(), Believer(style)

    def best(
        self, plans: Sequence[Plan], rollouts: int | None, late: Callable[[], bool], rng: Random, least: int = 0
    ) -> Plan:
        """The plan that has done best; the first one in doubt. Some tries, `least` at most, are made even if late."""
        seed, spent = rng.getrandbits(32), 0
        owed = min(least, LEAST * len(plans))
        gains: list[list[float]] = [[] for _ in plans]

        def over() -> bool:
            return spent >= owed and late()

        while not over() and (rollouts is None or spent + len(plans) <= rollouts):
            scores = []
            for plan in plans:
                scores.append(self.try_out(plan, over, Random(seed + spent)))
                if over():  # in the midst of it, perhaps
                    break
            if len(scores) == len(plans) and not over():
                for gain, score in zip(gains, scores, strict=True):
                    gain.append(score - scores[0])
            spent += len(plans)
        sure = [_sureness(gain) for gain in gains]
        best = max(range(len(plans)), key=sure.__getitem__)
        return plans[best] if sure[best] > self._doubt else plans[0]

    def try_out(self, plan: Plan, late: Callable[[], bool], rng: Random) -> float:
        """The win probability after a plan and one sample of everything else."""
        me = self.know.me
        contents = sample_contents(self.table, *self.know, rng)
        state = State(self.table, Secrets(contents, (None,) * self.table.players))
        for action in plan:
            state = apply(state, Decision(me, action))
        return float(value([self._play_on(state, late, rng).table], self.know)[0, me])

    def _play_on(self, state: State, late: Callable[[], bool], rng: Random) -> State:
        """Play until this seat has rolled often enough, or to the end; or until time is up (not used then)."""
        rolls = 0
        while state.table.result is None and not late():
            if state.table.phase is Phase.ROLL:
                rolls += state.table.seat == self.know.me
                if rolls == self._rounds:
                    break
                dice = chance(state)
                assert dice is not None
                state = apply(state, rng.choices(dice.outcomes, dice.weights)[0])
                continue
            seat = actors(state)[0]
            seen = view_of(state, seat)
            actions = legal_actions(seen)
            if seat == self.know.me:
                action = self._believer.decide(seen, actions, self.know.clues, _NO_BUDGET, rng)
            else:
                action = self._courier.choose(seen, actions, _NO_BUDGET, rng)
            state = apply(state, Decision(seat, action))
        return state


def _sureness(gains: Sequence[float]) -> float:
    """Return how many standard errors the mean is above 0."""
    count = len(gains)
    if count < LEAST:
        return 0.0
    mean = sum(gains) / count
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / count) + NOISE
    return mean / (spread / sqrt(count))
