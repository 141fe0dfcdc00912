"""Notes of studies in games of the suitcase game: duels, and whose suitcases are brought home."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple

from heimlich.games.suitcases.maps import MAPS
from heimlich.lab.subjects import Array, CountsByKind, Policy
from heimlich.sim.suitcases import Simulator
from heimlich.sim.suitcases.state import NONE, State


class Notes(NamedTuple):
    """Nothing: the state at the end holds all that is counted."""


class _Suitcases:
    counted = ("turns", "duels", "deliveries")
    nobody = "nobody wins"
    events = "deliveries"
    kinds = ("own", "foreign")
    place = "whose suitcase it was"
    amount = "secrets in a suitcase"
    policies: Mapping[str, Policy] = {"random": Simulator.random_action}
    slow_policies: frozenset[str] = frozenset()
    surveyed = tuple(f"map={name}" for name in MAPS[1:])

    def simulator(self, rules: Any, players: int, xp: ModuleType) -> Simulator:
        return Simulator(rules, players, xp)

    def can_play(self, policy: str, rules: Any) -> bool:
        del rules
        return policy in self.policies

    def nothing_noted(self, sim: Simulator, batch: int) -> Notes:
        del sim, batch
        return Notes()

    def note(self, sim: Simulator, notes: Notes, before: State, after: State) -> Notes:
        del sim, before, after
        return notes

    def counts(self, sim: Simulator, state: State, notes: Notes) -> Mapping[str, Array]:
        del notes
        deliveries = (state.delivered != NONE).sum(axis=0, dtype=sim.shape.xp.int16)
        return dict(zip(self.counted, (state.turn, state.duels, deliveries), strict=True))

    def parts(self, sim: Simulator, state: State, notes: Notes) -> CountsByKind:
        del notes
        xp = sim.shape.xp
        suitcases = state.delivered.shape[0]
        owner = xp.arange(suitcases, dtype=xp.int8)[:, None] // (suitcases // sim.shape.players)
        kinds = [state.delivered == owner, (state.delivered != NONE) & (state.delivered != owner)]
        secrets = [xp.where(kind, state.contents, xp.int16(0)) for kind in kinds]
        return CountsByKind(
            xp.stack([kind.sum(axis=0, dtype=xp.int32) for kind in kinds]),
            xp.stack([each.sum(axis=0, dtype=xp.int32) for each in secrets]),
        )

    def first(self, state: State) -> Array:
        return state.first

    def ending(self, state: State) -> Array:
        return state.ending


SUBJECT = _Suitcases()
