"""Bots as players of environments: a bot of the registry in one seat, which decides by number.

A bot is named by a word, as in the arena: `gu`, `champion:20ms`. It is shown what its seat has seen of the game, from
the start, so that it remembers what it needs; it gets its seat's view and nothing else.
"""

from collections.abc import Sequence
from typing import Any

from heimlich.adapters.terms import Agreement, seat_name
from heimlich.bots.registry import make_bot
from heimlich.bots.words import read_bot
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import AnyState, Seat, Watcher
from heimlich.record import Step
from heimlich.runner import seat_generators, show_past


class SeatedBot:
    """A bot in a seat; `begin` starts another game."""

    def __init__(self, terms: Agreement, seat: Seat, word: str, seed: int | str = 0) -> None:
        if not 0 <= seat < terms.players:
            raise HeimlichError(f"there is no seat {seat + 1}; there are {terms.players}")
        self._terms, self._seat = terms, seat
        self.name, self._budget = read_bot(word)
        self.begin(seed)

    def begin(self, seed: int | str) -> None:
        """Begin a new game; the same seed brings the same draws of the bot."""
        self._bot = make_bot(self._terms.game.id, self.name)
        self._rng = seat_generators(seed, self._terms.players)[self._seat]

    def show(self, steps: Sequence[Step[Any]]) -> None:
        """Show the bot what its seat saw of some steps of the game."""
        if steps and isinstance(self._bot, Watcher):
            show_past(self._terms.game, self._bot, self._seat, steps)

    def _check_asked(self, state: AnyState) -> None:
        """Refuse to decide where the seat is not asked."""
        game = self._terms.game
        asked = () if state is None else game.actors(state)
        if self._seat in asked:
            return
        if asked:
            now = f"now it is for {seat_name(asked[0])} to decide"
        elif state is None:
            now = "no game has begun; reset begins one"
        else:
            now = "now chance decides" if game.outcome(state) is None else "the game is over"
        raise IllegalAction(f"{seat_name(self._seat)}, which {self.name} plays, is not asked: {now}")

    def number(self, state: AnyState) -> int:
        """The number of the bot's decision."""
        game, code = self._terms.game, self._terms.code
        self._check_asked(state)
        view = game.view(state, self._seat)
        chosen = self._bot.choose(view, game.legal_actions(view), self._budget, self._rng)
        return next(number for number in code.legal(view) if code.action(view, number) == chosen)
