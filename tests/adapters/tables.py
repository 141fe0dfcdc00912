"""Every table again, with games short enough to be played many times; and who plays them by the mask."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from heimlich.adapters.match import Match
from heimlich.adapters.terms import Agreement, agree
from tests.tables import ALL, Case

# Lines that markers pass soon, so that dossiers are written, and revised, in a short game too.
SOON = (("dossier_from", "5"), ("dossier_again_below", "4"))


def short_terms(case: Case, turns: int, rewards: Any = "shares") -> Agreement:
    """The terms of a table, with so many turns at most."""
    name = case.name
    house = (*name.house, *(SOON if "dossier" in name.variants and not name.house else ()), ("turn_limit", str(turns)))
    return agree(case.game.id, name.edition, name.variants, case.players, house, rewards)


def arguments(case: Case, turns: int) -> dict[str, Any]:
    """The same, as an environment is asked for it."""
    name = short_terms(case, turns).name
    return {
        "game": case.game.id,
        "edition": name.edition,
        "variants": name.variants,
        "players": case.players,
        "house": dict(name.house),
    }


def some_choice(mask: Any, rng: np.random.Generator) -> int:
    """A legal number, each as likely."""
    return int(rng.choice(np.flatnonzero(mask)))


def random_match(terms: Agreement, seed: int) -> Iterator[Match]:
    """A game by the masks alone, before each decision and at its end."""
    rng, match = np.random.default_rng(seed), Match(terms)
    match.begin(seed)
    while match.asked:
        yield match
        seat = match.asked[int(rng.integers(len(match.asked)))]
        match.decide(seat, some_choice(match.mask(seat), rng))
    yield match


# A table for each kind of decision: moves, the safe, cards asked for and played, dossiers; couriers by two and three.
SOME = [ALL.index(case) for case in ALL if str(case) in {
    "heimlich-co rio-grande 2",
    "heimlich-co rio-grande top-secret dossier target=12 dossier_from=6 4",
    "heimlich-co cie dossier 7",
    "suitcases jumbo 2",
    "suitcases jumbo 3",
}]  # fmt: skip
assert len(SOME) == 5
