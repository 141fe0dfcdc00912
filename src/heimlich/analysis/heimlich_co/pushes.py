"""Help by each seat for each agent: steps, and points won and lost by scorings that the seat brought about, or cards.

The counting is that of the agent pad (games/heimlich_co/pad.py), over the whole game.
"""

from heimlich.analysis.course import Course
from heimlich.analysis.story import Pushes
from heimlich.games.heimlich_co.pad import COUNTED, LOST, WALKED, WON, counts, note
from heimlich.games.heimlich_co.view import seen, view_of
from heimlich.pads import Pad


def told_pushes(course: Course) -> list[Pushes]:
    """Return what each seat did for each agent."""
    pad: Pad = {}
    for passage in course.passages:
        for before, event, after in passage.steps:
            pad = note(pad, view_of(before, None), seen(before, event, after, None), view_of(after, None))
    table, sums = course.last.table, counts(pad)

    def column(seat: int, sign: str) -> tuple[int, ...]:
        place = COUNTED.index(sign)
        rows = [sums.get(agent, {}).get(str(seat)) for agent in table.agents]
        return tuple(row[place] if row else 0 for row in rows)

    return [Pushes(seat, column(seat, WALKED), column(seat, WON), column(seat, LOST)) for seat in range(table.players)]
