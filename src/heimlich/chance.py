"""Sources of dice, deals and draws.

A game asks for chance by a `Chance`: a stream, a number in it, and the possible outcomes with their weights. A source
answers with a number for (stream, index), whoever asks first and whatever was asked before: so two tables can share
their dice although play differs. There is no shuffle anywhere: which card comes is decided when it is drawn.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from heimlich.errors import HeimlichError


class Chance(NamedTuple):
    """A question to chance: which of `outcomes` happens, each with a probability in proportion to its weight.

    >>> coin = Chance("coin", 0, ("heads", "tails", "edge"), (1, 1, 0))
    >>> coin.possible()
    ['heads', 'tails']
    >>> draw(coin, Scripted({"coin": [1]}))
    'tails'
    """

    stream: str
    number: int  # the place in its stream
    outcomes: tuple[Any, ...]
    weights: tuple[int, ...]

    def possible(self) -> list[Any]:
        """List the outcomes with a weight above 0."""
        return [outcome for outcome, weight in zip(self.outcomes, self.weights, strict=True) if weight]

    def allows(self, event: Any) -> bool:
        """Tell whether an event is one of the possible outcomes."""
        for outcome, weight in zip(self.outcomes, self.weights, strict=True):
            if outcome is event:  # identity first: cheaper than equality, and true for what was drawn from `outcomes`
                return weight > 0
        return event in self.outcomes and self.weights[self.outcomes.index(event)] > 0


class Source(Protocol):
    """Maps a place in a stream to a number."""

    def below(self, total: int, stream: str, index: int) -> int:
        """Return a number from 0 to total - 1; equal arguments always give an equal number."""
        ...


class Seeded:
    """A source whose numbers follow from a seed: for tests, simulations and games that nobody needs to verify."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._starts: dict[str, int] = {}

    def below(self, total: int, stream: str, index: int) -> int:
        start = self._starts.get(stream)
        if start is None:
            digest = blake2b(f"{self._seed} {stream}".encode(), digest_size=8).digest()
            start = self._starts[stream] = int.from_bytes(digest, "big")
        return splitmix(start, index) * total >> 64


_MASK = (1 << 64) - 1


def splitmix(start: int, index: int) -> int:
    """Return the 64-bit number at a place in a SplitMix64 sequence, without computing those before it."""
    mixed = (start + (index + 1) * 0x9E3779B97F4A7C15) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)


class Scripted:
    """A source whose numbers are listed beforehand, stream by stream: for tests that fix what chance brings."""

    def __init__(self, numbers: Mapping[str, Sequence[int]]) -> None:
        self._numbers = numbers

    def below(self, total: int, stream: str, index: int) -> int:
        numbers = self._numbers.get(stream, ())
        if index >= len(numbers):
            raise HeimlichError(f"the script has no number {index} for '{stream}'")
        if not 0 <= numbers[index] < total:
            raise HeimlichError(f"the script says {numbers[index]} for '{stream}' {index}, which must be below {total}")
        return numbers[index]


def draw(chance: Chance, source: Source) -> Any:
    """Return the outcome that a source decides on."""
    rest = source.below(sum(chance.weights), chance.stream, chance.number)
    for index, weight in enumerate(chance.weights):
        rest -= weight
        if rest < 0:
            return chance.outcomes[index]
    raise HeimlichError(f"nothing can happen in '{chance.stream}'")
