"""Put the story of a game with suitcases together. Start reading here."""

from collections.abc import Sequence

from heimlich.analysis.course import cut
from heimlich.analysis.story import SuitcaseStory
from heimlich.analysis.suitcases.chances import clues_by_moment, told_chances
from heimlich.analysis.suitcases.decisive import told_decisive
from heimlich.analysis.suitcases.duels import ledger
from heimlich.analysis.suitcases.luggage import told_suitcases
from heimlich.analysis.tell import PadMark
from heimlich.games.suitcases.state import Table, agents_of, secrets_of
from heimlich.record import AnyStep, Record

Standing = tuple[tuple[int, ...], tuple[int, ...]]  # secrets and agents left of each seat


def tell(record: Record, steps: Sequence[AnyStep], pads: Sequence[PadMark]) -> SuitcaseStory:  # noqa: ARG001
    """Return the story of a game from its steps."""
    course = cut(steps)
    result = course.last.table.result
    rows = [(0, _standing(course.dealt.table))]
    for passage in course.passages:
        now = _standing(passage.after.table)
        if now != rows[-1][1]:
            rows.append((passage.number, now))
    duels, clues = tuple(ledger(course)), clues_by_moment(course)
    return SuitcaseStory(
        record.seats,
        len(course.passages),
        course.turns,
        result.outcome.winners if result else (),
        tuple(told_suitcases(course)),
        duels,
        tuple(number for number, _ in rows),
        tuple(zip(*(secrets for _, (secrets, _) in rows), strict=True)),
        tuple(zip(*(agents for _, (_, agents) in rows), strict=True)),
        tuple(told_decisive(course, duels, clues)),
        told_chances(course, clues),
    )


def _standing(table: Table) -> Standing:
    seats = range(table.players)
    return tuple(secrets_of(table, seat) for seat in seats), tuple(agents_of(table, seat) for seat in seats)
