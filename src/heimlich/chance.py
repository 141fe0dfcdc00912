"""Where dice, deals and draws come from.

A game asks for chance by a `Chance`: a stream, a number in it, and the possible outcomes with their weights. A source
answers with a number for (stream, index), whoever asks first and whatever was asked before: so two tables can share
their dice although play differs. There is no shuffle anywhere: which card comes is decided when it is drawn.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from heimlich.errors import HeimlichError


class Chance(NamedTuple):
    """Chance is to decide: one of `outcomes`, each as likely as its weight says."""

    stream: str
    number: int  # which one of its stream
    outcomes: tuple[Any, ...]
    weights: tuple[int, ...]

    def possible(self) -> list[Any]:
        """The outcomes that can really happen."""
        return [outcome for outcome, weight in zip(self.outcomes, self.weights, strict=True) if weight]


class Source(Protocol):
    """Maps a place in a stream to a number."""

    def below(self, total: int, stream: str, index: int) -> int:
        """A number from 0 to total - 1; the same whenever the same place is asked for with the same total."""
        ...


class Seeded:
    """Numbers that follow from a seed: for tests, simulations and games that nobody needs to verify."""

    def __init__(self, seed: int | str) -> None:
        self._key = blake2b(str(seed).encode(), digest_size=32).digest()

    def below(self, total: int, stream: str, index: int) -> int:
        digest = blake2b(b"%s %d" % (stream.encode(), index), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest, "big") * total >> 64


class Scripted:
    """Numbers written down beforehand, stream by stream; for tests of what should happen then."""

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
    """The outcome that the source decides on."""
    rest = source.below(sum(chance.weights), chance.stream, chance.number)
    for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
        rest -= weight
        if rest < 0:
            return outcome
    raise HeimlichError(f"nothing can happen in '{chance.stream}'")
