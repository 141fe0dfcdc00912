"""Every way to spend a roll, as NumPy arrays (H9): what bots and training choose among."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from heimlich.games.heimlich_co.actions import MoveAgents
from heimlich.games.heimlich_co.encoding import splits
from heimlich.games.heimlich_co.names import Agent

Array = np.ndarray[Any, Any]
SPAN = 7  # an agent walks 0 to 6 buildings; a die that shows more is left to the readable rules


def fits(totals: Iterable[int]) -> bool:
    """Tell whether none of these totals is too much for `SPAN`."""
    return max(totals) < SPAN


class Moves(NamedTuple):
    """The splits of a face of the die."""

    steps: Array  # [moves, agents]: how far each agent walks
    cells: Array  # [moves, agents]: the index of that cell in a row of agents × steps
    hot: Array  # [agents × steps, moves]: 1 where a move has an agent walk so far


@lru_cache(maxsize=256)
def moves_of(totals: tuple[int, ...], agents: int, most: int) -> Moves:
    """All splits of one of these totals over the agents, with at most `most` of them walking."""
    rows = [row for total in totals for row in splits(total, agents) if sum(count > 0 for count in row) <= most]
    steps = np.array(rows, np.int64).reshape(-1, agents)
    cells = steps + SPAN * np.arange(agents)
    hot = np.zeros((agents * SPAN, len(rows)), np.float32)
    hot[cells, np.arange(len(rows))[:, None]] = 1
    return Moves(steps, cells, hot)


def action_of(agents: Sequence[Agent], steps: Array) -> MoveAgents:
    """A row of `Moves.steps` as an action."""
    return MoveAgents(tuple((agent, int(count)) for agent, count in zip(agents, steps, strict=True) if count))
