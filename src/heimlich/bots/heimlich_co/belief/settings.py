"""Settings of the belief, by version: which types of players there are, and how exactly each of them decides.

A yardstick keeps its version for ever: settings that it uses never change, better ones get a new version. What the
numbers do is in likelihoods.py and masks.py (the types), and in posterior.py (what follows from them).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.population.personas import TRAINED_TABLES
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Kind
from heimlich.sim.heimlich_co.moves import Array


class Model(NamedTuple):
    """A player type: its prior probability, and the kind of player that the search takes it for."""

    name: str
    prior: float
    kind: int  # a `Kind` or LOOSE_GU
    company: str = ""  # types of one company sit together at uniform tables; "" is a company of its own


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayerTypes:
    """The types of players, and how likely they are; arrays that follow from the numbers are worked out once."""

    models: tuple[Model, ...]
    p_uniform_table: float  # the prior probability of a uniform table, where most seats are of one company …
    p_conforms: float  # … and at one, of a seat to be of the table's company

    @cached_property
    def priors(self) -> Array:
        """[models]: logarithms of the prior probabilities."""
        return np.log([model.prior for model in self.models])

    @cached_property
    def kinds(self) -> Array:
        """[models]: the kind of player that the search takes each model for."""
        return np.array([model.kind for model in self.models])

    @cached_property
    def _companies(self) -> Array:
        """[companies, models]: the prior probability of each model, in the row of its company."""
        names = [model.company or model.name for model in self.models]
        same = np.array([[name == company for name in names] for company in dict.fromkeys(names)])
        return np.where(same, [model.prior for model in self.models], 0.0)

    @cached_property
    def table_mixes(self) -> Array:
        """[table mixes, models]: P(player type) at any table, and at a uniform table of each company."""
        anywhere, theirs = np.exp(self.priors), self._companies
        alike = self.p_conforms * (theirs / theirs.sum(1, keepdims=True)) + (1 - self.p_conforms) * anywhere
        return np.concatenate([anywhere[None], alike])

    @cached_property
    def table_mix_priors(self) -> Array:
        """[table mixes]: logarithms of their prior probabilities."""
        return np.log([1 - self.p_uniform_table, *(self.p_uniform_table * self._companies.sum(1))])

    def in_table_mixes(self, logs: Array) -> Array:
        """[table mixes, …]: log-likelihoods in every table mix, from those for each player type […, models]."""
        most = logs.max(-1, keepdims=True)
        total: Array = np.moveaxis(np.log(np.exp(logs - most) @ self.table_mixes.T) + most, -1, 0)
        return total


class HidingPrice(NamedTuple):
    """The prices that a hider pays for being seen through, in points."""

    seen: float  # the price of being seen through for certain …
    told: float  # … and of every nat of the odds
    believed: float  # the worth of being taken for another agent
    heat: float  # of its choices


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskSettings(PlayerTypes):
    """The player types of version 3, which knows players who hide (masks.py)."""

    slips: float  # the share of decisions that is made for any agent, or for none
    hot: float  # heat of the choices of players of little skill, in points
    hiders: tuple[HidingPrice, ...]
    until: int  # the marker up to which the moment of dropping a mask is spread
    temper: float  # what a decision counts: those of one player are not independent, whatever the types are
    tables: tuple[int, ...] = ()  # the numbers of the tables, other than its own, by which a GU may value moves …
    tables_heat: float = 0.1  # … and the heat of its choices then, in points

    @cached_property
    def plain_types(self) -> int:
        """The number of types without a mask that is dropped: all but three liars and the sandbagger."""
        return len(self.models) - 4


@dataclass(frozen=True, eq=False, kw_only=True)
class BeliefSettings(PlayerTypes):
    """One version of the belief. Its models, in the order of likelihoods.py, are what hiders expect to be taken for."""

    slips: float  # the share of every player's decisions that is taken for random
    sharp: float  # heat of the choices of GU, in points …
    loose: float  # … of loose players …
    plain: float  # … of G1 …
    keen: float  # … and of players who decide by the network, in win probability
    deals: int  # ways to deal the other agents, for these: they do not know the owners either
    networks: int  # the version of the networks by which they decide
    memory: float = 1.0  # the share of what a seat's earlier decisions say that is left after each later one
    network_players: bool = False  # whether the last model is that of players who go by the network, in all rules
    masks: MaskSettings | None = None  # the types by which the belief goes, if not by the models

    @cached_property
    def loose_model(self) -> int:
        """The index of the model of loose players."""
        return [model.name for model in self.models].index("loose")


BELIEF_1 = BeliefSettings(  # frozen: `master1` uses it
    models=(
        Model("random", 0.1, Kind.RANDOM),
        Model("g1", 0.15, Kind.G1),
        Model("gu", 0.3, Kind.GU),
        Model("loose", 0.25, Kind.STRONG),  # good moves, not always the very best: hiders, searchers, people
        Model("decoy-30", 0.1, Kind.DECOY),
        Model("decoy-60", 0.1, Kind.DECOY),
    ),
    slips=0.05,
    sharp=0.1,
    loose=1.0,
    plain=0.02,
    keen=0.02,
    deals=3,
    networks=1,
    p_uniform_table=0.5,
    p_conforms=0.85,
)
BELIEF_2 = replace(  # also knows those who go by the network
    BELIEF_1,
    models=(
        Model("random", 0.1, Kind.RANDOM),
        Model("g1", 0.12, Kind.G1),
        Model("gu", 0.25, Kind.GU),
        Model("loose", 0.15, LOOSE_GU),
        Model("decoy-30", 0.09, Kind.DECOY),
        Model("decoy-60", 0.09, Kind.DECOY),
        Model("network", 0.2, Kind.STRONG),
    ),
    keen=0.012,
    network_players=True,
)
# Fitted as training/heimlich_co/belief.py does it, the share of liars set by hand; docs/bots.md has the figures.
MASKS_3 = MaskSettings(
    models=(
        Model("random", 0.176, Kind.RANDOM),
        Model("g1", 0.078, Kind.G1),
        Model("gu", 0.139, Kind.GU),
        Model("loose", 0.107, Kind.STRONG, "loose"),
        Model("hot", 0.115, Kind.DECOY, "loose"),
        Model("decoy-30", 0.023, Kind.DECOY, "decoy"),
        Model("decoy-60", 0.038, Kind.DECOY, "decoy"),
        Model("hider", 0.050, Kind.STRONG, "hider"),
        Model("shy hider", 0.019, Kind.STRONG, "hider"),
        Model("bluffer", 0.027, Kind.STRONG, "hider"),
        Model("liar like gu", 0.070, Kind.DECOY),
        Model("liar like g1", 0.039, Kind.DECOY),
        Model("loose liar", 0.111, Kind.DECOY),
        Model("sandbagger", 0.008, Kind.DECOY),
    ),
    slips=0.05,
    hot=3.0,
    hiders=(HidingPrice(3.0, 0.15, 0.0, 0.3), HidingPrice(6.0, 0.3, 0.0, 0.3), HidingPrice(3.0, 0.15, 1.0, 0.3)),
    until=100,
    temper=0.85,
    p_uniform_table=0.5,
    p_conforms=0.85,
)
BELIEF_3 = replace(BELIEF_1, masks=MASKS_3)  # also knows those who hide
_TABLES = tuple(range(1, TRAINED_TABLES))


def _version_4(models: Sequence[Model]) -> tuple[Model, ...]:
    """The types of version 3, a fifth rarer; its strong ones are loose GUs, as players by the network have a type."""
    kinds = {int(Kind.STRONG): LOOSE_GU}
    return tuple(model._replace(prior=0.8 * model.prior, kind=kinds.get(model.kind, model.kind)) for model in models)


MASKS_4 = replace(
    MASKS_3,
    models=(
        *_version_4(MASKS_3.models[: MASKS_3.plain_types]),
        Model("network", 0.14, Kind.STRONG),
        *(Model(f"gu with table {table}", 0.06 / len(_TABLES), LOOSE_GU + table) for table in _TABLES),
        *_version_4(MASKS_3.models[MASKS_3.plain_types :]),
    ),
    tables=_TABLES,
)
BELIEF_4 = replace(BELIEF_2, masks=MASKS_4)  # also knows those who hide, and GUs with other tables
LATEST_BELIEF = BELIEF_3
