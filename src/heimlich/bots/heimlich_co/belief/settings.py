"""Settings of the belief, by version: which types of players there are, and how exactly each of them decides.

A yardstick keeps its version for ever: settings that it uses never change, better ones get a new version. What the
numbers do is in likelihoods.py (the types) and posterior.py (what follows from them).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Kind
from heimlich.sim.heimlich_co.moves import Array


class Model(NamedTuple):
    """A player type: its prior probability, and the kind of player that the search takes it for."""

    name: str
    prior: float
    kind: int  # a `Kind` or LOOSE_GU


@dataclass(frozen=True, eq=False)
class BeliefSettings:
    """One version of the belief; arrays that follow from the numbers are worked out once."""

    models: tuple[Model, ...]  # in the order of likelihoods.py
    slips: float  # the share of every player's decisions that is taken for random
    sharp: float  # heat of the choices of GU, in points …
    loose: float  # … of loose players …
    plain: float  # … of G1 …
    keen: float  # … and of players who decide by the network, in win probability
    deals: int  # ways to deal the other agents, for these: they do not know the owners either
    networks: int  # the version of the networks by which they decide
    p_uniform_table: float  # the prior probability of a uniform table, where most seats are of one type …
    p_conforms: float  # … and at one, of a seat to be of the table's type
    network_players: bool = False  # whether the last model is that of players who go by the network, in all rules

    @cached_property
    def priors(self) -> Array:
        """[models]: logarithms of the prior probabilities."""
        return np.log([model.prior for model in self.models])

    @cached_property
    def kinds(self) -> Array:
        """[models]: the kind of player that the search takes each model for."""
        return np.array([model.kind for model in self.models])

    @cached_property
    def loose_model(self) -> int:
        """The index of the model of loose players."""
        return [model.name for model in self.models].index("loose")

    @cached_property
    def table_mixes(self) -> Array:
        """[table mixes, models]: P(player type) at any table, and at a uniform table of each type."""
        anywhere, number = np.exp(self.priors), len(self.models)
        alike = self.p_conforms * np.eye(number) + (1 - self.p_conforms) * anywhere
        return np.concatenate([anywhere[None], alike])

    @cached_property
    def table_mix_priors(self) -> Array:
        """[table mixes]: logarithms of their prior probabilities."""
        alike = [self.p_uniform_table * model.prior for model in self.models]
        return np.log([1 - self.p_uniform_table, *alike])

    def in_table_mixes(self, logs: Array) -> Array:
        """[table mixes, …]: log-likelihoods in every table mix, from those for each player type […, models]."""
        most = logs.max(-1, keepdims=True)
        total: Array = np.moveaxis(np.log(np.exp(logs - most) @ self.table_mixes.T) + most, -1, 0)
        return total


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
LATEST_BELIEF = BELIEF_1
