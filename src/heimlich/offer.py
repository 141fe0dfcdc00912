"""Offers: what a seat may decide, in a compact form from which a client draws its controls.

An offer is a tuple of parts; each part stands for a set of actions, and `spell` lists them, each as the words of its
notation. A game's legal actions are these and no others, so an offer is exact by construction. All words are notation
(colours, buildings, card names …), never prose.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

Words = tuple[str, ...]


class Say(NamedTuple):
    """Say one of these words: yes, no, pass …"""

    words: Words


class Pick(NamedTuple):
    """Say the verb with one of the options."""

    verb: str
    options: Words


class Distribute(NamedTuple):
    """Spend exactly one of the totals, in whole points, on at most `most` of the things in `over`."""

    verb: str
    totals: tuple[int, ...]
    over: Words
    most: int


class Targets(NamedTuple):
    """Use an item on as many things as `picks` allows, each from a different group, then say one of the amounts.

    `ordered` means that the order of the things matters: the first is treated differently from the second.
    """

    verb: str
    item: str
    groups: tuple[Words, ...] = ()
    picks: tuple[int, ...] = (0,)
    ordered: bool = False
    amounts: Words = ()


class Ballot(NamedTuple):
    """Answer questions one by one in this order, each with its own options; only the first one is open now."""

    verb: str
    questions: tuple[tuple[str, Words], ...]


Part = Say | Pick | Distribute | Targets | Ballot
Offer = tuple[Part, ...]


def spell(part: Part) -> Iterator[Words]:
    """List every action that a part stands for, as the words of its notation."""
    match part:
        case Say(words):
            yield from ((word,) for word in words)
        case Pick(verb, options):
            yield from ((verb, option) for option in options)
        case Distribute(verb, totals, over, most):
            for total in totals:
                yield from ((verb, *words) for words in _splits(total, over, most))
        case Targets(verb, item):
            yield from ((verb, item, *words) for words in _targets(part))
        case Ballot(verb, questions):
            question, options = questions[0]
            yield from ((verb, question, option) for option in options)


def _splits(points: int, over: Words, most: int) -> Iterator[Words]:
    if points == 0:
        yield ("nothing",)
        return
    for count in range(1, min(points, most, len(over)) + 1):
        for chosen in combinations(over, count):
            for cuts in combinations(range(1, points), count - 1):
                edges = (0, *cuts, points)
                sizes = (edges[i + 1] - edges[i] for i in range(count))
                yield tuple(word for thing, size in zip(chosen, sizes, strict=True) for word in (thing, str(size)))


def _targets(part: Targets) -> Iterator[Words]:
    endings: tuple[Words, ...] = tuple((amount,) for amount in part.amounts) or ((),)
    for pick in part.picks:
        arranged = permutations(part.groups, pick) if part.ordered else combinations(part.groups, pick)
        for groups in arranged:
            for things in product(*groups):
                yield from ((*things, *ending) for ending in endings)
