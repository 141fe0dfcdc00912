"""Measures who is found out in Heimlich & Co.: whom the others would name, by belief, when dossiers are due.

It is measured in every game when the first marker has come to the dossiers' line, whether or not any are written: each
seat answers, for all agents but its own, what is likeliest by the evidence (bots/heimlich_co/belief) and its own card.
"""

from typing import Any, NamedTuple

import numpy as np

from heimlich.arena.calibration import owners_of
from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import LATEST_BELIEF, BeliefSettings
from heimlich.game import AnyGame
from heimlich.games.heimlich_co.state import State


class Guesses(NamedTuple):
    """For each seat: how many of the others name it for its agent, and how many of its own answers are right."""

    found: tuple[float, ...]
    right: tuple[float, ...]


class Lookout:
    """Watches a game as anyone can, and looks at the cards once, when it is time."""

    def __init__(self, settings: BeliefSettings = LATEST_BELIEF) -> None:
        self.guesses: Guesses | None = None
        self._keeper = EvidenceKeeper(settings)

    def watch(self, game: AnyGame, before: State, event: Any, after: State) -> None:
        """Take in an event."""
        if self.guesses is not None:
            return
        self._keeper.watch(game.view(before, None), game.seen(before, event, after, None))
        if max(after.table.points, default=0) >= after.table.rules.dossier_from:
            self.guesses = self._compare(after)

    def _compare(self, state: State) -> Guesses:
        table, identities = state.table, state.secrets.identities
        evidence = self._keeper.at(table)
        truth = owners_of(table, identities)
        answers = np.array([belief_of(evidence, seat, own).owners().argmax(0) for seat, own in enumerate(identities)])
        right = answers == truth  # [seats, agents]
        seats = np.arange(table.players)
        return Guesses(
            tuple(float(right[seats != seat][:, truth == seat].mean()) for seat in seats),
            tuple(float(right[seat, truth != seat].mean()) for seat in seats),
        )
