"""Moments that decided: deliveries and duels that changed somebody's win probability most, in a sentence.

The value tells well who is ahead, and less well which step is better. So a moment is told only where it agrees with
what happened: who delivers secrets or wins a duel gains by it, who brings a bomb home or loses a duel does not.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from heimlich.analysis.course import Course, Passage
from heimlich.analysis.story import Decisive, DuelTold
from heimlich.analysis.suitcases.chances import chances_at, percentages
from heimlich.bots.suitcases.belief.evidence import BombOdds
from heimlich.game import Line, Seat, Term, plain_line
from heimlich.games.suitcases.log import place_term
from heimlich.games.suitcases.names import BOMB
from heimlich.games.suitcases.state import Table, agents_of, secrets_of

MOST = 6
LEAST = 8  # percentage points


def told_decisive(course: Course, duels: Sequence[DuelTold], clues: Sequence[tuple[BombOdds, ...]]) -> list[Decisive]:
    """List the deliveries and duels that changed a seat's chances most, in order."""
    found = []
    for stroke in _strokes(course, {duel.moment: duel for duel in duels}):
        number = stroke.passage.number
        before = percentages(chances_at(stroke.passage.before, clues[number - 1]))
        after = percentages(chances_at(stroke.passage.after, clues[number]))
        weight = max(
            [after[seat] - before[seat] for seat in stroke.better]
            + [before[seat] - after[seat] for seat in stroke.worse]
        )
        if weight >= LEAST:
            found.append((weight, Decisive(number, stroke.seat, before, after, plain_line(stroke.line))))
    found.sort(key=lambda one: -one[0])
    return sorted((told for _, told in found[:MOST]), key=lambda told: told.moment)


class Stroke(NamedTuple):
    """A delivery or a duel: whose it is, and the seats that should stand better and worse after it."""

    passage: Passage
    seat: Seat
    better: tuple[Seat, ...]
    worse: tuple[Seat, ...]
    line: Line


def _strokes(course: Course, duels: dict[int, DuelTold]) -> Iterator[Stroke]:
    for passage in course.passages:
        before, after = passage.before.table, passage.after.table
        for seat in range(after.players):
            if len(after.delivered[seat]) > len(before.delivered[seat]):
                bomb = after.delivered[seat][-1].content == BOMB
                better, worse = ((), (seat,)) if bomb else ((seat,), ())
                yield Stroke(passage, seat, better, worse, _delivery(before, after, seat))
        if passage.number in duels:
            duel = duels[passage.number]
            loser = duel.seats[1 - duel.seats.index(duel.winner)]
            yield Stroke(passage, duel.winner, (duel.winner,), (loser,), _duel(before, after, duel))


def _delivery(before: Table, after: Table, seat: Seat) -> Line:
    suitcase, content = after.delivered[seat][-1]
    who: dict[str, Any] = {"seat": Term("seat", str(seat)), "suitcase": suitcase_line(suitcase)}
    if content == BOMB:
        return Line("story-bomb", who | {"n": -(-agents_of(before, seat) // before.rules.bomb_share)})
    return Line("story-delivered", who | {"content": Line("secrets", {"n": content}), "n": secrets_of(after, seat)})


def _duel(before: Table, after: Table, duel: DuelTold) -> Line:
    own = duel.seats.index(duel.winner)
    loser = duel.seats[1 - own]
    told: dict[str, Any] = {
        "seat": Term("seat", str(duel.winner)),
        "rival": Term("seat", str(loser)),
        "place": place_term(before, duel.place),
        "card": duel.shown[own],
        "other": duel.shown[1 - own],
    }
    lost = [load for load in before.loads[loser] if load is not None and load not in after.loads[loser]]
    if lost:
        return Line("story-duel-suitcase", told | {"suitcase": suitcase_line(lost[0])})
    return Line("story-duel", told)


def suitcase_line(suitcase: str) -> Line:
    """Return a suitcase as part of a line."""
    colour, _, letter = suitcase.partition("-")
    return Line("suitcase", {"colour": Term("colour", colour), "letter": letter})
