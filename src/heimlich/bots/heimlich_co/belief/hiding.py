"""Measures how much a decision reveals about a seat's own agent: what observers would believe after it, and its price.

The evidence is public (`Evidence`), so a seat can work out what observers would conclude from each decision that it
might take. A decision changes only its own row of the evidence; what the other rows say is worked out once.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.deals import all_deals
from heimlich.bots.heimlich_co.belief.evidence import Evidence, log_sum
from heimlich.bots.heimlich_co.belief.likelihoods import all_log_likelihoods
from heimlich.bots.heimlich_co.belief.settings import BeliefSettings
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Kind
from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.state import Table, View
from heimlich.sim.heimlich_co.moves import Array

SEEN = 3.0  # the price of being seen through for certain, in points …
TOLD = 0.15  # … and of every nat of the odds, so that hiding still pays when nearly all is known
POINT = 0.006  # the win probability that a point is worth
_SMALL = 1e-9


def can_hide(table: Table) -> bool:
    """Tell whether there is a free agent: else, once all others are found out, the agent left gives a seat away."""
    return table.players < len(table.agents)


def is_wise(table: Table) -> bool:
    """Tell whether hiding still pays: dossiers are to be written, or leaders to be hunted down."""
    if not can_hide(table):
        return False
    again = table.dossier is not None and table.dossier.again
    return max(table.points) < table.rules.dossier_from or again


def suspicions(evidence: Evidence, options: Options, seat: Seat) -> Array:
    """[decisions, agents]: the probability that a seat owns each agent, to an observer, after each decision."""
    settings = evidence.settings
    logs = all_log_likelihoods(options.table, safe=options.safe, settings=settings).swapaxes(
        0, 1
    )  # [decisions, agents, models]
    if settings.network_players:
        by_network = evidence.network_players(options)[:, int(options.idle) :].T[..., None]
        logs = np.concatenate([logs, by_network], 2)
    if options.idle:  # moving no agent is no evidence
        logs = np.concatenate([np.zeros_like(logs[:1]), logs])
    own = settings.in_table_mixes(evidence.logs[seat] + logs) + _elsewhere(evidence, seat)[:, None]
    odds = np.exp(own - own.max((0, 2), keepdims=True)).sum(0)
    found: Array = odds / odds.sum(1, keepdims=True)
    return found


def for_observer(evidence: Evidence, settings: BeliefSettings) -> Evidence:
    """The evidence as an observer has it who knows only the first player types of it, those of `settings`."""
    known = Evidence(evidence.players, evidence.agents, settings)
    known.logs = evidence.logs[..., : len(settings.models)]
    return known


def attentive_share(evidence: Evidence, seat: Seat) -> float:
    """The expected share of the other seats whose players care who owns whom, by how they have played so far.

    Owners are taken to be independent of each other, which is near enough for this and takes little time.
    """
    types = evidence.types
    attentive = np.isin(types.kinds, (Kind.STRONG, LOOSE_GU))
    others = [other for other in range(evidence.players) if other != seat]
    logs = np.stack([log_sum(np.moveaxis(_by_agent(evidence, other), -1, 0)) for other in others])  # [others, types]
    by_mix = types.in_table_mixes(logs)  # [table mixes, others]
    odds = np.exp((each := types.table_mix_priors + by_mix.sum(1)) - each.max())
    joint = types.table_mixes[:, None] * np.exp(logs - by_mix[..., None])  # [table mixes, others, types]
    return float(odds / odds.sum() @ joint[..., attentive].sum(-1).mean(-1))


def _by_agent(evidence: Evidence, seat: Seat) -> Array:
    """[ways to hold agents, types]: the log-likelihoods of a seat's decisions."""
    held = evidence.by_type(seat)
    return held.reshape(-1, held.shape[-1])


def _elsewhere(evidence: Evidence, seat: Seat) -> Array:
    """[table mixes, agents]: log-odds that this seat owns each agent, from the play of the others."""
    logs = evidence.settings.in_table_mixes(evidence.logs)  # [table mixes, seats, agents]
    logs[:, seat] = 0.0
    deals = all_deals(evidence.players, len(evidence.agents))
    total = evidence.settings.table_mix_priors[:, None] + logs[:, np.arange(evidence.players), deals].sum(2)
    likely = np.exp(total - total.max())
    odds = [np.bincount(deals[:, seat], one, len(evidence.agents)) for one in likely]
    return np.log(np.maximum(odds, np.finfo(float).tiny))


def price(seen: Array) -> Array:
    """The price of these probabilities of being seen through, in points."""
    told = np.log(seen + _SMALL) - np.log(1 - seen + _SMALL)
    cost: Array = SEEN * seen + TOLD * told
    return cost


def feint(evidence: Evidence, view: View, action: Action) -> Array | float:
    """Return what `cost_of_revealing` says, while hiding is wise."""
    return cost_of_revealing(evidence, view, action, POINT) if is_wise(view.table) else 0.0


def cost_of_revealing(evidence: Evidence, view: View, action: Action, point: float) -> Array | float:
    """Return the cost of each decision by what it reveals, in win probability: of moves, or of places for the safe.

    `point` is the win probability that a point of the price is worth.
    """
    table, options = view.table, options_of(view.table, action)
    if options is None:
        return 0.0
    assert view.seat is not None
    own = table.agents.index(max(view.agents, key=table.marker))
    cost = -point * price(suspicions(evidence, options, view.seat)[:, own])
    if not options.safe:
        return cost
    everywhere: Array = np.zeros(RING)
    everywhere[options.places] = cost
    return everywhere
