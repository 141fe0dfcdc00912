"""A state of a game together with what each seat has seen of its history; for libraries that walk the tree of a game.

A moment never changes, so copies of a tree's states may share it.
"""

from random import Random
from typing import Any

from heimlich.adapters.match import decided
from heimlich.adapters.terms import Agreement, Rewards, terms_of
from heimlich.chance import Chance
from heimlich.errors import IllegalAction
from heimlich.game import AnyState, AnyView, RulesetName, Seat
from heimlich.record import Step


class Moment:
    """A position with its past: for each seat, and last for a spectator, the events that it has seen, line by line."""

    __slots__ = ("seen", "state", "terms")

    def __init__(self, terms: Agreement, state: AnyState, seen: tuple[str, ...]) -> None:
        self.terms = terms
        self.state = state
        self.seen = seen

    @property
    def chance(self) -> Chance | None:
        """Return what chance is to decide, if anything."""
        return self.terms.game.chance(self.state)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.terms.game.outcome(self.state) is not None

    @property
    def asked(self) -> Seat | None:
        """The seat that decides next: of several that decide in secret, the first whose decision is missing."""
        seats = self.terms.game.actors(self.state)
        return seats[0] if seats else None

    def view(self, seat: Seat | None) -> AnyView:
        """Return what a seat, or a spectator, may know."""
        view: AnyView = self.terms.game.view(self.state, seat)
        return view

    def after_chance(self, number: int) -> "Moment":
        """The moment after one of the outcomes, by its number among them."""
        assert self.chance is not None
        return self.after(number)

    def after_decision(self, number: int) -> "Moment":
        """The moment after the seat that is asked has decided, by number; refuses what is not legal."""
        assert self.asked is not None
        return self.after(number)

    def after(self, number: int) -> "Moment":
        """The moment after an outcome of chance, or a decision of the seat that is asked, by number."""
        return self._after(*self.step(number)[1:])

    def step(self, number: int) -> Step[Any]:
        """The step from here by this number: an outcome of chance, or a decision of the seat that is asked."""
        if self.chance is not None:
            possible = [outcome for outcome, weight in enumerate(self.chance.weights) if weight]
            if number not in possible:
                listed = ", ".join(map(str, possible))
                raise IllegalAction(f"{number} is no outcome of chance now; there are: {listed}; see chance_outcomes")
            event = self.chance.outcomes[number]
            return Step(self.state, event, self.terms.game.apply(self.state, event))
        assert self.asked is not None
        return Step(self.state, *decided(self.terms, self.state, self.asked, number))

    def _after(self, event: Any, state: AnyState) -> "Moment":
        game, seats = self.terms.game, (*range(self.terms.players), None)
        seen = tuple(
            text + "".join(f"{one}\n" for one in game.seen(self.state, event, state, seat))
            for text, seat in zip(self.seen, seats, strict=True)
        )
        return Moment(self.terms, state, seen)

    def as_if(self, seat: Seat, rng: Random) -> "Moment":
        """A moment that a seat could be in as well, all that it cannot know being drawn.

        Of what the others have seen, only what everyone saw is kept; their views tell the rest. Who has decided before
        this seat, and unseen by it, decides by chance.
        """
        game, code = self.terms.game, self.terms.code
        state = game.consistent_state(self.view(seat), rng)
        public = self.seen[-1]
        seen = tuple(text if number == seat else public for number, text in enumerate(self.seen))
        other = Moment(self.terms, state, seen)
        while other.asked is not None and other.asked != seat and self.asked == seat:
            other = other.after_decision(rng.choice(code.legal(other.view(other.asked))))
        return other

    def __deepcopy__(self, memo: Any) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Pickle as text, which stays readable when the classes of the rules change."""
        terms = self.terms
        text = terms.game.format_state(self.state)
        return _read, (terms.game.id, terms.name, terms.players, terms.rewards, text, self.seen)


def _read(game: str, name: RulesetName, players: int, rewards: Rewards, text: str, seen: tuple[str, ...]) -> Moment:
    terms = terms_of(game, name, players, rewards)
    return Moment(terms, terms.game.parse_state(text, terms.rules), seen)


def first_moment(terms: Agreement) -> Moment:
    """The moment before anything is drawn or dealt."""
    return Moment(terms, terms.game.new(terms.rules, terms.players), ("",) * (terms.players + 1))
