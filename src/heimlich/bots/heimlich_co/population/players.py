"""The population as bots: a persona is drawn at the first decision of a game and kept to its end.

`stranger`, `sandbagger`, `kingmaker`, `patron` and `locksmith` also train the networks, with the tables 1 to 8. `liar`,
`basher` and `bandwagon`, and the tables 9 to 12 (`gu-9` …), are held out: they are only measured against.
"""

from collections.abc import Sequence
from math import log
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.population.personas import (
    MARKS,
    TABLES,
    TRAINED_TABLES,
    Persona,
    Sort,
    gu_tables,
    persona_safe_values,
    persona_values,
)
from heimlich.bots.heimlich_co.yardsticks import Yardstick
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.state import View
from heimlich.sim.heimlich_co.board import Array, Board, BoardRules
from heimlich.sim.heimlich_co.moves import Moves


class Odd(Yardstick):
    """Decides as a persona of one sort; version 1, frozen."""

    def __init__(self, name: str, sort: Sort, tables: Sequence[int] = (0,)) -> None:
        super().__init__()
        self.name, self.sort, self._tables = name, sort, tables
        self.persona: Persona | None = None
        self._drawn_for: tuple[object, ...] = ()
        self._rng = Random(0)

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        self._rng, own = rng, Random(rng.random())
        known = (view.seat, view.table.agents)
        if self.persona is None or self._drawn_for != known:
            self.persona, self._drawn_for = self._draw(view, own), known
        return super().choose(view, actions, budget, rng)

    def values(self, rules: BoardRules, board: Board, me: Array, moves: Moves) -> Array:
        assert self.persona is not None
        return self._noisy(persona_values(rules, gu_tables(), board, self.persona, me, moves))

    def safe_values(self, board: Board, me: Array) -> Array:
        assert self.persona is not None
        return self._noisy(persona_safe_values(np, gu_tables(), board, self.persona, me))

    def _draw(self, view: View, rng: Random) -> Persona:
        others = [index for index, agent in enumerate(view.table.agents) if agent not in view.agents]
        drawn = (self.sort, rng.choice(self._tables), rng.choice(others), rng.randint(*MARKS))
        return Persona(*(np.array([one]) for one in drawn))

    def _noisy(self, values: Array) -> Array:
        """The values with the noise of its table's player."""
        assert self.persona is not None
        heat = TABLES[int(self.persona.table[0])].heat
        if not heat:
            return values
        noise = np.array([-log(-log(1e-12 + self._rng.random())) for _ in range(values.size)])
        noisy: Array = values + heat * noise.reshape(values.shape)
        return noisy


def odd(name: str) -> Odd:
    """A bot of a sort, by name; `gu-9` is a GU with table 9. A stranger draws one of the tables that are trained on."""
    if name.startswith("gu-"):
        return Odd(name, Sort.STRANGER, (int(name.removeprefix("gu-")),))
    sort = Sort[name.upper()]
    return Odd(name, sort, range(1, TRAINED_TABLES) if sort is Sort.STRANGER else (0,))
