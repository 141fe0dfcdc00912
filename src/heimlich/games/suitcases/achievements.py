"""Count what each seat achieved in a game, for the statistics of its player. Call it when everything is revealed."""

from collections.abc import Iterable
from typing import Any

from heimlich.games.suitcases.names import SUITCASES, colour_name
from heimlich.games.suitcases.state import State, secrets_of
from heimlich.record import Step


def achievements(steps: Iterable[Step[State]]) -> list[dict[str, Any]]:
    """Return, for each seat, its `points` (secrets brought home), and those of its own that it has `given` to others.

    `own` counts the secrets that it has brought home in suitcases of its own colour.
    """
    last: State | None = None
    for step in steps:
        last = step.after
    if last is None:
        return []
    table = last.table
    counted: list[dict[str, Any]] = []
    for seat in range(table.players):
        colour = colour_name(table.players, seat)
        home = [
            (receiver, delivery.content)
            for receiver, row in enumerate(table.delivered)
            for delivery in row
            if SUITCASES[delivery.suitcase][0] == colour
        ]
        counted.append(
            {
                "points": secrets_of(table, seat),
                "given": sum(content for receiver, content in home if receiver != seat),
                "own": sum(content for receiver, content in home if receiver == seat),
            }
        )
    return counted


def agents_to_guess(state: State) -> tuple[str, ...]:  # noqa: ARG001 (everyone knows who plays which colour)
    """Return nothing: in this game contents are hidden, and not who is who."""
    return ()


def identities(state: State) -> tuple[tuple[str, ...], ...]:  # noqa: ARG001
    """Return nothing: see `agents_to_guess`."""
    return ()
