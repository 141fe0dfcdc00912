"""A game cut into passages: each is a decision with the chance after it, and the states around it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from heimlich.bots.registry import is_partner
from heimlich.errors import HeimlichError
from heimlich.game import Decision, Seat
from heimlich.record import AnyStep, Record


class Passage(NamedTuple):
    """A decision, from the state in which it was taken to the state in which the next one is asked for."""

    number: int
    seat: Seat
    action: Any
    steps: Sequence[AnyStep]  # the decision first, then what chance decided

    @property
    def before(self) -> Any:
        """The state in which the decision was taken."""
        return self.steps[0].before

    @property
    def after(self) -> Any:
        """The state when all that followed from it had happened."""
        return self.steps[-1].after


class Course(NamedTuple):
    """A whole game: the state after the deal (moment 0), and its passages, numbered from 1 as in a replay."""

    dealt: Any
    passages: Sequence[Passage]

    @property
    def states(self) -> Iterator[Any]:
        """The state at each moment, from 0 on."""
        yield self.dealt
        for passage in self.passages:
            yield passage.after

    @property
    def last(self) -> Any:
        """The state in the end."""
        return self.passages[-1].after

    @property
    def turns(self) -> tuple[int, ...]:
        """The turn at each moment, from 0 on."""
        return tuple(state.table.turn for state in self.states)


def cut(steps: Sequence[AnyStep]) -> Course:
    """Cut a game into its passages."""
    starts = [index for index, step in enumerate(steps) if isinstance(step.event, Decision)]
    if not starts:
        raise HeimlichError("nothing was decided in this game, so there is no story")
    return Course(steps[starts[0]].before, list(_passages(steps, starts)))


def _passages(steps: Sequence[AnyStep], starts: Sequence[int]) -> Iterator[Passage]:
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(steps)], strict=False), 1):
        event = steps[start].event
        yield Passage(number, event.seat, event.action, steps[start:end])


def bots_in(record: Record) -> list[str]:
    """Return the bot of each seat, as a table's record names it in `Vera (careful)`; "" for a person."""
    return [_bot_in(record.game, name) for name in record.seats]


def _bot_in(game: str, name: str) -> str:
    bot = name.rpartition(" (")[2].removesuffix(")")
    return bot if name.endswith(f" ({bot})") and is_partner(game, bot) else ""
