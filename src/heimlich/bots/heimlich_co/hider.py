"""A player who hides: GU, but it pays for decisions that tell too much. For measuring, like the decoys.

What they tell is reckoned for someone who takes it for GU, more or less exact, and watches nobody else: so it needs
nothing that may change.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from heimlich.bots.heimlich_co.moves import Array
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.bots.heimlich_co.yardsticks import GU
from heimlich.game import Budget, Decision
from heimlich.games.heimlich_co.actions import Action, SeenEvent
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import View

HEATS, SLIPS = (0.1, 1.0, 100.0), 0.05  # how it is taken to play: like GU, more or less, or hardly
SEEN, TOLD = 4.0, 0.2  # points that it pays for the chance of being seen through, and for each nat of its odds
DROPPED = 29  # when a marker is there, it hides no longer
_SMALL = 1e-9


class Hider(GU):
    """Version 1, for ever."""

    name = "hider"

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[Agent, ...], Array] = {}

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        """Remember what its own decisions tell."""
        table = before.table
        if not table.turn:  # a new game
            self._told = {}
        for event in events:
            if isinstance(event, Decision) and event.seat == before.seat:
                options = options_of(table, event.action)
                if options is not None:
                    self._told[table.agents] = self._so_far(options) + _tells(options)[..., options.index(event.action)]

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        options = options_of(view.table, actions[0])
        if len(actions) == 1 or options is None or max(view.table.points) >= DROPPED:
            return super().choose(view, actions, budget, rng)
        own = view.table.agents.index(max(view.agents, key=view.table.marker))
        logs = self._so_far(options)[..., None] + _tells(options)
        odds = np.exp(logs - logs.max((0, 1))).sum(0)
        seen = odds[own] / odds.sum(0)
        told = np.log(seen + _SMALL) - np.log(1 - seen + _SMALL)
        return options.best(options.gu([own])[0] - SEEN * seen - TOLD * told, rng)

    def _so_far(self, options: Options) -> Array:
        agents = options.table.agents
        return self._told.get(agents, np.zeros((len(HEATS), len(agents))))


def _tells(options: Options) -> Array:
    """[heats, agents, decisions]: how likely the owner of each agent is to decide so, as logarithms."""
    values = options.gu(range(len(options.table.agents)))
    odds = np.exp((values - values.max(1, keepdims=True)) / np.array(HEATS)[:, None, None])
    chances: Array = (1 - SLIPS) * odds / odds.sum(2, keepdims=True) + SLIPS / odds.shape[2]
    return np.log(chances)
