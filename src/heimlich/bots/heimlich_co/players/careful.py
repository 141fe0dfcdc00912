"""A player that would rather gain less than be found out: it decides by GU's values, less what a decision reveals.

It keeps the evidence of all play, so it knows what the others can conclude. Of ends of the game it takes one that it
wins alone, where GU also likes to share it, and knows nothing of `escale`'s last gains. It plays cards and writes its
dossier by its own belief, like the detective.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.heimlich_co.belief.hiding import is_wise, price, suspicions
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.bots.heimlich_co.players.detective import Detective
from heimlich.bots.heimlich_co.yardstick_values import WON
from heimlich.game import Budget
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.state import View
from heimlich.sim.heimlich_co.moves import Array

ENDED = 3 * WON  # the worth of an end with its agent alone in front, above all that GU thinks of it


class Careful(Detective):
    """Pays for hiding."""

    name = "careful"

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        table, options = view.table, options_of(view.table, actions[0])
        if len(actions) == 1 or options is None:
            return super().choose(view, actions, budget, rng)
        own = table.agents.index(max(view.agents, key=table.marker))
        values = options.gu([own])[0]
        if is_wise(table):
            assert view.seat is not None
            found = suspicions(self._keeper.at(table), options, view.seat)
            values = values + self.pretence(options, own, found, rng)
        return options.best(values + ENDED * options.ends(own), rng)

    def pretence(self, options: Options, own: int, found: Array, rng: Random) -> Array:  # noqa: ARG002
        """[decisions]: the worth, in points, of what observers will believe, which is `found` [decisions, agents]."""
        return -price(found[:, own])
