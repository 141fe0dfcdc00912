"""A game in progress, for callers that decide by number: chance is drawn as it comes, and seats are asked.

The runner plays whole games and calls the players; here the caller drives the game, as environments need it.
"""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heimlich.adapters.terms import Agreement, seat_name
from heimlich.chance import Seeded, Source
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import AnyState, AnyView, Decision, Seat
from heimlich.record import Step
from heimlich.runner import draw_until_decision

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]
_RANGE = np.iinfo(np.int16)


class Match:
    """One game at a table; `begin` starts it, and starts it anew."""

    def __init__(self, terms: Agreement) -> None:
        self.terms = terms
        self.state: Any = None
        self._source: Source = Seeded(0)
        self.begun = 0  # games so far
        self.steps: list[Step[Any]] = []  # of this game

    def begin(self, seed: int | str) -> None:
        """Start a new game; the same seed brings the same dice and cards."""
        self._source = Seeded(seed)
        self.begun += 1
        self.steps = []
        self.state = self.terms.game.new(self.terms.rules, self.terms.players)
        self._draw()

    def _draw(self) -> None:
        """Let chance decide up to the next decision."""
        for step in draw_until_decision(self.terms.game, self.state, self._source):
            self.steps.append(step)
            self.state = step.after

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats whose decision is missing; several decide unseen by each other. None: the game is over."""
        return self.terms.game.actors(self._begun())

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.terms.game.outcome(self.state) is not None

    def rewards(self) -> tuple[float, ...]:
        """The reward of each seat."""
        return self.terms.reward_of(self.state)

    def view(self, seat: Seat | None) -> AnyView:
        """Return what a seat, or a spectator, may know."""
        view: AnyView = self.terms.game.view(self._begun(), seat)
        return view

    def _begun(self) -> AnyState:
        """The state; refuses before there is one."""
        if self.state is None:
            raise IllegalAction("no game has begun; reset begins one")
        state: AnyState = self.state
        return state

    def observation(self, seat: Seat) -> Numbers:
        """A seat's view in numbers. What would not fit into 16 bits, by house rules, is cut off there."""
        numbers = np.array(self.terms.code.encode(self.view(seat)), np.int64)
        return numbers.clip(_RANGE.min, _RANGE.max).astype(np.int16)

    def mask(self, seat: Seat) -> Mask:
        """1 for each number that a seat may decide on now; made from its view alone."""
        mask = np.zeros(self.terms.code.actions, np.int8)
        mask[list(self.terms.code.legal(self.view(seat)))] = 1
        return mask

    def decide(self, seat: Seat, number: Any) -> None:
        """Take a seat's decision by number, then draw chance. An illegal one is refused and changes nothing."""
        self._go_on(*decided(self.terms, self.state, seat, number))

    def take(self, seat: Seat, action: Any) -> None:
        """Take a seat's decision as an action, as bots give it."""
        decision = Decision(seat, action)
        self._go_on(decision, self.terms.game.apply(self.state, decision))

    def _go_on(self, decision: Decision[Any], after: AnyState) -> None:
        self.steps.append(Step(self.state, decision, after))
        self.state = after
        self._draw()


def decided(terms: Agreement, state: AnyState, seat: Seat, number: Any) -> tuple[Decision[Any], Any]:
    """A seat's decision by number, and the state after it; refuses what is not legal, in words for that seat."""
    try:
        chosen = index(number)
    except TypeError:
        raise IllegalAction(f"{seat_name(seat)} decided '{number}', which is no whole number") from None
    try:
        action = terms.code.action(terms.game.view(state, seat), chosen)
    except HeimlichError as error:
        raise IllegalAction(f"{seat_name(seat)} decided {chosen}: {error}") from None
    try:
        decision = Decision(seat, action)
        return decision, terms.game.apply(state, decision)
    except HeimlichError as error:
        reason = f"{seat_name(seat)} decided {chosen}, which is '{action}': {error}"
        raise IllegalAction(f"{reason}; the action mask shows what is legal") from None
