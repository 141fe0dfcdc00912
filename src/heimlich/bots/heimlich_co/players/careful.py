"""Somebody who would rather gain less than be found out: values like GU's, less what a decision tells about oneself.

It watches all play, knows what the others can conclude from it, and so plays its cards and writes its dossier by what
it believes itself, like the detective.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.heimlich_co.belief.hiding import is_wise, price, suspicions
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.bots.heimlich_co.players.detective import Detective
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.state import View
from heimlich.sim.heimlich_co.moves import Array


class Careful(Detective):
    """Hides."""

    name = "careful"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        table, options = view.table, options_of(view.table, actions[0])
        if len(actions) == 1 or options is None:
            return super().choose(view, actions, budget, rng)
        own = table.agents.index(max(view.agents, key=table.marker))
        values = options.gu([own])[0]
        if is_wise(table):
            assert view.seat is not None
            found = suspicions(self._watcher.at(table), options, view.seat)
            values = values + self.pretence(options, own, found, rng)
        return options.best(values, rng)

    def pretence(self, options: Options, own: int, found: Array, rng: Random) -> Array:  # noqa: ARG002
        """[decisions]: what each is worth, in points, for what the others will believe: `found` [decisions, agents]."""
        return -price(found[:, own])
