"""How much a decision tells about oneself: what those who look on would believe after it, and what that costs.

What everyone can conclude from play is public (`beliefs.Evidence`), so it can be reckoned what they will conclude from
each decision that one might take. A decision changes only one's own row of that table; what the others' rows say about
each agent is worked out once.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.likelihoods import COMPANY_PRIORS, all_log_likelihoods
from heimlich.bots.heimlich_co.belief.posterior import Evidence, all_deals, in_companies
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.state import Table, View
from heimlich.sim.heimlich_co.moves import Array

SEEN = 3.0  # points that one pays for being seen through for certain …
TOLD = 0.15  # … and for every nat of the odds, so that there is still a reason to hide when nearly all is told
POINT = 0.006  # of the win: what a point is taken for by those who reckon in chances of winning
_SMALL = 1e-9


def is_wise(table: Table) -> bool:
    """Whether there is still something to hide for: dossiers to be written, or leaders to be hunted down.

    Where everyone else is found out and no agent is free, nobody can hide: what is left over is oneself.
    """
    if table.players == len(table.agents):
        return False
    again = table.dossier is not None and table.dossier.again
    return max(table.points) < table.rules.dossier_from or again


def suspicions(evidence: Evidence, options: Options, seat: Seat) -> Array:
    """[decisions, agents]: the chance that a seat owns each agent, to someone who has watched, after each decision."""
    logs = all_log_likelihoods(options.table, safe=options.safe).swapaxes(0, 1)  # [decisions, agents, models]
    if options.idle:  # to move nobody tells nothing
        logs = np.concatenate([np.zeros_like(logs[:1]), logs])
    own = in_companies(evidence.logs[seat] + logs) + _elsewhere(evidence, seat)[:, None]
    odds = np.exp(own - own.max((0, 2), keepdims=True)).sum(0)
    chances: Array = odds / odds.sum(1, keepdims=True)
    return chances


def _elsewhere(evidence: Evidence, seat: Seat) -> Array:
    """[companies, agents]: what the others' play says about this seat owning each agent: they own the rest."""
    logs = in_companies(evidence.logs)  # [companies, seats, agents]
    logs[:, seat] = 0.0
    deals = all_deals(evidence.players, len(evidence.agents))
    total = COMPANY_PRIORS[:, None] + logs[:, np.arange(evidence.players), deals].sum(2)
    chances = np.exp(total - total.max())
    odds = [np.bincount(deals[:, seat], one, len(evidence.agents)) for one in chances]
    return np.log(np.maximum(odds, np.finfo(float).tiny))


def price(seen: Array) -> Array:
    """What chances of being seen through cost, in points."""
    told = np.log(seen + _SMALL) - np.log(1 - seen + _SMALL)
    cost: Array = SEEN * seen + TOLD * told
    return cost


def feint(evidence: Evidence, view: View, action: Action) -> Array | float:
    """What each decision like this one costs by what it tells, in chances of winning; for the safe, of all places."""
    table, options = view.table, options_of(view.table, action)
    if options is None or not is_wise(table):
        return 0.0
    assert view.seat is not None
    own = table.agents.index(max(view.agents, key=table.marker))
    cost = -POINT * price(suspicions(evidence, options, view.seat)[:, own])
    if not options.safe:
        return cost
    everywhere: Array = np.zeros(RING)
    everywhere[options.places] = cost
    return everywhere
