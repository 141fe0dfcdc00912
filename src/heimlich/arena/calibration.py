"""Measures how honest the belief is in Heimlich & Co.: when it says 95 %, how often is it right?

In every game, whenever the marker in front has come a sixth of the way further, and at the end, each seat says for
every agent but its own who owns it, or that nobody does: the likeliest answer by the evidence and its own card
(bots/heimlich_co/belief), with its probability. These claims are counted by that probability.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import LATEST_BELIEF, BeliefSettings
from heimlich.game import AnyGame
from heimlich.games.heimlich_co.state import State, Table

EDGES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)  # of the bins of what is said
LOOKS = 6  # moments that are looked at on the way to the target
_SMALL = 1e-9
_Array = np.ndarray[Any, Any]


class Claims(NamedTuple):
    """Claims whose stated probability lies in one bin, added up."""

    number: float = 0
    right: float = 0
    said: float = 0.0  # the sum of the stated probabilities
    squares: float = 0.0  # the sum of Brier scores: squared distances from the truth, over all owners
    nats: float = 0.0  # the sum of log losses


NONE = (Claims(),) * (len(EDGES) + 1)


def owners_of(table: Table, identities: Sequence[Sequence[Any]]) -> _Array:
    """[agents]: the seat that owns each agent; the number of players for an agent that nobody owns."""
    truth = np.full(len(table.agents), table.players)
    for seat, own in enumerate(identities):
        for agent in own:
            truth[table.agents.index(agent)] = seat
    return truth


def claims_of(owners: _Array, truth: _Array) -> tuple[Claims, ...]:
    """Count the claims about some agents, by bin, from the probabilities [seats + 1, agents] of their owners."""
    said, right = owners.max(0), owners.argmax(0) == truth
    hit = np.take_along_axis(owners, truth[None], 0)[0]
    squares, nats = (owners**2).sum(0) - 2 * hit + 1, -np.log(np.maximum(hit, _SMALL))
    bins = np.searchsorted(EDGES, said, "right")
    sums = [np.bincount(bins, each, len(NONE)) for each in (np.ones_like(said), right, said, squares, nats)]
    return tuple(Claims(*map(float, row)) for row in zip(*sums, strict=True))


def added(tallies: Iterable[Sequence[Sequence[float]]]) -> tuple[Claims, ...]:
    """Add up claims, bin by bin."""
    total = np.zeros((len(NONE), len(Claims._fields)))
    for tally in tallies:
        total += np.array(tally)
    return tuple(Claims(*map(float, row)) for row in total)


class Gauge:
    """Watches a game as anyone can; at some moments it compares all seats' beliefs with the cards."""

    def __init__(self, settings: BeliefSettings = LATEST_BELIEF) -> None:
        self.claims: tuple[Claims, ...] = NONE
        self._keeper, self._looked = EvidenceKeeper(settings), 0

    def watch(self, game: AnyGame, before: State, event: Any, after: State) -> None:
        """Take in an event."""
        self._keeper.watch(game.view(before, None), game.seen(before, event, after, None))
        table = after.table
        due = LOOKS + 1 if table.result is not None else int(LOOKS * max(table.points, default=0) / table.rules.target)
        if due > self._looked and table.turn and self._looked <= LOOKS:
            self._looked = due
            self._compare(after)

    def _compare(self, state: State) -> None:
        table, identities = state.table, state.secrets.identities
        evidence, truth = self._keeper.at(table), owners_of(table, identities)
        if sum(map(len, identities)) != table.players + len(evidence.holders):
            return  # second agents have been given back, or one is about to be taken
        for seat, own in enumerate(identities):
            asked = truth != seat
            found = belief_of(evidence, seat, own).owners()[:, asked]
            self.claims = added([self.claims, claims_of(found, truth[asked])])


def sure_and_right(claims: Sequence[Claims], edge: float) -> tuple[float, float]:
    """The number of claims with a stated probability of at least an edge of the bins, and how many are right."""
    some = claims[EDGES.index(edge) + 1 :]
    return sum(each.number for each in some), sum(each.right for each in some)


def as_lines(claims: Sequence[Claims]) -> list[str]:
    """Format the claims for people."""
    number = sum(each.number for each in claims)
    if not number:
        return ["no belief was looked at"]
    lines = [
        "what the belief says, and how often it is right",
        f"{'says':>12}  {'mean':>6}  {'right':>6}  {'claims':>8}",
    ]
    for low, high, each in zip((0.0, *EDGES), (*EDGES, 1.0), claims, strict=True):
        if each.number:
            mean, right = each.said / each.number, each.right / each.number
            lines.append(f"{low:>5.0%} – {high:>4.0%}  {mean:>6.1%}  {right:>6.1%}  {each.number:>8,.0f}")
    brier, nats = (sum(getattr(each, name) for each in claims) / number for name in ("squares", "nats"))
    sure, right = sure_and_right(claims, 0.95)
    lines.append(f"Brier score {brier:.3f}, log loss {nats:.3f} nats")
    lines.append(
        f"of the {sure:,.0f} claims of 95 % or more ({sure / number:.0%} of all), {right / sure:.1%} are right"
        if sure
        else "nothing was 95 % sure"
    )
    return lines
