"""Put the story of a game of Heimlich & Co. together. Start reading here."""

from collections.abc import Sequence

from heimlich.analysis.course import Course, cut
from heimlich.analysis.heimlich_co.suspicion import suspicions, watch
from heimlich.analysis.story import HeimlichStory, Points, Scoring
from heimlich.analysis.tell import PadMark
from heimlich.record import AnyStep, Record


def tell(record: Record, steps: Sequence[AnyStep], pads: Sequence[PadMark]) -> HeimlichStory:  # noqa: ARG001
    """Return the story of a game from its steps."""
    course = cut(steps)
    last = course.last
    agents = last.table.agents
    result = last.table.result
    seen = watch(course)
    return HeimlichStory(
        record.seats,
        len(course.passages),
        course.turns,
        tuple(map(str, agents)),
        tuple(tuple(agents.index(agent) for agent in own) for own in last.secrets.identities),
        result.outcome.winners if result else (),
        tuple(suspicions(seen)),
        _points(course),
        tuple(_scorings(course)),
        reasons=(),
        covers=(),
        pushes=(),
        dossiers=(),
        awards=(),
    )


def _points(course: Course) -> Points:
    rows = [(0, course.dealt.table.points)]
    for passage in course.passages:
        if passage.after.table.points != rows[-1][1]:
            rows.append((passage.number, passage.after.table.points))
    return Points(tuple(number for number, _ in rows), tuple(zip(*(points for _, points in rows), strict=True)))


def _scorings(course: Course) -> list[Scoring]:
    return [
        Scoring(passage.number, step.before.table.seat, step.after.table.gains)
        for passage in course.passages
        for step in passage.steps
        if step.after.table.scorings > step.before.table.scorings
    ]
