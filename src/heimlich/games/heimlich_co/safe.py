"""Moving the safe after a scoring (H12)."""

from functools import lru_cache

from heimlich.games.heimlich_co.names import BUILDINGS, Building
from heimlich.games.heimlich_co.ruleset import SafeGoes
from heimlich.games.heimlich_co.state import NOBODY, Table, but
from heimlich.offer import Pick


def safe_offer(table: Table) -> Pick:
    """Offer the buildings to which the safe may go (H12)."""
    match table.rules.safe_goes:
        case SafeGoes.ELSEWHERE:
            closed = frozenset((table.safe,))
        case SafeGoes.UNOCCUPIED:
            closed = frozenset(table.places)
        case SafeGoes.ANYWHERE:
            closed = frozenset()
    return _pick_open(closed)


@lru_cache(maxsize=4096)
def _pick_open(closed: frozenset[Building]) -> Pick:
    return Pick("safe", tuple(name for place, name in enumerate(BUILDINGS) if place not in closed))


def move_safe(table: Table, place: Building) -> Table:
    """Put the safe into a building. Its agents do not score for that (H12), nor for having arrived before (T8)."""
    return but(table, safe=place, arrived=NOBODY)
