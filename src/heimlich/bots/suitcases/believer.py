"""A courier with beliefs: it knows what opponents' suitcases are likely to hold, and mixes its duel cards well.

It does not search. The master plays so in its rollouts, and where it has no budget.
"""

from collections.abc import Sequence
from random import Random

from heimlich.bots.suitcases.belief.evidence import BombOdds, Memory
from heimlich.bots.suitcases.belief.posterior import content_odds
from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.duels import card_odds
from heimlich.bots.suitcases.sight import Style
from heimlich.game import Budget, Seat
from heimlich.games.suitcases.actions import Action, PlayDuelCard
from heimlich.games.suitcases.names import Content, colour_name
from heimlich.games.suitcases.state import Phase, View

STYLE = Style(whim=0.5, foreign_needed=3.0)


class Believer:
    """Plays the suitcase game by what it believes."""

    name = "believer"

    def __init__(self, style: Style = STYLE) -> None:
        self._courier = Courier(style)
        self.memory = Memory()

    def choose(self, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:
        """One of the actions."""
        if len(actions) == 1:
            return actions[0]
        self.memory.look(view.table)
        return self.decide(view, actions, self.memory.clues(view.table), budget, rng)

    def decide(
        self, view: View, actions: Sequence[Action], clues: tuple[BombOdds, ...], budget: Budget, rng: Random
    ) -> Action:
        """One of the actions, by where bombs are likely."""
        table = view.table

        def odds(owner: Seat, letter: int) -> list[tuple[Content, float]]:
            return content_odds(view, f"{colour_name(table.players, owner)}-{table.rules.letters[letter]}", clues)

        self._courier.odds = odds if table.turn else None
        if table.phase is Phase.DUEL:
            cards, odds_of_cards = card_odds(self._courier.sight(view))
            return PlayDuelCard(rng.choices(cards, odds_of_cards)[0])
        return self._courier.choose(view, actions, budget, rng)
