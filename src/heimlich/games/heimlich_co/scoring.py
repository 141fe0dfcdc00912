"""Scoring (H11), due when an agent that came to rest at the safe in this turn is still there (H10, T8)."""

from heimlich.games.heimlich_co.state import NOBODY, Table, but


def is_due(table: Table) -> bool:
    """Tell whether at least one agent that was moved to the safe still stands there (H10, T8)."""
    return bool(table.arrived)


def score(table: Table) -> Table:
    """Every agent in play, owned or not, earns the value of its building; no marker falls below the floor (H11)."""
    rules = table.rules
    values, floor = rules.values, rules.floor
    points = tuple([mark + values[place] for mark, place in zip(table.points, table.places, strict=True)])
    if floor is not None:
        points = tuple([mark if mark > floor else floor for mark in points])
    gains = tuple([new - old for new, old in zip(points, table.points, strict=True)])
    return but(
        table,
        points=points,
        gains=gains,
        scorings=table.scorings + 1,
        reached=table.reached or max(points) >= rules.target,
        arrived=NOBODY,
    )
