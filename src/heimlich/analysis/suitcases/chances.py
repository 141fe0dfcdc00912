"""Win probabilities over a game: the master's value, as each seat would have estimated its own chances.

The value is fitted to games of bots; how honest it is, docs/analyst.md says.
"""

from collections.abc import Sequence

import numpy as np

from heimlich.analysis.course import Course
from heimlich.analysis.story import WinChances
from heimlich.bots.suitcases.belief.evidence import BombOdds, Memory
from heimlich.bots.suitcases.distances import Array
from heimlich.bots.suitcases.value import Knowledge, value
from heimlich.games.suitcases.state import Phase, State

MOST = 120  # turns for which chances are told; of longer games, evenly spread ones


def chances_at(state: State, clues: tuple[BombOdds, ...]) -> Array:
    """Return each seat's win probability: its own estimate, from what it knows, made to add up to 1."""
    table = state.table
    own = [
        float(value([table], Knowledge(seat, state.secrets.contents[seat], clues))[0][seat])
        for seat in range(table.players)
    ]
    total = sum(own)
    return np.array(own) / total if total else np.full(len(own), 1 / len(own))


def clues_by_moment(course: Course) -> list[tuple[BombOdds, ...]]:
    """Return what public play had shown about bombs, at each moment from 0 on; nothing while suitcases are packed."""
    memory = Memory()
    found: list[tuple[BombOdds, ...]] = []
    for state in course.states:
        memory.look(state.table)
        found.append(memory.clues(state.table))
    return found


def told_chances(course: Course, clues: Sequence[tuple[BombOdds, ...]]) -> WinChances:
    """Return the chances at the start of each turn, and at the end."""
    states = list(course.states)
    starts = [number for number, state in enumerate(states) if number and state.table.phase is Phase.MOVE]
    firsts = [number for number in starts if states[number].table.turn > states[number - 1].table.turn]
    every = max(1, -(-len(firsts) // MOST))
    moments = [*firsts[::every], *([len(states) - 1] if states[-1].table.result else [])]
    rows = [percentages(chances_at(states[number], clues[number])) for number in moments]
    by_seat = tuple(zip(*rows, strict=True)) if rows else ()
    return WinChances(tuple(moments), by_seat, "")


def percentages(found: Array) -> tuple[int, ...]:
    """Round probabilities to whole percentages."""
    return tuple(np.rint(100 * found).astype(int).tolist())
